//! A compiler with a fault in it: the generator finds it, and the reducer makes what it found small.

use sycl_hls_difftest::ast::{Program, module_text};
use sycl_hls_difftest::case::Case;
use sycl_hls_difftest::generate;
use sycl_hls_difftest::reduce::{Oracle, reduce};
use sycl_hls_ir::{BinaryOp, Module, OpKind, Overflow, interp};
use sycl_hls_tests::job::Job;

/// Compares the interpreter with itself after a module's `>>` by distances of the same type became `&`.
struct Faulty;

impl Oracle for Faulty {
    fn may_fail(&self, program: &Program) -> bool {
        Case::from(program).translate().is_ok()
    }

    fn fail(&mut self, programs: &[Program]) -> anyhow::Result<Vec<bool>> {
        Ok(programs.iter().map(differs).collect())
    }
}

fn differs(program: &Program) -> bool {
    let Ok(module) = Case::from(program).translate() else { return false };
    let mut faulty = module.clone();
    for (_, func) in faulty.funcs.iter_mut() {
        let types = func.clone();
        for (_, op) in func.ops.iter_mut() {
            if let OpKind::Binary { op: op @ BinaryOp::Shr, overflow: Overflow::Checked, lhs, rhs } =
                &mut op.kind
                && types.ty(*lhs) == types.ty(*rhs)
            {
                *op = BinaryOp::And;
            }
        }
    }
    program.jobs.iter().any(|job| outcome(&module, job) != outcome(&faulty, job))
}

/// The arguments after a run that ends normally.
fn outcome(module: &Module, job: &Job) -> Option<Vec<interp::Arg>> {
    let (id, _) = module.kernels().find(|(_, func)| func.name == job.kernel)?;
    let mut args: Vec<interp::Arg> = job.values().iter().map(|value| value.interp_arg()).collect();
    // What the fault makes of a bound may be anything.
    let options = interp::Options { steps: 10_000_000, ..interp::Options::default() };
    interp::call(module, id, &mut args, options).ok().map(|_| args)
}

#[test]
fn a_fault_of_the_compiler_is_found_and_reduced() {
    // The reducer translates each of its many programs: those of a short one take a fraction of the time.
    let found = (0..200).map(|number| generate::program(7, number)).filter(differs).take(4);
    let mut found: Vec<Program> = found.collect();
    assert!(found.len() > 1, "more than one program finds the fault");
    found.sort_by_key(|program| module_text(program).len());
    let program = found.swap_remove(0);
    let reduced = reduce(&program, &mut Faulty).expect("the interpreter answers");
    assert!(differs(&reduced));
    let text = module_text(&reduced);
    // The library's root shifts, too.
    assert!([">>", "isqrt"].iter().any(|shift| text.contains(shift)), "{text}");
    let (before, after) = (module_text(&program).lines().count(), text.lines().count());
    assert!(after <= 15, "{before} lines became {after}:\n{text}");
    assert_eq!(reduced.jobs.len(), 1);
}
