//! Calls in a circle.

use sycl_hls_ir::Diagnostic;
use syn::visit::{self, Visit};

use crate::codes;
use crate::front::{Front, plain_name};
use crate::hir::FnId;
use crate::items::Item;

/// Complains about every function that calls itself, directly or through others.
pub(crate) fn check(front: &mut Front<'_>) {
    let calls: Vec<Vec<FnId>> = front.funcs.iter().map(|func| callees(front, &func.syn.block)).collect();
    for index in 0..calls.len() {
        if reaches_itself(&calls, FnId(index)) {
            let func = &front.funcs[index];
            let error = Diagnostic::error(
                codes::RECURSION,
                func.span,
                format!("the function `{}` calls itself", func.name),
            )
            .note("hardware has no call stack: every call is a copy of the function")
            .help("use a loop");
            front.report(error);
        }
    }
}

fn callees(front: &Front<'_>, block: &syn::Block) -> Vec<FnId> {
    let mut calls = Calls { front, found: Vec::new() };
    calls.visit_block(block);
    calls.found
}

struct Calls<'c> {
    front: &'c Front<'c>,
    found: Vec<FnId>,
}

impl Visit<'_> for Calls<'_> {
    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func
            && let Some(ident) = path.path.get_ident()
            && let Some(Item::Fn(id)) = self.front.names.get(&plain_name(ident))
        {
            self.found.push(*id);
        }
        visit::visit_expr_call(self, call);
    }
}

fn reaches_itself(calls: &[Vec<FnId>], start: FnId) -> bool {
    let mut seen = vec![false; calls.len()];
    let mut pending = calls[start.0].clone();
    while let Some(id) = pending.pop() {
        if id == start {
            return true;
        }
        if !std::mem::replace(&mut seen[id.0], true) {
            pending.extend_from_slice(&calls[id.0]);
        }
    }
    false
}
