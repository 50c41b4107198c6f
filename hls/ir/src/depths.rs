//! The search for depths of FIFOs that free a deadlock.
//!
//! A FIFO grows by one place each time nothing else lets processes go on (bounded scheduling: T. M. Parks, "Bounded Scheduling of
//! Process Networks", 1995). What processes do does not depend on depths where they only wait, so that fewer places would stop
//! them again: the depths found are the smallest ones of the FIFOs that may grow. Where operations depend on time, the run with
//! these depths from its beginning has to confirm them.

use std::collections::{BTreeMap, BTreeSet};

use sycl_hls_types::{Depth, Depths, Location};

/// More places than are added to FIFOs in one run.
const MAX_GROWTH: u64 = 1 << 20;

/// The depths of a run's FIFOs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growth<K> {
    /// Which may grow.
    may: May<K>,
    /// The depths of those that are not as declared.
    depths: BTreeMap<K, u64>,
    /// Places that may still be added.
    left: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum May<K> {
    All,
    These(BTreeSet<K>),
}

/// How a run with other depths ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<K> {
    /// It does not end in a deadlock. These are the depths of the FIFOs that have grown.
    Ends(BTreeMap<K, u64>),
    /// Processes wait for one another.
    Stuck,
    /// Nobody knows: it takes too long, or depends on what is not known.
    Unknown,
}

impl<K> Default for Growth<K> {
    /// All depths are as declared, and stay so.
    fn default() -> Self {
        Self { may: May::These(BTreeSet::new()), depths: BTreeMap::new(), left: MAX_GROWTH }
    }
}

impl<K: Ord + Copy> Growth<K> {
    /// The depth of a FIFO that is declared with this one.
    #[must_use]
    pub fn depth(&self, fifo: K, declared: u64) -> u64 {
        self.depths.get(&fifo).copied().unwrap_or(declared)
    }

    /// Adds a place to the one that holds the fewest of these full FIFOs, which have such depths, if it may grow.
    pub fn grow(&mut self, full: impl IntoIterator<Item = (K, u64)>) -> Option<K> {
        let may = |fifo: &K| match &self.may {
            May::All => true,
            May::These(these) => these.contains(fifo),
        };
        let (fifo, depth) =
            full.into_iter().filter(|(fifo, _)| may(fifo)).min_by_key(|(fifo, depth)| (*depth, *fifo))?;
        self.left = self.left.checked_sub(1)?;
        self.depths.insert(fifo, depth + 1);
        Some(fifo)
    }

    /// The depths of those that have grown.
    #[must_use]
    pub fn grown(self) -> BTreeMap<K, u64> {
        self.depths
    }

    fn of(may: May<K>) -> Self {
        Self { may, ..Self::default() }
    }

    /// These depths, which stay so.
    #[must_use]
    pub fn fixed(depths: BTreeMap<K, u64>) -> Self {
        Self { depths, ..Self::default() }
    }
}

/// The depths that free a deadlock in which these FIFOs, with such depths, are full; `None` where nobody knows. Empty: there are
/// none.
pub fn search<K: Ord + Copy>(
    full: &[(K, u64)],
    mut run: impl FnMut(Growth<K>) -> Outcome<K>,
) -> Option<BTreeMap<K, u64>> {
    let mut best: Option<(u64, BTreeMap<K, u64>)> = None;
    for (fifo, now) in full {
        match run(Growth::of(May::These(BTreeSet::from([*fifo])))) {
            Outcome::Ends(depths) => {
                let more = depths.values().sum::<u64>().saturating_sub(*now);
                if best.as_ref().is_none_or(|(least, _)| more < *least) {
                    best = Some((more, depths));
                }
            }
            Outcome::Stuck => {}
            Outcome::Unknown => return None,
        }
    }
    let found = match best {
        Some((_, depths)) => depths,
        None if full.is_empty() => return Some(BTreeMap::new()),
        None => match several(&mut run)? {
            depths if depths.is_empty() => return Some(depths),
            depths => depths,
        },
    };
    matches!(run(Growth::fixed(found.clone())), Outcome::Ends(_)).then_some(found)
}

/// Several FIFOs that free a deadlock which none does alone: as few as remain when each is left out that can be.
fn several<K: Ord + Copy>(run: &mut impl FnMut(Growth<K>) -> Outcome<K>) -> Option<BTreeMap<K, u64>> {
    let mut found = match run(Growth::of(May::All)) {
        Outcome::Ends(depths) => depths,
        Outcome::Stuck => return Some(BTreeMap::new()),
        Outcome::Unknown => return None,
    };
    for fifo in found.clone().into_keys() {
        let others: BTreeSet<K> = found.keys().copied().filter(|other| *other != fifo).collect();
        if others.len() < found.len()
            && let Outcome::Ends(depths) = run(Growth::of(May::These(others)))
        {
            found = depths;
        }
    }
    Some(found)
}

/// What is said of the depths found, of channels with this name, declaration and depth.
pub fn told<'c, K: Copy>(
    found: &BTreeMap<K, u64>,
    channel: impl Fn(K) -> (&'c str, Location, u64),
) -> Depths {
    let depths = found.iter().map(|(fifo, needed)| {
        let (name, at, now) = channel(*fifo);
        Depth { channel: name.to_owned(), at, now, needed: *needed }
    });
    let depths: Vec<Depth> = depths.collect();
    if depths.is_empty() { Depths::None } else { Depths::Free(depths) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that stops until these FIFOs have these depths; the first one that lacks places is full.
    fn run(needed: &[(u8, u64)], mut growth: Growth<u8>) -> Outcome<u8> {
        for (fifo, places) in needed {
            while growth.depth(*fifo, 2) < *places {
                if growth.grow([(*fifo, growth.depth(*fifo, 2))]).is_none() {
                    return Outcome::Stuck;
                }
            }
        }
        Outcome::Ends(growth.grown())
    }

    #[test]
    fn one_fifo_that_is_enough_is_preferred() {
        let found = search(&[(0, 2), (1, 2)], |growth| run(&[(1, 5)], growth));
        assert_eq!(found, Some(BTreeMap::from([(1, 5)])));
    }

    /// Either of two does: the one that needs fewer places.
    #[test]
    fn the_smallest_one_is_taken() {
        let either = |growth: Growth<u8>| match run(&[(0, 9)], growth.clone()) {
            Outcome::Stuck => run(&[(1, 4)], growth),
            ends => ends,
        };
        assert_eq!(search(&[(0, 2), (1, 2)], either), Some(BTreeMap::from([(1, 4)])));
    }

    #[test]
    fn several_are_found_without_those_that_are_not_needed() {
        // FIFO 2 is full as well, but more places in it do not help.
        let useless = |mut growth: Growth<u8>| {
            let _ = growth.grow([(2, growth.depth(2, 2))]);
            match run(&[(0, 3), (1, 4)], growth) {
                Outcome::Ends(depths) => Outcome::Ends(depths),
                other => other,
            }
        };
        let found = search(&[(0, 2), (1, 2), (2, 2)], useless);
        assert_eq!(found, Some(BTreeMap::from([(0, 3), (1, 4)])));
    }

    #[test]
    fn there_may_be_none() {
        assert_eq!(search(&[(0, 2)], |_| Outcome::Stuck), Some(BTreeMap::new()));
        assert_eq!(search::<u8>(&[], |_| Outcome::Unknown), Some(BTreeMap::new()));
        assert_eq!(search(&[(0, 2)], |_| Outcome::Unknown), None);
        // It ends only while depths grow: they are not confirmed.
        let grows = |growth: Growth<u8>| match growth.may {
            May::These(ref these) if these.is_empty() => Outcome::Stuck,
            _ => run(&[(0, 4)], growth),
        };
        assert_eq!(search(&[(0, 2)], grows), None);
    }
}
