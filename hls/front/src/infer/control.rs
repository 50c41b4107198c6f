//! Types of choices, loops and exits.

use sycl_hls_ir::{Diagnostic, Span};

use super::Infer;
use crate::codes;
use crate::hir::{Arms, Block, ExprId, ExprKind, ForExpr, MethodArms, WhileExpr};
use crate::ids::LoopId;
use crate::resolve::names_of_methods;
use crate::ty::Ty;

impl<'b> Infer<'b, '_> {
    /// The type of an expression that moves control.
    pub(super) fn control(&mut self, id: ExprId) -> Ty {
        let body = self.body;
        match &body.exprs[id].kind {
            ExprKind::If { cond, then, otherwise } => self.if_expr(*cond, then, *otherwise),
            ExprKind::Let(pat, scrutinee) => {
                let ty = self.expr(*scrutinee);
                self.pattern(*pat, &ty, None);
                Ty::BOOL
            }
            ExprKind::Match { scrutinee, arms } => self.match_expr(id, *scrutinee, arms),
            ExprKind::Block(block, label) => {
                let ty = self.block(block);
                match label {
                    Some(label) => {
                        let at = self.block_span(block);
                        self.left(*label, ty, at)
                    }
                    None => ty,
                }
            }
            ExprKind::For(for_expr) => self.for_expr(for_expr),
            ExprKind::While(while_expr) => self.while_expr(while_expr),
            ExprKind::Break(target, value) => {
                let (ty, at) = match value {
                    Some(value) => (self.expr(*value), self.value_span(*value)),
                    None => (Ty::Unit, body.exprs[id].span),
                };
                self.left(*target, ty, at);
                Ty::Never
            }
            ExprKind::Continue(_) | ExprKind::Panic(_) => Ty::Never,
            ExprKind::Return(value) => {
                let (found, at) = match value {
                    Some(value) => (self.expr(*value), self.value_span(*value)),
                    None => (Ty::Unit, body.exprs[id].span),
                };
                let ret = self.ret.clone();
                self.expect(&found, &ret, at);
                Ty::Never
            }
            ExprKind::Reduce(reduce) => self.reduce(reduce),
            ExprKind::Closure(closure) => self.closure_variable(closure),
            ExprKind::Function(func, generics) => self.function_value(id, *func, generics),
            ExprKind::CallVariable(local, args) => self.call_variable(*local, args),
            _ => Ty::Error,
        }
    }

    /// The value of a loop or block, of which `ty` is one.
    fn left(&mut self, target: LoopId, ty: Ty, at: Span) -> Ty {
        match self.breaks.get(&target).cloned() {
            Some(known) if known != Ty::Never => {
                self.expect(&ty, &known, at);
                known
            }
            _ => {
                self.breaks.insert(target, ty.clone());
                ty
            }
        }
    }

    /// Both branches unify; without `else` the value is `()`.
    fn if_expr(&mut self, cond: ExprId, then: &Block, otherwise: Option<ExprId>) -> Ty {
        let cond_ty = self.expr(cond);
        self.expect(&cond_ty, &Ty::BOOL, self.body.exprs[cond].span);
        let then_ty = self.block(then);
        match otherwise {
            None => {
                let at = self.block_span(then);
                self.only_if(&then_ty, at)
            }
            Some(otherwise) => {
                let ty = self.expr(otherwise);
                let at = self.value_span(otherwise);
                self.join(then_ty, ty, at)
            }
        }
    }

    /// The type of an expression that has the one value or the other.
    fn join(&mut self, first: Ty, second: Ty, at: Span) -> Ty {
        if first == Ty::Never {
            return second;
        }
        self.expect(&second, &first, at);
        first
    }

    /// All arms unify.
    fn match_expr(&mut self, id: ExprId, scrutinee: ExprId, arms: &'b Arms) -> Ty {
        let scrutinee_ty = self.expr(scrutinee);
        let scrutinee_ty = self.table.resolve(&scrutinee_ty);
        let Some(arms) = arms.of(&scrutinee_ty) else {
            if let Arms::Method(arms) = arms {
                if let Some(call) = arms.own.as_ref().filter(|call| self.has_method(&scrutinee_ty, call)) {
                    return self.method_on(id, &scrutinee_ty, call);
                }
                self.no_arms(arms, &scrutinee_ty);
            }
            return if scrutinee_ty == Ty::Never { Ty::Never } else { Ty::Error };
        };
        let mut ty = Ty::Never;
        for arm in arms {
            self.pattern(arm.pat, &scrutinee_ty, None);
            if let Some(guard) = arm.guard {
                let found = self.expr(guard);
                self.expect(&found, &Ty::BOOL, self.body.exprs[guard].span);
            }
            let found = self.expr(arm.body);
            let at = self.value_span(arm.body);
            ty = self.join(ty, found, at);
        }
        ty
    }

    /// Complains about a method of `Option` or `Result`, or a `?`, of something else.
    fn no_arms(&mut self, arms: &MethodArms, ty: &Ty) {
        if matches!(ty.deref(), Ty::Error | Ty::Never) {
            return;
        }
        let of = match (&arms.option, &arms.result) {
            (Some(_), None) => "an `Option`",
            (None, Some(_)) => "a `Result`",
            _ => "an `Option` or a `Result`",
        };
        let is_result = self.front.is_result(ty);
        let is_fallible = is_result || matches!(ty.deref(), Ty::Option(_));
        let shown = self.table.show(ty);
        let error = if arms.name == "?" {
            let message = format!("`?` takes {of} here, not `{shown}`");
            Diagnostic::error(codes::MISMATCH, arms.at, message).help(match is_fallible {
                true => "the function returns another kind: `ok()`, `ok_or(error)` and `match` make one of the other",
                false => "leave `?` away",
            })
        } else if is_fallible && names_of_methods(is_result).any(|name| name == arms.name) {
            let message = format!("the closure of `{}` is one for {of}, not for `{shown}`", arms.name);
            let error = Diagnostic::error(codes::METHOD, arms.at, message);
            error.help("a closure that gets the error has one parameter, and one for `None` has none")
        } else {
            self.unknown_method(ty.deref(), &arms.name, arms.at)
        };
        self.front.report(error);
    }

    /// The items unify with the pattern.
    fn for_expr(&mut self, for_expr: &ForExpr) -> Ty {
        let item = self.iter(&for_expr.iter);
        self.pattern(for_expr.pat, &item, None);
        let body = self.block(&for_expr.body);
        let at = self.block_span(&for_expr.body);
        self.expect(&body, &Ty::Unit, at);
        Ty::Unit
    }

    /// `while` and `while let`.
    fn while_expr(&mut self, while_expr: &WhileExpr) -> Ty {
        if let Some(cond) = while_expr.cond {
            let ty = self.expr(cond);
            self.expect(&ty, &Ty::BOOL, self.body.exprs[cond].span);
        }
        let body = self.block(&while_expr.body);
        let at = self.block_span(&while_expr.body);
        self.expect(&body, &Ty::Unit, at);
        match while_expr.cond {
            Some(_) => Ty::Unit,
            None => self.breaks.get(&while_expr.id).cloned().unwrap_or(Ty::Never),
        }
    }
}
