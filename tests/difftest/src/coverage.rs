//! What a program exercises: the features of the kernel language in code that each of its runs executes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::ast::{
    BinaryOp, Block, Expr, ExprKind, For, Func, If, InstanceArg, Item, Let, Param, ParamTy, Piece, Prim,
    Program, Stmt, Template, Ty, walk,
};

/// How often something was exercised, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage(BTreeMap<&'static str, u64>);

impl Coverage {
    /// How often this was exercised.
    #[must_use]
    pub fn count(&self, feature: &str) -> u64 {
        self.0.get(feature).copied().unwrap_or(0)
    }

    /// Adds what another program exercises.
    pub fn add(&mut self, other: &Self) {
        for (feature, count) in &other.0 {
            *self.0.entry(feature).or_default() += count;
        }
    }

    fn note(&mut self, feature: &'static str) {
        *self.0.entry(feature).or_default() += 1;
    }
}

/// What random networks have, with the text that shows it.
const OF_NETWORKS: [(&str, &str); 16] = [
    ("task", "    loop {"),
    ("free-running kernel", "#[kernel(control = none)]"),
    ("kernel between links that is started", "#[kernel]\npub fn k1("),
    ("array as a result", "    let a"),
    ("array by reference", "(&mut a"),
    ("blocks", " blocks::<"),
    ("streams of blocks in an array", "streams_of_blocks::<"),
    ("task of blocks", "loop {\nlet given ="),
    ("scalar in a task", "let i = n as u32;"),
    ("block that is dropped under a condition", "continue;"),
    ("block that is handed over by an exit", "break;"),
    ("blocks in several memories", "#[array_partition"),
    ("nested region", "let (mut inner_tx"),
    ("region in a loop", "for _turn in"),
    ("initial tokens", "_rest ="),
    ("loop with a bound from data", "while steps"),
];

/// What a random network has.
#[must_use]
pub fn of_network(text: &str) -> Coverage {
    let mut coverage = Coverage::default();
    OF_NETWORKS.iter().filter(|(_, shown)| text.contains(shown)).for_each(|(name, _)| coverage.note(name));
    coverage
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self.0.iter().map(|(name, count)| format!("{name} {count}")).collect();
        f.write_str(&counts.join(", "))
    }
}

/// The features in those parts of the kernels that every run executes which ends normally, and those of helpers alone.
#[must_use]
pub fn coverage(program: &Program) -> Coverage {
    let mut program = program.clone();
    let mut counter = Counter::default();
    for item in &mut program.items {
        if let Item::Func(func) = item {
            match func.kernel {
                true => counter.kernel(func),
                false => counter.helper(func),
            }
        }
    }
    counter.coverage
}

#[derive(Default)]
struct Counter {
    coverage: Coverage,
    /// Variables of the kernel so far.
    names: BTreeSet<String>,
}

impl Counter {
    fn kernel(&mut self, func: &mut Func) {
        self.names = func.params.iter().map(|param| param.name.clone()).collect();
        for (_, arg) in func.instances.iter().flat_map(|instance| &instance.args) {
            self.coverage.note(match arg {
                InstanceArg::Type(_) => "type of an instance",
                InstanceArg::Number(_) | InstanceArg::Bool(_) => "number of an instance",
            });
        }
        if func.flushes {
            self.coverage.note("denormals flushed");
        }
        for Param { ty, len, .. } in &func.params {
            match ty {
                ParamTy::Value(Ty::Named(_)) => self.coverage.note("struct as an argument"),
                ParamTy::Value(_) => {}
                ParamTy::Ref { .. } => {
                    self.coverage.note(if len.is_some() { "stated length" } else { "hidden length" });
                }
            }
        }
        walk::func(func, self);
    }

    /// What only helpers can have, whether a run executes it or not.
    fn helper(&mut self, func: &mut Func) {
        if func.of_trait.is_some() {
            self.coverage.note("function of a trait");
        }
        walk::func(func, &mut |expr: &mut Expr| {
            if let ExprKind::Template(template) = &expr.kind
                && template.feature == "?"
            {
                self.coverage.note(template.feature);
            }
        });
    }

    fn declare(&mut self, name: &str) {
        if !self.names.insert(name.to_owned()) && name != "_" {
            self.coverage.note("shadowing");
        }
    }

    fn let_stmt(&mut self, declaration: &Let) {
        self.declare(&declaration.name);
        match &declaration.init.ty {
            Ty::Array(element, _) if element.is_array() => self.coverage.note("nested array"),
            Ty::Array(_, len) if len.is_open() => self.coverage.note("array of a generic length"),
            Ty::Array(..) => self.coverage.note("array"),
            _ => {}
        }
        if !declaration.partitions.is_empty() {
            self.coverage.note("array_partition");
        }
    }

    fn for_loop(&mut self, for_loop: &mut For) {
        self.declare(&for_loop.name);
        let trips = trips(for_loop);
        match trips {
            Some(0) => self.coverage.note("loop without iterations"),
            Some(1) => self.coverage.note("loop with one iteration"),
            Some(_) => self.coverage.note("loop with known bounds"),
            None => self.coverage.note("loop with variable bounds"),
        }
        for directive in &for_loop.directives {
            self.coverage.note(match directive.split('(').next() {
                Some("pipeline") => "pipeline",
                Some("unroll") => "unroll",
                _ => "other directive of a loop",
            });
        }
        if trips.is_none_or(|trips| trips == 0) {
            for_loop.body = Block::default();
        }
    }

    fn cast(&mut self, value: &Expr, to: &Ty) {
        let (Some(from), Some(to)) = (value.ty.prim(), to.prim()) else { return };
        self.coverage.note(match (from.is_float(), to.is_float()) {
            (true, false) => "saturating cast",
            (true, true) => "cast between floats",
            (false, true) => "cast to a float",
            _ if from == Prim::Bool => "cast of a bool",
            _ if from.scalar().bits() > to.scalar().bits() => "narrowing cast",
            _ if from.scalar().bits() < to.scalar().bits() => "widening cast",
            _ => "cast of one width",
        });
    }

    fn binary(&mut self, op: BinaryOp, lhs: &Expr, rhs: &mut Expr) {
        self.coverage.note(match op {
            BinaryOp::Div | BinaryOp::Rem if lhs.ty.prim().is_some_and(Prim::is_integer) => "division",
            _ if op.is_shift() && lhs.ty != rhs.ty => "shift by another type",
            _ if op.is_shift() => "shift",
            BinaryOp::And | BinaryOp::Or if has_effect(rhs) => "effect behind a lazy operator",
            _ if BinaryOp::COMPARISONS.contains(&op) => "comparison",
            _ => "operator",
        });
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            *rhs = Expr::var(Prim::Bool, "_");
        }
    }
}

impl Counter {
    fn template(&mut self, template: &mut Template) {
        self.coverage.note(template.feature);
        // Nobody knows how often they run.
        template.pieces.retain(|piece| !matches!(piece, Piece::Block(_)));
    }
}

impl walk::Visit for Counter {
    fn expr(&mut self, expr: &mut Expr) {
        let ty = expr.ty.clone();
        match &mut expr.kind {
            ExprKind::Index(_, index) if has_effect(index) => self.coverage.note("effect in an index"),
            ExprKind::Index(base, _) => self.coverage.note(match base.ty.element() {
                Some(Ty::Named(_)) if matches!(base.ty, Ty::Slice(_)) => "struct in a slice",
                Some(Ty::Array(..)) if matches!(base.ty, Ty::Slice(_)) => "array in a slice",
                _ => "index",
            }),
            ExprKind::Cast(value) => self.cast(value, &ty),
            ExprKind::Binary(op, lhs, rhs) => self.binary(*op, lhs, rhs),
            ExprKind::Method(..) => self.coverage.note("wrapping method"),
            ExprKind::Template(template) => self.template(template),
            ExprKind::Block(_) => self.coverage.note("block with a value"),
            ExprKind::Call(..) => self.coverage.note("call"),
            ExprKind::Ref(true, _) => self.coverage.note("&mut argument"),
            ExprKind::If(branch) => {
                self.coverage.note("if with a value");
                forget_arms(branch);
            }
            _ => {}
        }
    }

    fn block(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            match stmt {
                Stmt::Let(declaration) => self.let_stmt(declaration),
                Stmt::For(for_loop) => self.for_loop(for_loop),
                Stmt::Template(template) => self.template(template),
                Stmt::Assign { op: Some(_), .. } => self.coverage.note("compound assignment"),
                Stmt::If(branch) => {
                    self.coverage.note("if");
                    forget_arms(branch);
                }
                _ => {}
            }
        }
    }
}

/// Nobody knows which of them runs.
fn forget_arms(branch: &mut If) {
    branch.then = Block::default();
    branch.otherwise = None;
}

/// The iterations of a loop whose bounds are literals.
fn trips(for_loop: &For) -> Option<i128> {
    let value = |expr: &Expr| match &expr.kind {
        ExprKind::Literal(literal) => literal.value.to_integer(),
        _ => None,
    };
    let (lo, hi) = (value(&for_loop.lo)?, value(&for_loop.hi)?);
    Some((hi - lo + i128::from(for_loop.inclusive)).max(0))
}

/// True if the expression assigns, or calls what may.
fn has_effect(expr: &Expr) -> bool {
    let mut found = false;
    let mut search = Effects { found: &mut found };
    walk::expr(&mut expr.clone(), &mut search);
    found
}

struct Effects<'f> {
    found: &'f mut bool,
}

impl walk::Visit for Effects<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        *self.found |= matches!(expr.kind, ExprKind::Ref(true, _));
    }

    fn block(&mut self, block: &mut Block) {
        *self.found |= block.stmts.iter().any(|stmt| matches!(stmt, Stmt::Assign { .. }));
    }
}
