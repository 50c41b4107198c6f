//! Affine forms (Kennedy and Allen, "Optimizing Compilers for Modern Architectures", section 2.2): sums of symbols with integer
//! coefficients, and a constant. Indices and addresses are such sums of loop counters and values.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::BinaryOp;

/// A sum of symbols `S`, each with a coefficient other than 0, and a constant. All arithmetic is exact: an operation is `None`
/// where a number does not fit.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Affine<S> {
    constant: i128,
    /// Shared by those who pass it on.
    terms: Rc<BTreeMap<S, i128>>,
}

impl<S: Ord + Clone> Affine<S> {
    /// A number.
    #[must_use]
    pub fn constant(value: i128) -> Self {
        Self { constant: value, terms: Rc::default() }
    }

    /// A symbol.
    #[must_use]
    pub fn symbol(symbol: S) -> Self {
        Self { constant: 0, terms: Rc::new(BTreeMap::from([(symbol, 1)])) }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The constant, to which the terms are added.
    #[must_use]
    pub const fn offset(&self) -> i128 {
        self.constant
    }

    /// The symbols with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&S, i128)> {
        self.terms.iter().map(|(symbol, coefficient)| (symbol, *coefficient))
    }

    /// The symbols.
    pub fn symbols(&self) -> impl Iterator<Item = &S> {
        self.terms.keys()
    }

    /// The coefficient of a symbol, 0 where it has none.
    #[must_use]
    pub fn coefficient(&self, symbol: &S) -> i128 {
        self.terms.get(symbol).copied().unwrap_or(0)
    }

    /// The terms without the constant, and the constant.
    #[must_use]
    pub fn split(&self) -> (Self, i128) {
        (Self { constant: 0, terms: self.terms.clone() }, self.constant)
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant)?;
        for (symbol, coefficient) in other.terms() {
            sum.add_term(symbol.clone(), coefficient)?;
        }
        Some(sum)
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.scaled(-1)?)
    }

    /// The difference, if it is a number.
    #[must_use]
    pub fn distance(&self, other: &Self) -> Option<i128> {
        self.minus(other)?.as_constant()
    }

    /// The product with a number.
    #[must_use]
    pub fn scaled(&self, factor: i128) -> Option<Self> {
        self.map(|number| number.checked_mul(factor))
    }

    /// The quotient by a positive number that divides the constant and every coefficient.
    #[must_use]
    pub fn over(&self, divisor: i128) -> Option<Self> {
        self.map(|number| (divisor > 0 && number % divisor == 0).then(|| number / divisor))
    }

    /// The same modulo 2^bits, by the numbers of [`wrapped`]: what was added as 2^bits - 1 is subtracted as 1.
    #[must_use]
    pub fn wrapped(&self, bits: u32) -> Self {
        self.map(|number| Some(wrapped(number, bits))).unwrap_or_else(|| self.clone())
    }

    /// The result of an operation on numbers of this many bits that does not overflow; `None` where it is no affine form.
    #[must_use]
    pub fn binary(op: BinaryOp, bits: u32, lhs: &Self, rhs: &Self) -> Option<Self> {
        match (op, lhs.as_constant(), rhs.as_constant()) {
            (BinaryOp::Add, ..) => lhs.plus(rhs),
            (BinaryOp::Sub, ..) => lhs.minus(rhs),
            (BinaryOp::Mul, _, Some(factor)) => lhs.scaled(factor),
            (BinaryOp::Mul, Some(factor), _) => rhs.scaled(factor),
            (BinaryOp::Shl, _, Some(by)) => {
                let distance = u32::try_from(by).ok().filter(|distance| *distance < bits.min(127))?;
                lhs.scaled(1 << distance)
            }
            _ => None,
        }
    }

    pub(super) fn add_term(&mut self, symbol: S, coefficient: i128) -> Option<()> {
        let sum = self.coefficient(&symbol).checked_add(coefficient)?;
        if sum == 0 {
            Rc::make_mut(&mut self.terms).remove(&symbol);
        } else {
            Rc::make_mut(&mut self.terms).insert(symbol, sum);
        }
        Some(())
    }

    /// The form of the changed constant and coefficients.
    fn map(&self, change: impl Fn(i128) -> Option<i128>) -> Option<Self> {
        let mut terms = BTreeMap::new();
        for (symbol, coefficient) in self.terms() {
            let changed = change(coefficient)?;
            if changed != 0 {
                terms.insert(symbol.clone(), changed);
            }
        }
        Some(Self { constant: change(self.constant)?, terms: Rc::new(terms) })
    }
}

/// A number modulo 2^bits, for 1 to 126 bits: the representative from -2^(bits-1) to 2^(bits-1) - 1.
#[must_use]
pub const fn wrapped(number: i128, bits: u32) -> i128 {
    let (modulus, half) = (1_i128 << bits, 1_i128 << (bits - 1));
    let rest = number.rem_euclid(modulus);
    if rest < half { rest } else { rest - modulus }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Form = Affine<char>;

    fn form(terms: &[(char, i128)], constant: i128) -> Form {
        let mut terms = terms.iter().map(|(symbol, coefficient)| Form::symbol(*symbol).scaled(*coefficient));
        let sum = terms.try_fold(Form::constant(constant), |sum, term| sum.plus(&term?));
        sum.unwrap_or_else(|| Form::constant(0))
    }

    #[test]
    fn terms_that_cancel_are_gone() {
        let (a, b) = (form(&[('i', 4), ('j', 1)], 7), form(&[('i', 4)], 2));
        assert_eq!(a.minus(&b), Some(form(&[('j', 1)], 5)));
        assert_eq!(a.distance(&b), None);
        assert_eq!(a.distance(&form(&[('j', 1), ('i', 4)], 10)), Some(-3));
        assert_eq!(a.scaled(0), Some(Form::constant(0)));
        assert_eq!((a.coefficient(&'i'), a.coefficient(&'k'), a.offset()), (4, 0, 7));
        assert_eq!(a.split(), (form(&[('i', 4), ('j', 1)], 0), 7));
    }

    #[test]
    fn quotients_are_exact_or_none() {
        assert_eq!(form(&[('i', 4)], 8).over(4), Some(form(&[('i', 1)], 2)));
        assert_eq!(form(&[('i', 4)], 1).over(4), None);
        assert_eq!(form(&[('i', 3)], 4).over(4), None);
        assert_eq!(Form::constant(4).over(0), None);
        assert_eq!(Form::constant(4).over(-4), None);
    }

    #[test]
    fn what_does_not_fit_is_none() {
        let huge = form(&[('i', i128::MAX)], 0);
        assert_eq!(huge.plus(&Form::symbol('i')), None);
        assert_eq!(huge.scaled(2), None);
        assert_eq!(Form::constant(i128::MIN).scaled(-1), None);
        assert_eq!(Form::constant(0).minus(&Form::constant(i128::MIN)), None);
    }

    #[test]
    fn numbers_wrap_to_the_smallest() {
        assert_eq!(
            [0, 127, 128, 255, 256, -129].map(|number| wrapped(number, 8)),
            [0, 127, -128, -1, 0, 127]
        );
        assert_eq!(wrapped(i128::MAX, 64), -1);
        let modulo = form(&[('i', 256), ('j', 255)], 300).wrapped(8);
        assert_eq!(modulo, form(&[('j', -1)], 44));
    }

    #[test]
    fn operations_are_affine_only_with_constants() {
        let (i, two) = (form(&[('i', 1)], 3), Form::constant(2));
        let of = |op, lhs: &Form, rhs: &Form| Form::binary(op, 32, lhs, rhs);
        assert_eq!(of(BinaryOp::Add, &i, &two), Some(form(&[('i', 1)], 5)));
        assert_eq!(of(BinaryOp::Sub, &two, &i), Some(form(&[('i', -1)], -1)));
        assert_eq!(of(BinaryOp::Mul, &two, &i), Some(form(&[('i', 2)], 6)));
        assert_eq!(of(BinaryOp::Mul, &i, &two), Some(form(&[('i', 2)], 6)));
        assert_eq!(of(BinaryOp::Mul, &i, &i), None);
        assert_eq!(of(BinaryOp::Shl, &i, &two), Some(form(&[('i', 4)], 12)));
        assert_eq!(of(BinaryOp::Shl, &two, &i), None);
        assert_eq!(of(BinaryOp::Shl, &i, &Form::constant(31)), Some(form(&[('i', 1 << 31)], 3 << 31)));
        assert_eq!(
            of(BinaryOp::Shl, &i, &Form::constant(32)),
            None,
            "the distance is taken modulo the width"
        );
        assert_eq!(of(BinaryOp::Shl, &i, &Form::constant(-1)), None);
        assert_eq!(of(BinaryOp::Div, &i, &two), None);
    }
}
