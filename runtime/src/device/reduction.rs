//! Reductions: what the items of a range combine to one value (S20 §4.9.2), in the order of the kernel language.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::{AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, MulAssign, Range};

use super::item::Item;
use super::operation::{BitAnd, BitOr, BitXor, KnownIdentity, Multiplies, Operation, Plus};
use super::own::{Divisible, OwnElements};
use super::parallel;

/// Partial results beside each other, of items that follow each other.
const LANES: usize = 16;
/// The items of a block, which has partial results of its own.
const BLOCK: usize = 1024;

/// What an item combines for a reduction (`reducer`, S20 §4.9.2.3): an argument `&mut Reducer<T, O>` of a kernel that runs for each item of
/// a range. In the end the value that was in the buffer and those of all items are put together by the operation `O`.
///
/// An item may combine any number of values, also none. The order in which values are put together is fixed, so that floating-point results
/// have the same bits on every target and with any number of threads: an item's own in the order of the kernel; the items of a block of
/// 1,024, in the order in which a device runs them, to 16 interleaved partial results (that of item `p` of a block is number `p % 16`); each
/// of these block after block; the 16 in a tree (the first with the ninth, and so on); and the value that was in the buffer first.
///
/// ```
/// #[sycl_hls::kernels]
/// mod kernels {
///     use sycl_hls::device::*;
///
///     #[kernel]
///     pub fn sum_and_most(item: Item<1>, x: &[u32], sum: &mut Reducer<u32, Plus>, most: &mut Reducer<u32, Maximum>) {
///         *sum += x[item.id(0)];
///         most.combine(x[item.id(0)]);
///     }
/// }
///
/// # use sycl_hls::{Buffer, Error, Queue, Selector};
/// # fn main() -> Result<(), Error> {
/// # let q = Queue::new(Selector::host())?;
/// let x = Buffer::from_vec((0..1024_u32).collect());
/// let (sum, most) = (Buffer::from_vec(vec![0]), Buffer::from_vec(vec![0]));
/// q.submit(|h| {
///     let (x, sum, most) = (x.read(h), sum.reduction(h), most.reduction(h));
///     h.parallel_for([1024], kernels::sum_and_most::args(x, sum, most))
/// })?;
/// assert_eq!((sum.into_vec()?, most.into_vec()?), (vec![523_776], vec![1023]));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Reducer<T, O> {
    combined: Option<T>,
    operation: PhantomData<O>,
}

impl<T, O> Reducer<T, O> {
    /// Of an item that has combined nothing. Part of the interface to the macro.
    #[doc(hidden)]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "kernels get theirs")]
    pub const fn new() -> Self {
        Self { combined: None, operation: PhantomData }
    }
}

impl<T: Copy, O: Operation<T>> Reducer<T, O> {
    /// Puts a value to those that the item has combined.
    pub fn combine(&mut self, value: T) {
        self.combined = joined::<T, O>(self.combined, Some(value));
    }

    /// The value that changes nothing (S20 §4.9.2.3, Table 107, `identity`).
    #[must_use]
    pub fn identity(&self) -> T
    where
        O: KnownIdentity<T>,
    {
        O::IDENTITY
    }
}

/// The operators of operations that have one (S20 §4.9.2.3, Table 108).
macro_rules! operators {
    ($($operation:ident: $bound:ident, $method:ident;)*) => {$(
        impl<T: Copy> $bound<T> for Reducer<T, $operation>
        where
            $operation: Operation<T>,
        {
            fn $method(&mut self, value: T) {
                self.combine(value);
            }
        }
    )*};
}

operators! {
    Plus: AddAssign, add_assign;
    Multiplies: MulAssign, mul_assign;
    BitAnd: BitAndAssign, bitand_assign;
    BitOr: BitOrAssign, bitor_assign;
    BitXor: BitXorAssign, bitxor_assign;
}

/// Two values together, where there may be none.
fn joined<T: Copy, O: Operation<T>>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(O::apply(a, b)),
        (Some(a), None) => Some(a),
        (None, b) => b,
    }
}

/// The partial results of a reduction, those of a block of items beside each other. Part of the interface to the macro.
#[doc(hidden)]
#[derive(Debug)]
pub struct Partials<T, O> {
    lanes: Vec<Option<T>>,
    operation: PhantomData<fn() -> O>,
}

impl<T: Copy, O: Operation<T>> Partials<T, O> {
    /// Of so many items, as numbers in each dimension, which have combined nothing.
    #[must_use]
    pub fn new(extents: &[usize]) -> Self {
        let items: usize = extents.iter().product();
        Self { lanes: vec![None; items.div_ceil(BLOCK) * LANES], operation: PhantomData }
    }

    /// Those of all blocks.
    pub fn blocks(&mut self) -> Blocks<'_, T, O> {
        Blocks { lanes: &mut self.lanes, operation: PhantomData }
    }

    /// Puts the value that was there before and the partial results together.
    pub fn finish(self, result: &mut T) {
        let mut totals = [None; LANES];
        for block in self.lanes.chunks_exact(LANES) {
            for (total, part) in totals.iter_mut().zip(block) {
                *total = joined::<T, O>(*total, *part);
            }
        }
        let mut half = LANES / 2;
        while half > 0 {
            for lane in 0..half {
                totals[lane] = joined::<T, O>(totals[lane], totals[lane + half]);
            }
            half /= 2;
        }
        if let Some(value) = totals[0] {
            *result = O::apply(*result, value);
        }
    }
}

/// The partial results of some blocks. Part of the interface to the macro.
#[doc(hidden)]
#[derive(Debug)]
pub struct Blocks<'b, T, O> {
    lanes: &'b mut [Option<T>],
    operation: PhantomData<fn() -> O>,
}

/// Partial results of reductions, block after block, as several threads take them. Part of the interface to the macro.
#[doc(hidden)]
pub trait PartialBlocks: Sized + Send {
    /// What the items of some blocks add to.
    type Lanes: Copy;

    /// Those of the first blocks, and those of the others.
    fn split(self, blocks: usize) -> (Self, Self);

    /// What the items from this block on add to.
    fn lanes(self, first: usize) -> Self::Lanes;
}

impl<'b, T: Copy + Send, O: Operation<T>> PartialBlocks for Blocks<'b, T, O> {
    type Lanes = Lanes<'b, T, O>;

    fn split(self, blocks: usize) -> (Self, Self) {
        let (first, others) = self.lanes.split_at_mut(self.lanes.len().min(blocks * LANES));
        let of = |lanes| Self { lanes, operation: PhantomData };
        (of(first), of(others))
    }

    fn lanes(self, first: usize) -> Self::Lanes {
        let lanes = Cell::from_mut(self.lanes).as_slice_of_cells();
        Lanes { lanes, first: first * BLOCK, operation: PhantomData }
    }
}

impl<A: PartialBlocks, B: PartialBlocks> PartialBlocks for (A, B) {
    type Lanes = (A::Lanes, B::Lanes);

    fn split(self, blocks: usize) -> (Self, Self) {
        let (a, b) = (self.0.split(blocks), self.1.split(blocks));
        ((a.0, b.0), (a.1, b.1))
    }

    fn lanes(self, first: usize) -> Self::Lanes {
        (self.0.lanes(first), self.1.lanes(first))
    }
}

/// Partial results to which items add, one after the other. Part of the interface to the macro.
#[doc(hidden)]
pub struct Lanes<'b, T, O> {
    lanes: &'b [Cell<Option<T>>],
    /// The position of the first item that adds to them.
    first: usize,
    operation: PhantomData<fn() -> O>,
}

impl<T, O> Clone for Lanes<'_, T, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, O> Copy for Lanes<'_, T, O> {}

impl<T: Copy, O: Operation<T>> Lanes<'_, T, O> {
    /// Adds what the item at this position has combined: they are taken in the order of their positions.
    pub fn take(self, position: usize, own: Reducer<T, O>) {
        let own_position = position - self.first;
        let lane = &self.lanes[own_position / BLOCK * LANES + own_position % LANES];
        lane.set(joined::<T, O>(lane.get(), own.combined));
    }
}

impl<const D: usize> Item<D> {
    /// Runs a kernel for each item with its own elements and what it combines, on all processors if that is worth it. Part of the
    /// interface to the macro.
    #[doc(hidden)]
    pub fn each_reduced<O: OwnElements, P: PartialBlocks>(
        range: [usize; D],
        own: O,
        partial: P,
        kernel: impl Fn(Self, O::Own, P::Lanes) + Sync,
    ) {
        let items: usize = range.iter().product();
        let run = |blocks: Range<usize>, InBlocks { own, partial }: InBlocks<O, P>| {
            let lanes = partial.lanes(blocks.start);
            let of_blocks = blocks.start * BLOCK..items.min(blocks.end * BLOCK);
            Self::run(range, of_blocks, own, &|item, own| kernel(item, own, lanes));
        };
        parallel::run(items.div_ceil(BLOCK), 1, InBlocks { own, partial }, &run);
    }
}

/// What the items of some blocks have of their own, and add to.
struct InBlocks<O, P> {
    own: O,
    partial: P,
}

impl<O: OwnElements, P: PartialBlocks> Divisible for InBlocks<O, P> {
    fn split(self, blocks: usize) -> (Self, Self) {
        let (own, partial) = (self.own.split(blocks * BLOCK), self.partial.split(blocks));
        (Self { own: own.0, partial: partial.0 }, Self { own: own.1, partial: partial.1 })
    }
}
