//! Types of the items of iterators, and of what is computed of them.

use sycl_hls_ir::{BinaryOp, Diagnostic, Span};

use super::Infer;
use crate::codes;
use crate::hir::{Access, Choice, Closure, ExprId, Iter, Reduce, ReduceKind};
use crate::ty::Ty;

impl Infer<'_, '_> {
    /// The type of an iterator's items.
    pub(super) fn iter(&mut self, iter: &Iter) -> Ty {
        match iter {
            Iter::Error => Ty::Error,
            Iter::Range { lo, hi, .. } => {
                let (lo_ty, hi_ty) = (self.expr(*lo), self.expr(*hi));
                self.expect(&hi_ty, &lo_ty, self.body.exprs[*hi].span);
                lo_ty
            }
            Iter::From(lo) => self.expr(*lo),
            Iter::Items { base, access } => self.items(*base, *access),
            Iter::Chunks { base, size, mutable, .. } => {
                let element = self.items(*base, if *mutable { Access::Mutable } else { Access::Shared });
                self.usize(*size);
                Ty::reference(*mutable, Ty::Slice(Box::new(element.deref().clone())))
            }
            Iter::Windows { base, size, .. } => {
                let element = self.items(*base, Access::Shared);
                self.usize(*size);
                Ty::reference(false, Ty::Slice(Box::new(element.deref().clone())))
            }
            Iter::Zip(a, b) => Ty::Tuple(vec![self.iter(a), self.iter(b)]),
            Iter::Enumerate(inner) => Ty::Tuple(vec![Ty::USIZE, self.iter(inner)]),
            Iter::Rev(inner) => self.iter(inner),
            Iter::StepBy(inner, count, _) | Iter::Take(inner, count) | Iter::Skip(inner, count) => {
                let item = self.iter(inner);
                self.usize(*count);
                item
            }
            Iter::Copied(inner) => {
                let item = self.iter(inner);
                self.table.resolve(&item).deref().clone()
            }
            Iter::Map(inner, closure) => {
                let item = self.iter(inner);
                self.closure(closure, &[item])
            }
            Iter::Scan(inner, first, closure) => {
                let (item, state) = (self.iter(inner), self.expr(*first));
                let found = self.closure(closure, &[Ty::reference(true, state), item]);
                let value = self.table.new_any();
                self.expect(&found, &Ty::option(value.clone()), self.body.exprs[closure.body].span);
                value
            }
            Iter::FilterMap(inner, closure) => {
                let item = self.iter(inner);
                let (found, value) = (self.closure(closure, &[item]), self.table.new_any());
                self.expect(&found, &Ty::option(value.clone()), self.body.exprs[closure.body].span);
                value
            }
            Iter::Filter(inner, closure) | Iter::TakeWhile(inner, closure) => {
                let item = self.iter(inner);
                let found = self.closure(closure, &[Ty::reference(false, item.clone())]);
                self.expect(&found, &Ty::BOOL, self.body.exprs[closure.body].span);
                item
            }
        }
    }

    /// The least or the greatest item, which is a number.
    fn extreme(&mut self, item: &Ty, op: BinaryOp, at: Span) -> Ty {
        let name = if op == BinaryOp::Min { "min" } else { "max" };
        let of = self.table.resolve_or_default(item);
        let (message, help) = match of.deref() {
            ty if ty.is_wrong() => return Ty::Error,
            Ty::Prim(prim) if prim.is_integer() => {
                let item = self.table.resolve(item);
                return Ty::option(match item {
                    Ty::Ref { inner, .. } => Ty::reference(false, *inner),
                    item => item,
                });
            }
            Ty::Prim(prim) if prim.is_float() => (
                format!("`{name}` of an iterator is of integers: a NaN has no place in the order of floats"),
                format!(
                    "write `fold(first, |best, v| best.{name}({}v))`",
                    if of.is_ref() { "*" } else { "" }
                ),
            ),
            _ => (
                format!("`{name}` of an iterator is of integers, not of `{of}`"),
                "write a `for` loop".to_owned(),
            ),
        };
        self.front.report(Diagnostic::error(codes::METHOD, at, message).help(help));
        Ty::Error
    }

    /// Unifies a count with `usize`.
    fn usize(&mut self, id: ExprId) {
        let ty = self.expr(id);
        self.expect(&ty, &Ty::USIZE, self.body.exprs[id].span);
    }

    /// The type of the items of an array, a slice or a reference to one.
    fn items(&mut self, base: ExprId, access: Access) -> Ty {
        let ty = self.expr(base);
        let ty = self.table.resolve(&ty);
        let of = |element: &Ty| match (access, &ty) {
            (Access::Shared, _) => Ty::reference(false, element.clone()),
            (Access::Mutable, _) => Ty::reference(true, element.clone()),
            (Access::Value, Ty::Ref { mutable, .. }) => Ty::reference(*mutable, element.clone()),
            (Access::Value, _) => element.clone(),
        };
        match ty.deref() {
            Ty::Array(element, _) | Ty::Slice(element) => of(element),
            Ty::Error => Ty::Error,
            other => {
                let message = format!("a loop cannot run over a `{}`", self.table.show(other));
                let error = Diagnostic::error(codes::RANGE, self.body.exprs[base].span, message);
                self.front.report(error.help("it runs over a range, an array or a slice: `for i in 0..n`"));
                Ty::Error
            }
        }
    }

    /// Infers a closure with parameters of these types; gives its result's type.
    pub(super) fn closure(&mut self, closure: &Closure, params: &[Ty]) -> Ty {
        for ((pat, ty), declared) in closure.params.iter().zip(params).zip(&closure.types) {
            let errors = self.front.diagnostics.len();
            if let Some(declared) = declared {
                self.coerce(ty, declared, self.body.pats[*pat].span);
            }
            let is_wrong = self.front.diagnostics.len() > errors;
            let ty = if is_wrong { &Ty::Error } else { declared.as_ref().unwrap_or(ty) };
            self.pattern(*pat, ty, None);
        }
        let found = self.expr(closure.body);
        let Some(ret) = &closure.ret else { return found };
        let at = self.value_span(closure.body);
        self.coerce(&found, ret, at);
        ret.clone()
    }

    /// The type that a consumer of an iterator gives.
    pub(super) fn reduce(&mut self, reduce: &Reduce) -> Ty {
        let item = self.iter(&reduce.iter);
        match &reduce.kind {
            ReduceKind::Sum(of) | ReduceKind::Product(of) => {
                let value = self.table.resolve(&item).deref().clone();
                if let Some(of) = of {
                    self.expect(&value, of, reduce.at);
                }
                value
            }
            ReduceKind::Count => Ty::USIZE,
            ReduceKind::Any(closure) | ReduceKind::All(closure) => {
                let found = self.closure(closure, &[item]);
                self.expect(&found, &Ty::BOOL, self.body.exprs[closure.body].span);
                Ty::BOOL
            }
            ReduceKind::Extreme(op) => self.extreme(&item, *op, reduce.at),
            ReduceKind::Position(closure) => {
                let found = self.closure(closure, &[item]);
                self.expect(&found, &Ty::BOOL, self.body.exprs[closure.body].span);
                Ty::option(Ty::USIZE)
            }
            ReduceKind::Item(choice) => self.chosen_item(&item, choice, reduce.at),
            ReduceKind::ForEach(closure) => {
                let found = self.closure(closure, &[item]);
                self.expect(&found, &Ty::Unit, self.body.exprs[closure.body].span);
                Ty::Unit
            }
            ReduceKind::Fold { init, closure } => {
                let acc = self.expr(*init);
                let errors = self.front.diagnostics.len();
                let found = self.closure(closure, &[acc.clone(), item]);
                if self.front.diagnostics.len() > errors {
                    return Ty::Error;
                }
                self.expect(&found, &acc, self.body.exprs[closure.body].span);
                acc
            }
        }
    }

    /// What `find`, `min_by_key` and their like give: an `Option` of an item.
    fn chosen_item(&mut self, item: &Ty, choice: &Choice, at: Span) -> Ty {
        let item = self.table.resolve(item);
        let errors = self.front.diagnostics.len();
        let by_ref = Ty::reference(false, item.clone());
        match choice {
            Choice::Last => {}
            Choice::First(closure) => {
                let found = self.closure(closure, &[by_ref]);
                self.expect(&found, &Ty::BOOL, self.body.exprs[closure.body].span);
            }
            Choice::ByKey(_, closure) => {
                let key = self.closure(closure, &[by_ref]);
                self.check_key(&key, self.body.exprs[closure.body].span);
            }
            Choice::By(_, closure) => {
                let found = self.closure(closure, &[by_ref.clone(), by_ref]);
                let ordering = self.front.ordering().map_or(Ty::Error, |id| self.front.adt_ty(id));
                self.expect(&found, &ordering, self.body.exprs[closure.body].span);
            }
        }
        if self.front.diagnostics.len() > errors {
            return Ty::Error;
        }
        let message = match lent(&item) {
            Lent::Copied => return Ty::option(item),
            Lent::Mutable => {
                "a mutable reference that is chosen when the kernel runs is not in the kernel language"
            }
            Lent::Parts => {
                "a part of a slice that is chosen when the kernel runs is not in the kernel language"
            }
        };
        let error = Diagnostic::error(codes::METHOD, at, message)
            .note("what such a method gives is a copy of the item, with references to that");
        self.front.report(error.help("look for the index: `position(|item| ..)`"));
        Ty::Error
    }

    /// Complains about keys that have no order.
    fn check_key(&mut self, key: &Ty, at: Span) {
        let key = self.table.resolve_or_default(key);
        if key.is_wrong() || is_ordered(&key) {
            return;
        }
        let message = match key.deref() {
            Ty::Prim(_) => "a NaN has no place in the order of floats".to_owned(),
            _ => format!("values of `{key}` are no keys"),
        };
        let error = Diagnostic::error(codes::METHOD, at, message);
        self.front.report(error.help(match key.deref() {
            Ty::Prim(_) => "compare them: `max_by(|a, b| a.partial_cmp(b).unwrap())`, which a NaN stops",
            _ => "give an integer, or a tuple of integers",
        }));
    }
}

/// How an iterator lends its items.
enum Lent {
    /// As values and as references to what nobody writes meanwhile: a copy is as good.
    Copied,
    Mutable,
    /// As parts of slices.
    Parts,
}

fn lent(item: &Ty) -> Lent {
    match item {
        Ty::Ref { mutable: true, .. } => Lent::Mutable,
        Ty::Ref { inner, .. } if matches!(**inner, Ty::Slice(_)) => Lent::Parts,
        Ty::Tuple(parts) => {
            let parts = parts.iter().map(lent);
            parts
                .reduce(|first, other| if matches!(first, Lent::Copied) { other } else { first })
                .unwrap_or(Lent::Copied)
        }
        _ => Lent::Copied,
    }
}

/// True of types that have `Ord`, as far as the front end compares their parts itself.
fn is_ordered(ty: &Ty) -> bool {
    match ty.deref() {
        Ty::Prim(prim) => !prim.is_float(),
        Ty::Tuple(parts) => parts.iter().all(is_ordered),
        Ty::Array(inner, _) | Ty::Option(inner) => is_ordered(inner),
        ty => *ty == Ty::Unit,
    }
}
