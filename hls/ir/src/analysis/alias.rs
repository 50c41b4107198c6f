//! What memory holds at a point of an iteration, as far as it is known.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::flow::Flow;
use super::{Atoms, MemoryId, Poly};

/// A value on symbols.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbol {
    /// Of an integer, or of a `bool` that is known.
    pub index: Option<Poly>,
    /// The innermost loop in which it changes, from 1 at the outermost.
    pub level: usize,
    /// True if it depends on the elements of an array or slice.
    pub fetched: bool,
    /// What it depends on of earlier iterations.
    pub flow: Flow,
}

/// An element of a memory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Location {
    pub memory: MemoryId,
    pub path: Vec<Poly>,
}

/// What an element holds.
#[derive(Clone, Debug)]
pub(super) struct Content {
    /// What a read gives; of an element that only some ways through the iteration have written, what those wrote.
    pub symbol: Symbol,
    /// What this iteration has written, if it has.
    pub written: Option<Symbol>,
    /// True if it is known on all paths through the iteration.
    pub whole: bool,
    pub span: crate::Span,
}

/// The known contents of memory. What two branches share is what neither has written.
#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    contents: BTreeMap<Rc<Location>, Rc<Content>>,
}

/// An element that one of two branches has written, with what it holds after each, where that is known.
pub(super) struct Parted {
    pub location: Rc<Location>,
    pub after: [Option<Rc<Content>>; 2],
}

impl Content {
    /// What was written on all ways through the iteration.
    pub fn written(symbol: Symbol, span: crate::Span) -> Self {
        Self { written: Some(symbol.clone()), symbol, whole: true, span }
    }
}

impl Symbol {
    /// A value that depends on nothing in the loops around.
    pub fn invariant(index: Option<Poly>) -> Self {
        Self { index, ..Self::default() }
    }

    /// The number or the `bool` that it always is.
    pub fn as_constant(&self) -> Option<i128> {
        self.index.as_ref().and_then(Poly::as_constant)
    }

    /// Takes over what another value depends on.
    pub fn depend_on(&mut self, other: &Self) {
        self.level = self.level.max(other.level);
        self.fetched |= other.fetched;
        self.flow.merge(&other.flow);
    }
}

impl Location {
    /// True if the two are different elements for sure.
    fn is_distinct_from(&self, other: &Self) -> bool {
        let differs = |(a, b): (&Poly, &Poly)| a.distance(b).is_some_and(|distance| distance != 0);
        self.memory != other.memory || self.path.iter().zip(&other.path).any(differs)
    }
}

impl Store {
    pub fn get(&self, location: &Location) -> Option<&Content> {
        self.contents.get(location).map(AsRef::as_ref)
    }

    pub fn len(&self) -> usize {
        self.contents.len()
    }

    /// Notes what was found by reading.
    pub fn found(&mut self, location: Location, symbol: Symbol, span: crate::Span) {
        let written = self.contents.get(&location).and_then(|content| content.written.clone());
        self.contents.insert(Rc::new(location), Rc::new(Content { symbol, written, whole: true, span }));
    }

    /// Writes; what may be the same element is no longer known, but stays written. Gives the number of elements that
    /// were compared.
    pub fn write(&mut self, location: Rc<Location>, content: Content) -> usize {
        let first = Location { memory: location.memory, path: Vec::new() };
        let same = self
            .contents
            .range::<Location, _>(&first..)
            .take_while(|(other, _)| other.memory == location.memory);
        let mut compared = 0;
        let met: Vec<Rc<Location>> = same
            .inspect(|_| compared += 1)
            .filter(|(other, content)| {
                content.written.is_none() && **other != location && !location.is_distinct_from(other)
            })
            .map(|(other, _)| other.clone())
            .collect();
        for other in met {
            self.contents.remove(&other);
        }
        self.contents.insert(location, Rc::new(content));
        compared
    }

    /// Forgets what lies in these memories.
    pub fn forget(&mut self, is_gone: impl Fn(MemoryId) -> bool) {
        self.contents.retain(|location, _| !is_gone(location.memory));
    }

    /// Begins an iteration: what was computed before is there already, and nothing has been written.
    pub fn begin(&mut self) {
        self.contents.retain(|_, content| content.whole);
        for content in self.contents.values_mut() {
            let content = Rc::make_mut(content);
            content.symbol.flow = Flow::default();
            content.written = None;
        }
    }

    /// What has been written: where, what, and in which expression.
    pub fn written(&self) -> impl Iterator<Item = (&Location, &Symbol, crate::Span)> {
        let written = self.contents.iter();
        written.filter_map(|(location, content)| {
            Some((location.as_ref(), content.written.as_ref()?, content.span))
        })
    }

    /// Memory after two branches: what they agree on, written by none of them, and what one of them has written.
    pub fn meet(mut self, other: &Self) -> (Self, Vec<Parted>) {
        let mut parted = Vec::new();
        let is_written = |content: &Rc<Content>| content.written.is_some();
        let only_there = |(location, content): (&Rc<Location>, &Rc<Content>)| {
            let (location, content) = (location.clone(), content.clone());
            is_written(&content).then_some(Parted { location, after: [None, Some(content)] })
        };
        let mut there = other.contents.iter().peekable();
        self.contents.retain(|location, content| {
            while let Some(entry) = there.next_if(|(other, _)| order(other, location).is_lt()) {
                parted.extend(only_there(entry));
            }
            let other =
                there.next_if(|(other, _)| order(other, location).is_eq()).map(|(_, content)| content);
            if other.is_some_and(|other| Rc::ptr_eq(other, content)) {
                return true;
            }
            let written = is_written(content) || other.is_some_and(is_written);
            if written {
                let after = [Some(content.clone()), other.cloned()];
                parted.push(Parted { location: location.clone(), after });
            }
            other.is_some() && !written
        });
        parted.extend(there.filter_map(only_there));
        (self, parted)
    }
}

/// The order of two places, which mostly are one.
fn order(a: &Rc<Location>, b: &Rc<Location>) -> Ordering {
    if Rc::ptr_eq(a, b) { Ordering::Equal } else { a.cmp(b) }
}

/// The value of one of two branches.
pub(super) fn either(a: &Symbol, b: &Symbol, atoms: &mut Atoms) -> Symbol {
    let mut merged = a.clone();
    merged.depend_on(b);
    if a.index != b.index {
        let fresh = || Poly::atom(atoms.fresh(merged.level, merged.fetched));
        merged.index = (a.index.is_some() || b.index.is_some()).then(fresh);
    }
    merged
}
