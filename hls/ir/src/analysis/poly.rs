//! Polynomials over symbols with integer coefficients: what an index is. They are affine forms over products of symbols.

use super::{Affine, AtomId};

/// More terms than an index ever has; a product that has more is a symbol of its own.
const MAX_TERMS: usize = 24;

/// A product of one or more symbols, in their order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Product(Vec<AtomId>);

/// A polynomial.
pub type Poly = Affine<Product>;

impl Product {
    /// The symbols, each as often as it is a factor.
    #[must_use]
    pub fn atoms(&self) -> &[AtomId] {
        &self.0
    }

    fn times(&self, other: &Self) -> Self {
        let mut atoms = [self.atoms(), other.atoms()].concat();
        atoms.sort_unstable();
        Self(atoms)
    }
}

impl Poly {
    /// A symbol.
    #[must_use]
    pub fn atom(atom: AtomId) -> Self {
        Self::symbol(Product(vec![atom]))
    }

    /// Every symbol in it.
    pub fn atoms(&self) -> impl Iterator<Item = AtomId> {
        self.symbols().flat_map(Product::atoms).copied()
    }

    /// The product; `None` where it becomes too large.
    #[must_use]
    pub fn times(&self, other: &Self) -> Option<Self> {
        let mut product = self.scaled(other.offset())?.plus(&other.split().0.scaled(self.offset())?)?;
        for (left, a) in self.terms() {
            for (right, b) in other.terms() {
                product.add_term(left.times(right), a.checked_mul(b)?)?;
            }
        }
        (product.terms().count() <= MAX_TERMS).then_some(product)
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
    }

    #[test]
    fn products_have_every_pair_of_terms() {
        let sum = |id: u32, constant| atom(id).plus(&Poly::constant(constant));
        // (a + 2) (b + 3) = a b + 3 a + 2 b + 6
        let product = sum(0, 2).and_then(|a| a.times(&sum(1, 3)?));
        let expected = atom(0).times(&atom(1)).and_then(|product| {
            product.plus(&atom(0).scaled(3)?)?.plus(&atom(1).scaled(2)?)?.plus(&Poly::constant(6))
        });
        assert!(product.is_some());
        assert_eq!(product, expected);
    }

    #[test]
    fn products_of_too_many_terms_are_none() {
        let sum =
            |mut ids: std::ops::Range<u32>| ids.try_fold(Poly::constant(0), |sum, id| sum.plus(&atom(id)));
        let product =
            |left: u32, right: u32| sum(0..left).and_then(|first| first.times(&sum(100..100 + right)?));
        assert!(product(4, 6).is_some());
        assert_eq!(product(5, 5), None);
        let huge = Poly::constant(i128::MAX);
        assert_eq!(huge.times(&huge), None);
    }
}
