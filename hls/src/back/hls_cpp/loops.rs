//! Loops and blocks.

use sycl_hls_ir::analysis::Interval;
use sycl_hls_ir::{ChannelId, ForLoop, LoopDirectives, RegionId, Span, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::declared::Declared;
use super::expr::{self, Expr, Level};
use super::func::Emitter;
use super::lines::Mark;
use super::number::{Number, promoted};
use super::pragma;
use super::stmt::{Stmt, StmtKind};
use super::trip_count::Range;
use crate::abi::type_name;

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

    /// The loop of a task. For Vitis its body is that of the task's function, to which pragmas of the loop then belong.
    fn task(&mut self, channel: ChannelId, body: RegionId, directives: &LoopDirectives, span: Span) {
        let stream = self.stream_with(channel).to_owned();
        let (stmts, ()) = self.inner(|emitter| emitter.block(body));
        let stmts = self.with_loop_pragmas(directives, stmts, span);
        let (pragmas, stmts): (Vec<Stmt>, Vec<Stmt>) =
            stmts.into_iter().partition(|stmt| matches!(stmt.kind, StmtKind::Pragma(_)));
        self.out.extend(pragmas);
        let head = StmtKind::Dataflow(format!("WHILE_MORE({stream})"), Mark::Wait);
        self.out.push(Stmt { kind: head, span });
        self.out.push(Stmt { kind: StmtKind::Scope(stmts), span });
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
        if let Some(channel) = self.func.more(cond) {
            // Who waits there waits at the question, whatever the loop around it.
            let question = self.func.regions[cond].ops.first().map_or(span, |op| self.func.ops[*op].span);
            return self.task(channel, body, directives, question);
        }
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
        let lo = self.operand(for_loop.lo).exact(ty);
        let mut hi = self.operand(for_loop.hi).exact(ty);
        if hi.has_call() || hi.reads.iter().any(|root| written.contains(root)) {
            hi = self.variable(&hi, self.declared(for_loop.hi), Some("bound"), span);
        }
        self.flush(|root| written.contains(&root));
        let counter = self.counter(for_loop, ty);
        let test = self.test(for_loop, counter.ty, &hi);
        if test.is_none() && ty.bits() <= 32 && for_loop.step <= u64::from(u32::MAX) {
            return self.wide_loop(for_loop, [&lo, &hi], span);
        }
        let induction = self.func.regions[for_loop.body].params.first().copied();
        let Some(test) = test else { return self.trip_counted_loop(for_loop, [lo, hi], span) };
        let rust_name = induction.and_then(|value| self.func.values[value].name.clone());
        let (stmts, name) = self.inner(|emitter| {
            let name = emitter.local.take(rust_name.as_deref().unwrap_or("i"));
            if let Some(induction) = induction {
                let range = emitter.ranges.value(emitter.func, induction);
                let number = Number::within(counter.ty, range);
                emitter.set_expression(induction, Expr::primary(&name).of(number));
            }
            emitter.block(for_loop.body);
            name
        });
        let next = next(&name, for_loop.step);
        let head = format!("for ({} {name} = {}; {name} {test}; {next})", counter.name, lo.text);
        self.push_loop(head, for_loop, stmts, span);
    }

    fn push_loop(&mut self, head: String, for_loop: &ForLoop, stmts: Vec<Stmt>, span: Span) {
        let body = self.with_loop_pragmas(&for_loop.directives, stmts, span);
        self.out.push(Stmt { kind: StmtKind::Loop { head, body }, span });
    }

    /// The number that the loop's bound never exceeds.
    fn last(&self, for_loop: &ForLoop) -> i128 {
        self.ranges.value(self.func, for_loop.hi).map_or(i128::MAX, |range| range.hi)
    }

    /// The type of the counter, which also takes the first value behind the last one. A narrower type than the Rust's is for
    /// loops whose trip count is as clear in it.
    fn counter(&self, for_loop: &ForLoop, ty: Scalar) -> Declared {
        let bound = |value| self.ranges.value(self.func, value);
        let last = |hi: i128| hi - i128::from(!for_loop.inclusive) + i128::from(for_loop.step);
        let all = bound(for_loop.lo).zip(bound(for_loop.hi));
        let all = all.map(|(lo, hi)| Interval { lo: lo.lo, hi: last(hi.hi).max(hi.hi).max(lo.hi) });
        let is_known = self.constants.get(for_loop.hi).is_some();
        let counts_all = for_loop.step == 1 && !for_loop.inclusive;
        // A signed counter never wraps around in C++.
        let fits = |all: &Interval| is_known || counts_all || all.fits(Scalar::I32);
        Declared::of(ty, all.filter(fits))
    }

    /// What the counter is compared with, if it surely takes a value beyond the last one without an overflow, and Vitis
    /// can compute the trip count: with 64-bit bounds only where every value is counted up to one that is excluded.
    fn test(&self, for_loop: &ForLoop, ty: Scalar, hi: &Expr) -> Option<String> {
        let (_, max) = ty.range()?;
        let bound = self.constants.get(for_loop.hi).and_then(ScalarValue::to_integer);
        let last = self.last(for_loop) - i128::from(!for_loop.inclusive);
        let countable = ty.bits() < 64 || bound.is_some() || (for_loop.step == 1 && !for_loop.inclusive);
        if !countable || last + i128::from(for_loop.step) > max {
            return None;
        }
        let known = bound.and_then(|last| ScalarValue::from_integer(ty, last + 1));
        // Both sides of the comparison have one sign.
        let is_signed = hi.number(ty).promoted().is_signed();
        let is_alike = hi.constant.is_some() || is_signed == promoted(ty).is_signed();
        let hi = if is_alike { hi.clone() } else { expr::convert(ty, hi) };
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
        let (step, inclusive, last) = (for_loop.step, for_loop.inclusive, self.last(for_loop));
        let range = Range { ty, step, inclusive, lo, hi, known, last };
        let trips = self.bound_variable(range.trip_count(), Declared::plain(Scalar::U64), "trips", span);
        let (stmts, trip) = self.body(for_loop, "trip", |trip| range.value(trip), span);
        let head = format!("for (uint64_t {trip} = 0; {trip} < {}; ++{trip})", trips.text);
        self.push_loop(head, for_loop, stmts, span);
    }

    /// A bound of a loop that is used several times.
    fn bound(&mut self, value: ValueId, expr: Expr, name: &str, span: Span) -> Expr {
        let declared = self.declared(value);
        let is_constant = self.constants.get(value).is_some();
        if is_constant { expr } else { self.bound_variable(expr, declared, name, span) }
    }

    /// A number that is used several times: a name or a literal, or a variable made for it.
    fn bound_variable(&mut self, expr: Expr, declared: Declared, name: &str, span: Span) -> Expr {
        let is_name = expr.level == Level::Primary && expr.reads.is_empty() && !expr.has_call();
        if is_name { expr } else { self.variable(&expr, declared, Some(name), span) }
    }

    /// A loop that counts in 64 bits, because its own type could overflow.
    fn wide_loop(&mut self, for_loop: &ForLoop, [lo, hi]: [&Expr; 2], span: Span) {
        let ty = self.func.ty(for_loop.lo);
        let wide = if ty.is_signed() { Scalar::I64 } else { Scalar::U64 };
        let (stmts, counter) =
            self.body(for_loop, "i", |counter| expr::convert(ty, &Expr::primary(counter)), span);
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
                let declared = emitter.declared(induction);
                let variable = emitter.variable(&value(&counter), declared, name.as_deref(), span);
                emitter.set_value(induction, &variable.text);
            }
            emitter.block(for_loop.body);
            counter
        })
    }
}
