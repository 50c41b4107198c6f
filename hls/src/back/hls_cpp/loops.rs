//! Loops and blocks.

use sycl_hls_ir::{BinaryOp, ForLoop, LoopDirectives, OpKind, RegionId, Span, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::expr::{self, Expr, Level};
use super::func::Emitter;
use super::pragma;
use super::stmt::{Stmt, StmtKind};
use super::trip_count::Range;
use crate::abi::type_name;

/// No slice has more elements: they would not fit the memory of any device.
const MAX_LEN: i128 = 1 << 60;

/// Operations inside of each other that are looked at for the bound of a loop.
const MAX_DEPTH: u32 = 6;

/// The step from one value of a counter to the next.
fn next(counter: &str, step: u64) -> String {
    if step == 1 { format!("++{counter}") } else { format!("{counter} += {step}") }
}

impl Emitter<'_> {
    /// The body of a loop with its pragmas.
    ///
    /// Pragmas of the region are in a block of their own where the loop has pragmas, too: they make the front end of
    /// Vitis HLS drop those of the loop (2020.2, `hoistXlxAttrs` in `SemaXlxAttr.cpp`: a loop's pragma must be directly
    /// in the loop's body, and a region with attributes is between them).
    fn with_loop_pragmas(&mut self, directives: &LoopDirectives, body: Vec<Stmt>, span: Span) -> Vec<Stmt> {
        let [of_loop, of_region] = self.with_pragma_names(|context| {
            [pragma::of_loop(directives, context), pragma::of_loop_region(directives)]
        });
        let with = |pragmas: Vec<String>, body: Vec<Stmt>| -> Vec<Stmt> {
            pragmas.into_iter().map(|text| Stmt::pragma(text, span)).chain(body).collect()
        };
        if of_loop.is_empty() || of_region.is_empty() {
            return with(of_loop, with(of_region, body));
        }
        with(of_loop, vec![Stmt { kind: StmtKind::Scope(with(of_region, body)), span }])
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
        let mut block = Vec::new();
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
        let body = self.with_loop_pragmas(directives, block, span);
        self.out.push(Stmt { kind: StmtKind::Loop { head, body }, span });
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
        let Some(test) = test else { return self.trip_counted_loop(for_loop, [lo, hi], span) };
        let rust_name = induction.and_then(|value| self.func.values[value].name.clone());
        let (stmts, name) = self.inner(|emitter| {
            let name = emitter.local.take(rust_name.as_deref().unwrap_or("i"));
            if let Some(induction) = induction {
                emitter.set_value(induction, &name);
            }
            emitter.block(for_loop.body);
            name
        });
        let next = next(&name, for_loop.step);
        let head = format!("for ({} {name} = {}; {name} {test}; {next})", type_name(ty), lo.text);
        self.push_loop(head, for_loop, stmts, span);
    }

    fn push_loop(&mut self, head: String, for_loop: &ForLoop, stmts: Vec<Stmt>, span: Span) {
        let body = self.with_loop_pragmas(&for_loop.directives, stmts, span);
        self.out.push(Stmt { kind: StmtKind::Loop { head, body }, span });
    }

    /// What the counter is compared with, if it surely takes a value beyond the last one without an overflow, and Vitis
    /// can compute the trip count: with 64-bit bounds only where every value is counted up to one that is excluded.
    fn test(&self, for_loop: &ForLoop, ty: Scalar, hi: &Expr) -> Option<String> {
        let (_, max) = ty.range()?;
        let bound = self.constants.get(for_loop.hi).and_then(ScalarValue::to_integer);
        let last = self.upper_bound(for_loop.hi) - i128::from(!for_loop.inclusive);
        let countable = ty.bits() < 64 || bound.is_some() || (for_loop.step == 1 && !for_loop.inclusive);
        if !countable || last + i128::from(for_loop.step) > max {
            return None;
        }
        let known = bound.and_then(|last| ScalarValue::from_integer(ty, last + 1));
        Some(match known {
            _ if !for_loop.inclusive => format!("< {}", hi.at(Level::Add)),
            Some(known) => format!("< {}", Expr::constant(&known).text),
            None => format!("<= {}", hi.at(Level::Add)),
        })
    }

    /// A loop that counts its iterations, whose number is computed before it: see [`Range`].
    fn trip_counted_loop(&mut self, for_loop: &ForLoop, [lo, hi]: [Expr; 2], span: Span) {
        let ty = self.func.ty(for_loop.lo);
        let lo = self.bound(for_loop.lo, lo, "first", span);
        let hi = self.bound(for_loop.hi, hi, "bound", span);
        let known = [for_loop.lo, for_loop.hi]
            .map(|value| self.constants.get(value).and_then(ScalarValue::to_integer));
        let (step, inclusive, last) = (for_loop.step, for_loop.inclusive, self.upper_bound(for_loop.hi));
        let range = Range { ty, step, inclusive, lo, hi, known, last };
        let trips = self.bound_variable(range.trip_count(), Scalar::U64, "trips", span);
        let (stmts, trip) = self.body(for_loop, "trip", |trip| range.value(trip), span);
        let head = format!("for (uint64_t {trip} = 0; {trip} < {}; ++{trip})", trips.text);
        self.push_loop(head, for_loop, stmts, span);
    }

    /// A bound of a loop that is used several times.
    fn bound(&mut self, value: ValueId, expr: Expr, name: &str, span: Span) -> Expr {
        let ty = self.func.ty(value);
        let is_constant = self.constants.get(value).is_some();
        if is_constant { expr } else { self.bound_variable(expr, ty, name, span) }
    }

    /// A number that is used several times: a name or a literal, or a variable made for it.
    fn bound_variable(&mut self, expr: Expr, ty: Scalar, name: &str, span: Span) -> Expr {
        let is_name = expr.level == Level::Primary && expr.reads.is_empty() && !expr.has_call();
        if is_name { expr } else { self.variable(&expr, ty, Some(name), span) }
    }

    /// A loop that counts in 64 bits, because its own type could overflow.
    fn wide_loop(&mut self, for_loop: &ForLoop, [lo, hi]: [&Expr; 2], span: Span) {
        let ty = self.func.ty(for_loop.lo);
        let wide = if ty.is_signed() { Scalar::I64 } else { Scalar::U64 };
        let (stmts, counter) =
            self.body(for_loop, "i", |counter| expr::cast(type_name(ty), &Expr::primary(counter)), span);
        let compare = if for_loop.inclusive { "<=" } else { "<" };
        let bound = match self.constants.get(for_loop.hi) {
            Some(_) => hi.clone(),
            None => expr::cast(type_name(wide), hi),
        };
        let next = next(&counter, for_loop.step);
        let (wide, first, bound) = (type_name(wide), &lo.text, bound.at(Level::Add));
        let head = format!("for ({wide} {counter} = {first}; {counter} {compare} {bound}; {next})");
        self.push_loop(head, for_loop, stmts, span);
    }

    /// The body of a loop whose own counter is a variable that is made of another one, with the other one's name.
    fn body(
        &mut self,
        for_loop: &ForLoop,
        counter: &str,
        value: impl FnOnce(&str) -> Expr,
        span: Span,
    ) -> (Vec<Stmt>, String) {
        let induction = self.func.regions[for_loop.body].params.first().copied();
        let induction = induction.filter(|induction| self.is_used(*induction));
        self.inner(|emitter| {
            let counter = emitter.local.take(counter);
            if let Some(induction) = induction {
                let name = emitter.func.values[induction].name.clone();
                let ty = emitter.func.ty(induction);
                let variable = emitter.variable(&value(&counter), ty, name.as_deref(), span);
                emitter.set_value(induction, &variable.text);
            }
            emitter.block(for_loop.body);
            counter
        })
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
}
