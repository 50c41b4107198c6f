//! Programs of the kernel language as trees: what is generated, printed as Rust, and reduced.
//!
//! Every expression knows its type. Names are names: scopes are the business of who builds a tree, and a reducer may
//! build one that no compiler accepts.

use std::sync::Arc;

mod instance;
mod literal;
mod print;
mod ty;
pub mod walk;

pub use instance::{Instance, InstanceArg};
pub use literal::{Form, Literal};
pub use print::{expr_text, module_text};
use sycl_hls_tests::job::Job;
pub use ty::{Adt, Arguments, Bound, Fields, Len, Prim, Step, Ty, Variant};

/// A kernels module, and what to run of it.
#[derive(Clone, Debug)]
pub struct Program {
    /// The module's name.
    pub name: String,
    /// Items in the order of the text.
    pub items: Vec<Item>,
    /// Kernels with arguments.
    pub jobs: Vec<Job>,
}

/// An item of a module.
#[derive(Clone, Debug)]
pub enum Item {
    /// A constant.
    Const(Const),
    /// A kernel or a helper.
    Func(Func),
    /// A struct or an enum.
    Adt(Arc<Adt>),
    /// `use` of this path.
    Use(String),
}

/// `const NAME: ty = value;`
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Const {
    pub name: String,
    pub ty: Ty,
    pub value: Expr,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Func {
    /// As it is written, raw or not.
    pub name: String,
    /// True if it is marked `#[kernel]`.
    pub kernel: bool,
    /// True for a `const fn`.
    pub constant: bool,
    /// True if it is marked `#[flush_denormals]`.
    pub flushes: bool,
    /// The type in whose `impl` block a method stands; the first parameter is `self`.
    pub owner: Option<String>,
    /// The trait of which that `impl` block is; it has no other function.
    pub of_trait: Option<String>,
    /// The operator that it is for that type, instead of a method.
    pub operator: Option<Operator>,
    /// Between `<` and `>`, or nothing.
    pub generics: String,
    /// What a generic kernel is made for.
    pub instances: Vec<Instance>,
    /// In order.
    pub params: Vec<Param>,
    /// What a helper gives.
    pub ret: Option<Ty>,
    /// True if the result is in a `return` at the end, rather than in the tail.
    pub returns: bool,
    /// The body; its tail has the type `ret`.
    pub body: Block,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Operator {
    /// Of the trait in `std::ops`.
    pub name: &'static str,
    pub method: &'static str,
    pub symbol: &'static str,
}

/// A parameter.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Param {
    pub name: String,
    pub ty: ParamTy,
    /// `mut name`
    pub mutable: bool,
    /// The argument of `#[len(..)]`.
    pub len: Option<LenExpr>,
    /// The bundle of `#[m_axi(..)]`.
    pub bundle: Option<String>,
}

/// The type of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamTy {
    /// By value.
    Value(Ty),
    /// `&T` or `&mut T`.
    Ref {
        /// True for `&mut`.
        mutable: bool,
        /// What is referred to.
        ty: Ty,
    },
}

impl ParamTy {
    /// The type of the value, or of what is referred to.
    #[must_use]
    pub fn target(&self) -> Ty {
        match self {
            Self::Value(ty) | Self::Ref { ty, .. } => ty.clone(),
        }
    }
}

/// The length of a kernel's slice as an expression of constants and scalar parameters.
#[derive(Clone, Debug)]
pub enum LenExpr {
    /// A number.
    Number(u64),
    /// A parameter.
    Param(String),
    /// `lhs op rhs`; the operator is one of `+ * /`.
    Binary(Box<Self>, char, Box<Self>),
}

impl LenExpr {
    /// The length, where `scalar` gives the value of a parameter.
    pub fn eval(&self, scalar: &impl Fn(&str) -> Option<u64>) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Param(name) => scalar(name),
            Self::Binary(lhs, op, rhs) => {
                let (lhs, rhs) = (lhs.eval(scalar)?, rhs.eval(scalar)?);
                match op {
                    '+' => lhs.checked_add(rhs),
                    '*' => lhs.checked_mul(rhs),
                    _ => lhs.checked_div(rhs),
                }
            }
        }
    }
}

/// `{ stmts tail }`
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub tail: Option<Expr>,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// `let name: ty = init;`
    Let(Let),
    /// `place op= value;`
    Assign {
        /// What is written.
        place: Expr,
        /// Of a compound assignment.
        op: Option<BinaryOp>,
        /// The right-hand side.
        value: Expr,
    },
    /// An `if` without a value.
    If(If),
    /// A loop.
    For(For),
    /// A block.
    Block(Block),
    /// An expression whose value nobody wants.
    Expr(Expr),
    /// Anything else.
    Template(Template),
}

/// A declaration.
#[derive(Clone, Debug)]
pub struct Let {
    /// The name, or `_`.
    pub name: String,
    /// True for `let mut`.
    pub mutable: bool,
    /// True if the type is written.
    pub annotated: bool,
    /// Of an array.
    pub partitions: Vec<Partition>,
    /// The first value; its type is the variable's.
    pub init: Expr,
}

/// `#[array_partition(kind = .., factor = .., dim = ..)]`
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Partition {
    pub kind: &'static str,
    pub factor: Option<u64>,
    pub dim: Option<u64>,
}

/// `if cond { .. } else { .. }`
#[derive(Clone, Debug)]
pub struct If {
    /// The condition.
    pub cond: Expr,
    /// What runs if it holds.
    pub then: Block,
    /// What runs otherwise.
    pub otherwise: Option<Block>,
    /// True if an `if` alone in `otherwise` is written as `else if`.
    pub chained: bool,
}

/// `for name in lo..hi { .. }`
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct For {
    /// The name, or `_`.
    pub name: String,
    pub mutable: bool,
    pub label: Option<String>,
    pub lo: Expr,
    pub hi: Expr,
    /// True for `..=`.
    pub inclusive: bool,
    /// `pipeline`, `unroll(factor = 2)` and so on, as text.
    pub directives: Vec<String>,
    pub body: Block,
}

impl For {
    /// A loop without label and directives from 0 to below `len`, a `usize`.
    #[must_use]
    pub fn below(name: String, len: Expr, body: Block) -> Self {
        let lo = Expr::new(Prim::Usize, ExprKind::Literal(Literal::int(Prim::Usize, 0)));
        Self {
            name,
            mutable: false,
            label: None,
            lo,
            hi: len,
            inclusive: false,
            directives: Vec::new(),
            body,
        }
    }
}

/// An expression.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Expr {
    pub ty: Ty,
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number or a `bool`.
    Literal(Literal),
    /// `i32::MAX` and the like.
    Path(String),
    /// A variable, a parameter or a constant.
    Var(String),
    /// `base[index]`
    Index(Box<Expr>, Box<Expr>),
    /// `place.len()`
    Len(Box<Expr>),
    /// `-x`, `!x` or `*x`
    Unary(char, Box<Expr>),
    /// An operator between two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `receiver.wrapping_..(argument)`
    Method(&'static str, Box<Expr>, Option<Box<Expr>>),
    /// `x as T`, where `T` is the expression's type.
    Cast(Box<Expr>),
    /// An `if` with a value.
    If(Box<If>),
    /// A block with a value.
    Block(Box<Block>),
    /// A call of a helper.
    Call(String, Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `[a; 2]`
    Repeat(Box<Expr>, Len),
    /// `&place` or `&mut place`, as an argument only.
    Ref(bool, Box<Expr>),
    /// `(x)`, written whether needed or not.
    Paren(Box<Expr>),
    /// Anything else.
    Template(Box<Template>),
}

/// A construct as text with holes: what the reducer and the generator need not take apart.
#[derive(Clone, Debug)]
pub struct Template {
    /// What it exercises.
    pub feature: &'static str,
    /// Its text and its holes, in order.
    pub pieces: Vec<Piece>,
    /// True if it needs parentheses as an operand.
    pub loose: bool,
}

/// A piece of a [`Template`].
#[derive(Clone, Debug)]
pub enum Piece {
    /// As it stands.
    Text(String),
    /// An operand of what follows or of what came before: the receiver of a method.
    Operand(Expr),
    /// An expression that no struct literal may be: before `{`.
    Head(Expr),
    /// Any expression.
    Expr(Expr),
    /// `{ .. }`
    Block(Block),
}

impl Template {
    /// A construct that can be an operand.
    pub fn new(feature: &'static str, pieces: Vec<Piece>) -> Self {
        Self { feature, pieces, loose: false }
    }

    /// A construct that needs parentheses as an operand.
    pub fn loose(feature: &'static str, pieces: Vec<Piece>) -> Self {
        Self { feature, pieces, loose: true }
    }

    /// The construct as an expression.
    #[must_use]
    pub fn expr(self, ty: impl Into<Ty>) -> Expr {
        Expr::new(ty, ExprKind::Template(Box::new(self)))
    }
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}

impl BinaryOp {
    /// Those that compare.
    pub const COMPARISONS: [Self; 6] = [Self::Eq, Self::Ne, Self::Lt, Self::Le, Self::Gt, Self::Ge];

    /// As it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::And => "&&",
            Self::Or => "||",
        }
    }

    /// `<<` and `>>`, whose operands may differ in type.
    #[must_use]
    pub const fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::Shr)
    }
}

impl Expr {
    /// An expression of a type.
    pub fn new(ty: impl Into<Ty>, kind: ExprKind) -> Self {
        Self { ty: ty.into(), kind }
    }

    /// True if it is only a name, which has no effect.
    #[must_use]
    pub const fn is_path(&self) -> bool {
        matches!(self.kind, ExprKind::Var(_) | ExprKind::Path(_))
    }

    /// A name.
    pub fn var(ty: impl Into<Ty>, name: &str) -> Self {
        Self::new(ty, ExprKind::Var(name.to_owned()))
    }

    /// `lhs op rhs`
    #[must_use]
    pub fn binary(ty: impl Into<Ty>, op: BinaryOp, lhs: Self, rhs: Self) -> Self {
        Self::new(ty, ExprKind::Binary(op, Box::new(lhs), Box::new(rhs)))
    }

    /// `self as ty`
    #[must_use]
    pub fn cast(self, ty: Prim) -> Self {
        Self::new(ty, ExprKind::Cast(Box::new(self)))
    }

    /// `self.name(args)`
    #[must_use]
    pub fn method(self, ty: impl Into<Ty>, feature: &'static str, name: &str, args: Vec<Self>) -> Self {
        let mut pieces = vec![Piece::Operand(self), format!(".{name}(").into()];
        pieces.extend(separated(args));
        pieces.push(")".into());
        Template::new(feature, pieces).expr(ty)
    }

    /// `self.name`
    #[must_use]
    pub fn field(self, ty: Ty, name: &str) -> Self {
        Template::new("field", vec![Piece::Operand(self), format!(".{name}").into()]).expr(ty)
    }

    /// `self[index]`
    #[must_use]
    pub fn index(self, index: Self) -> Self {
        let ty = self.ty.element().unwrap_or(Ty::Unit);
        Self::new(ty, ExprKind::Index(Box::new(self), Box::new(index)))
    }
}

/// Expressions between commas.
#[must_use]
pub fn separated(exprs: Vec<Expr>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for expr in exprs {
        if !pieces.is_empty() {
            pieces.push(", ".into());
        }
        pieces.push(Piece::Expr(expr));
    }
    pieces
}

impl Program {
    /// The functions.
    pub fn funcs(&self) -> impl Iterator<Item = &Func> {
        self.items.iter().filter_map(|item| match item {
            Item::Func(func) => Some(func),
            Item::Const(_) | Item::Adt(_) | Item::Use(_) => None,
        })
    }
}
