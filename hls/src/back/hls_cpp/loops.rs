//! Loops and blocks.

use sycl_hls_ir::{BinaryOp, ForLoop, LoopDirectives, OpKind, RegionId, Span, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::expr::{self, Expr, Level};
use super::func::Emitter;
use super::literal::short_literal;
use super::pragma;
use super::stmt::{Stmt, StmtKind};
use crate::abi::type_name;

/// No slice has more elements: they would not fit the memory of any device.
const MAX_LEN: i128 = 1 << 60;

/// Bounds and steps of loops up to here leave 64 bits enough room to count.
const MAX_SMALL: i128 = 1 << 16;

/// Operations inside of each other that are looked at for the bound of a loop.
const MAX_DEPTH: u32 = 6;

/// The text of a loop's parts.
struct Counted<'l> {
    for_loop: &'l ForLoop,
    name: String,
    ty: Scalar,
    lo: Expr,
    hi: Expr,
    body: Vec<Stmt>,
    span: Span,
}

impl Counted<'_> {
    /// The beginning of the loop's head.
    fn start(&self) -> String {
        format!("for ({} {} = {};", type_name(self.ty), self.name, self.lo.text)
    }

    /// The counter's next value.
    fn next(&self) -> String {
        match (self.for_loop.step, self.step()) {
            (1, _) => format!("++{}", self.name),
            (_, Some(step)) => format!("{} += {step}", self.name),
            (_, None) => format!("{} = {}", self.name, self.advanced()),
        }
    }

    /// The step as a number of the counter's type, if it is one.
    fn step(&self) -> Option<String> {
        ScalarValue::from_integer(self.ty, self.for_loop.step.into()).as_ref().map(short_literal)
    }

    /// The counter's next value as an expression.
    fn advanced(&self) -> String {
        let name = &self.name;
        match self.step() {
            Some(step) => format!("{name} + {step}"),
            None => {
                let (word, step) = (self.word(), self.for_loop.step);
                let step = short_literal(&ScalarValue::from_bits(word, step));
                format!("({})(({}){name} + {step})", type_name(self.ty), type_name(word))
            }
        }
    }

    /// An unsigned type that holds the distance of two values.
    const fn word(&self) -> Scalar {
        if self.ty.bits() == 64 { Scalar::U64 } else { Scalar::U32 }
    }

    /// The test whether another value follows: the operands of a comparison, and its operator with the opposite one.
    /// `None` if there never is one.
    fn has_next(&self) -> Option<([String; 2], [&'static str; 2])> {
        let (step, name) = (self.for_loop.step, &self.name);
        if step > self.ty.mask() {
            return None;
        }
        if step == 1 && self.for_loop.inclusive {
            return Some(([name.clone(), self.hi.at(Level::Add)], ["!=", "=="]));
        }
        // The bound is not below the counter.
        let word = self.word();
        let distance = format!("({0}){1} - ({0}){name}", type_name(word), self.hi.at(Level::Unary));
        let than = if self.for_loop.inclusive { [">=", "<"] } else { [">", "<="] };
        Some(([distance, short_literal(&ScalarValue::from_bits(word, step))], than))
    }
}

impl Emitter<'_> {
    fn loop_pragmas(&mut self, directives: &LoopDirectives, span: Span) -> Vec<Stmt> {
        let pragmas = self.with_pragma_names(|context| pragma::of_loop(directives, context));
        pragmas.into_iter().map(|text| Stmt::pragma(text, span)).collect()
    }

    pub(super) fn while_loop(
        &mut self,
        cond: RegionId,
        body: RegionId,
        directives: &LoopDirectives,
        span: Span,
    ) {
        let mut written = self.writes(cond);
        written.extend(self.writes(body));
        self.flush(|root| written.contains(&root));
        // Both stand in one block if the condition needs statements.
        let scope = self.local.enter();
        let (mut tests, value) = self.apart(|emitter| emitter.yielding(cond));
        let (stmts, ()) = self.apart(|emitter| emitter.block(body));
        self.local.leave(scope);
        let mut block = self.loop_pragmas(directives, span);
        let head = match value {
            Some(value) if tests.is_empty() => format!("while ({})", value.text),
            value => {
                // Without a value control never comes to the test.
                if let Some(value) = value {
                    let cond = format!("!{}", value.at(Level::Primary));
                    let then = vec![Stmt::line("break;", span)];
                    tests.push(Stmt { kind: StmtKind::If { cond, then, otherwise: Vec::new() }, span });
                }
                block.append(&mut tests);
                "while (true)".to_owned()
            }
        };
        block.extend(stmts);
        self.out.push(Stmt { kind: StmtKind::Loop { head, body: block }, span });
    }

    pub(super) fn labelled(&mut self, body: RegionId, span: Span) {
        let written = self.writes(body);
        self.flush(|root| written.contains(&root));
        let (stmts, ()) = self.inner(|emitter| emitter.block(body));
        self.out.push(Stmt { kind: StmtKind::Block(stmts), span });
    }

    pub(super) fn for_loop(&mut self, for_loop: &ForLoop, span: Span) {
        let written = self.writes(for_loop.body);
        let ty = self.func.ty(for_loop.lo);
        let lo = self.operand(for_loop.lo);
        let mut hi = self.operand(for_loop.hi);
        if hi.has_call() || hi.reads.iter().any(|root| written.contains(root)) {
            hi = self.variable(&hi, ty, Some("bound"), span);
        }
        self.flush(|root| written.contains(&root));
        let test = self.test(for_loop, ty, &hi);
        if test.is_none() && ty.bits() <= 32 && for_loop.step <= u64::from(u32::MAX) {
            return self.wide_loop(for_loop, [&lo, &hi], span);
        }
        let induction = self.func.regions[for_loop.body].params.first().copied();
        if let Some(induction) = induction {
            let last = self.upper_bound(for_loop.hi) - i128::from(!for_loop.inclusive);
            self.bounds.insert(induction, last);
        }
        let rust_name = induction.and_then(|value| self.func.values[value].name.clone());
        let (stmts, name) = self.inner(|emitter| {
            let name = emitter.local.take(rust_name.as_deref().unwrap_or("i"));
            if let Some(induction) = induction {
                emitter.set_value(induction, &name);
            }
            emitter.block(for_loop.body);
            name
        });
        let mut body = self.loop_pragmas(&for_loop.directives, span);
        body.extend(stmts);
        let counted = Counted { for_loop, name, ty, lo, hi, body, span };
        match test {
            Some(test) => {
                let head = format!("{} {} {test}; {})", counted.start(), counted.name, counted.next());
                self.out.push(Stmt { kind: StmtKind::Loop { head, body: counted.body }, span });
            }
            None if self.func.has_continue(for_loop.body, 0) => self.flagged_loop(counted),
            None => self.bounded_loop(counted),
        }
    }

    /// What the counter is compared with, if it surely takes a value beyond the last one without an overflow.
    fn test(&self, for_loop: &ForLoop, ty: Scalar, hi: &Expr) -> Option<String> {
        let (_, max) = ty.range()?;
        let step = i128::from(for_loop.step);
        let bound = |value: ValueId| self.constants.get(value).and_then(ScalarValue::to_integer);
        let last = self.upper_bound(for_loop.hi) - i128::from(!for_loop.inclusive);
        // From a small number on, an overflow of 64 bits is more steps away than any run takes.
        let far = ty.bits() == 64
            && step <= MAX_SMALL
            && bound(for_loop.lo).is_some_and(|lo| (0..=MAX_SMALL).contains(&lo))
            && bound(for_loop.hi).is_none();
        if last + step > max && !far {
            return None;
        }
        let known = bound(for_loop.hi).and_then(|last| ScalarValue::from_integer(ty, last + 1));
        Some(match known {
            _ if !for_loop.inclusive => format!("< {}", hi.at(Level::Add)),
            Some(known) => format!("< {}", Expr::constant(&known).text),
            None => format!("<= {}", hi.at(Level::Add)),
        })
    }

    /// A loop that counts in 64 bits, because its own type could overflow.
    fn wide_loop(&mut self, for_loop: &ForLoop, [lo, hi]: [&Expr; 2], span: Span) {
        let ty = self.func.ty(for_loop.lo);
        let wide = if ty.is_signed() { Scalar::I64 } else { Scalar::U64 };
        let induction = self.func.regions[for_loop.body].params.first().copied();
        let induction = induction.filter(|induction| self.is_used(*induction));
        let (mut stmts, counter) = self.inner(|emitter| {
            let counter = emitter.local.take("i");
            if let Some(induction) = induction {
                let name = emitter.func.values[induction].name.clone();
                let narrowed = expr::cast(type_name(ty), &Expr::primary(&counter));
                let variable = emitter.variable(&narrowed, ty, name.as_deref(), span);
                emitter.set_value(induction, &variable.text);
            }
            emitter.block(for_loop.body);
            counter
        });
        let mut body = self.loop_pragmas(&for_loop.directives, span);
        body.append(&mut stmts);
        let compare = if for_loop.inclusive { "<=" } else { "<" };
        let bound = match self.constants.get(for_loop.hi) {
            Some(_) => hi.clone(),
            None => expr::cast(type_name(wide), hi),
        };
        let next = match for_loop.step {
            1 => format!("++{counter}"),
            step => format!("{counter} += {step}"),
        };
        let head = format!(
            "for ({} {counter} = {}; {counter} {compare} {}; {next})",
            type_name(wide),
            lo.text,
            bound.at(Level::Add)
        );
        self.out.push(Stmt { kind: StmtKind::Loop { head, body }, span });
    }

    /// A number that an integer value never exceeds.
    fn upper_bound(&self, value: ValueId) -> i128 {
        self.upper_bound_within(value, MAX_DEPTH)
    }

    /// The same, looking at operations up to this depth.
    fn upper_bound_within(&self, value: ValueId, depth: u32) -> i128 {
        let max = self.func.ty(value).range().map_or(i128::MAX, |(_, max)| max);
        if let Some(known) = self.constants.get(value).and_then(ScalarValue::to_integer) {
            return known;
        }
        let definition = self.definitions.get(value).filter(|_| depth > 0);
        let bound = match definition.map(|op| &self.func.ops[*op].kind) {
            Some(OpKind::Len(_)) => MAX_LEN,
            Some(OpKind::Cast(from)) if self.func.ty(*from).range().is_some() => {
                let (min, _) = self.func.ty(*from).range().unwrap_or_default();
                let (to_min, _) = self.func.ty(value).range().unwrap_or_default();
                // A negative number would become a large one.
                if min < to_min { max } else { self.upper_bound_within(*from, depth - 1) }
            }
            Some(OpKind::Binary { op, lhs, rhs, .. }) => self.upper_bound_of(*op, *lhs, *rhs, depth - 1),
            _ => self.bounds.get(value).copied().unwrap_or(max),
        };
        if bound > max { max } else { bound }
    }

    /// A number that an operation's exact result never exceeds.
    fn upper_bound_of(&self, op: BinaryOp, lhs: ValueId, rhs: ValueId, depth: u32) -> i128 {
        let bound = |value| self.upper_bound_within(value, depth);
        let signed = self.func.ty(lhs).is_signed();
        match op {
            BinaryOp::Min => bound(lhs).min(bound(rhs)),
            BinaryOp::Max => bound(lhs).max(bound(rhs)),
            BinaryOp::Add if !signed => bound(lhs) + bound(rhs),
            BinaryOp::Mul if !signed => bound(lhs).saturating_mul(bound(rhs)),
            _ => i128::MAX,
        }
    }

    /// A loop whose counter must not go beyond its last value.
    fn bounded_loop(&mut self, mut counted: Counted<'_>) {
        let span = counted.span;
        let last = vec![Stmt::line("break;", span)];
        counted.body.push(match counted.has_next() {
            Some(([lhs, rhs], [_, opposite])) => {
                let cond = format!("{lhs} {opposite} {rhs}");
                Stmt { kind: StmtKind::If { cond, then: last, otherwise: Vec::new() }, span }
            }
            None => Stmt::line("break;", span),
        });
        let head = format!("{}; {})", counted.start(), counted.next());
        let condition = self.runs(&counted);
        let mut stmt = Stmt { kind: StmtKind::Loop { head, body: counted.body }, span };
        if let Some(cond) = condition {
            stmt = Stmt { kind: StmtKind::If { cond, then: vec![stmt], otherwise: Vec::new() }, span };
        }
        self.out.push(stmt);
    }

    /// As [`bounded_loop`](Self::bounded_loop), where a `continue` would skip a test at the body's end.
    fn flagged_loop(&mut self, counted: Counted<'_>) {
        let span = counted.span;
        let runs = self.runs(&counted).unwrap_or_else(|| "true".to_owned());
        let more = self.local.take("more");
        self.line(format!("bool {more} = {runs};"), span);
        let next = match counted.has_next() {
            Some(([lhs, rhs], [than, _])) => {
                let (name, next) = (&counted.name, counted.advanced());
                format!("{more} = {lhs} {than} {rhs}, {name} = {more} ? {next} : {name}")
            }
            None => format!("{more} = false"),
        };
        let head = format!("{} {more}; {next})", counted.start());
        self.out.push(Stmt { kind: StmtKind::Loop { head, body: counted.body }, span });
    }

    /// Whether there is a first iteration; `None` if there surely is one.
    fn runs(&self, counted: &Counted<'_>) -> Option<String> {
        let Counted { for_loop, lo, hi, ty, .. } = counted;
        let (min, max) = ty.range()?;
        let bound = |value: ValueId| self.constants.get(value).and_then(ScalarValue::to_integer);
        let surely = match (bound(for_loop.lo), bound(for_loop.hi)) {
            (Some(lo), Some(hi)) => lo < hi || (for_loop.inclusive && lo == hi),
            (lo, hi) => for_loop.inclusive && (lo == Some(min) || hi == Some(max)),
        };
        let symbol = if for_loop.inclusive { "<=" } else { "<" };
        (!surely).then(|| format!("{} {symbol} {}", lo.at(Level::Add), hi.at(Level::Add)))
    }
}
