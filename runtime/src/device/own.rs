//! Arguments of which each item of a range has its own part (`#[each]`): no two items share anything, so that they run on all processors.

use std::iter::{self, Zip};
use std::ops::Range;
use std::slice;

use super::item::Item;
use super::nd_item::{GroupItems, NdItem, each_index, linear};
use super::parallel::{self, FIRST, Parts};

/// What has a part for each of several items that follow each other.
pub(super) trait Divisible: Sized {
    /// Those of the first ones, and those of the others.
    fn split(self, parts: usize) -> (Self, Self);
}

impl<O: OwnElements> Divisible for O {
    fn split(self, items: usize) -> (Self, Self) {
        OwnElements::split(self, items)
    }
}

/// Slices with an element for each item of a range, in the order of linear indices. Part of the interface to the macro.
#[doc(hidden)]
pub trait OwnElements: Sized + Send {
    /// What an item has.
    type Own;
    /// What the items have, in order.
    type Each: Iterator<Item = Self::Own>;

    /// Those of the first items, and those of the others.
    fn split(self, items: usize) -> (Self, Self);

    /// Those of each item.
    fn each(self) -> Self::Each;
}

impl<'a, T: Sync> OwnElements for &'a [T] {
    type Own = &'a T;
    type Each = slice::Iter<'a, T>;

    fn split(self, items: usize) -> (Self, Self) {
        self.split_at(items.min(self.len()))
    }

    fn each(self) -> Self::Each {
        self.iter()
    }
}

impl<'a, T: Send> OwnElements for &'a mut [T] {
    type Own = &'a mut T;
    type Each = slice::IterMut<'a, T>;

    fn split(self, items: usize) -> (Self, Self) {
        let items = items.min(self.len());
        self.split_at_mut(items)
    }

    fn each(self) -> Self::Each {
        self.iter_mut()
    }
}

/// Nothing, of kernels without such arguments.
impl OwnElements for () {
    type Own = ();
    type Each = iter::Repeat<()>;

    fn split(self, _: usize) -> (Self, Self) {
        ((), ())
    }

    fn each(self) -> Self::Each {
        iter::repeat(())
    }
}

impl<A: OwnElements, B: OwnElements> OwnElements for (A, B) {
    type Own = (A::Own, B::Own);
    type Each = Zip<A::Each, B::Each>;

    fn split(self, items: usize) -> (Self, Self) {
        let (a, b) = (self.0.split(items), self.1.split(items));
        ((a.0, b.0), (a.1, b.1))
    }

    fn each(self) -> Self::Each {
        iter::zip(self.0.each(), self.1.each())
    }
}

impl<const D: usize> Item<D> {
    /// Runs a kernel for each item and its own elements, on all processors if that is worth it. Part of the interface to the macro.
    #[doc(hidden)]
    pub fn each_own<O: OwnElements>(range: [usize; D], own: O, kernel: impl Fn(Self, O::Own) + Sync) {
        let run = |items, own: O| Self::run(range, items, own, &kernel);
        let parts = Parts { count: range.iter().product(), first: FIRST, elements: 1 };
        parallel::run(parts, own, &run);
    }

    /// As [`Self::each_own`], one item after the other. Part of the interface to the macro.
    #[doc(hidden)]
    pub fn each_own_in_order<O: OwnElements>(range: [usize; D], own: O, kernel: impl Fn(Self, O::Own)) {
        Self::run(range, 0..range.iter().product(), own, &kernel);
    }

    /// Runs a kernel for some items: a loop for each row of the last dimension.
    fn run<O: OwnElements>(range: [usize; D], items: Range<usize>, own: O, kernel: &impl Fn(Self, O::Own)) {
        Self::each_row(range, items, own, |mut id, end, row| {
            for (column, own) in iter::zip(id[D - 1]..end, row.each()) {
                id[D - 1] = column;
                kernel(Self::new(id, range), own);
            }
        });
    }

    /// Calls a function with the first of some items in each row of the last dimension, where they end there, and what they have of their
    /// own.
    pub(super) fn each_row<O: OwnElements>(
        range: [usize; D],
        items: Range<usize>,
        mut own: O,
        mut run: impl FnMut([usize; D], usize, O),
    ) {
        let Some(&width) = range.last() else { return };
        let mut next = items.start;
        while next < items.end {
            let id = index(next, range);
            let first = id[D - 1];
            let end = width.min(first + (items.end - next));
            let (row, later) = own.split(end - first);
            run(id, end, row);
            (next, own) = (next + (end - first), later);
        }
    }
}

/// The indices of the item with this index among all; there are items.
pub(super) fn index<const D: usize>(mut linear: usize, range: [usize; D]) -> [usize; D] {
    let mut id = [0; D];
    for (id, size) in iter::zip(&mut id, range).rev() {
        (*id, linear) = (linear % size, linear / size);
    }
    id
}

impl<const D: usize> NdItem<D> {
    /// Calls a function with the items of each group and their own elements, on all processors if that is worth it. Part of the interface
    /// to the macro.
    #[doc(hidden)]
    pub fn each_own<O: OwnElements>(
        groups: [usize; D],
        size: [usize; D],
        own: O,
        run: impl Fn(OwnGroup<'_, D, O::Own>) + Sync,
    ) {
        let Some(&bands) = groups.first() else { return };
        let run = |bands, own: O| Self::run(groups, size, bands, own, &run);
        let parts = Parts { count: bands, first: FIRST, elements: band(groups, size) };
        parallel::run(parts, own, &run);
    }

    /// As [`Self::each_own`], one group after the other. Part of the interface to the macro.
    #[doc(hidden)]
    pub fn each_own_in_order<O: OwnElements>(
        groups: [usize; D],
        size: [usize; D],
        own: O,
        run: impl Fn(OwnGroup<'_, D, O::Own>),
    ) {
        let Some(&bands) = groups.first() else { return };
        Self::run(groups, size, 0..bands, own, &run);
    }

    /// The groups of some bands: a band is all groups with one index in the first dimension, and its items lie beside each other.
    fn run<O: OwnElements>(
        groups: [usize; D],
        size: [usize; D],
        bands: Range<usize>,
        mut own: O,
        run: &impl Fn(OwnGroup<'_, D, O::Own>),
    ) {
        let mut of_band = groups;
        of_band[0] = 1;
        for band_index in bands {
            let (now, later) = own.split(band(groups, size));
            own = later;
            let mut elements: Vec<Option<O::Own>> = now.each().map(Some).collect();
            each_index(of_band, |mut group| {
                group[0] = band_index;
                run(OwnGroup { items: GroupItems::new(group, groups, size), elements: &mut elements });
            });
        }
    }
}

/// How many items the groups have that have one index in the first dimension.
fn band<const D: usize>(groups: [usize; D], size: [usize; D]) -> usize {
    let others: usize = groups.iter().skip(1).product();
    others * size.iter().product::<usize>()
}

/// The items of a group with what each has of its own. Part of the interface to the macro.
#[doc(hidden)]
#[derive(Debug)]
pub struct OwnGroup<'b, const D: usize, O> {
    items: GroupItems<D>,
    /// Those of all items with the group's index in the first dimension.
    elements: &'b mut [Option<O>],
}

impl<const D: usize, O> OwnGroup<'_, D, O> {
    /// Runs a kernel for each of them, one after the other.
    pub fn each(self, mut kernel: impl FnMut(NdItem<D>, O)) {
        let Self { items, elements } = self;
        items.each(|item| {
            if let Some(own) = take(&item, elements) {
                kernel(item, own);
            }
        });
    }

    /// Runs a kernel for all of them, which wait for each other at barriers.
    pub fn run<F: Future<Output = ()>>(self, mut kernel: impl FnMut(NdItem<D>, O) -> F) {
        let Self { items, elements } = self;
        items.run_some(|item| take(&item, elements).map(|own| kernel(item, own)));
    }
}

/// What an item has, of those with its group's index in the first dimension.
fn take<const D: usize, O>(item: &NdItem<D>, elements: &mut [Option<O>]) -> Option<O> {
    let mut id: [usize; D] = std::array::from_fn(|dimension| item.global_id(dimension));
    let range: [usize; D] = std::array::from_fn(|dimension| item.global_range(dimension));
    id[0] = item.local_id(0);
    elements.get_mut(linear(&id, &range))?.take()
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Each item writes its index among all to its own element, and adds what it reads of another slice's.
    fn items<const D: usize>(range: [usize; D]) {
        let count: usize = range.iter().product();
        let read: Vec<usize> = (0..count).map(|index| index * 10).collect();
        let mut written = vec![0; count];
        Item::each_own(
            range,
            (&read[..], &mut written[..]),
            |item, (read, written): (&usize, &mut usize)| {
                *written = item.linear_id() + *read;
            },
        );
        let expected: Vec<usize> = (0..count).map(|index| index * 11).collect();
        assert_eq!(written, expected, "{range:?}");
    }

    #[test]
    fn each_item_has_the_element_with_its_index() {
        for width in [0, 1, 2, 63, 64, 65, 1000] {
            items([width]);
            items([3, width]);
            items([width, 5]);
            items([2, width, 7]);
            items([width, 3, 1]);
        }
        items([300_000]);
    }

    #[test]
    fn each_item_of_a_group_has_the_element_with_its_index() {
        for (groups, size) in [([3, 2], [2, 4]), ([1, 1], [5, 3]), ([0, 2], [2, 2]), ([70, 3], [4, 8])] {
            let count = groups.iter().chain(&size).product();
            let (mut written, order) = (vec![usize::MAX; count], Mutex::new(Vec::new()));
            NdItem::each_own_in_order(groups, size, &mut written[..], |group| {
                group.each(|item, own: &mut usize| {
                    *own = item.global_linear_id();
                    order.lock().expect("no panic").push((item.group_linear_id(), item.local_linear_id()));
                });
            });
            assert_eq!(written, (0..count).collect::<Vec<usize>>());
            let order = order.into_inner().expect("no panic");
            assert!(order.is_sorted(), "one group after the other");
            let mut again = vec![0; count];
            NdItem::each_own(groups, size, &mut again[..], |group| {
                group.each(|item, own: &mut usize| *own = item.global_linear_id());
            });
            assert_eq!(again, written);
        }
    }
}
