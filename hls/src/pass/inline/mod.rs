//! Inlining: puts the body of every helper where it is called, callees first. Only kernels are left in the module.
//!
//! ```text
//! %3 = call @f(%1, &0[%2] slice(%lo, %len))      slot $1.f: mut u32
//!                                                block {
//! fn @f(%0, &1.x: [u32]): u32 {                    if %c { write $1, %a   break 0 }
//!   if %c { return %a }                            %i' = add.wrapping %lo, %i
//!   %4 = read &1[%i]                               %4 = read &0[%2, %i']
//!   return %4                                      write $1, %4
//! }                                              }
//!                                                %3 = read $1
//! ```
//! A callee that returns at its end only needs neither block nor slot.
//!
//! What becomes of directives: those of loops, variables, scopes and operators come along. Of the callee's own,
//! `latency`, `loop_merge`, `expression_balance` and the limits of operations become those of a scope around its body.
//! `pipeline` is dropped; what it implies is not: the loops of the body are unrolled. `inline`, limits of functions and
//! what its parameters have (`stable`, `function_instantiate`) have no meaning any more.
//!
//! A loop that is pipelined needs loops with constant bounds inside of it (K14). Where a callee has others, the loop
//! loses its `pipeline`: calls hid that it cannot be one.
//!
//! The pass `checks` comes before this one: names of indexed variables and lengths of parts are those of the callee.

mod arg;
mod calls;
mod graft;
mod pipelines;

use rustc_hash::FxHashSet;
use sycl_hls_ir::la_arena::Arena;
use sycl_hls_ir::{Func, FuncId, FuncKind, Module, Span};

use super::rewrite::each_func;

pub(super) fn run(module: &mut Module) {
    let mut funcs = std::mem::take(&mut module.funcs);
    for id in callees_first(&funcs) {
        let placeholder = Func::new("", FuncKind::Helper, None, Span::NONE);
        let mut func = std::mem::replace(&mut funcs[id], placeholder);
        calls::replace(module, &funcs, &mut func);
        pipelines::settle(module, &mut func);
        funcs[id] = func;
    }
    module.funcs = funcs.into_iter().map(|(_, func)| func).filter(Func::is_kernel).collect();
    each_func(module, |_, func| pipelines::forget_functions(func));
}

/// Every function, after those that it calls.
fn callees_first(funcs: &Arena<Func>) -> Vec<FuncId> {
    let (mut order, mut seen) = (Vec::new(), FxHashSet::default());
    for (id, _) in funcs.iter() {
        visit(funcs, id, &mut seen, &mut order);
    }
    order
}

fn visit(funcs: &Arena<Func>, id: FuncId, seen: &mut FxHashSet<FuncId>, order: &mut Vec<FuncId>) {
    if seen.insert(id) {
        for callee in funcs[id].callees() {
            visit(funcs, callee, seen, order);
        }
        order.push(id);
    }
}
