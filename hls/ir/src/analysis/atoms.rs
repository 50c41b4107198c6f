//! The symbols of indices.

use rustc_hash::FxHashMap;

use super::Poly;

/// A symbol's id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AtomId(pub u32);

/// What is known of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Atom {
    /// The innermost loop around it in which it changes, counted from 1 at the outermost; 0 for what never does.
    level: usize,
    /// True if it depends on the elements of an array or slice.
    fetched: bool,
    /// True if it is the number of a loop's iteration, counted from 0.
    counter: bool,
}

/// All symbols of a trace.
#[derive(Clone, Debug, Default)]
pub struct Atoms {
    atoms: Vec<Atom>,
    operations: FxHashMap<(String, Vec<Poly>), AtomId>,
}

impl Atoms {
    /// A symbol that is unlike all others.
    pub(super) fn fresh(&mut self, level: usize, fetched: bool) -> AtomId {
        self.push(Atom { level, fetched, counter: false })
    }

    /// The number of an iteration of the loop at a level.
    pub(super) fn counter(&mut self, level: usize) -> AtomId {
        self.push(Atom { level, fetched: false, counter: true })
    }

    /// The symbol of an operation on these operands; the same one each time.
    pub(super) fn operation(&mut self, name: &str, operands: Vec<Poly>) -> AtomId {
        let key = (name.to_owned(), operands);
        if let Some(known) = self.operations.get(&key) {
            return *known;
        }
        let level = key.1.iter().map(|operand| self.level(operand)).max().unwrap_or(0);
        let fetched = key.1.iter().any(|operand| self.is_fetched(operand, 0));
        let atom = self.fresh(level, fetched);
        self.operations.insert(key, atom);
        atom
    }

    fn push(&mut self, atom: Atom) -> AtomId {
        self.atoms.push(atom);
        AtomId(u32::try_from(self.atoms.len() - 1).unwrap_or(u32::MAX))
    }

    fn get(&self, atom: AtomId) -> Option<&Atom> {
        self.atoms.get(atom.0 as usize)
    }

    /// The level of the innermost loop in which a symbol changes.
    fn atom_level(&self, atom: AtomId) -> usize {
        self.get(atom).map_or(usize::MAX, |atom| atom.level)
    }

    /// The level of the innermost loop in which an index changes.
    #[must_use]
    pub fn level(&self, index: &Poly) -> usize {
        index.atoms().map(|atom| self.atom_level(atom)).max().unwrap_or(0)
    }

    /// True if what changes in the loops from `level` on depends on what was read from memory.
    #[must_use]
    pub fn is_fetched(&self, index: &Poly, level: usize) -> bool {
        let mut atoms = index.atoms().filter_map(|atom| self.get(atom));
        atoms.any(|atom| atom.fetched && atom.level >= level)
    }

    /// True if the symbol is the number of the iteration of the loop at `level`.
    pub(super) fn counts(&self, atom: AtomId, level: usize) -> bool {
        self.get(atom).is_some_and(|atom| atom.counter && atom.level == level)
    }
}
