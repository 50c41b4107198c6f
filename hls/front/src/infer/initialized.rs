//! Which variables have a value where they are used, as rustc decides it: those of `let x;`, which may lack one or be assigned
//! twice (E0381 and E0384), and ends of streams, which may have been moved (E0382).
//!
//! One walk in evaluation order keeps the variables that certainly and that possibly have a value. Loops need no second
//! walk: values that were assigned never go away, so at the start of each iteration a variable has a value exactly if it had
//! one before the loop; and what an iteration moves from outside of the loop is wrong where it is moved.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::{Diagnostic, Span, UnaryOp};

use crate::builtin::Builtin;
use crate::codes;
use crate::front::Front;
use crate::hir::{
    Access, Block, Body, Closure, ExprId, ExprKind, Iter, LetStmt, Local, LocalId, Logic, PatId, PatKind,
    PlaceRoot, Reduce, ReduceKind, Stmt,
};
use crate::ids::LoopId;
use crate::ty::{Prim, Ty};
use crate::typed::{Callee, Types};

/// Complains about every variable of a body once.
pub(super) fn check(front: &mut Front<'_>, body: &Body, types: &Types) {
    let is_plain = |(id, local): (LocalId, &Local)| !local.deferred && !types.local(id).owns_end();
    if types.guards.is_empty() && body.locals.iter().all(is_plain) {
        return;
    }
    let mut flow = Flow {
        front,
        body,
        types,
        declared: FxHashMap::default(),
        state: Some(Values::default()),
        exits: FxHashMap::default(),
        closures: 0,
        assigned: Vec::new(),
        bound: Vec::new(),
        reported: FxHashSet::default(),
    };
    flow.block(&body.block);
}

/// The note of errors about ends that were moved.
const MOVED_ONCE: &str = "an end of a stream belongs to the process that it was moved into (E0382 of rustc)";

/// The variables that have a value at some place.
#[derive(Clone, Debug, Default)]
struct Values {
    /// On every way to the place.
    certain: FxHashSet<LocalId>,
    /// On some way to it.
    possible: FxHashSet<LocalId>,
    /// Ends of streams that have been moved on some way, and where.
    moved: BTreeMap<EndPlace, Span>,
}

/// A variable that holds ends of streams, by its number, and the positions of fields in it.
type EndPlace = (u32, Vec<usize>);

/// `None` where nothing leads to.
type State = Option<Values>;

/// What leads out of a loop or block.
#[derive(Default)]
struct Exits {
    breaks: State,
    continues: State,
}

/// Where a variable of `let x;` is declared.
struct Declared {
    /// The number of closures around it.
    closures: usize,
    /// How many such variables are declared before.
    number: usize,
}

/// The walk through a body, and what it knows at the place where it is.
struct Flow<'f, 'a> {
    front: &'f mut Front<'a>,
    body: &'f Body,
    types: &'f Types,
    /// Variables of `let x;`.
    declared: FxHashMap<LocalId, Declared>,
    state: State,
    exits: FxHashMap<LoopId, Exits>,
    /// The number of closures around the place.
    closures: usize,
    /// Assignments to variables that are not mutable.
    assigned: Vec<(LocalId, Span)>,
    /// Variables that got their values from a pattern, in order.
    bound: Vec<LocalId>,
    reported: FxHashSet<LocalId>,
}

impl Flow<'_, '_> {
    /// The statements of a block and its value, in order.
    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let(stmt) => self.let_stmt(stmt),
                Stmt::Expr(id) => self.expr(*id),
            }
        }
        block.tail.iter().for_each(|tail| self.expr(*tail));
    }

    /// A `let`: without a value its variables have none from here on.
    fn let_stmt(&mut self, stmt: &LetStmt) {
        if let PatKind::Bind(local, None) = self.body.pats[stmt.pat].kind
            && self.body.locals[local].directives.persistent.is_some()
        {
            self.body.variables(stmt.pat, &mut self.bound);
            return;
        }
        let Some(init) = stmt.init else {
            let mut locals = Vec::new();
            self.body.variables(stmt.pat, &mut locals);
            for local in locals {
                let declared = Declared { closures: self.closures, number: self.declared.len() };
                self.declared.insert(local, declared);
                if let Some(values) = &mut self.state {
                    values.certain.remove(&local);
                    values.possible.remove(&local);
                }
            }
            return;
        };
        self.expr(init);
        self.body.variables(stmt.pat, &mut self.bound);
        if let Some(otherwise) = &stmt.otherwise {
            let matched = self.state.clone();
            self.block(otherwise);
            self.state = matched;
        }
    }

    /// Several expressions in order.
    fn exprs<'e>(&mut self, ids: impl IntoIterator<Item = &'e ExprId>) {
        ids.into_iter().for_each(|id| self.expr(*id));
    }

    /// An expression: what it uses, assigns, moves and leaves, in evaluation order.
    fn expr(&mut self, id: ExprId) {
        let body = self.body;
        if self.types.expr(id).owns_end() && self.moved(id) {
            return;
        }
        if self.is_guard(id) {
            return self.guard_moved(id);
        }
        match &body.exprs[id].kind {
            ExprKind::Local(local) => self.used(*local, body.exprs[id].span, false),
            ExprKind::Assign(place, value) => {
                self.expr(*value);
                match &body.exprs[*place].kind {
                    ExprKind::Local(local) => self.assign(*local, body.exprs[*place].span),
                    _ => self.part(*place),
                }
            }
            ExprKind::AssignOp(_, place, value) => {
                self.expr(*value);
                self.part(*place);
            }
            ExprKind::Logic(..) => {
                let (holds, fails) = self.condition(id);
                self.state = joined(holds, fails);
            }
            ExprKind::If { cond, then, otherwise } => {
                let (holds, fails) = self.condition(*cond);
                self.state = holds;
                self.block(then);
                let after = std::mem::replace(&mut self.state, fails);
                self.exprs(otherwise);
                self.join(after);
            }
            ExprKind::Match { scrutinee, arms } => {
                self.expr(*scrutinee);
                let (types, mut after) = (self.types, None);
                let Some(arms) = arms.of(types.expr(*scrutinee)) else {
                    let args = body.exprs[id].kind.arguments();
                    return self.exprs(args.iter().skip(1));
                };
                for arm in arms {
                    let mut next = self.state.clone();
                    if let Some(guard) = arm.guard {
                        let (holds, fails) = self.condition(guard);
                        self.state = holds;
                        next = joined(next, fails);
                    }
                    self.expr(arm.body);
                    after = joined(after, std::mem::replace(&mut self.state, next));
                }
                self.state = after;
            }
            ExprKind::Block(block, label) => {
                self.block(block);
                let exits = label.and_then(|label| self.exits.remove(&label));
                self.join(exits.and_then(|exits| exits.breaks));
            }
            ExprKind::For(for_expr) => {
                self.iter(&for_expr.iter);
                let head = self.state.clone();
                self.looped(for_expr.id, Some(for_expr.pat), &for_expr.body, head.clone(), head);
            }
            ExprKind::While(while_expr) => {
                let head = self.state.clone();
                let mut done = None;
                if let Some(cond) = while_expr.cond {
                    (self.state, done) = self.condition(cond);
                }
                self.looped(while_expr.id, None, &while_expr.body, head, done);
            }
            ExprKind::Break(target, value) => {
                self.exprs(value);
                let state = self.state.take();
                let exits = self.exits.entry(*target).or_default();
                exits.breaks = joined(exits.breaks.take(), state);
            }
            ExprKind::Continue(target) => {
                let state = self.state.take();
                let exits = self.exits.entry(*target).or_default();
                exits.continues = joined(exits.continues.take(), state);
            }
            ExprKind::Return(value) => {
                self.exprs(value);
                self.state = None;
            }
            ExprKind::Panic(_) => self.state = None,
            ExprKind::Reduce(reduce) => self.reduce(reduce),
            ExprKind::Closure(closure) => self.closure(closure),
            ExprKind::CallVariable(_, args) => self.exprs(args),
            _ => self.operands(id),
        }
    }

    /// Expressions whose operands are evaluated in order, and nothing else.
    fn operands(&mut self, id: ExprId) {
        let body = self.body;
        match &body.exprs[id].kind {
            ExprKind::Index(base, index, _) if self.is_guard(*base) => {
                self.borrowed(*base);
                self.expr(*index);
            }
            ExprKind::Deref(base) if self.is_guard(*base) => self.borrowed(*base),
            ExprKind::Part { base, lo, hi, .. } if self.is_guard(*base) => {
                self.borrowed(*base);
                self.exprs(lo.iter().chain(hi));
            }
            ExprKind::Unary(_, a)
            | ExprKind::Cast(a, _)
            | ExprKind::Make(_, a, _)
            | ExprKind::Field(a, _)
            | ExprKind::Deref(a)
            | ExprKind::Repeat(a, _)
            | ExprKind::Some(a)
            | ExprKind::Let(_, a) => self.expr(*a),
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) | ExprKind::Index(a, b, _) => {
                self.exprs([a, b]);
            }
            ExprKind::Part { base, lo, hi, .. } => self.exprs([base].into_iter().chain(lo).chain(hi)),
            ExprKind::Array(items) | ExprKind::Tuple(items) => self.exprs(items),
            ExprKind::Construct { fields, base, .. } => {
                self.exprs(fields.iter().map(|(_, value)| value).chain(base));
            }
            ExprKind::Call { args, .. } | ExprKind::Library { args, .. } => self.exprs(args),
            ExprKind::NewPacket(data) => self.exprs([data]),
            ExprKind::Ref { place, .. } => self.borrowed(*place),
            // The block is the other process's from now on.
            ExprKind::Method(call) if self.hands_over(id) => _ = self.moved(call.receiver),
            ExprKind::Method(call) => {
                self.borrowed(call.receiver);
                self.exprs(&call.args);
            }
            _ => {}
        }
    }

    /// A place that a reference or a method borrows.
    fn borrowed(&mut self, place: ExprId) {
        let moved = self.end_place(place).and_then(|end| self.moved_before(&end));
        match moved {
            Some((_, before)) => self.used_after_move(place, before),
            None if self.types.expr(place).owns_end() || self.is_guard(place) => {}
            None => self.expr(place),
        }
    }

    /// An expression whose value is an end of a stream, or has some: a variable or a field gives it away. False if it is
    /// neither.
    fn moved(&mut self, id: ExprId) -> bool {
        let Some(place) = self.end_place(id) else { return false };
        let moved = self.moved_before(&place);
        match (moved, &mut self.state) {
            (Some((_, before)), _) => self.used_after_move(id, before),
            (None, Some(values)) => _ = values.moved.insert(place, self.body.exprs[id].span),
            (None, None) => {}
        }
        true
    }

    /// True for a variable that has a block.
    fn is_guard(&self, id: ExprId) -> bool {
        matches!(&self.body.exprs[id].kind, ExprKind::Local(local) if self.types.guards.contains(local))
    }

    /// True for `drop(..)`.
    fn hands_over(&self, id: ExprId) -> bool {
        matches!(self.types.callee(id), Some(Callee::Builtin(Builtin::HandOver)))
    }

    /// Reports a block that is given away by other means than `drop`.
    fn guard_moved(&mut self, id: ExprId) {
        let error =
            Diagnostic::error(codes::STREAM_END, self.body.exprs[id].span, "a block stays in its variable")
                .note("it is handed over where the scope of that variable ends");
        self.front
            .report(error.help("pass a reference to it, `&block` or `&mut block`, or copy it: `*block`"));
    }

    /// The place of ends that an expression names.
    fn end_place(&self, id: ExprId) -> Option<EndPlace> {
        match &self.body.exprs[id].kind {
            ExprKind::Local(local)
                if self.types.local(*local).owns_end() || self.types.guards.contains(local) =>
            {
                Some((local.into_raw().into_u32(), Vec::new()))
            }
            ExprKind::Field(base, _) => {
                let (local, mut path) = self.end_place(*base)?;
                path.push(self.types.field(id)?);
                Some((local, path))
            }
            _ => None,
        }
    }

    /// What was moved before of a place, of what it lies in, or of what lies in it.
    fn moved_before(&self, (local, path): &EndPlace) -> Option<(EndPlace, Span)> {
        let mut moved = self.state.iter().flat_map(|values| &values.moved);
        let overlaps =
            |other: &EndPlace| other.0 == *local && (other.1.starts_with(path) || path.starts_with(&other.1));
        moved.find(|(other, _)| overlaps(other)).map(|(other, at)| (other.clone(), *at))
    }

    /// Reports the use of an end that was moved before, once for each variable.
    fn used_after_move(&mut self, id: ExprId, before: Span) {
        let Some(PlaceRoot::Local(local)) = self.body.place_root(id) else { return };
        if !self.reported.insert(local) {
            return;
        }
        let name = &self.body.locals[local].name;
        let at = self.body.exprs[id].span;
        if self.types.guards.contains(&local) {
            let message = format!("the block `{name}` was handed over before");
            let error = Diagnostic::error(codes::STREAM_END, at, message).related(before, "handed over here");
            let error = error.note("the other process has it from then on (E0382 of rustc)");
            return self.front.report(error.help("hand it over behind its last use"));
        }
        let error = Diagnostic::error(codes::STREAM_END, at, format!("`{name}` was moved before"));
        let error = error.related(before, "moved here").note(MOVED_ONCE);
        self.front.report(error.help("use each end in one process; several producers need a stream each"));
    }

    /// Reports that an iteration moves what an earlier one has moved.
    fn moved_again(&mut self, local: LocalId, at: Span) {
        if !self.reported.insert(local) {
            return;
        }
        let variable = &self.body.locals[local];
        if self.types.guards.contains(&local) {
            let message = format!("the block `{}` was handed over in the previous iteration", variable.name);
            let error = Diagnostic::error(codes::STREAM_END, at, message);
            let error = error.related(variable.span, "acquired outside of the loop");
            return self.front.report(error.help("acquire a block in each iteration"));
        }
        let message = format!("`{}` was moved in the previous iteration of the loop", variable.name);
        let error = Diagnostic::error(codes::STREAM_END, at, message);
        let error = error.related(variable.span, "declared outside of the loop").note(MOVED_ONCE);
        self.front
            .report(error.help("make the stream inside of the loop, so that each iteration has its own"));
    }

    /// What there is where a condition holds, and where it fails.
    fn condition(&mut self, id: ExprId) -> (State, State) {
        match self.body.exprs[id].kind {
            ExprKind::Logic(op, lhs, rhs) => {
                let (holds, fails) = self.condition(lhs);
                let (goes_on, decided) = match op {
                    Logic::And => (holds, fails),
                    Logic::Or => (fails, holds),
                };
                self.state = goes_on;
                let (holds, fails) = self.condition(rhs);
                match op {
                    Logic::And => (holds, joined(fails, decided)),
                    Logic::Or => (joined(holds, decided), fails),
                }
            }
            ExprKind::Unary(UnaryOp::Not, arg) => {
                let (holds, fails) = self.condition(arg);
                (fails, holds)
            }
            _ => {
                self.expr(id);
                (self.state.clone(), self.state.clone())
            }
        }
    }

    /// The body of a loop, from its current state; `head` is that before the iteration, `done` that after the last one.
    fn looped(&mut self, id: LoopId, items: Option<PatId>, block: &Block, head: State, done: State) {
        let (before, outside, bound) = (self.assigned.len(), self.declared.len(), self.bound.len());
        items.iter().for_each(|items| self.body.variables(*items, &mut self.bound));
        self.block(block);
        let Exits { breaks, continues } = self.exits.remove(&id).unwrap_or_default();
        self.join(continues);
        if let (Some(head), Some(back)) = (&head, &self.state) {
            // Their assignments are reached once more.
            let twice = self.assigned[before..].iter().filter(|(local, _)| {
                let is_outside = self.declared.get(local).is_some_and(|declared| declared.number < outside);
                is_outside && back.possible.contains(local) && !head.possible.contains(local)
            });
            let twice: Vec<_> = twice.copied().collect();
            let inside: FxHashSet<LocalId> = self.bound[bound..].iter().copied().collect();
            let again = back.moved.iter().filter(|(place, _)| !head.moved.contains_key(*place));
            let again = again.map(|((local, _), at)| (LocalId::from_raw((*local).into()), *at));
            let again: Vec<_> = again.filter(|(local, _)| !inside.contains(local)).collect();
            twice.into_iter().for_each(|(local, at)| self.assigned_twice(local, at));
            again.into_iter().for_each(|(local, at)| self.moved_again(local, at));
        }
        self.state = joined(done, breaks);
    }

    /// A method that consumes an iterator: its closure runs once for each item.
    fn reduce(&mut self, reduce: &Reduce) {
        self.iter(&reduce.iter);
        match &reduce.kind {
            ReduceKind::Fold { init, closure } => {
                self.expr(*init);
                self.closure(closure);
            }
            ReduceKind::Any(closure)
            | ReduceKind::All(closure)
            | ReduceKind::Position(closure)
            | ReduceKind::ForEach(closure) => self.closure(closure),
            ReduceKind::Item(choice) => {
                choice.closure().into_iter().for_each(|closure| self.closure(closure))
            }
            ReduceKind::Sum(_) | ReduceKind::Product(_) | ReduceKind::Extreme(_) | ReduceKind::Count => {}
        }
    }

    /// The expressions in an iterator, in the order of their evaluation.
    fn iter(&mut self, iter: &Iter) {
        iter.parts().into_iter().for_each(|part| self.iter(part));
        match iter {
            Iter::Range { lo, hi, .. } => self.exprs([lo, hi]),
            Iter::From(lo) => self.expr(*lo),
            Iter::Items { base, access: Access::Value } => self.expr(*base),
            Iter::Items { base, .. } => self.borrowed(*base),
            Iter::Chunks { base, size, .. } | Iter::Windows { base, size, .. } => self.exprs([base, size]),
            Iter::StepBy(_, count, _) | Iter::Take(_, count) | Iter::Skip(_, count) => self.expr(*count),
            Iter::Scan(_, first, closure) => {
                self.expr(*first);
                self.closure(closure);
            }
            Iter::Map(_, closure)
            | Iter::Filter(_, closure)
            | Iter::FilterMap(_, closure)
            | Iter::TakeWhile(_, closure) => {
                self.closure(closure);
            }
            Iter::Zip(..) | Iter::Enumerate(_) | Iter::Rev(_) | Iter::Copied(_) | Iter::Error => {}
        }
    }

    /// A closure borrows what it names where it is made, also to assign to it.
    fn closure(&mut self, closure: &Closure) {
        let outer = self.state.clone();
        self.closures += 1;
        self.expr(closure.body);
        self.closures -= 1;
        self.state = outer;
    }

    /// A place that is written in part, or read and written.
    fn part(&mut self, place: ExprId) {
        if let Some(PlaceRoot::Local(local)) = self.body.place_root(place) {
            let is_part = !matches!(self.body.exprs[place].kind, ExprKind::Local(_));
            self.used(local, self.body.exprs[place].span, is_part);
        }
        self.expr(place);
    }

    /// Reports a use before the first assignment (`SH0318`).
    fn used(&mut self, local: LocalId, at: Span, is_part: bool) {
        let (true, Some(values)) = (self.declared.contains_key(&local), &self.state) else { return };
        if values.certain.contains(&local) || self.reported.contains(&local) {
            return;
        }
        let may = values.possible.contains(&local);
        self.reported.insert(local);
        let variable = &self.body.locals[local];
        let name = &variable.name;
        let message = if may {
            format!("`{name}` may have no value here")
        } else {
            format!("`{name}` has no value here")
        };
        let mut error = Diagnostic::error(codes::UNINITIALIZED, at, message)
            .related(variable.span, "declared here without a value");
        if is_part {
            error = error.note("a part can be assigned when all of it has a value (E0381 of rustc)");
        }
        let help = match example(self.types.local(local)) {
            Some(value) => format!("give it a value first: `let mut {name} = {value};`"),
            None => "give it a value where it is declared, or on every way to here".to_owned(),
        };
        self.front.report(error.help(help));
    }

    /// An assignment of the whole variable.
    fn assign(&mut self, local: LocalId, at: Span) {
        match self.declared.get(&local) {
            None => return,
            Some(declared) if declared.closures < self.closures => return self.used(local, at, false),
            Some(_) => {}
        }
        let Some(values) = &mut self.state else { return };
        let again = values.possible.contains(&local);
        values.certain.insert(local);
        values.possible.insert(local);
        if !self.body.locals[local].mutable {
            self.assigned.push((local, at));
            if again {
                self.assigned_twice(local, at);
            }
        }
    }

    /// Reports a second assignment to a variable that is not `mut`.
    fn assigned_twice(&mut self, local: LocalId, at: Span) {
        if !self.reported.insert(local) {
            return;
        }
        let variable = &self.body.locals[local];
        let message = format!("`{}` is not mutable and may be assigned to twice", variable.name);
        let error = Diagnostic::error(codes::IMMUTABLE, at, message).related(variable.span, "declared here");
        self.front.report(error.help(format!("declare it `mut {}`", variable.name)));
    }

    /// Merges the state at the end of another path into this one.
    fn join(&mut self, other: State) {
        self.state = joined(self.state.take(), other);
    }
}

/// What is known where two paths meet: assigned if it is on both.
fn joined(a: State, b: State) -> State {
    match (a, b) {
        (Some(mut a), Some(b)) => {
            a.certain.retain(|local| b.certain.contains(local));
            a.possible.extend(b.possible);
            a.moved.extend(b.moved);
            Some(a)
        }
        (a, b) => a.or(b),
    }
}

/// A value of a type of numbers.
fn example(ty: &Ty) -> Option<String> {
    match ty {
        Ty::Prim(Prim::Bool) => Some("false".to_owned()),
        Ty::Prim(prim) if prim.is_float() => Some(format!("0.0_{}", prim.name())),
        Ty::Prim(prim) => Some(format!("0_{}", prim.name())),
        Ty::Array(element, length) => Some(format!("[{}; {length}]", example(element)?)),
        _ => None,
    }
}
