//! Work items of groups.

use std::array;

use super::group::{self, group_functions};
use super::in_turns;

/// One of the items of a work-group that a kernel runs for (S20 §4.9.1.5): its indices among all, in its group, and those of the group,
/// in `D` dimensions.
///
/// A kernel whose first argument is one is launched by [`crate::Handler::parallel_for`] over an [`crate::NdRange`]. Items run in any
/// order, so none may read what another one writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NdItem<const D: usize> {
    group: [usize; D],
    local: [usize; D],
    groups: [usize; D],
    size: [usize; D],
}

/// The group of a work item (S20 §4.9.1.7), as that item sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group<const D: usize>(NdItem<D>);

impl<const D: usize> NdItem<D> {
    /// The index among all items in a dimension, counted from 0. Dimensions are literals in kernels.
    ///
    /// # Panics
    /// When there is no such dimension, as all methods of a dimension.
    #[must_use]
    pub const fn global_id(&self, dimension: usize) -> usize {
        self.group[dimension].wrapping_mul(self.size[dimension]).wrapping_add(self.local[dimension])
    }

    /// The number of all items in a dimension.
    #[must_use]
    pub const fn global_range(&self, dimension: usize) -> usize {
        self.groups[dimension].wrapping_mul(self.size[dimension])
    }

    /// The index among all items, of which the last dimension's lie beside each other (S20 §3.11.1).
    #[must_use]
    pub fn global_linear_id(&self) -> usize {
        let ids: [usize; D] = array::from_fn(|dimension| self.global_id(dimension));
        let range: [usize; D] = array::from_fn(|dimension| self.global_range(dimension));
        linear(&ids, &range)
    }

    /// The index in its group in a dimension.
    #[must_use]
    pub const fn local_id(&self, dimension: usize) -> usize {
        self.local[dimension]
    }

    /// The number of items of its group in a dimension.
    #[must_use]
    pub const fn local_range(&self, dimension: usize) -> usize {
        self.size[dimension]
    }

    /// The index among the items of its group.
    #[must_use]
    pub fn local_linear_id(&self) -> usize {
        linear(&self.local, &self.size)
    }

    /// The index of its group in a dimension.
    #[must_use]
    pub const fn group_id(&self, dimension: usize) -> usize {
        self.group[dimension]
    }

    /// The number of groups in a dimension.
    #[must_use]
    pub const fn group_range(&self, dimension: usize) -> usize {
        self.groups[dimension]
    }

    /// The index of its group among all.
    #[must_use]
    pub fn group_linear_id(&self) -> usize {
        linear(&self.group, &self.groups)
    }

    /// How many items run before it, group after group. Part of the interface to the macro.
    #[doc(hidden)]
    #[must_use]
    pub fn position(&self) -> usize {
        self.group_linear_id() * self.size.iter().product::<usize>() + self.local_linear_id()
    }

    /// Its group.
    #[must_use]
    pub const fn group(&self) -> Group<D> {
        Group(*self)
    }

    /// Waits until all items of its group are here, and have what each of them has written before (S20 §4.17.2.3: `group_barrier`, whose
    /// memory scope is the group).
    ///
    /// All items of a group run through the same barriers: what decides it is the same for all of them, or the kernel is not compiled.
    pub const fn barrier(&self) {}

    /// As [`Self::barrier`], in the form of the kernel that lets the others have their turns. Part of the interface to the macro.
    #[doc(hidden)]
    pub fn barrier_in_turn(&self) -> impl Future<Output = ()> {
        in_turns::barrier()
    }

    /// Runs a kernel for each item of each group, one group after the other, the last dimension's first. Part of the interface to the
    /// macro.
    #[doc(hidden)]
    pub fn each(groups: [usize; D], size: [usize; D], mut kernel: impl FnMut(Self)) {
        each_index(groups, |group| each_index(size, |local| kernel(Self { group, local, groups, size })));
    }

    /// Calls a function with the items of each group, one group after the other. Part of the interface to the macro.
    #[doc(hidden)]
    pub fn each_group(groups: [usize; D], size: [usize; D], mut run: impl FnMut(GroupItems<D>)) {
        each_index(groups, |group| run(GroupItems::new(group, groups, size)));
    }
}

/// The items of a group. Part of the interface to the macro.
#[doc(hidden)]
#[derive(Debug)]
pub struct GroupItems<const D: usize>(NdItem<D>);

impl<const D: usize> GroupItems<D> {
    /// Those of this group.
    pub(super) const fn new(group: [usize; D], groups: [usize; D], size: [usize; D]) -> Self {
        Self(NdItem { group, local: [0; D], groups, size })
    }

    /// Runs a kernel for all of them, which wait for each other at barriers.
    pub fn run<F: Future<Output = ()>>(self, mut kernel: impl FnMut(NdItem<D>) -> F) {
        self.run_some(|item| Some(kernel(item)));
    }

    /// Runs a kernel for those of them that it takes.
    pub(super) fn run_some<F: Future<Output = ()>>(self, mut kernel: impl FnMut(NdItem<D>) -> Option<F>) {
        let mut items = Vec::new();
        self.each(|item| items.extend(kernel(item).map(Box::pin)));
        group::with_values(items.len(), || in_turns::run(&mut items));
    }

    /// Calls a function for each of them.
    pub fn each(self, mut f: impl FnMut(NdItem<D>)) {
        each_index(self.0.size, |local| f(NdItem { local, ..self.0 }));
    }
}

impl<const D: usize> Group<D> {
    /// As [`NdItem::group_id`].
    #[must_use]
    pub const fn group_id(&self, dimension: usize) -> usize {
        self.0.group_id(dimension)
    }

    /// As [`NdItem::group_range`].
    #[must_use]
    pub const fn group_range(&self, dimension: usize) -> usize {
        self.0.group_range(dimension)
    }

    /// As [`NdItem::group_linear_id`].
    #[must_use]
    pub fn group_linear_id(&self) -> usize {
        self.0.group_linear_id()
    }

    /// As [`NdItem::local_id`].
    #[must_use]
    pub const fn local_id(&self, dimension: usize) -> usize {
        self.0.local_id(dimension)
    }

    /// As [`NdItem::local_range`].
    #[must_use]
    pub const fn local_range(&self, dimension: usize) -> usize {
        self.0.local_range(dimension)
    }

    /// As [`NdItem::local_linear_id`].
    #[must_use]
    pub fn local_linear_id(&self) -> usize {
        self.0.local_linear_id()
    }

    /// As [`NdItem::barrier`].
    pub const fn barrier(&self) {}

    group_functions! {
        /// What the item with this index among those of the group gives (S20 §4.17.2.2, `group_broadcast`).
        broadcast, broadcast_in_turn<T: GroupValue>(from: usize) = |values, _| values[from];
        /// The sum of what all items give, in the order of their indices in the group; integers wrap (S20 §4.17.3.5,
        /// `reduce_over_group`).
        sum, sum_in_turn<T: GroupNumber>() = |values, _| fold(values, T::plus);
        /// The product of what all items give, as [`Self::sum`].
        product, product_in_turn<T: GroupNumber>() = |values, _| fold(values, T::times);
        /// The smallest of what all items give, as `min` orders numbers in kernels.
        min, min_in_turn<T: GroupNumber>() = |values, _| fold(values, T::least);
        /// The largest of what all items give, as `max` orders numbers in kernels.
        max, max_in_turn<T: GroupNumber>() = |values, _| fold(values, T::most);
        /// The bits that are set in what all items give.
        and, and_in_turn<T: GroupNumber + Bits>() = |values, _| fold(values, T::bitand);
        /// The bits that are set in what some items give.
        or, or_in_turn<T: GroupNumber + Bits>() = |values, _| fold(values, T::bitor);
        /// The bits that are set in what an odd number of items give.
        xor, xor_in_turn<T: GroupNumber + Bits>() = |values, _| fold(values, T::bitxor);
        /// The sum of what the items before this one and this one give; integers wrap (S20 §4.17.3.6, `inclusive_scan_over_group`).
        inclusive_sum, inclusive_sum_in_turn<T: GroupNumber>() = |values, own| fold_from(&values[..=own]);
        /// The sum of what the items before this one give; integers wrap (S20 §4.17.3.6, `exclusive_scan_over_group`).
        exclusive_sum, exclusive_sum_in_turn<T: GroupNumber>() = |values, own| fold_from(&values[..own]);
    }

    /// Whether an item gives true (S20 §4.17.3.1, `any_of_group`).
    #[must_use]
    pub const fn any(&self, condition: bool) -> bool {
        condition
    }

    /// Whether all items give true (S20 §4.17.3.1, `all_of_group`).
    #[must_use]
    pub const fn all(&self, condition: bool) -> bool {
        condition
    }

    /// Whether no item gives true (S20 §4.17.3.1, `none_of_group`).
    #[must_use]
    pub const fn none(&self, condition: bool) -> bool {
        !condition
    }

    /// As [`Self::any`], in the form of the kernel that lets the others have their turns. Part of the interface to the macro.
    #[doc(hidden)]
    pub async fn any_in_turn(&self, condition: bool) -> bool {
        group::given(self.local_linear_id(), condition, |values| values.contains(&true)).await
    }

    /// As [`Self::all`]. Part of the interface to the macro.
    #[doc(hidden)]
    pub async fn all_in_turn(&self, condition: bool) -> bool {
        group::given(self.local_linear_id(), condition, |values| !values.contains(&false)).await
    }

    /// As [`Self::none`]. Part of the interface to the macro.
    #[doc(hidden)]
    pub async fn none_in_turn(&self, condition: bool) -> bool {
        !self.any_in_turn(condition).await
    }

    /// As [`NdItem::barrier_in_turn`]. Part of the interface to the macro.
    #[doc(hidden)]
    pub fn barrier_in_turn(&self) -> impl Future<Output = ()> {
        in_turns::barrier()
    }

    /// Whether the item is the one of its group whose local indices are all 0 (S20 §4.9.1.7, `leader`).
    #[must_use]
    pub fn leader(&self) -> bool {
        self.0.local.iter().all(|index| *index == 0)
    }
}

/// The index among all, of which the last dimension's lie beside each other (S20 §3.11.1).
pub(super) fn linear(ids: &[usize], range: &[usize]) -> usize {
    let dimensions = ids.iter().zip(range);
    dimensions.fold(0, |linear: usize, (id, range)| linear.wrapping_mul(*range).wrapping_add(*id))
}

/// Calls `f` with each index of a range, the last dimension's first.
pub(super) fn each_index<const D: usize>(range: [usize; D], mut f: impl FnMut([usize; D])) {
    if range.contains(&0) {
        return;
    }
    let mut id = [0; D];
    loop {
        f(id);
        let Some(dimension) = (0..D).rev().find(|&dimension| id[dimension] + 1 < range[dimension]) else {
            return;
        };
        id[dimension] += 1;
        id[dimension + 1..].fill(0);
    }
}
