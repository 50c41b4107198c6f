//! Loops and blocks.

use sycl_hls_ir::{BinaryOp, ForLoop, LoopDirectives, OpKind, RegionId, Span, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::expr::{Expr, Level};
use super::func::Emitter;
use super::literal::short_literal;
use super::stmt::{Stmt, StmtKind};
use super::{signature, type_name};

/// No slice has more elements: they would not fit the memory of any device.
const MAX_LEN: i128 = 1 << 60;

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
        match self.for_loop.step {
            1 => format!("++{}", self.name),
            step => format!("{} += {}", self.name, self.literal(step)),
        }
    }

    fn literal(&self, number: u64) -> String {
        short_literal(ScalarValue::from_bits(self.ty, number))
    }

    /// Is there another value after this one? The operands of a comparison, and its operator with the opposite one.
    /// `None` if there never is one.
    fn has_next(&self) -> Option<([String; 2], [&'static str; 2])> {
        let (step, name) = (self.for_loop.step, &self.name);
        if step > self.ty.mask() {
            return None;
        }
        if step == 1 && self.for_loop.inclusive {
            return Some(([name.clone(), self.hi.at(Level::Add)], ["!=", "=="]));
        }
        // The distance to the bound, which is not below the counter, in a type that holds it.
        let word = if self.ty.bits() == 64 { Scalar::U64 } else { Scalar::U32 };
        let distance = format!("({0}){1} - ({0}){name}", type_name(word), self.hi.at(Level::Unary));
        let than = if self.for_loop.inclusive { [">=", "<"] } else { [">", "<="] };
        Some(([distance, short_literal(ScalarValue::from_bits(word, step))], than))
    }
}

impl Emitter<'_> {
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
        // What the condition declares may stand before the body, in the same block of C++.
        let (stmts, (mut tests, value)) = self.inner(|emitter| {
            let value = emitter.yielding(cond);
            let tests = std::mem::take(&mut emitter.out);
            let (stmts, ()) = emitter.inner(|emitter| emitter.block(body));
            emitter.out = stmts;
            (tests, value)
        });
        let mut block = signature::loop_pragmas(directives, span);
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
        if hi.reads.iter().any(|root| written.contains(root)) {
            hi = self.variable(&hi, ty, None, span);
        }
        self.flush(|root| written.contains(&root));
        let induction = self.func.regions[for_loop.body].params.first().copied();
        let rust_name = induction.and_then(|value| self.func.values[value].name.clone());
        let (stmts, name) = self.inner(|emitter| {
            let name = emitter.local.take(rust_name.as_deref().unwrap_or("i"));
            if let Some(induction) = induction {
                emitter.set_value(induction, &name);
            }
            emitter.block(for_loop.body);
            name
        });
        let mut body = signature::loop_pragmas(&for_loop.directives, span);
        body.extend(stmts);
        let counted = Counted { for_loop, name, ty, lo, hi, body, span };
        match self.goes_on(&counted) {
            Some(goes_on) => {
                let head = format!("{} {goes_on}; {})", counted.start(), counted.next());
                self.out.push(Stmt { kind: StmtKind::Loop { head, body: counted.body }, span });
            }
            None if self.func.has_continue(for_loop.body, 0) => self.flagged_loop(counted),
            None => self.bounded_loop(counted),
        }
    }

    /// The loop's condition, if the counter surely takes a value beyond the last one without an overflow.
    fn goes_on(&self, counted: &Counted<'_>) -> Option<String> {
        let Counted { for_loop, name, ty, hi, .. } = counted;
        let (_, max) = ty.range()?;
        let step = i128::from(for_loop.step);
        let last = self.upper_bound(for_loop.hi);
        if !for_loop.inclusive {
            return (last - 1 + step <= max).then(|| format!("{name} < {}", hi.at(Level::Add)));
        }
        if last + step > max {
            return None;
        }
        let known = self.constants.get(for_loop.hi).and_then(ScalarValue::to_integer);
        let bound = known.and_then(|last| ScalarValue::from_integer(*ty, last + 1));
        Some(match bound {
            Some(bound) => format!("{name} < {}", Expr::constant(bound).text),
            None => format!("{name} <= {}", hi.at(Level::Add)),
        })
    }

    /// A number that an integer value never exceeds.
    fn upper_bound(&self, value: ValueId) -> i128 {
        let max = self.func.ty(value).range().map_or(i128::MAX, |(_, max)| max);
        if let Some(known) = self.constants.get(value).and_then(ScalarValue::to_integer) {
            return known;
        }
        let bound = match self.definitions.get(&value).map(|op| &self.func.ops[*op].kind) {
            Some(OpKind::Len(_)) => MAX_LEN,
            Some(OpKind::Cast(from)) if self.func.ty(*from).range().is_some() => {
                let (min, _) = self.func.ty(*from).range().unwrap_or_default();
                let (to_min, _) = self.func.ty(value).range().unwrap_or_default();
                // A negative number would become a large one.
                if min < to_min { max } else { self.upper_bound(*from) }
            }
            Some(OpKind::Binary { op: BinaryOp::Min, lhs, rhs, .. }) => {
                self.upper_bound(*lhs).min(self.upper_bound(*rhs))
            }
            _ => max,
        };
        bound.min(max)
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
                let (name, step) = (&counted.name, counted.literal(counted.for_loop.step));
                format!("{more} = {lhs} {than} {rhs}, {name} = {more} ? {name} + {step} : {name}")
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
