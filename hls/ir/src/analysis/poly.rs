//! Polynomials over symbols with integer coefficients: what an index is.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::AtomId;

/// More terms than an index ever has; a product that has more is a symbol of its own.
const MAX_TERMS: usize = 24;

/// A sum of products of symbols, each with a coefficient other than 0. The constant is the one of the empty product.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Poly {
    /// Shared by those who pass it on.
    terms: Rc<BTreeMap<Vec<AtomId>, i128>>,
}

impl Poly {
    /// A number.
    #[must_use]
    pub fn constant(value: i128) -> Self {
        let mut poly = Self::default();
        if value != 0 {
            Rc::make_mut(&mut poly.terms).insert(Vec::new(), value);
        }
        poly
    }

    /// A symbol.
    #[must_use]
    pub fn atom(atom: AtomId) -> Self {
        Self { terms: Rc::new(BTreeMap::from([(vec![atom], 1)])) }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.first_key_value() {
            None => Some(0),
            Some((atoms, value)) if atoms.is_empty() && self.terms.len() == 1 => Some(*value),
            Some(_) => None,
        }
    }

    /// The products of symbols with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&[AtomId], i128)> {
        self.terms.iter().map(|(atoms, value)| (atoms.as_slice(), *value))
    }

    /// Every symbol in it.
    pub fn atoms(&self) -> impl Iterator<Item = AtomId> {
        self.terms.keys().flatten().copied()
    }

    /// The part with symbols, and the constant.
    #[must_use]
    pub fn split(&self) -> (Self, i128) {
        let mut rest = self.clone();
        let constant = Rc::make_mut(&mut rest.terms).remove(&Vec::new()).unwrap_or(0);
        (rest, constant)
    }

    /// The sum; `None` where a coefficient does not fit.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        for (atoms, value) in other.terms.iter() {
            sum.add_term(atoms.clone(), *value)?;
        }
        Some(sum)
    }

    /// The difference; `None` where a coefficient does not fit.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times(&Self::constant(-1))?)
    }

    /// The product; `None` where it becomes too large.
    #[must_use]
    pub fn times(&self, other: &Self) -> Option<Self> {
        let mut product = Self::default();
        for (left, a) in self.terms.iter() {
            for (right, b) in other.terms.iter() {
                let mut atoms = [left.as_slice(), right.as_slice()].concat();
                atoms.sort_unstable();
                product.add_term(atoms, a.checked_mul(*b)?)?;
            }
        }
        (product.terms.len() <= MAX_TERMS).then_some(product)
    }

    /// The quotient by a positive number that divides every coefficient.
    #[must_use]
    pub fn over(&self, divisor: i128) -> Option<Self> {
        if divisor <= 0 || self.terms.values().any(|value| value % divisor != 0) {
            return None;
        }
        let terms = self.terms.iter().map(|(atoms, value)| (atoms.clone(), value / divisor));
        Some(Self { terms: Rc::new(terms.collect()) })
    }

    fn add_term(&mut self, atoms: Vec<AtomId>, value: i128) -> Option<()> {
        let sum = self.terms.get(&atoms).copied().unwrap_or(0).checked_add(value)?;
        if sum == 0 {
            Rc::make_mut(&mut self.terms).remove(&atoms);
        } else {
            Rc::make_mut(&mut self.terms).insert(atoms, sum);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(id: u32) -> Poly {
        Poly::atom(AtomId(id))
    }

    #[test]
    fn equal_indices_are_equal_polynomials() {
        let (i, j, width) = (atom(0), atom(1), atom(2));
        let one = Poly::constant(1);
        let index = i.times(&width).and_then(|row| row.plus(&j));
        let other = width.times(&i).and_then(|row| j.plus(&row));
        assert_eq!(index, other);
        let next = i.plus(&one).and_then(|i| i.times(&width)).and_then(|row| row.plus(&j));
        assert_eq!(next.and_then(|next| next.minus(&index?)), Some(width));
        assert_eq!(i.minus(&i).and_then(|zero| zero.as_constant()), Some(0));
    }

    #[test]
    fn quotients_are_exact_or_none() {
        let four = Poly::constant(4);
        let index = atom(0).times(&four);
        assert_eq!(index.as_ref().and_then(|index| index.over(4)), Some(atom(0)));
        assert_eq!(
            index.and_then(|index| index.plus(&Poly::constant(1))).and_then(|index| index.over(4)),
            None
        );
        assert_eq!(four.over(0), None);
    }

    #[test]
    fn what_does_not_fit_is_none() {
        let huge = Poly::constant(i128::MAX);
        assert_eq!(huge.plus(&Poly::constant(1)), None);
        assert_eq!(huge.times(&huge), None);
    }
}
