//! Operators that `impl` blocks give to types: `impl Add for Complex`. Each use is a call of the trait's function.

use sycl_hls_ir::{BinaryOp, CompareOp, UnaryOp};

use crate::hir::ExprKind;
use crate::ids::FnId;
use crate::ty::{GenericArg, Ty};

/// An operator for the types of its operands.
#[derive(Clone, Debug)]
pub(crate) struct Overload {
    /// The function of the trait.
    pub method: &'static str,
    pub left: Ty,
    pub right: Operand,
    pub func: FnId,
}

/// What an operator takes on its right.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Operand {
    /// As the left one of an operator with one operand. A type with parameters stands there without arguments if these may be any.
    Ty(Ty),
    /// What this parameter of the left operand's type stands for.
    Param(usize),
    /// What the function's types decide.
    Any,
}

impl Overload {
    /// True of the same operator of the same types.
    pub fn is_for_the_same(&self, other: &Self) -> bool {
        (self.method, &self.left, &self.right) == (other.method, &other.left, &other.right)
    }

    /// True of an operator of this type.
    pub fn is_of(&self, left: &Ty) -> bool {
        self.left.covers(left)
    }

    /// The type of its right operand beside this left one, if these two decide it.
    pub fn right_of(&self, left: &Ty) -> Option<Ty> {
        match (&self.right, left) {
            (Operand::Ty(right), left) if *right == self.left => Some(left.clone()),
            (Operand::Ty(right), _) => Some(right.clone()),
            (Operand::Param(position), Ty::Adt(left)) => match left.args.get(*position)? {
                GenericArg::Ty(ty) => Some(ty.clone()),
                GenericArg::Const(_) => None,
            },
            (Operand::Param(_) | Operand::Any, _) => None,
        }
    }
}

/// The function of `Index`, which gives a reference to what an index expression is.
pub(crate) const INDEX: &str = "index";
/// The function of `IndexMut`, which is called instead where the expression is written.
pub(crate) const INDEX_MUT: &str = "index_mut";

/// The traits of operators, each with its function.
const OPERATORS: [(&str, &str); 25] = [
    ("Add", "add"),
    ("Sub", "sub"),
    ("Mul", "mul"),
    ("Div", "div"),
    ("Rem", "rem"),
    ("BitAnd", "bitand"),
    ("BitOr", "bitor"),
    ("BitXor", "bitxor"),
    ("Shl", "shl"),
    ("Shr", "shr"),
    ("AddAssign", "add_assign"),
    ("SubAssign", "sub_assign"),
    ("MulAssign", "mul_assign"),
    ("DivAssign", "div_assign"),
    ("RemAssign", "rem_assign"),
    ("BitAndAssign", "bitand_assign"),
    ("BitOrAssign", "bitor_assign"),
    ("BitXorAssign", "bitxor_assign"),
    ("ShlAssign", "shl_assign"),
    ("ShrAssign", "shr_assign"),
    ("Neg", "neg"),
    ("Not", "not"),
    ("PartialEq", "eq"),
    ("Index", INDEX),
    ("IndexMut", INDEX_MUT),
];

/// The function of an operator's trait.
pub(crate) fn method_of_trait(name: &str) -> Option<&'static str> {
    OPERATORS.iter().find(|(known, _)| *known == name).map(|(_, method)| *method)
}

/// The operator's trait with this function.
pub(crate) fn trait_of_method(method: &str) -> &'static str {
    OPERATORS.iter().find(|(_, known)| *known == method).map_or("", |(name, _)| *name)
}

/// The function of a trait that an expression calls if it is an operator.
pub(crate) fn method_of(kind: &ExprKind) -> Option<&'static str> {
    Some(match kind {
        ExprKind::Unary(UnaryOp::Neg, _) => "neg",
        ExprKind::Unary(UnaryOp::Not, _) => "not",
        ExprKind::Binary(op, ..) => binary(*op)?[0],
        ExprKind::AssignOp(op, ..) => binary(*op)?[1],
        ExprKind::Compare(CompareOp::Eq | CompareOp::Ne, ..) => "eq",
        ExprKind::Index(..) => INDEX,
        _ => return None,
    })
}

/// The functions for `a op b` and `a op= b`.
const fn binary(op: BinaryOp) -> Option<[&'static str; 2]> {
    Some(match op {
        BinaryOp::Add => ["add", "add_assign"],
        BinaryOp::Sub => ["sub", "sub_assign"],
        BinaryOp::Mul => ["mul", "mul_assign"],
        BinaryOp::Div => ["div", "div_assign"],
        BinaryOp::Rem => ["rem", "rem_assign"],
        BinaryOp::And => ["bitand", "bitand_assign"],
        BinaryOp::Or => ["bitor", "bitor_assign"],
        BinaryOp::Xor => ["bitxor", "bitxor_assign"],
        BinaryOp::Shl => ["shl", "shl_assign"],
        BinaryOp::Shr => ["shr", "shr_assign"],
        _ => return None,
    })
}
