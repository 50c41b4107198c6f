//! Loops of which a report cannot tell how long they take.

use sycl_hls_ir::{Constants, Func, LoopDirectives, Module, OpKind, Span};

use super::{Finding, UNKNOWN_TRIPCOUNT, keyword};

/// Checks the loops of a function.
pub(super) fn check(module: &Module, func: &Func, findings: &mut Vec<Finding>) {
    let mut constants = Constants::default();
    for op in func.ops_in_order() {
        let op = &func.ops[op];
        constants.learn(module, func, op);
        match &op.kind {
            OpKind::For(for_loop) => {
                let known = constants.get(for_loop.lo).is_some() && constants.get(for_loop.hi).is_some();
                if !known {
                    findings.extend(finding(op.span, &for_loop.directives));
                }
            }
            OpKind::While { directives, .. } => findings.extend(finding(op.span, directives)),
            _ => {}
        }
    }
}

fn finding(at: Span, directives: &LoopDirectives) -> Option<Finding> {
    if directives.tripcount.is_some() {
        return None;
    }
    let message = "how often the loop runs is known only when the kernel runs";
    let finding = Finding::new(UNKNOWN_TRIPCOUNT, keyword(at), message).site(at);
    let finding =
        finding.note("Vitis' reports have a `?` for the cycles of such a loop, and of all around it");
    Some(finding.help("say what is usual: `#[loop_tripcount(max = 1024)]`; it changes nothing but reports"))
}
