//! Closures in variables: their types are the same at each call.

use sycl_hls_ir::Diagnostic;

use super::Infer;
use crate::codes;
use crate::hir::{ClosureId, ExprId};
use crate::ty::Ty;

impl Infer<'_, '_> {
    /// `let f = |x| ..;`
    pub(super) fn name_closure(&mut self, id: ClosureId) -> Ty {
        let named = &self.body.named_closures[id];
        let types: Vec<Ty> = named.closure.params.iter().map(|_| self.table.new_any()).collect();
        let found = self.closure(&named.closure, &types);
        let at = self.value_span(named.closure.body);
        let ret = match &named.ret {
            Some(ret) => {
                self.coerce(&found, ret, at);
                ret.clone()
            }
            None => found,
        };
        let ret = self.table.resolve(&ret);
        let ret = if ret.holds_ref() {
            let error =
                Diagnostic::error(codes::EXPRESSION, at, "a closure in a variable gives no reference");
            self.front.report(
                error.note("on hardware, memories are wired to what reaches them").help("give the value"),
            );
            Ty::Error
        } else {
            ret
        };
        self.closures.insert(id, (types, ret));
        Ty::Unit
    }

    /// `f(x)`
    pub(super) fn call_closure(&mut self, id: ClosureId, args: &[ExprId]) -> Ty {
        let found: Vec<Ty> = args.iter().map(|arg| self.expr(*arg)).collect();
        // It is not known where its `let` was not reached by the walk, in code that was complained about.
        let Some((types, ret)) = self.closures.get(&id).cloned() else { return Ty::Error };
        for ((arg, found), expected) in args.iter().zip(&found).zip(&types) {
            let at = self.value_span(*arg);
            self.coerce(found, expected, at);
        }
        ret
    }
}
