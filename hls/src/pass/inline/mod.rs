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

use sycl_hls_ir::{Func, FuncKind, Module, Span};

use super::rewrite::each_func;

pub(super) fn run(module: &mut Module) {
    let order = module.callees_first(module.funcs.iter().map(|(id, _)| id));
    let mut funcs = std::mem::take(&mut module.funcs);
    for id in order {
        let placeholder = Func::new("", FuncKind::Helper, None, Span::NONE);
        let mut func = std::mem::replace(&mut funcs[id], placeholder);
        calls::replace(module, &funcs, &mut func);
        pipelines::settle(module, &mut func);
        funcs[id] = func;
    }
    module.funcs = funcs.into_iter().map(|(_, func)| func).filter(Func::is_kernel).collect();
    each_func(module, |_, func| pipelines::forget_functions(func));
}
