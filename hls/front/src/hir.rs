//! The body of a function or constant with its names resolved, apart from syn.

mod directives;
mod iter;
mod region;

use std::ops::Range;

use sycl_hls_ir::la_arena::{Arena, Idx};
use sycl_hls_ir::{BinaryOp, CompareOp, ScopeDirectives, Span, UnaryOp};
use sycl_hls_types::ScalarValue;

use crate::builtin::Builtin;
use crate::ids::{AdtId, ConstId, FnId, LoopId};
use crate::number::Number;
use crate::ty::{AdtRef, GenericArg, Prim, Ty};
use crate::typings::NodeKey;

pub(crate) use directives::{LocalDirectives, LoopItems};
pub(crate) use iter::{Access, Iter};
pub(crate) use region::{DataflowAttribute, Region, RegionStmt, StmtRole};

/// The number of an expression in its body.
pub(crate) type ExprId = Idx<Expr>;
/// The number of a variable in its body.
pub(crate) type LocalId = Idx<Local>;
/// The number of a pattern in its body.
pub(crate) type PatId = Idx<Pat>;

/// The body of a function, or the expression of a constant.
#[derive(Debug, Default)]
pub(crate) struct Body {
    /// Its value.
    pub block: Block,
    pub exprs: Arena<Expr>,
    pub locals: Arena<Local>,
    pub pats: Arena<Pat>,
    /// The function's parameters, in order.
    pub params: Vec<LocalId>,
    /// The arguments of `u32::from` and similar casts, which must be lossless.
    pub lossless: Vec<ExprId>,
    /// The expressions of each closure.
    pub closures: Vec<Range<usize>>,
    /// How many `_` there are in the types of its variables: they are its first open types.
    pub holes: usize,
    /// Dataflow regions as the source has them.
    pub regions: Vec<Region>,
    /// The nodes of all expressions, in a function whose arithmetic flushes denormals.
    pub flushing: Option<Vec<(ExprId, NodeKey)>>,
}

/// A variable.
#[derive(Debug)]
pub(crate) struct Local {
    /// Its name; empty for a variable that is not in the source.
    pub name: String,
    pub mutable: bool,
    /// True for `let x;`, which is assigned later.
    pub deferred: bool,
    /// The declared type.
    pub ty: Option<Ty>,
    /// The name.
    pub span: Span,
    /// As written; the range is checked once the type is known.
    pub directives: LocalDirectives,
}

/// An expression and where it stands.
#[derive(Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// Of what a function of a number's type makes the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Making {
    /// `new`: of another number, which is narrowed.
    Number,
    /// `from_bits`: of its bits.
    Bits,
    /// `from_f32` and `from_f64`.
    Float(Prim),
}

/// What an expression does; names are resolved, types are not known yet.
#[derive(Debug)]
pub(crate) enum ExprKind {
    /// Already reported.
    Error,
    Unit,
    /// A literal or constant of a known primitive type.
    Value(Prim, ScalarValue),
    /// A constant that belongs to a number's type: `Uint::<12>::MAX`.
    Number(Number, ScalarValue),
    /// `Uint::<12>::new(value)` and its like.
    Make(Making, ExprId, Number),
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
    /// `a[i]`, and its brackets: where rustc says that the function of `Index` panics.
    Index(ExprId, ExprId, Span),
    /// A part of an array or slice: only behind a reference.
    Part {
        base: ExprId,
        lo: Option<ExprId>,
        hi: Option<ExprId>,
        inclusive: bool,
        /// The brackets, where rustc says that it panics.
        at: Span,
    },
    Field(ExprId, FieldName),
    Ref {
        mutable: bool,
        place: ExprId,
    },
    Deref(ExprId),
    Array(Vec<ExprId>),
    Repeat(ExprId, u64),
    Tuple(Vec<ExprId>),
    /// A struct, or a variant of an enum: fields by position, as written.
    Construct {
        adt: AdtRef,
        variant: Option<usize>,
        fields: Vec<(usize, ExprId)>,
        base: Option<ExprId>,
    },
    /// `stream::<T, DEPTH>()`: the two ends of a new stream. `streams::<T, DEPTH, COUNT>()`: two arrays of ends.
    Stream {
        element: Ty,
        depth: u64,
        count: Option<u64>,
        node: NodeKey,
    },
    Some(ExprId),
    None(Option<Ty>),
    Call {
        func: FnId,
        generics: Vec<Option<GenericArg>>,
        args: Vec<ExprId>,
        node: NodeKey,
    },
    Method(Box<MethodCall>),
    /// `Packet::new(data)`, where the types of what it meets say which packet it is.
    NewPacket(ExprId),
    /// A function of the library that exists for several types: `math::sin(x)`.
    Library {
        name: String,
        args: Vec<ExprId>,
        at: Span,
    },
    If {
        cond: ExprId,
        then: Block,
        otherwise: Option<ExprId>,
    },
    /// `let P = e` as a condition: its variables are visible in what it guards.
    Let(PatId, ExprId),
    Match {
        scrutinee: ExprId,
        arms: Arms,
    },
    Block(Block, Option<LoopId>),
    For(Box<ForExpr>),
    While(Box<WhileExpr>),
    Break(LoopId, Option<ExprId>),
    Continue(LoopId),
    Return(Option<ExprId>),
    /// A closure that a variable or a parameter stands for.
    Closure(Box<Closure>),
    /// A function in the place of a closure.
    Function(FnId, Vec<Option<GenericArg>>),
    /// `f(x)` of a variable: a copy of the closure.
    CallVariable(LocalId, Vec<ExprId>),
    /// `panic!` and its like, with their text.
    Panic(String),
    /// What is computed of all items of an iterator.
    Reduce(Box<Reduce>),
}

/// `receiver.name(args)`
#[derive(Debug)]
pub(crate) struct MethodCall {
    pub receiver: ExprId,
    /// Of a call by its path, as `u64::max(a, b)`.
    pub of: Option<OfType>,
    pub name: String,
    pub generics: Vec<Option<GenericArg>>,
    pub args: Vec<ExprId>,
    /// The name, where rustc says that it panics.
    pub at: Span,
    pub node: NodeKey,
}

impl MethodCall {
    /// The receiver and the arguments behind it.
    pub fn all(&self) -> Vec<ExprId> {
        std::iter::once(self.receiver).chain(self.args.iter().copied()).collect()
    }
}

/// A call by the path of a type.
#[derive(Debug)]
pub(crate) struct OfType {
    /// What the first argument must be.
    pub first: Ty,
    /// The function, if it is no method of the first argument.
    pub function: Option<Builtin>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FieldName {
    Name(String),
    Position(usize),
}

/// An arm of a `match`: a pattern, the guard behind `if`, and the value.
#[derive(Debug)]
pub(crate) struct Arm {
    pub pat: PatId,
    pub guard: Option<ExprId>,
    pub body: ExprId,
}

/// The arms of a `match`.
#[derive(Debug)]
pub(crate) enum Arms {
    /// As the source has them.
    Written(Vec<Arm>),
    /// Of a method of `Option` or `Result`, or of `?`.
    Method(Box<MethodArms>),
}

/// The arms that a method of `Option` and `Result` stands for: the type of what it is called of decides which.
#[derive(Debug)]
pub(crate) struct MethodArms {
    /// The method's name, or `?`.
    pub name: String,
    /// The name.
    pub at: Span,
    /// Those of `Option`, if it has such a method.
    pub option: Option<Vec<Arm>>,
    /// Those of `Result`, with that type.
    pub result: Option<(AdtId, Vec<Arm>)>,
    /// The call, if other types have a method of this name.
    pub own: Option<MethodCall>,
}

/// A `for` loop.
#[derive(Debug)]
pub(crate) struct ForExpr {
    pub id: LoopId,
    pub pat: PatId,
    pub iter: Iter,
    pub directives: LoopItems,
    pub body: Block,
}

/// `while`, and `loop`, which has no condition.
#[derive(Debug)]
pub(crate) struct WhileExpr {
    pub id: LoopId,
    pub cond: Option<ExprId>,
    pub directives: LoopItems,
    pub body: Block,
}

/// A closure, which is always a part of the code that calls it.
#[derive(Debug)]
pub(crate) struct Closure {
    pub params: Vec<PatId>,
    /// The types of the parameters, where they are written.
    pub types: Vec<Option<Ty>>,
    /// The type of the result, if it is written.
    pub ret: Option<Ty>,
    pub body: ExprId,
}

/// A method that runs over all items.
#[derive(Debug)]
pub(crate) struct Reduce {
    pub iter: Iter,
    pub kind: ReduceKind,
    /// The method's name.
    pub at: Span,
}

#[derive(Debug)]
pub(crate) enum ReduceKind {
    /// With the type that `sum::<T>()` names.
    Sum(Option<Ty>),
    Product(Option<Ty>),
    Fold {
        init: ExprId,
        closure: Closure,
    },
    Any(Closure),
    All(Closure),
    /// `min` and `max`
    Extreme(BinaryOp),
    Position(Closure),
    Count,
    ForEach(Closure),
    /// One of the items.
    Item(Choice),
}

/// Which of its items a method of an iterator gives, if there is one.
#[derive(Debug)]
pub(crate) enum Choice {
    /// `find`: the first one for which the closure holds.
    First(Closure),
    /// `last`
    Last,
    /// `min_by_key` and `max_by_key`
    ByKey(BinaryOp, Closure),
    /// `min_by` and `max_by`
    By(BinaryOp, Closure),
}

impl Choice {
    /// The closure that decides.
    pub const fn closure(&self) -> Option<&Closure> {
        match self {
            Self::First(closure) | Self::ByKey(_, closure) | Self::By(_, closure) => Some(closure),
            Self::Last => None,
        }
    }
}

/// A pattern and where it stands.
#[derive(Debug)]
pub(crate) struct Pat {
    pub kind: PatKind,
    pub span: Span,
}

/// What a pattern matches and binds.
#[derive(Debug)]
pub(crate) enum PatKind {
    Error,
    Wild,
    Bind(LocalId, Option<PatId>),
    /// A literal or a constant.
    Value(ExprId),
    Range {
        lo: Option<ExprId>,
        hi: Option<ExprId>,
        inclusive: bool,
    },
    /// With the position of `..`, if there is one.
    Tuple(Vec<PatId>, Option<usize>),
    Fields {
        adt: AdtRef,
        variant: Option<usize>,
        fields: Vec<(usize, PatId)>,
    },
    Some(PatId),
    None,
    /// Of an array, with the position of `..`, if there is one, and its name: `name @ ..`.
    Array(Vec<PatId>, Option<usize>, Option<PatId>),
    /// The names of the first one stand for the same variables in all.
    Or(Vec<PatId>),
    Ref(PatId),
}

/// Statements, and the value of the last expression if it has no semicolon.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub stmts: Vec<Stmt>,
    pub tail: Option<ExprId>,
    pub span: Span,
    /// What the user asks of the hardware; only of blocks that are statements.
    pub directives: Option<Box<ScopeDirectives>>,
    /// The `#[dataflow]` that makes its statements processes; such a block has no tail.
    pub dataflow: Option<DataflowAttribute>,
}

/// A statement of a block.
#[derive(Debug)]
pub(crate) enum Stmt {
    Let(LetStmt),
    Expr(ExprId),
}

/// A `let`, with its value and its `else` if there are any.
#[derive(Debug)]
pub(crate) struct LetStmt {
    pub pat: PatId,
    /// The declared type.
    pub ty: Option<Ty>,
    /// `None`: the variable gets its value later.
    pub init: Option<ExprId>,
    /// `else { .. }`
    pub otherwise: Option<Block>,
    pub span: Span,
    /// The `let`, if it lacks a type.
    pub node: Option<NodeKey>,
}

/// The lazy operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Logic {
    And,
    Or,
}

impl Arms {
    /// The arms for a scrutinee of this type; `None` if the method is none of the type.
    pub fn of(&self, scrutinee: &Ty) -> Option<&[Arm]> {
        match (self, scrutinee.deref()) {
            (Self::Written(arms), _) => Some(arms),
            (Self::Method(arms), Ty::Option(_)) => arms.option.as_deref(),
            (Self::Method(arms), Ty::Adt(adt)) => {
                arms.result.as_ref().filter(|(id, _)| *id == adt.id).map(|(_, arms)| arms.as_slice())
            }
            (Self::Method(_), _) => None,
        }
    }
}

impl ExprKind {
    /// What a call gives to the function, in order; of an operator, its operands.
    pub fn arguments(&self) -> Vec<ExprId> {
        match self {
            Self::Call { args, .. } | Self::Library { args, .. } => args.clone(),
            Self::Method(call) => call.all(),
            Self::Match { arms: Arms::Method(arms), .. } => {
                arms.own.as_ref().map(MethodCall::all).unwrap_or_default()
            }
            Self::Unary(_, operand) | Self::NewPacket(operand) => vec![*operand],
            Self::Binary(_, left, right)
            | Self::AssignOp(_, left, right)
            | Self::Compare(_, left, right)
            | Self::Index(left, right, _) => vec![*left, *right],
            _ => Vec::new(),
        }
    }
}

impl Body {
    /// Adds an expression and gives its number.
    pub fn expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.exprs.alloc(Expr { kind, span })
    }

    /// Adds a pattern and gives its number.
    pub fn pat(&mut self, kind: PatKind, span: Span) -> PatId {
        self.pats.alloc(Pat { kind, span })
    }

    /// All blocks, in no order.
    pub fn blocks(&self) -> Vec<&Block> {
        let mut pending = vec![&self.block];
        pending.extend(self.exprs.iter().filter_map(|(_, expr)| match &expr.kind {
            ExprKind::If { then, .. } => Some(then),
            ExprKind::Block(block, _) => Some(block),
            ExprKind::For(for_expr) => Some(&for_expr.body),
            ExprKind::While(while_expr) => Some(&while_expr.body),
            _ => None,
        }));
        let mut blocks = Vec::new();
        while let Some(block) = pending.pop() {
            pending.extend(block.stmts.iter().filter_map(|stmt| match stmt {
                Stmt::Let(stmt) => stmt.otherwise.as_ref(),
                Stmt::Expr(_) => None,
            }));
            blocks.push(block);
        }
        blocks
    }

    /// The variables of a pattern; of `a | b` those of `a`, which are all.
    pub fn variables(&self, pat: PatId, into: &mut Vec<LocalId>) {
        match &self.pats[pat].kind {
            PatKind::Error | PatKind::Wild | PatKind::Value(_) | PatKind::Range { .. } | PatKind::None => {}
            PatKind::Bind(local, sub) => {
                into.push(*local);
                sub.iter().for_each(|sub| self.variables(*sub, into));
            }
            PatKind::Tuple(parts, _) => parts.iter().for_each(|part| self.variables(*part, into)),
            PatKind::Array(parts, _, named) => {
                parts.iter().chain(named).for_each(|part| self.variables(*part, into));
            }
            PatKind::Fields { fields, .. } => {
                fields.iter().for_each(|(_, part)| self.variables(*part, into));
            }
            PatKind::Or(cases) => cases.iter().take(1).for_each(|case| self.variables(*case, into)),
            PatKind::Some(inner) | PatKind::Ref(inner) => self.variables(*inner, into),
        }
    }

    /// What a place expression lies in, if it is one.
    pub fn place_root(&self, place: ExprId) -> Option<PlaceRoot> {
        match &self.exprs[place].kind {
            ExprKind::Local(local) => Some(PlaceRoot::Local(*local)),
            ExprKind::Const(id) => Some(PlaceRoot::Const(*id)),
            ExprKind::Index(base, ..)
            | ExprKind::Part { base, .. }
            | ExprKind::Field(base, _)
            | ExprKind::Deref(base) => self.place_root(*base),
            ExprKind::Ref { place, .. } => self.place_root(*place),
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
