// Reductions of kernels of work-items (S20 §4.9.2), in the kernel language. On the host, the crate's own types of these names do the
// same in the same order.

/// Puts two values of a type together. It is associative and commutative: the order is fixed, but not that of the items.
pub trait Operation<T> {
    fn apply(a: T, b: T) -> T;
}

/// What an item, or some items, have combined; nothing at first.
pub struct Reducer<T, O> {
    combined: Option<T>,
}

impl<T, O> Reducer<T, O> {
    pub fn combine(&mut self, value: T) {
        self.combined = joined::<T, O>(self.combined, Some(value));
    }

    pub fn identity(&self) -> T {
        O::identity::<T>()
    }
}

impl<T, O> AddAssign<T> for Reducer<T, O> {
    fn add_assign(&mut self, value: T) {
        self.combine(value);
    }
}

impl<T, O> MulAssign<T> for Reducer<T, O> {
    fn mul_assign(&mut self, value: T) {
        self.combine(value);
    }
}

impl<T, O> BitAndAssign<T> for Reducer<T, O> {
    fn bitand_assign(&mut self, value: T) {
        self.combine(value);
    }
}

impl<T, O> BitOrAssign<T> for Reducer<T, O> {
    fn bitor_assign(&mut self, value: T) {
        self.combine(value);
    }
}

impl<T, O> BitXorAssign<T> for Reducer<T, O> {
    fn bitxor_assign(&mut self, value: T) {
        self.combine(value);
    }
}

fn joined<T, O>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(O::apply(a, b)),
        (Some(a), None) => Some(a),
        (None, b) => b,
    }
}

/// Partial results of nothing.
pub fn begin<T, O>() -> [Option<T>; 16] {
    [None; 16]
}

/// An item that has combined nothing.
pub fn own<T, O>() -> Reducer<T, O> {
    Reducer { combined: None }
}

/// Adds what the item at this position has combined to one of 16 interleaved partial results of 1,024 items, so that an addition has 16
/// items' time. The partial results of a block go into those of all blocks when the next one begins.
pub fn take<T, O>(
    parts: &mut [Option<T>; 16],
    totals: &mut [Option<T>; 16],
    position: usize,
    own: &Reducer<T, O>,
) {
    let lane = position % 16;
    let begins = position / 16 % 64 == 0;
    let part = parts[lane];
    parts[lane] = joined::<T, O>(if begins { None } else { part }, own.combined);
    totals[lane] = joined::<T, O>(totals[lane], if begins { part } else { None });
}

/// Puts the value that was there before and the partial results together.
pub fn finish<T, O>(parts: &[Option<T>; 16], totals: &mut [Option<T>; 16], result: &mut T) {
    for lane in 0..16 {
        totals[lane] = joined::<T, O>(totals[lane], parts[lane]);
    }
    #[unroll]
    for level in 0..4 {
        let half = 8_usize >> level;
        for lane in 0..half {
            totals[lane] = joined::<T, O>(totals[lane], totals[lane + half]);
        }
    }
    if let Some(value) = totals[0] {
        *result = O::apply(*result, value);
    }
}

/// What operations of numbers do with those of one type.
trait ReducedNumber {
    const REDUCED_LEAST: Self;
    const REDUCED_MOST: Self;
    fn reduced_sum(self, other: Self) -> Self;
    fn reduced_product(self, other: Self) -> Self;
}

pub struct Plus;

impl Plus {
    pub fn apply<T>(a: T, b: T) -> T {
        a.reduced_sum(b)
    }

    pub fn identity<T>() -> T {
        T::ZERO
    }
}

pub struct Multiplies;

impl Multiplies {
    pub fn apply<T>(a: T, b: T) -> T {
        a.reduced_product(b)
    }

    pub fn identity<T>() -> T {
        T::ONE
    }
}

pub struct BitAnd;

impl BitAnd {
    pub fn apply<T>(a: T, b: T) -> T {
        a & b
    }

    pub fn identity<T>() -> T {
        !T::ZERO
    }
}

pub struct BitOr;

impl BitOr {
    pub fn apply<T>(a: T, b: T) -> T {
        a | b
    }

    pub fn identity<T>() -> T {
        T::ZERO
    }
}

pub struct BitXor;

impl BitXor {
    pub fn apply<T>(a: T, b: T) -> T {
        a ^ b
    }

    pub fn identity<T>() -> T {
        T::ZERO
    }
}

pub struct LogicalAnd;

impl LogicalAnd {
    pub fn apply<T>(a: T, b: T) -> T {
        if a != T::ZERO && b != T::ZERO { T::ONE } else { T::ZERO }
    }

    pub fn identity<T>() -> T {
        T::ONE
    }
}

pub struct LogicalOr;

impl LogicalOr {
    pub fn apply<T>(a: T, b: T) -> T {
        if a != T::ZERO || b != T::ZERO { T::ONE } else { T::ZERO }
    }

    pub fn identity<T>() -> T {
        T::ZERO
    }
}

pub struct Minimum;

impl Minimum {
    pub fn apply<T>(a: T, b: T) -> T {
        a.min(b)
    }

    pub fn identity<T>() -> T {
        T::REDUCED_MOST
    }
}

pub struct Maximum;

impl Maximum {
    pub fn apply<T>(a: T, b: T) -> T {
        a.max(b)
    }

    pub fn identity<T>() -> T {
        T::REDUCED_LEAST
    }
}
