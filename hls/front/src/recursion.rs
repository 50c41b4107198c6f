//! Calls in a circle.

use sycl_hls_ir::Diagnostic;
use syn::visit::{self, Visit};

use crate::codes;
use crate::front::Front;
use crate::front::Item;
use crate::hir::FnId;
use crate::names::plain_name;

/// Complains about functions that call themselves, directly or through others; once about each circle.
pub(crate) fn check(front: &mut Front<'_>) {
    let calls: Vec<Vec<FnId>> = front.funcs.iter().map(|func| callees(front, &func.syn.block)).collect();
    let mut reported = vec![false; calls.len()];
    for index in 0..calls.len() {
        let reachable = reachable(&calls, FnId(index));
        if !reachable[index] || reported[index] {
            continue;
        }
        // The others of the circle have the same mistake.
        for other in 0..calls.len() {
            reported[other] |= reachable[other] && self::reachable(&calls, FnId(other))[index];
        }
        let func = &front.funcs[index];
        let through = calls[index].iter().find(|other| other.0 != index && reported[other.0]);
        let message = match (calls[index].contains(&FnId(index)), through) {
            (false, Some(other)) => {
                format!("the function `{}` calls itself through `{}`", func.name, front.funcs[other.0].name)
            }
            _ => format!("the function `{}` calls itself", func.name),
        };
        let error = Diagnostic::error(codes::RECURSION, func.span, message)
            .note("hardware has no call stack: every call is a copy of the function (UG1399)")
            .help("use a loop");
        front.report(error);
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

/// The functions that `start` calls, directly or through others.
fn reachable(calls: &[Vec<FnId>], start: FnId) -> Vec<bool> {
    let mut seen = vec![false; calls.len()];
    let mut pending = calls[start.0].clone();
    while let Some(id) = pending.pop() {
        if !std::mem::replace(&mut seen[id.0], true) {
            pending.extend_from_slice(&calls[id.0]);
        }
    }
    seen
}
