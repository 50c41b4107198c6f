//! Reductions: what the items of a range combine to one value (S20 §4.9.2), in the order of the kernel language.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::{AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, MulAssign, Range};

use super::item::Item;
use super::nd_item::{GroupItems, NdItem};
use super::operation::{BitAnd, BitOr, BitXor, KnownIdentity, Multiplies, Operation, Plus};
use super::own::{Divisible, OwnElements, index};
use super::parallel::{self, Parts};

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
    /// Those of one block.
    type Block: Block;
    /// Those of all blocks, for items that run one after the other.
    type InOrder: Copy;

    /// Those of the first blocks, and those of the others.
    fn split(self, blocks: usize) -> (Self, Self);

    /// Keeps those of a block.
    fn keep(&mut self, block: usize, partial: Self::Block);

    /// For items from the beginning of this block on.
    fn in_order(self, first: usize) -> Self::InOrder;
}

/// The partial results of a block, to which its items add one after the other. Part of the interface to the macro.
#[doc(hidden)]
pub trait Block {
    /// What an item has combined.
    type Own;
    /// The partial results when there is one in each lane, so that nobody has to look.
    type Full;

    /// Those of nothing.
    fn new() -> Self;

    /// Adds what an item has combined to this lane.
    fn take(&mut self, lane: usize, own: Self::Own);

    /// There is a partial result in each lane.
    fn full(&self) -> Option<Self::Full>;

    /// As [`Block::take`].
    fn take_full(full: &mut Self::Full, lane: usize, own: Self::Own);

    /// Keeps what has become of them.
    fn keep_full(&mut self, full: Self::Full);
}

impl<'b, T: Copy + Send, O: Operation<T>> PartialBlocks for Blocks<'b, T, O> {
    type Block = Lanes<T, O>;
    type InOrder = InOrder<'b, T, O>;

    fn split(self, blocks: usize) -> (Self, Self) {
        let (first, others) = self.lanes.split_at_mut(self.lanes.len().min(blocks * LANES));
        let of = |lanes| Self { lanes, operation: PhantomData };
        (of(first), of(others))
    }

    fn keep(&mut self, block: usize, partial: Lanes<T, O>) {
        self.lanes[block * LANES..][..LANES].copy_from_slice(&partial.lanes);
    }

    fn in_order(self, first: usize) -> InOrder<'b, T, O> {
        let lanes = Cell::from_mut(self.lanes).as_slice_of_cells();
        InOrder { lanes, first: first * BLOCK, operation: PhantomData }
    }
}

/// The partial results of a block. Part of the interface to the macro.
#[doc(hidden)]
#[derive(Debug)]
pub struct Lanes<T, O> {
    lanes: [Option<T>; LANES],
    operation: PhantomData<fn() -> O>,
}

impl<T: Copy, O: Operation<T>> Block for Lanes<T, O> {
    type Own = Reducer<T, O>;
    type Full = [T; LANES];

    fn new() -> Self {
        Self { lanes: [None; LANES], operation: PhantomData }
    }

    fn take(&mut self, lane: usize, own: Self::Own) {
        self.lanes[lane] = joined::<T, O>(self.lanes[lane], own.combined);
    }

    fn full(&self) -> Option<Self::Full> {
        let mut full = [self.lanes[0]?; LANES];
        for (full, lane) in full.iter_mut().zip(self.lanes) {
            *full = lane?;
        }
        Some(full)
    }

    #[inline]
    fn take_full(full: &mut Self::Full, lane: usize, own: Self::Own) {
        if let Some(value) = own.combined {
            full[lane] = O::apply(full[lane], value);
        }
    }

    fn keep_full(&mut self, full: Self::Full) {
        self.lanes = full.map(Some);
    }
}

impl<A: PartialBlocks, B: PartialBlocks> PartialBlocks for (A, B) {
    type Block = (A::Block, B::Block);
    type InOrder = (A::InOrder, B::InOrder);

    fn split(self, blocks: usize) -> (Self, Self) {
        let (a, b) = (self.0.split(blocks), self.1.split(blocks));
        ((a.0, b.0), (a.1, b.1))
    }

    fn keep(&mut self, block: usize, partial: Self::Block) {
        self.0.keep(block, partial.0);
        self.1.keep(block, partial.1);
    }

    fn in_order(self, first: usize) -> Self::InOrder {
        (self.0.in_order(first), self.1.in_order(first))
    }
}

impl<A: Block, B: Block> Block for (A, B) {
    type Own = (A::Own, B::Own);
    type Full = (A::Full, B::Full);

    fn new() -> Self {
        (A::new(), B::new())
    }

    fn take(&mut self, lane: usize, own: Self::Own) {
        self.0.take(lane, own.0);
        self.1.take(lane, own.1);
    }

    fn full(&self) -> Option<Self::Full> {
        Some((self.0.full()?, self.1.full()?))
    }

    #[inline]
    fn take_full(full: &mut Self::Full, lane: usize, own: Self::Own) {
        A::take_full(&mut full.0, lane, own.0);
        B::take_full(&mut full.1, lane, own.1);
    }

    fn keep_full(&mut self, full: Self::Full) {
        self.0.keep_full(full.0);
        self.1.keep_full(full.1);
    }
}

/// The partial results of blocks, to which items add one after the other. Part of the interface to the macro.
#[doc(hidden)]
pub struct InOrder<'b, T, O> {
    lanes: &'b [Cell<Option<T>>],
    /// The position of the first item.
    first: usize,
    operation: PhantomData<fn() -> O>,
}

impl<T, O> Clone for InOrder<'_, T, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, O> Copy for InOrder<'_, T, O> {}

impl<T: Copy, O: Operation<T>> InOrder<'_, T, O> {
    /// Adds what the item at this position has combined: they are taken in the order of their positions.
    pub fn take(self, position: usize, own: Reducer<T, O>) {
        let position = position - self.first;
        let lane = &self.lanes[position / BLOCK * LANES + position % LANES];
        lane.set(joined::<T, O>(lane.get(), own.combined));
    }
}

impl<const D: usize> Item<D> {
    /// Runs a kernel for each item with its own elements, which gives what the item has combined, on all processors if that is worth it.
    /// Part of the interface to the macro.
    #[doc(hidden)]
    pub fn each_reduced<O: OwnElements, P: PartialBlocks>(
        range: [usize; D],
        own: O,
        partial: P,
        kernel: impl Fn(Self, O::Own) -> <P::Block as Block>::Own + Sync,
    ) {
        let items: usize = range.iter().product();
        let run = |blocks: Range<usize>, parts: InBlocks<O, P>| {
            let InBlocks { mut own, mut partial, .. } = parts;
            for (index, block) in blocks.enumerate() {
                let of_block = block * BLOCK..items.min((block + 1) * BLOCK);
                let (now, later) = own.split(of_block.len());
                own = later;
                partial.keep(index, Self::reduce_block(range, of_block, now, &kernel));
            }
        };
        let parts = Parts { count: items.div_ceil(BLOCK), first: 1, elements: 1 };
        parallel::run(parts, InBlocks { own, partial, blocks: 1 }, &run);
    }

    /// What the items of a block combine.
    fn reduce_block<O: OwnElements, B: Block>(
        range: [usize; D],
        items: Range<usize>,
        own: O,
        kernel: &impl Fn(Self, O::Own) -> B::Own,
    ) -> B {
        let (mut block, mut lane) = (B::new(), 0);
        Self::each_row(range, items, own, |id, end, row| {
            Self::reduce_row((id, end), range, lane, row, &mut block, kernel);
            lane = (lane + end - id[D - 1]) % LANES;
        });
        block
    }

    /// What the items from one to the `end` of a row of the last dimension combine, of which the first one adds to this lane.
    fn reduce_row<O: OwnElements, B: Block>(
        (mut id, end): ([usize; D], usize),
        range: [usize; D],
        mut lane: usize,
        mut own: O,
        block: &mut B,
        kernel: &impl Fn(Self, O::Own) -> B::Own,
    ) {
        while id[D - 1] < end {
            let left = end - id[D - 1];
            let full = if lane == 0 && left >= LANES { block.full() } else { None };
            let items = if full.is_some() { left - left % LANES } else { left.min(LANES - lane) };
            let (now, later) = own.split(items);
            own = later;
            let mut reducers = now.each().map(|own| {
                let reducer = kernel(Self::new(id, range), own);
                id[D - 1] += 1;
                reducer
            });
            if let Some(mut full) = full {
                for _ in 0..items / LANES {
                    for (lane, own) in (0..LANES).zip(&mut reducers) {
                        B::take_full(&mut full, lane, own);
                    }
                }
                block.keep_full(full);
            } else {
                for (lane, own) in (lane..lane + items).zip(reducers) {
                    block.take(lane, own);
                }
            }
            lane = (lane + items) % LANES;
        }
    }
}

impl<const D: usize> NdItem<D> {
    /// Calls a function with the items of each group and what they add to, on all processors if that is worth it. Part of the interface to
    /// the macro.
    #[doc(hidden)]
    pub fn each_reduced<P: PartialBlocks>(
        groups: [usize; D],
        size: [usize; D],
        partial: P,
        run: impl Fn(GroupItems<D>, P::InOrder) + Sync,
    ) {
        let (count, items): (usize, usize) = (groups.iter().product(), size.iter().product());
        if items == 0 {
            return;
        }
        // So many groups are whole blocks.
        let at_once = BLOCK >> items.trailing_zeros().min(BLOCK.trailing_zeros());
        let blocks = at_once * items / BLOCK;
        let run = |parts: Range<usize>, InBlocks { partial, .. }: InBlocks<(), P>| {
            let lanes = partial.in_order(parts.start * blocks);
            for group in parts.start * at_once..count.min(parts.end * at_once) {
                run(GroupItems::new(index(group, groups), groups, size), lanes);
            }
        };
        let parts = Parts { count: count.div_ceil(at_once), first: 1, elements: 1 };
        parallel::run(parts, InBlocks { own: (), partial, blocks }, &run);
    }
}

/// What the items of some parts have of their own, and add to.
struct InBlocks<O, P> {
    own: O,
    partial: P,
    /// Of a part.
    blocks: usize,
}

impl<O: OwnElements, P: PartialBlocks> Divisible for InBlocks<O, P> {
    fn split(self, parts: usize) -> (Self, Self) {
        let Self { own, partial, blocks } = self;
        let (own, partial) = (own.split(parts * blocks * BLOCK), partial.split(parts * blocks));
        (Self { own: own.0, partial: partial.0, blocks }, Self { own: own.1, partial: partial.1, blocks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What some items combine: one value, several or none.
    fn combine(item: usize, often: usize, sum: &mut Reducer<f32, Plus>) {
        let value = (item * 7919 % 1000) as f32 / 17.0;
        if item % often != often - 1 || often == 1 {
            *sum += value;
        }
        if item.is_multiple_of(5) {
            *sum += value / 3.0;
        }
    }

    fn finished(partials: Partials<f32, Plus>) -> u32 {
        let mut result = -0.0;
        partials.finish(&mut result);
        result.to_bits()
    }

    /// What an item combines for two results, of which the second has none of some items.
    fn reducers(item: usize, often: usize) -> (Reducer<f32, Plus>, Reducer<f32, Plus>) {
        let (mut first, mut second) = (Reducer::new(), Reducer::new());
        combine(item, often, &mut first);
        if item % 100 >= 20 {
            combine(item, often, &mut second);
        }
        (first, second)
    }

    fn in_order_and_in_blocks<const D: usize>(range: [usize; D], often: usize) {
        let new = || Partials::<f32, Plus>::new(&range);
        let mut in_order = [new(), new()];
        let lanes = in_order.each_mut().map(|partials| partials.blocks().in_order(0));
        Item::each(range, |item| {
            let (first, second) = reducers(item.linear_id(), often);
            lanes[0].take(item.position(), first);
            lanes[1].take(item.position(), second);
        });
        let own: Vec<usize> = (0..range.iter().product()).collect();
        let (mut first, mut second) = (new(), new());
        Item::each_reduced(range, &own[..], (first.blocks(), second.blocks()), |item, own: &usize| {
            assert_eq!(item.linear_id(), *own);
            reducers(*own, often)
        });
        assert_eq!([first, second].map(finished), in_order.map(finished), "{range:?}, {often}");
    }

    #[test]
    fn the_order_is_the_same_in_blocks() {
        for often in [1, 2, 3, 40] {
            for width in [0, 1, 15, 16, 17, 100, 1030] {
                in_order_and_in_blocks([width], often);
                in_order_and_in_blocks([3, width], often);
                in_order_and_in_blocks([width, 5], often);
                in_order_and_in_blocks([2, width, 7], often);
            }
            in_order_and_in_blocks([400_000], often);
        }
    }

    #[test]
    fn nothing_is_no_operand() {
        let mut partials = Partials::<f32, Plus>::new(&[2000]);
        Item::each_reduced([2000], (), partials.blocks(), |_, ()| Reducer::new());
        assert_eq!(finished(partials), (-0.0_f32).to_bits());
    }
}
