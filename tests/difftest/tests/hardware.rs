//! Random programs mean the same after the passes for hardware, with checks and without.

use sycl_hls_compiler::pass::{CHECKS, DEAD, FOLD, HARDWARE, INLINE, Pass, SIMPLIFY, SROA, UNROLL, run_all};
use sycl_hls_difftest::case::Case;
use sycl_hls_difftest::generate;
use sycl_hls_ir::interp::{self, Arg, Error, Options};
use sycl_hls_ir::{Module, print};
use sycl_hls_tests::is_all;
use sycl_hls_tests::job::Job;

/// Programs of a sample, and of what `make test-all` runs.
const PROGRAMS: [u64; 2] = [60, 1000];

/// Lists of passes, and their parts in other orders.
const LISTS: [&[Pass]; 4] =
    [HARDWARE, &[SROA, UNROLL], &[UNROLL, INLINE, SROA, FOLD], &[FOLD, INLINE, SIMPLIFY, SROA, DEAD]];

/// The arguments after a run.
pub fn outcome(module: &Module, job: &Job) -> Result<Vec<Arg>, Error> {
    let (id, _) = module.kernels().find(|(_, func)| func.name == job.kernel).expect("there is the kernel");
    let mut args: Vec<Arg> = job.values().iter().map(|value| value.interp_arg()).collect();
    let options = Options { steps: 20_000_000, ..Options::default() };
    interp::call(module, id, &mut args, options).map(|_| args)
}

fn same(a: &Result<Vec<Arg>, Error>, b: &Result<Vec<Arg>, Error>) -> bool {
    let same_arg = |(a, b): (&Arg, &Arg)| match (a, b) {
        (Arg::Slice(a), Arg::Slice(b)) => a.iter().zip(b).all(|(a, b)| a.same_result(b)),
        _ => true,
    };
    match (a, b) {
        (Ok(a), Ok(b)) => a.iter().zip(b).all(same_arg),
        (a, b) => a == b,
    }
}

#[test]
fn random_programs_mean_the_same() {
    let (mut runs, mut stopped) = (0, 0);
    for number in 0..PROGRAMS[usize::from(is_all())] {
        let case = Case::from(&generate::program(11, number));
        let plain = case.translate().expect("the program translates");
        let lowered = |module: &Module, passes: &[Pass]| {
            let mut module = module.clone();
            run_all(&mut module, passes);
            module
        };
        let checked = lowered(&plain, &[CHECKS]);
        let expected: Vec<_> = case.jobs.iter().map(|job| outcome(&checked, job)).collect();
        for passes in LISTS {
            let [release, both] = [&plain, &checked].map(|module| lowered(module, passes));
            for (job, expected) in case.jobs.iter().zip(&expected) {
                runs += 1;
                stopped += u32::from(expected.is_err());
                let modules = if expected.is_ok() { vec![&both, &release] } else { vec![&both] };
                for module in modules {
                    let result = outcome(module, job);
                    assert!(
                        same(&result, expected),
                        "program {number}, {}: {result:?}\ninstead of {expected:?}\n{}\n{}",
                        job.kernel,
                        case.text,
                        print(module)
                    );
                }
            }
        }
    }
    println!("{runs} runs, {stopped} of them end with an error");
    assert!(stopped * 2 < runs);
}
