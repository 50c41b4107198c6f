//! What is lent: parts to read and parts to write.

use std::ops::Range;

/// The parts that are lent at this moment.
#[derive(Default)]
pub(crate) struct Table {
    reads: Vec<Range<usize>>,
    writes: Vec<Range<usize>>,
}

impl Table {
    /// Whether a part can be lent beside what is lent.
    pub fn allows(&self, part: &Range<usize>, writes: bool) -> bool {
        let free = |lent: &[Range<usize>]| lent.iter().all(|other| !overlap(part, other));
        free(&self.writes) && (!writes || free(&self.reads))
    }

    /// Notes that a part is lent.
    pub fn lend(&mut self, part: Range<usize>, writes: bool) {
        self.of(writes).push(part);
    }

    /// Notes that a part is back.
    pub fn give_back(&mut self, part: &Range<usize>, writes: bool) {
        let lent = self.of(writes);
        if let Some(position) = lent.iter().rposition(|other| other == part) {
            lent.swap_remove(position);
        }
    }

    /// Whether nothing is lent.
    pub const fn is_empty(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty()
    }

    const fn of(&mut self, writes: bool) -> &mut Vec<Range<usize>> {
        if writes { &mut self.writes } else { &mut self.reads }
    }
}

/// Whether two parts have something in common.
#[must_use]
pub fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start.max(b.start) < a.end.min(b.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All parts of four elements, empty ones too.
    fn parts() -> impl Iterator<Item = Range<usize>> {
        (0..5).flat_map(|start| (start..5).map(move |end| start..end))
    }

    #[test]
    fn parts_with_a_common_element_are_lent_together_only_to_readers() {
        for lent in parts() {
            for asked in parts() {
                let common = lent.clone().any(|element| asked.contains(&element));
                for (lent_writes, asked_writes) in
                    [(false, false), (false, true), (true, false), (true, true)]
                {
                    let mut table = Table::default();
                    table.lend(lent.clone(), lent_writes);
                    let expected = !common || !(lent_writes || asked_writes);
                    assert_eq!(table.allows(&asked, asked_writes), expected, "{lent:?} {asked:?}");
                    table.give_back(&lent, lent_writes);
                    assert!(table.allows(&asked, asked_writes) && table.is_empty());
                }
            }
        }
    }

    #[test]
    fn what_is_lent_twice_is_given_back_twice() {
        let mut table = Table::default();
        table.lend(0..2, false);
        table.lend(0..2, false);
        table.give_back(&(0..2), false);
        assert!(!table.allows(&(1..2), true));
        table.give_back(&(0..2), false);
        assert!(table.allows(&(1..2), true));
    }
}
