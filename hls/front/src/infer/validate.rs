//! Checks that need final types: operators, casts, literals; mutability and aliasing are in `access`.

use rustc_hash::FxHashSet;
use sycl_hls_ir::directive::DirectiveSet as _;
use sycl_hls_ir::{BinaryOp, CompareOp, Diagnostic, Span, UnaryOp, cast};

use sycl_hls_types::ScalarValue;

use crate::builtin::{Builtin, NumberMethod};
use crate::codes;
use crate::derive::{EQUALITY, ORDER};
use crate::front::Front;
use crate::hir::LoopItems;
use crate::hir::{Access, Arms, Block, Body, ExprId, ExprKind, Iter, MethodCall, PatId, PatKind};
use crate::ids::FnId;
use crate::literal::int_value;
use crate::overload::{Overload, method_of, trait_of_method};
use crate::ty::{Prim, Ty};
use crate::typed::{Callee, Types};

/// Checks a body whose types are inferred: operators, casts, literals, comparisons, borrows, directives. Gives the index expressions that are
/// written, with the functions of `IndexMut` that they call for it.
pub(super) fn validate(front: &mut Front<'_>, body: &Body, types: &Types) -> Vec<(ExprId, FnId)> {
    let negated: FxHashSet<ExprId> =
        body.exprs.iter().filter_map(|(_, expr)| negated_literal(body, &expr.kind)).collect();
    let mut validator = Validator { front, body, types, written: Vec::new() };
    for (id, _) in body.exprs.iter() {
        // The minus sign is checked together with its literal.
        if !negated.contains(&id) {
            validator.expr(id);
        }
    }
    for (_, pat) in body.pats.iter() {
        if let PatKind::Or(cases) = &pat.kind {
            validator.alternatives(cases, pat.span);
        }
    }
    for (id, local) in body.locals.iter() {
        if !local.directives.is_empty() {
            validator.front.check_local(local, types.local(id), body, types);
        }
    }
    validator.written
}

/// The literal behind a minus sign.
fn negated_literal(body: &Body, kind: &ExprKind) -> Option<ExprId> {
    match kind {
        ExprKind::Unary(UnaryOp::Neg, arg) if matches!(body.exprs[*arg].kind, ExprKind::Int { .. }) => {
            Some(*arg)
        }
        _ => None,
    }
}

/// The walk through a body, which reports what its types do not allow.
pub(super) struct Validator<'v, 'a> {
    pub(super) front: &'v mut Front<'a>,
    pub(super) body: &'v Body,
    pub(super) types: &'v Types,
    /// Index expressions that are written, with the functions of `IndexMut`.
    pub(super) written: Vec<(ExprId, FnId)>,
}

impl Validator<'_, '_> {
    /// True of a variable of `let x;` as a whole.
    fn is_deferred(&self, place: ExprId) -> bool {
        let kind = &self.body.exprs[place].kind;
        matches!(kind, ExprKind::Local(local) if self.body.locals[*local].deferred)
            && !self.types.expr(place).holds_ref()
    }

    fn is_of_ends(&self, id: ExprId) -> bool {
        self.types.expr(id).deref().is_array_of_ends()
    }

    /// An array of ends is known when kernels are translated, and no memory.
    fn not_of_ends(&mut self, what: &str, at: Span) {
        let message = format!("an array of ends of streams is not {what}");
        let error = Diagnostic::error(codes::STREAM_END, at, message)
            .note("which stream is meant is known when the kernel is translated");
        let help = "run over it with `iter_mut`, `into_iter`, `zip` and `enumerate`, or name the ends: `let [a, b] = rxs;`";
        self.front.report(error.help(help));
    }

    /// The type of an expression, if it is a primitive one.
    fn prim(&self, id: ExprId) -> Option<Prim> {
        self.types.expr(id).as_prim()
    }

    /// Checks an expression and what it consists of.
    fn expr(&mut self, id: ExprId) {
        let body = self.body;
        let expr = &body.exprs[id];
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int { value, .. } => self.literal(id, *value, false, span),
            ExprKind::Index(base, ..) | ExprKind::Part { base, .. } if self.is_of_ends(*base) => {
                self.not_of_ends("indexed", span);
            }
            ExprKind::Method(call) if self.is_of_ends(call.receiver) => {
                self.not_of_ends("a receiver of methods", call.at);
            }
            ExprKind::For(each)
                if self.types.runs_over_ends(&each.iter) && self.types.ends_lent(&each.iter).is_none() =>
            {
                self.not_of_ends("iterated over by other methods", span);
            }
            kind if is_operator(kind) && matches!(self.types.callee(id), Some(Callee::Fn(_))) => {
                self.own_operator(id, kind);
            }
            ExprKind::Unary(op, arg) => self.unary(id, *op, *arg),
            ExprKind::Binary(op, lhs, rhs) | ExprKind::AssignOp(op, lhs, rhs) => {
                self.binary(id, *op, *lhs, *rhs);
                match expr.kind {
                    ExprKind::AssignOp(..) if self.types.expr(*lhs).is_ref() => self.computed_reference(*lhs),
                    ExprKind::AssignOp(..) => self.assignable(*lhs, "assigned to"),
                    _ => {}
                }
            }
            ExprKind::Compare(op, lhs, _) => self.comparable(*op, *lhs, span),
            ExprKind::Cast(value, ty) => self.cast(*value, ty, span),
            // The first value of `let x;`: where it is, and whether it is the only one, `initialized` decides.
            ExprKind::Assign(place, _) if self.is_deferred(*place) => {}
            ExprKind::Assign(place, _) if !self.types.expr(*place).holds_ref() => {
                self.assignable(*place, "assigned to");
            }
            // A value in place of a reference is a mistake of its own.
            ExprKind::Assign(_, value) if self.types.expr(*value).holds_ref() => self.chosen_reference(span),
            ExprKind::Match { arms: Arms::Method(arms), .. }
                if let (Some(call), Some(Callee::Fn(_))) = (&arms.own, self.types.callee(id)) =>
            {
                self.own_method(id, call);
            }
            ExprKind::Match { scrutinee, arms } if self.types.leaving_arm(*scrutinee, arms).is_some() => {}
            ExprKind::If { .. }
            | ExprKind::Match { .. }
            | ExprKind::While(_)
            | ExprKind::Block(_, Some(_))
                if self.types.expr(id).holds_ref() =>
            {
                self.chosen_reference(span);
            }
            ExprKind::Ref { mutable, place } => self.reference(*mutable, *place),
            ExprKind::Call { args, .. } => self.call(id, args),
            ExprKind::Method(call) => {
                if let Some(Callee::Builtin(builtin)) = self.types.callee(id)
                    && builtin.writes()
                {
                    self.borrowed_as_mutable(call.receiver, "written");
                }
                self.narrowed(id, call);
                self.option_of_reference(id, call);
                self.own_method(id, call);
                self.item_dimension(id, call);
            }
            ExprKind::For(for_expr) => {
                self.loop_items(&for_expr.directives);
                self.iter(&for_expr.iter);
            }
            ExprKind::While(while_expr) => self.loop_items(&while_expr.directives),
            ExprKind::Block(block, _) => self.block(id, block),
            ExprKind::Reduce(reduce) => self.iter(&reduce.iter),
            // A function gives a reference at its end, or where it says so: which one would be decided when it runs.
            ExprKind::Return(Some(value)) if self.types.expr(*value).is_ref() => self.chosen_reference(span),
            _ => {}
        }
    }

    /// On hardware a memory is wired to what reaches it, so a reference is known when kernels are translated.
    fn chosen_reference(&mut self, at: Span) {
        let message = "a reference that is chosen when the kernel runs is not in the kernel language";
        let error = Diagnostic::error(codes::EXPRESSION, at, message)
            .note("on hardware, memories are wired to what reaches them: there are no pointers");
        self.front.report(error.help("choose an index, or the value"));
    }

    /// Numbers of any width are narrowed to each other, and to integers.
    fn narrowed(&mut self, id: ExprId, call: &MethodCall) {
        if !matches!(self.types.callee(id), Some(Callee::Builtin(Builtin::Number(NumberMethod::To)))) {
            return;
        }
        match self.types.expr(id) {
            Ty::Number(number) if !number.is_exact() => {}
            Ty::Prim(prim) if prim.is_integer() => {}
            Ty::Error | Ty::Never => {}
            other => {
                let message = format!("a number of any width is not narrowed to `{other}`");
                let error = Diagnostic::error(codes::MISMATCH, call.at, message);
                self.front.report(error.help(match other {
                    Ty::Prim(Prim::F32) => "write `.to_f32()`",
                    Ty::Prim(Prim::F64) => "write `.to_f64()`",
                    _ => "narrow it to an integer: `.to::<i32>()`",
                }));
            }
        }
    }

    /// What gives the one reference or the other, and comparisons of elements.
    fn option_of_reference(&mut self, id: ExprId, call: &MethodCall) {
        let Some(Callee::Builtin(builtin)) = self.types.callee(id) else { return };
        match (builtin, self.types.expr(call.receiver).deref()) {
            (Builtin::UnwrapOr | Builtin::Or, ty) if ty.holds_ref() => self.chosen_reference(call.at),
            (Builtin::UnwrapOrDefault, Ty::Option(value)) if !has_zero_default(value) => {
                let message = format!("`unwrap_or_default` is not supported for `{value}`");
                let error = Diagnostic::error(codes::METHOD, call.at, message);
                self.front.report(error.help("write the value: `unwrap_or(..)`"));
            }
            (Builtin::Contains, Ty::Array(element, _) | Ty::Slice(element)) => {
                self.derived(element, EQUALITY, call.at);
            }
            _ => {}
        }
    }

    /// A variable of `a | b` that refers to one thing or another.
    fn alternatives(&mut self, cases: &[PatId], at: Span) {
        let mut locals = Vec::new();
        cases.iter().take(1).for_each(|case| self.body.variables(*case, &mut locals));
        if locals.iter().any(|local| matches!(self.types.local(*local), Ty::Ref { mutable: true, .. })) {
            self.chosen_reference(at);
        }
    }

    /// Reports a literal that its type cannot hold.
    fn literal(&mut self, id: ExprId, value: u128, negated: bool, span: Span) {
        let Some(prim) = self.prim(id) else { return };
        if int_value(prim, value, negated).is_none() {
            let sign = if negated { "-" } else { "" };
            let message = format!("the literal `{sign}{value}` does not fit `{}`", prim.name());
            let mut error = Diagnostic::error(codes::LITERAL, span, message);
            if prim.is_integer() {
                let [least, greatest] =
                    [ScalarValue::least, ScalarValue::greatest].map(|of| of(prim.scalar()));
                error = error.note(format!("`{}` goes from {least} to {greatest}", prim.name()));
            }
            self.front.report(error);
        }
    }

    /// Reports an operator that its operand does not have.
    fn unary(&mut self, id: ExprId, op: UnaryOp, arg: ExprId) {
        let span = self.body.exprs[id].span;
        if self.is_number(arg) {
            return;
        }
        let Some(prim) = self.scalar_operand(id, arg) else { return };
        let (fits, symbol) = match op {
            UnaryOp::Neg => (prim.scalar().is_signed() || prim.is_float(), "-"),
            _ => (!prim.is_float(), "!"),
        };
        if !fits {
            let message = format!("the operator `{symbol}` has no meaning for `{}`", prim.name());
            let help = match (op, prim) {
                (UnaryOp::Neg, Prim::Bool) => "the opposite of `x` is `!x`",
                (UnaryOp::Neg, _) => "use a signed type, or `wrapping_neg()` if wrapping around is meant",
                _ => "it is an operator of integers and `bool`",
            };
            self.front.report(Diagnostic::error(codes::OPERATOR, span, message).help(help));
            return;
        }
        if let (UnaryOp::Neg, ExprKind::Int { value, .. }) = (op, &self.body.exprs[arg].kind) {
            self.literal(arg, *value, true, span);
        }
    }

    /// True of a number of any width, whose operators were looked at when their types were inferred.
    fn is_number(&self, id: ExprId) -> bool {
        matches!(self.types.expr(id).deref(), Ty::Number(_))
    }

    /// The type of an operator's operand, if it is a scalar; complains about everything else.
    fn scalar_operand(&mut self, operator: ExprId, operand: ExprId) -> Option<Prim> {
        let expr = &self.body.exprs[operator];
        match self.types.expr(operand).deref() {
            Ty::Prim(prim) => return Some(*prim),
            Ty::Error | Ty::Never => {}
            other => {
                let method = method_of(&expr.kind).unwrap_or_default();
                let of_method = |known: &&Overload| known.method == method && known.is_of(other);
                let has_operator = self.front.has_operator(other, method);
                let mut known = self.front.overloads.iter().filter(|_| has_operator);
                let (message, help) = match (other, known.find(of_method)) {
                    _ if !has_operator => (
                        format!("`{other}` does not have this operator"),
                        "take that of its operation, or call `combine`".to_owned(),
                    ),
                    (_, Some(known)) => (
                        format!("this operator of `{other}` does not take this operand"),
                        match known.right_of(other) {
                            Some(right) => format!("it takes `{right}`"),
                            None => "look at its `impl`s".to_owned(),
                        },
                    ),
                    (Ty::Adt(_), None) => (
                        format!("values of type `{other}` do not have this operator"),
                        format!(
                            "work on its parts, or write `impl std::ops::{} for {other}`",
                            trait_of_method(method)
                        ),
                    ),
                    _ => (
                        format!("values of type `{other}` have no operators"),
                        "work on its parts".to_owned(),
                    ),
                };
                self.front.report(Diagnostic::error(codes::ARRAY_VALUE, expr.span, message).help(help));
            }
        }
        None
    }

    /// Reports an operator between types that do not have it.
    fn binary(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        let span = self.body.exprs[id].span;
        if self.is_number(lhs) || (self.is_number(rhs) && !op.is_shift()) {
            return;
        }
        let Some(left) = self.scalar_operand(id, lhs) else { return };
        let Some(right) = self.scalar_operand(id, rhs) else { return };
        let fits = if op.is_shift() {
            left.is_integer() && right.is_integer()
        } else if left == Prim::Bool {
            op.takes_bools()
        } else {
            !left.is_float() || op.takes_floats()
        };
        if fits {
            return;
        }
        self.front.report(no_meaning(op, left, right, span));
    }

    /// Reports a comparison of values that have none.
    fn comparable(&mut self, op: CompareOp, lhs: ExprId, span: Span) {
        let ty = self.types.expr(lhs).deref();
        let message = match (ty, op) {
            (Ty::Prim(_) | Ty::Number(_) | Ty::Error | Ty::Never, _) => return,
            (ty, CompareOp::Eq | CompareOp::Ne) if self.front.has_equality(ty) => {
                return self.derived(ty, EQUALITY, span);
            }
            (ty, _) if self.front.has_equality(ty) => return self.derived(ty, ORDER, span),
            (ty, _) => format!("values of type `{ty}` cannot be compared"),
        };
        let error = Diagnostic::error(codes::ARRAY_VALUE, span, message);
        self.front.report(error.help("compare its parts, or use `match`"));
    }

    /// Complains unless all types that are compared derive the operator's trait.
    fn derived(&mut self, ty: &Ty, name: &str, span: Span) {
        if let Some(adt) = self.front.underived(ty, name) {
            let message = format!("`{ty}` is compared, which needs `{name}`");
            let error = Diagnostic::error(codes::ARRAY_VALUE, span, message);
            let error = self.front.lacks_derive(error, adt, name);
            self.front.report(error);
        }
    }

    /// Reports an `as` or `from` between types that have none.
    fn cast(&mut self, value: ExprId, ty: &Ty, span: Span) {
        let from = self.types.expr(value);
        if let (true, Ty::Prim(to)) = (self.body.lossless.contains(&value), ty)
            && !from.is_wrong()
            && !from.as_prim().is_some_and(|from| from.fits_into(*to))
        {
            let message = format!("`{0}::from` takes what always fits a `{0}`, not a `{from}`", to.name());
            let error = Diagnostic::error(codes::CAST, span, message);
            self.front.report(error.help(format!("convert it with `.. as {}`", to.name())));
            return;
        }
        if self.front.is_plain_enum(from) && ty.as_prim().is_some_and(Prim::is_integer) {
            return;
        }
        let (Ty::Prim(from), Ty::Prim(to)) = (from, ty) else {
            if !matches!((from, ty), (Ty::Error | Ty::Never, _) | (_, Ty::Error)) {
                let message = format!("there is no cast from `{from}` to `{ty}`");
                let plain = self.front.is_plain_enum(from);
                let help = cast_advice(from, ty, plain);
                self.front.report(Diagnostic::error(codes::CAST, span, message).help(help));
            }
            return;
        };
        if cast(&ScalarValue::from_bits(from.scalar(), 0), to.scalar()).is_some() {
            return;
        }
        let message = format!("there is no cast from `{}` to `{}`", from.name(), to.name());
        let help = match to {
            Prim::Bool => "compare with zero: `x != 0`".to_owned(),
            to => format!("cast to an integer first: `b as u32 as {}`", to.name()),
        };
        self.front.report(Diagnostic::error(codes::CAST, span, message).help(help));
    }

    /// The dimension that an item is asked for is a number that it has.
    fn item_dimension(&mut self, id: ExprId, call: &MethodCall) {
        let (
            Some(Callee::Builtin(builtin @ (Builtin::ItemId | Builtin::ItemRange | Builtin::NdItem(_)))),
            [dimension],
        ) = (self.types.callee(id), call.args.as_slice())
        else {
            return;
        };
        let ty = self.types.expr(call.receiver).deref();
        let (Ty::Item(dimensions) | Ty::NdItem(dimensions) | Ty::Group(dimensions)) = ty else { return };
        let known = self.types.literal(self.body, *dimension).and_then(|value| value.bits());
        if known.is_none_or(|dimension| dimension >= u64::from(*dimensions)) {
            let message = format!("the dimension of `{ty}` is a number below {dimensions}");
            let error = Diagnostic::error(codes::LITERAL, self.body.exprs[*dimension].span, message);
            let method = if matches!(builtin, Builtin::NdItem(_)) { "local_id" } else { "id" };
            self.front.report(error.help(format!("dimensions count from 0: `item.{method}(0)`")));
        }
    }

    /// What directives say about statements cannot be said about a value.
    fn block(&mut self, id: ExprId, block: &Block) {
        let Some(directives) = &block.directives else { return };
        if matches!(self.types.expr(id), Ty::Unit | Ty::Error) {
            return;
        }
        let at = directives.entries().first().map_or(block.span, |entry| entry.span);
        let message = "a directive of a block is about statements, and this block is a value";
        let error = Diagnostic::error(codes::MISPLACED_DIRECTIVE, at, message);
        self.front.report(error.help("assign the value to a variable inside of the block"));
    }

    /// Reports options of a loop's directives that do not fit its variables.
    fn loop_items(&mut self, items: &LoopItems) {
        let types = self.types;
        for error in items.check(|local| types.local(local)) {
            self.front.report(error);
        }
    }

    /// Checks what an iterator counts and borrows.
    fn iter(&mut self, iter: &Iter) {
        match iter {
            Iter::Range { lo, .. } | Iter::From(lo) => self.range(*lo),
            Iter::Items { base, access: Access::Mutable } | Iter::Chunks { base, mutable: true, .. } => {
                self.borrowed_as_mutable(*base, "borrowed as mutable");
            }
            other => other.parts().into_iter().for_each(|part| self.iter(part)),
        }
    }

    /// Reports a range that counts with something else than an integer.
    fn range(&mut self, lo: ExprId) {
        let Some(prim) = self.prim(lo) else { return };
        let span = self.body.exprs[lo].span;
        if prim.is_integer() && prim.scalar().is_wide() {
            let message = format!("a loop counts with at most 64 bits, not with `{}`", prim.name());
            let help =
                format!("count with a `u64`, and compute the value from it: `lo + i as {}`", prim.name());
            self.front.report(Diagnostic::error(codes::RANGE, span, message).help(help));
        } else if !prim.is_integer() {
            let message = format!("a loop counts with an integer, not with `{}`", prim.name());
            let help = match prim {
                Prim::Bool => "match on both values, or count from 0 to 1".to_owned(),
                _ => format!("count with an integer, and compute the value from it: `i as {}`", prim.name()),
            };
            self.front.report(Diagnostic::error(codes::RANGE, span, message).help(help));
        }
    }
}

/// What to do instead of a cast of what is no scalar, or to what is none.
fn cast_advice(from: &Ty, to: &Ty, from_plain_enum: bool) -> &'static str {
    match (from, to) {
        (Ty::Number(_), Ty::Prim(Prim::F32)) => "convert it: `x.to_f32()`",
        (Ty::Number(_), Ty::Prim(Prim::F64)) => "convert it: `x.to_f64()`",
        (Ty::Number(_), _) => "narrow it: `x.to::<u32>()`",
        (Ty::Prim(Prim::F32), Ty::Number(_)) => "make one of it: `<Fixed<16, 4>>::from_f32(x)`",
        (Ty::Prim(Prim::F64), Ty::Number(_)) => "make one of it: `<Fixed<16, 4>>::from_f64(x)`",
        (_, Ty::Number(_)) => "make one of it: `Uint::<12>::new(x)`",
        (_, Ty::Adt(_)) => "choose the variant with `match`",
        (Ty::Adt(_), Ty::Prim(Prim::Bool)) if from_plain_enum => "compare it: `x == Type::Variant`",
        (Ty::Adt(_), _) if from_plain_enum => "cast to an integer first: `x as i32 as f32`",
        (Ty::Adt(_) | Ty::Option(_), _) => "take a number out of it, with `match` or a field, and cast that",
        (Ty::Tuple(_), _) => "cast one of its parts: `x.0 as u32`",
        (Ty::Ref { inner, .. }, _) if matches!(**inner, Ty::Prim(_)) => "take the value: `*x as u32`",
        _ => "only numbers, `bool` and enums without data can be cast: take an element of the array",
    }
}

/// True of what an `impl` block can define for its types.
fn is_operator(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Compare(..)) || method_of(kind).is_some()
}

/// An operator between types that do not have it.
fn no_meaning(op: BinaryOp, left: Prim, right: Prim, span: Span) -> Diagnostic {
    let symbol = op.symbol();
    if op.is_shift() && left.is_integer() {
        let message = format!("the operator `{symbol}` shifts by an integer, not by a `{}`", right.name());
        return Diagnostic::error(codes::OPERATOR, span, message).help("convert it: `.. as u32`");
    }
    let message = format!("the operator `{symbol}` has no meaning for `{}`", left.name());
    Diagnostic::error(codes::OPERATOR, span, message).help(match left {
        Prim::Bool => "`bool` has `&`, `|`, `^`, `!`, `&&` and `||`",
        _ => "it is an operator of integers",
    })
}

/// True if the default of a type has zeros in all its scalars, as far as that is known of the type alone.
fn has_zero_default(ty: &Ty) -> bool {
    match ty {
        Ty::Prim(_) | Ty::Number(_) | Ty::Option(_) | Ty::Error => !ty.holds_ref(),
        Ty::Tuple(parts) => parts.iter().all(has_zero_default),
        Ty::Array(element, _) => has_zero_default(element),
        _ => false,
    }
}
