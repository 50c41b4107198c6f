//! Takes checks out of innermost loops, so that the loops can be vectorized, without losing one.
//!
//! ```text
//! for i in lo..hi { trap_if a(i); trap_if b(data); .. }
//!
//! let safe = !a(lo) && !a(hi - 1);            // a is monotone in i, so it holds in between, too
//! let again = if safe {
//!     let mut failed = false;
//!     for i in lo..hi { failed |= b(data); .. }
//!     failed
//! } else { true };
//! if again { undo; for i in lo..hi { trap_if a(i); trap_if b(data); .. } }
//! ```
//! * A check is **hoisted** if what it tests is affine in the induction variable without overflow at both ends, which
//!   is tested, too: an affine function between two good values is good.
//! * All other checks are **deferred** if they can be: arithmetic may wrap without harm, because no address and no
//!   division depends on it. If one failed, the loop runs again with its checks, from the same state: what it reads
//!   it does not write, except for scalars, which are restored. The first failure is reported as ever.

mod plan;
mod rebuild;

use sycl_hls_ir::{Module, OpKind};

use super::rewrite::{each_func, expand};

pub(super) fn run(module: &mut Module) {
    each_func(module, |_, func| {
        expand(func, &mut |func, op, into| {
            let OpKind::For(for_loop) = func.ops[op].kind.clone() else {
                into.push(op);
                return;
            };
            match plan::plan(func, &for_loop) {
                Some(plan) => rebuild::rebuild(func, op, &for_loop, &plan, into),
                None => into.push(op),
            }
        });
    });
}
