//! Back ends: from checked KIR to text.

pub mod hls_cpp;
pub mod hw_emu;
pub mod simulator;
pub mod sw_emu;
pub mod verilog;

use sycl_hls_ir::directive::{At, Problem, ProblemKind};
use sycl_hls_ir::{Module, OpKind};

/// What a module has that no back end translates yet: processes that run at the same time. Nothing is emitted of such a
/// module.
#[must_use]
pub fn unsupported(module: &Module) -> Vec<At<Problem>> {
    let first = module.funcs.iter().filter_map(|(_, func)| {
        let ops = func.ops_in_order().into_iter().map(|op| &func.ops[op]);
        ops.filter(|op| matches!(op.kind, OpKind::Dataflow { .. })).map(|op| op.span).next()
    });
    let problem = Problem {
        kind: ProblemKind::Value,
        message: "there is no C++ and no hardware for processes that run at the same time yet".to_owned(),
        note: "they are checked, and the interpreter runs them".to_owned(),
        help: "let one loop do all of it, or one loop after the other".to_owned(),
    };
    first.map(|span| At::new(problem.clone(), span)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_ir::parse;

    #[test]
    fn processes_are_refused_where_they_stand() {
        let text = include_str!("../../../tests/kir/dataflow/producer_consumer.kir");
        let module = parse(text).unwrap();
        let [complaint] = unsupported(&module).try_into().unwrap();
        assert_eq!((complaint.span.start.line, complaint.span.start.column), (2, 5));
        assert!(complaint.message.contains("processes that run at the same time"), "{}", complaint.message);
        let plain = parse("module m\nkernel @k() {\nreturn\n}\n").unwrap();
        assert_eq!(unsupported(&plain), []);
    }
}
