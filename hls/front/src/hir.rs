//! The body of a function or constant with its names resolved, apart from syn.

use sycl_hls_ir::la_arena::{Arena, Idx};
use sycl_hls_ir::{BinaryOp, CompareOp, ScopeDirectives, Span, UnaryOp};
use sycl_hls_types::ScalarValue;

use crate::directives::{LocalDirectives, LoopItems};
use crate::ty::{Prim, Ty};
use crate::typings::NodeKey;

pub(crate) type ExprId = Idx<Expr>;
pub(crate) type LocalId = Idx<Local>;

/// Position of a function in [`crate::front::Front::funcs`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FnId(pub usize);

/// Position of a constant in [`crate::front::Front::consts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ConstId(pub usize);

/// The body of a function, or the expression of a constant.
#[derive(Debug, Default)]
pub(crate) struct Body {
    /// What it computes.
    pub block: Block,
    pub exprs: Arena<Expr>,
    pub locals: Arena<Local>,
    /// The function's parameters, in order.
    pub params: Vec<LocalId>,
}

/// A variable.
#[derive(Debug)]
pub(crate) struct Local {
    pub name: String,
    pub mutable: bool,
    /// The declared type.
    pub ty: Option<Ty>,
    /// The name.
    pub span: Span,
    /// As written; whether they fit is known with the type.
    pub directives: LocalDirectives,
    /// The `let` that lacks a type.
    pub node: Option<NodeKey>,
}

#[derive(Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    /// Already reported.
    Error,
    Unit,
    /// A literal or constant of a known primitive type.
    Value(Prim, ScalarValue),
    /// An integer literal, perhaps with a suffix. A minus sign before it is an operator of its own.
    Int {
        value: u128,
        suffix: Option<Prim>,
        node: NodeKey,
    },
    /// A float literal without suffix, as its digits.
    Float(String, NodeKey),
    Local(LocalId),
    Const(ConstId),
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    Compare(CompareOp, ExprId, ExprId),
    /// `&&` and `||`.
    Logic(Logic, ExprId, ExprId),
    Cast(ExprId, Ty),
    Assign(ExprId, ExprId),
    AssignOp(BinaryOp, ExprId, ExprId),
    Index(ExprId, ExprId),
    Ref {
        mutable: bool,
        place: ExprId,
    },
    Array(Vec<ExprId>),
    Repeat(ExprId, u64),
    Call(FnId, Vec<ExprId>),
    Method {
        receiver: ExprId,
        method: Method,
        args: Vec<ExprId>,
        /// Its name, where rustc says that it panics.
        at: Span,
    },
    If {
        cond: ExprId,
        then: Block,
        otherwise: Option<ExprId>,
    },
    Block(Block),
    For(Box<ForExpr>),
}

#[derive(Debug)]
pub(crate) struct ForExpr {
    pub var: LocalId,
    pub lo: ExprId,
    pub hi: ExprId,
    pub inclusive: bool,
    pub directives: LoopItems,
    pub body: Block,
}

#[derive(Debug, Default)]
pub(crate) struct Block {
    pub stmts: Vec<Stmt>,
    pub tail: Option<ExprId>,
    pub span: Span,
    /// What the user asks of the hardware; only of blocks that are statements.
    pub directives: Option<Box<ScopeDirectives>>,
}

#[derive(Debug)]
pub(crate) enum Stmt {
    Let { local: LocalId, init: ExprId, span: Span },
    Expr(ExprId),
}

/// The lazy operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Logic {
    And,
    Or,
}

/// The methods of the kernel language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// Of arrays and slices.
    Len,
    /// `wrapping_add` and its like with an operand of the same type.
    Wrapping(BinaryOp),
    /// `wrapping_shl` and `wrapping_shr`, by a `u32`.
    WrappingShift(BinaryOp),
    WrappingNeg,
}

impl Method {
    /// All methods by name.
    pub const ALL: [(&'static str, Self); 9] = [
        ("len", Self::Len),
        ("wrapping_add", Self::Wrapping(BinaryOp::Add)),
        ("wrapping_sub", Self::Wrapping(BinaryOp::Sub)),
        ("wrapping_mul", Self::Wrapping(BinaryOp::Mul)),
        ("wrapping_div", Self::Wrapping(BinaryOp::Div)),
        ("wrapping_rem", Self::Wrapping(BinaryOp::Rem)),
        ("wrapping_shl", Self::WrappingShift(BinaryOp::Shl)),
        ("wrapping_shr", Self::WrappingShift(BinaryOp::Shr)),
        ("wrapping_neg", Self::WrappingNeg),
    ];

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, method)| *method)
    }

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }

    /// Number of arguments besides the receiver.
    pub const fn arity(self) -> usize {
        match self {
            Self::Len | Self::WrappingNeg => 0,
            Self::Wrapping(_) | Self::WrappingShift(_) => 1,
        }
    }
}

impl Body {
    pub fn expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.exprs.alloc(Expr { kind, span })
    }

    /// What a place expression lies in, if it is one.
    pub fn place_root(&self, place: ExprId) -> Option<PlaceRoot> {
        match self.exprs[place].kind {
            ExprKind::Local(local) => Some(PlaceRoot::Local(local)),
            ExprKind::Const(id) => Some(PlaceRoot::Const(id)),
            ExprKind::Index(base, _) => self.place_root(base),
            _ => None,
        }
    }
}

/// What a place lies in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlaceRoot {
    Local(LocalId),
    Const(ConstId),
}
