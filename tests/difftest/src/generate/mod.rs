//! Random programs of the kernel language: program N of seed S is always the same.
//!
//! The generator knows the types, the scopes and the borrow checker's rules, so that what it makes is accepted, and
//! an interval for every integer, so that most runs reach their end. A small share of operations is left unguarded:
//! where programs stop is compared, too.

mod adt;
mod array;
mod assign;
mod boolean;
mod call;
mod choice;
mod consts;
mod control;
mod destructure;
mod dice;
mod directives;
mod element;
mod exact;
mod fallible;
mod float;
mod func;
mod generic;
mod idioms;
mod inputs;
mod instances;
mod int;
mod integers128;
mod iter;
mod kernel;
mod leaf;
mod loops;
mod matching;
mod math;
mod methods;
mod names;
mod pattern;
mod place;
mod range;
mod record;
mod reference;
mod scope;
mod stmt;
mod wide;

use crate::ast::{Expr, ExprKind, Item, Literal, ParamTy, Prim, Program, Ty};
use control::Exits;
pub(crate) use dice::Dice;
use instances::Parameters;
use names::Names;
use range::Range;
use scope::Scope;

/// Statements that one call of a function may execute, roughly.
const MAX_COST: u64 = 20_000;
/// How often a statement may be executed by one call of its function.
const MAX_TIMES: u64 = 200;
/// Elements of a kernel's slice, at most.
const MAX_LEN: u64 = 17;

/// Program `number` of a seed.
#[must_use]
pub fn program(seed: u64, number: u64) -> Program {
    let mut generator = Generator::new(Dice::new(seed, number));
    let mut items = generator.adts();
    items.extend(generator.consts());
    items.extend(generator.generics());
    for _ in 0..generator.dice.weighted([(25, 0), (35, 1), (25, 2), (15, 3)]) {
        let helper = generator.helper();
        items.push(Item::Func(helper));
    }
    let mut jobs = Vec::new();
    for index in 0..generator.dice.weighted([(85, 1), (15, 2)]) {
        let generic = generator.dice.percent(30);
        let name = match generic {
            true => generic_name(&mut generator.dice, number, index),
            false => kernel_name(&mut generator.dice, seed, number, index),
        };
        let (kernel, kernel_jobs) = generator.kernel(&name, generic);
        items.push(Item::Func(kernel));
        jobs.extend(kernel_jobs);
    }
    // The bounds of type parameters are there, `math`, and numbers of any width.
    let is_bounded = |item: &Item| matches!(item, Item::Func(func) if func.generics.contains("T:"));
    if generator.uses_device || items.iter().any(is_bounded) {
        items.push(Item::Use("sycl_hls::device::*".to_owned()));
    }
    if generator.dice.percent(30) {
        generator.dice.shuffle(&mut items);
    }
    let funcs = items.iter_mut().filter_map(|item| match item {
        Item::Func(func) => Some(func),
        _ => None,
    });
    for func in funcs.filter(|func| !func.constant) {
        func.flushes = generator.dice.percent(25) && directives::computes_floats(func);
    }
    Program { name: format!("s{seed}_p{number}"), items, jobs }
}

/// Unique in a batch, and sometimes strange.
fn kernel_name(dice: &mut Dice, seed: u64, number: u64, index: usize) -> String {
    let word = dice.of(["k", "kernel", "_k", "k__", "Größe", "main_", "K"]);
    format!("{word}{}_s{seed}_p{number}", ["", "b"][index % 2])
}

/// Short, so that there is room for what the parameters add.
fn generic_name(dice: &mut Dice, number: u64, index: usize) -> String {
    let word = dice.of(["k", "kernel", "_k", "k__", "kö", "K"]);
    format!("{word}{}_p{number}", ["", "b"][index % 2])
}

/// An expression with what is known of its value.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub expr: Expr,
    /// Of an integer.
    pub range: Range,
    /// True if the text decides the type, whatever stands around it.
    pub fixed: bool,
}

impl Made {
    pub fn new(expr: Expr, range: Range, fixed: bool) -> Self {
        Self { expr, range, fixed }
    }

    /// A value of which nothing is known but its type.
    pub fn any(ty: Prim, kind: ExprKind, fixed: bool) -> Self {
        Self::new(Expr::new(ty, kind), Range::of(ty), fixed)
    }

    /// The same with its type decided, so that methods can be called on it.
    pub fn fix(mut self) -> Self {
        if !self.fixed {
            self.fixed = true;
            decide(&mut self.expr);
        }
        self
    }
}

/// Writes the type of a scalar at the place that decides it.
fn decide(expr: &mut Expr) {
    match &mut expr.kind {
        ExprKind::Literal(literal) => literal.suffix = true,
        ExprKind::Unary('-' | '!', inner) | ExprKind::Binary(_, inner, _) | ExprKind::Paren(inner) => {
            decide(inner);
        }
        ExprKind::Block(block) => block.tail.iter_mut().for_each(decide),
        ExprKind::If(branch) => branch.then.tail.iter_mut().for_each(decide),
        _ => {
            if let Some(ty) = expr.ty.prim() {
                *expr = expr.clone().cast(ty);
            }
        }
    }
}

/// A helper function as its callers see it.
#[derive(Clone, Debug)]
pub(crate) struct Helper {
    pub name: String,
    /// True if it is of the first parameter's type.
    pub method: bool,
    /// The operator's text, if it is one of the first parameter's type.
    pub operator: Option<&'static str>,
    pub params: Vec<HelperParam>,
    pub ret: Option<(Ty, Range)>,
    /// Statements that a call executes, roughly.
    pub cost: u64,
    /// True if it has a loop with variable bounds, or calls something that has.
    pub variable: bool,
}

/// A parameter of a helper as its callers see it.
#[derive(Clone, Debug)]
pub(crate) struct HelperParam {
    pub ty: ParamTy,
    /// The integers that a scalar may be.
    pub range: Range,
    /// Elements that a slice has at least.
    pub min_len: u64,
}

/// The state while a program is generated.
pub(crate) struct Generator {
    pub dice: Dice,
    pub names: Names,
    pub scope: Scope,
    pub helpers: Vec<Helper>,
    /// Types of arrays, which parameters and variables share.
    pub shapes: Vec<Ty>,
    /// The structs and enums.
    pub adts: Vec<Ty>,
    /// What can be left from here.
    pub exits: Exits,
    /// Of the kernel at hand.
    pub parameters: Parameters,
    /// How often the place at hand is executed by a call of its function.
    pub times: u64,
    /// Statements that a call of the function executes so far, roughly.
    pub cost: u64,
    /// Nodes that the function may still have, roughly.
    pub nodes: usize,
    pub depth: u32,
    /// Variables that patterns bound so far.
    pub patterns: usize,
    /// True if something of `sycl_hls::device` was used.
    pub uses_device: bool,
}

impl Generator {
    fn new(mut dice: Dice) -> Self {
        let shapes = (0..3).map(|_| shape(&mut dice)).collect();
        Self {
            dice,
            names: Names::new(),
            scope: Scope::default(),
            helpers: Vec::new(),
            shapes,
            adts: Vec::new(),
            exits: Exits::default(),
            parameters: Parameters::default(),
            times: 1,
            cost: 0,
            nodes: 0,
            depth: 0,
            patterns: 0,
            uses_device: false,
        }
    }

    /// A scalar of the type `ty`. `known` says that what stands around it decides the type.
    pub fn scalar(&mut self, ty: Prim, known: bool) -> Made {
        self.nodes = self.nodes.saturating_sub(1);
        let made = match ty {
            Prim::Bool => self.boolean(),
            Prim::F32 | Prim::F64 => self.float(ty, known),
            _ => self.int(ty, known),
        };
        if self.dice.percent(4) {
            return Made { expr: Expr::new(ty, ExprKind::Paren(Box::new(made.expr))), ..made };
        }
        made
    }

    /// A value of any type. `known` says that what stands around it decides the type.
    pub fn value(&mut self, ty: &Ty, known: bool) -> Made {
        match ty {
            Ty::Prim(prim) => self.scalar(*prim, known),
            Ty::Array(..) => self.array(ty, known),
            Ty::Param(bound) => self.parameter_value(*bound),
            _ => self.aggregate(ty),
        }
    }

    /// True if expressions may still grow here; then [`Generator::shallower`] must follow.
    pub fn deeper(&mut self) -> bool {
        let grows = self.nodes > 0 && self.depth < 5;
        self.depth += u32::from(grows);
        grows
    }

    pub fn shallower(&mut self) {
        self.depth -= 1;
    }

    /// True if an operation is to be left unguarded.
    pub fn risky(&mut self) -> bool {
        self.dice.percent(2)
    }

    /// Any type of scalar.
    pub fn any_prim(&mut self) -> Prim {
        use Prim::{Bool, F32, F64, I8, I16, I32, I64, Isize, U8, U16, U32, U64, Usize};
        self.dice.weighted([
            (8, Bool),
            (8, U8),
            (6, U16),
            (14, U32),
            (10, U64),
            (12, Usize),
            (6, I8),
            (6, I16),
            (18, I32),
            (5, Isize),
            (12, I64),
            (8, F32),
            (6, F64),
        ])
    }

    /// Any type of integers.
    pub fn any_int(&mut self) -> Prim {
        self.dice.of(Prim::INTS)
    }

    /// One of the program's array types, or a new one.
    pub fn any_shape(&mut self) -> Ty {
        if self.dice.percent(35)
            && let Some(ty) = self.parameter_type(true)
        {
            return ty;
        }
        if self.dice.percent(80)
            && let Some(shape) = self.dice.pick(&self.shapes)
        {
            return shape.clone();
        }
        shape(&mut self.dice)
    }
}

/// A type of arrays with few elements.
fn shape(dice: &mut Dice) -> Ty {
    let leaf = dice.of(Prim::ALL);
    let dims = dice.weighted([(65, 1), (28, 2), (7, 3)]);
    (0..dims).fold(Ty::Prim(leaf), |ty, _| {
        let count = dice.weighted([(15, 1), (25, 2), (25, 3), (25, 4), (10, 5)]);
        ty.array(count)
    })
}

/// An integer literal, without suffix if it fits the type that literals have when nothing decides.
pub(crate) fn number(ty: Prim, value: i128) -> Expr {
    let suffix = !Range::of(Prim::I32).contains(value);
    Expr::new(ty, ExprKind::Literal(Literal { suffix, ..Literal::int(ty, value) }))
}
