//! A box of elements within a buffer, as runs of neighbours in memory.

use std::ops;

use crate::{Id, Range};

/// Runs of equal length at equal distances, in elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    start: usize,
    /// Elements in a run.
    run: usize,
    /// The runs of a plane.
    rows: Level,
    planes: Level,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Level {
    count: usize,
    /// From the start of one to that of the next.
    stride: usize,
}

impl Level {
    const ONE: Self = Self { count: 1, stride: 0 };
}

impl Window {
    /// The first `len` elements.
    pub const fn whole(len: usize) -> Self {
        Self { start: 0, run: len, rows: Level::ONE, planes: Level::ONE }
    }

    /// The box of `range` elements at `offset` in a buffer of `buffer` elements. `None` when it reaches out
    /// of the buffer.
    pub fn new<const D: usize>(buffer: Range<D>, range: Range<D>, offset: Id<D>) -> Option<Self> {
        let (buffer, range) = (pad(buffer.to_array(), 1), pad(range.to_array(), 1));
        let offset = pad(offset.to_array(), 0);
        for dimension in 0..3 {
            let end = offset[dimension].checked_add(range[dimension])?;
            if end > buffer[dimension] {
                return None;
            }
        }
        if range.contains(&0) {
            return Some(Self::whole(0));
        }
        // The buffer is in memory, so no product of its dimensions overflows.
        let (row, plane) = (buffer[2], buffer[1] * buffer[2]);
        let start = offset[0] * plane + offset[1] * row + offset[2];
        let rows = Level { count: range[1], stride: row };
        let planes = Level { count: range[0], stride: plane };
        Some(Self { start, run: range[2], rows, planes }.merged())
    }

    /// Number of elements.
    pub const fn len(&self) -> usize {
        self.run * self.rows.count * self.planes.count
    }

    /// The elements' indices, if they are neighbours.
    pub fn contiguous(&self) -> Option<ops::Range<usize>> {
        let one_run = self.rows.count == 1 && self.planes.count == 1;
        one_run.then_some(self.start..self.start + self.run)
    }

    /// The runs in the order of memory.
    pub fn runs(self) -> impl Iterator<Item = ops::Range<usize>> {
        (0..self.planes.count).flat_map(move |plane| {
            (0..self.rows.count).map(move |row| {
                let start = self.start + plane * self.planes.stride + row * self.rows.stride;
                start..start + self.run
            })
        })
    }

    /// From the first to the last element.
    pub const fn hull(&self) -> ops::Range<usize> {
        let last = self.start
            + self.planes.count.saturating_sub(1) * self.planes.stride
            + self.rows.count.saturating_sub(1) * self.rows.stride;
        self.start..last + self.run
    }

    /// The elements that are so many places further on.
    #[must_use]
    pub const fn behind(mut self, elements: usize) -> Self {
        self.start += elements;
        self
    }

    /// The elements by their places behind the first one.
    #[must_use]
    pub const fn relative(mut self) -> Self {
        self.start = 0;
        self
    }

    /// The same elements in as few runs as they can be.
    const fn merged(mut self) -> Self {
        if self.rows.count == 1 || self.rows.stride == self.run {
            self.run *= self.rows.count;
            self.rows = self.planes;
            self.planes = Level::ONE;
            if self.rows.count == 1 || self.rows.stride == self.run {
                self.run *= self.rows.count;
                self.rows = Level::ONE;
            }
        }
        self
    }
}

/// Three dimensions, of which the missing first ones are `missing`.
fn pad<const D: usize>(dimensions: [usize; D], missing: usize) -> [usize; 3] {
    let mut padded = [missing; 3];
    for (to, from) in padded.iter_mut().rev().zip(dimensions.into_iter().rev()) {
        *to = from;
    }
    padded
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of a box, one by one.
    fn elements(buffer: [usize; 3], range: [usize; 3], offset: [usize; 3]) -> Vec<usize> {
        let mut found = vec![];
        for i in 0..range[0] {
            for j in 0..range[1] {
                for k in 0..range[2] {
                    let id = Id::from([offset[0] + i, offset[1] + j, offset[2] + k]);
                    found.extend(id.linear(Range::from(buffer)));
                }
            }
        }
        found
    }

    fn triples(limits: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
        let [x, y, z] = limits;
        (0..x).flat_map(move |i| (0..y).flat_map(move |j| (0..z).map(move |k| [i, j, k])))
    }

    #[test]
    fn a_window_has_the_elements_of_its_box_in_as_few_runs_as_they_can_be() {
        let buffer = [2, 3, 4];
        for range in triples([4, 5, 6]) {
            for offset in triples([4, 5, 6]) {
                let window = Window::new(buffer.into(), range.into(), offset.into());
                let fits = (0..3).all(|d| offset[d] + range[d] <= buffer[d]);
                assert_eq!(window.is_some(), fits, "{range:?} at {offset:?}");
                let Some(window) = window else { continue };
                let expected = elements(buffer, range, offset);
                assert_eq!(window.runs().flatten().collect::<Vec<_>>(), expected);
                assert_eq!(window.len(), expected.len());
                let hull = expected.first().map_or(0..0, |first| *first..expected[expected.len() - 1] + 1);
                assert_eq!(window.hull(), hull);
                let further: Vec<_> = window.relative().behind(7).runs().flatten().collect();
                let moved: Vec<_> = expected.iter().map(|element| element - hull.start + 7).collect();
                assert_eq!(further, moved);
                let neighbours = expected.windows(2).all(|pair| pair[0] + 1 == pair[1]);
                assert_eq!(window.contiguous().is_some(), neighbours, "{range:?} at {offset:?}");
            }
        }
    }

    #[test]
    fn fewer_dimensions_are_the_last_ones() {
        let rows = Window::new(Range::from([4, 5]), Range::from([2, 5]), Id::from([1, 0]));
        assert_eq!(rows.unwrap().contiguous(), Some(5..15));
        let columns = Window::new(Range::from([4, 5]), Range::from([4, 2]), Id::from([0, 1]));
        assert_eq!(columns.unwrap().runs().collect::<Vec<_>>(), [1..3, 6..8, 11..13, 16..18]);
        let part = Window::new(Range::from(9), Range::from(3), Id::from(6));
        assert_eq!(part.unwrap().contiguous(), Some(6..9));
        assert_eq!(Window::whole(9).contiguous(), Some(0..9));
    }

    #[test]
    fn numbers_too_large_to_add_are_out_of_the_buffer() {
        assert_eq!(Window::new(Range::from(9), Range::from(usize::MAX), Id::from(2)), None);
        let nothing = Window::new(Range::from([0, usize::MAX]), Range::from([0, usize::MAX]), Id::default());
        assert_eq!(nothing, Some(Window::whole(0)));
    }
}
