//! Passes, on small kernels: what they make of the code, and that it still means the same.

use sycl_hls_compiler::pass::{
    CHECKS, DEAD, Pass, REGISTRY, SIMPLIFY, SPECULATE, TOTAL_DIVISION, WRAPPING_DIVISION, run_all,
};
use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_ir::{Module, OpKind, PrintOptions, check, print_with};
use sycl_hls_types::{FaultKind, ScalarValue};

use crate::hardware::subject::rust;

fn after(code: &str, passes: &[Pass]) -> Module {
    let mut module = rust(code);
    run_all(&mut module, passes);
    assert_eq!(check(&module), Ok(()));
    module
}

fn text(module: &Module) -> String {
    let full = print_with(module, PrintOptions::READABLE);
    full.lines().skip(2).collect::<Vec<_>>().join("\n")
}

fn run(module: &Module, args: &[Arg]) -> Result<Vec<Arg>, interp::Error> {
    let mut args = args.to_vec();
    let (kernel, _) = module.kernels().next().unwrap();
    interp::run(module, kernel, &mut args).map(|()| args)
}

fn slice<T: Copy + Into<ScalarValue>>(values: &[T]) -> Arg {
    Arg::Slice(values.iter().map(|value| (*value).into()).collect())
}

fn traps_inside_loops(module: &Module) -> usize {
    let count = |func: &sycl_hls_ir::Func| {
        let ops = func.ops_in_order();
        ops.iter().filter(|op| matches!(func.ops[**op].kind, OpKind::TrapIf { .. })).count()
    };
    module.funcs.iter().map(|(_, func)| count(func)).sum()
}

#[test]
fn every_pass_is_in_the_registry_once() {
    let mut names: Vec<&str> = REGISTRY.iter().map(|pass| pass.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), REGISTRY.len());
}

#[test]
fn checks_stand_before_what_may_fail() {
    let module = after("#[kernel] fn k(n: i32, x: &mut [i32]) { x[1] = (x[0] + n) / n << 3; }", &[CHECKS]);
    insta::assert_snapshot!(text(&module), @r#"
    kernel @k(%0.n: i32, &1.x: mut [i32] bundle "gmem0") {
      %1 = const 0: u64
      %2 = len &1.x: u64
      %3 = ge %1, %2: bool
      trap_if %3, index "x"(%1, %2)
      %4 = read &1.x[%1]: i32
      %5 = overflows.add %4, %0.n: bool
      trap_if %5, overflow.add(%4, %0.n)
      %6 = add %4, %0.n: i32
      %7 = const 0: i32
      %8 = eq %0.n, %7: bool
      trap_if %8, divide_by_zero.div(%6, %0.n)
      %9 = overflows.div %6, %0.n: bool
      trap_if %9, overflow.div(%6, %0.n)
      %10 = div %6, %0.n: i32
      %11 = const 3: i32
      %12 = shl %10, %11: i32
      %13 = const 1: u64
      %14 = len &1.x: u64
      %15 = ge %13, %14: bool
      trap_if %15, index "x"(%13, %14)
      write &1.x[%13], %12
      return
    }
    "#);
}

#[test]
fn what_cannot_fail_is_not_checked() {
    let module = after(
        "const N: usize = 4;
         #[kernel] fn k(a: u32, f: f32, #[len(1)] x: &mut [u32]) {
             let mut local = [0u32; 4];
             for i in 0..4 { local[N - 1] = a.wrapping_add(i) / 3; }
             local[2] = (f * f + 1.0) as u32 & (a >> 31);
             x[0] = a.wrapping_shl(a) ^ local[3];
         }",
        &[CHECKS],
    );
    // What is left is the index into the slice, whose length the compiler does not know.
    assert_eq!(traps_inside_loops(&module), 2, "{}", text(&module));
}

#[test]
fn division_becomes_total() {
    let code = "#[kernel] fn k(a: i32, b: i32, x: &mut [i32]) { x[0] = a / b; x[1] = a % b; }";
    let module = after(code, &[TOTAL_DIVISION]);
    let divide = |a: i32, b: i32| {
        let args = run(&module, &[Arg::Scalar(a.into()), Arg::Scalar(b.into()), slice(&[0, 0])]).unwrap();
        args[2].clone()
    };
    assert_eq!(divide(7, 2), slice(&[3, 1]));
    assert_eq!(divide(7, 0), slice(&[-1, 7]));
    assert_eq!(divide(i32::MIN, -1), slice(&[i32::MIN, 0]));
    let unguarded = module.funcs.iter().flat_map(|(_, func)| {
        let top = func.regions[func.body].ops.iter().map(|op| func.ops[*op].kind.clone());
        top.collect::<Vec<_>>()
    });
    assert!(!unguarded.into_iter().any(|kind| matches!(kind, OpKind::Binary { .. })), "{}", text(&module));
}

#[test]
fn wrapping_division_by_minus_one_is_spelled_out_and_nothing_else() {
    let code = "#[kernel] fn k(a: i32, b: i32, x: &mut [i32]) {
        x[0] = a.wrapping_div(b); x[1] = a.wrapping_rem(b); x[2] = a / b; x[3] = a.wrapping_div(7);
    }";
    let module = after(code, &[WRAPPING_DIVISION]);
    let kernel = &module.kernels().next().unwrap().1;
    let ifs =
        kernel.ops_in_order().iter().filter(|op| matches!(kernel.ops[**op].kind, OpKind::If { .. })).count();
    assert_eq!(ifs, 2, "{}", text(&module));
    let args =
        run(&module, &[Arg::Scalar(i32::MIN.into()), Arg::Scalar((-1).into()), slice(&[0; 4])]).unwrap();
    assert_eq!(args[2], slice(&[i32::MIN, 0, i32::MIN, i32::MIN / 7]));
}

#[test]
fn comparisons_that_types_decide_are_folded() {
    let module = after(
        "#[kernel] fn k(a: u8, b: i32, x: &mut [u8]) {
             x[0] = (a >= 0) as u8; x[1] = (a <= 255) as u8; x[2] = (a < 0) as u8; x[3] = (b == b) as u8;
             x[4] = (b >= 0) as u8;
             for i in 0..0 { x[i] = 1; }
             for i in 5..=4 { x[i] = 1; }
             for i in a..0 { x[0] = i; }
         }",
        &[SIMPLIFY, DEAD],
    );
    let text = text(&module);
    assert_eq!(text.matches(" ge ").count(), 1, "{text}");
    assert!(!text.contains(" le ") && !text.contains(" lt ") && !text.contains(" eq "), "{text}");
    assert!(!text.contains("for "), "{text}");
}

#[test]
fn operations_that_change_nothing_go() {
    let module = after(
        "#[kernel] fn k(a: u32, b: bool, x: &mut [u32]) {
             let same = 0 + (a & 6);
             x[0] = same * 1 + 0; x[1] = a - 0; x[2] = (a | 0) / 1; x[3] = (b & true) as u32;
             x[4] = 0 - x[0]; x[5] = 1 / (a | 1); x[6] = (b & false) as u32; x[7] = a & 1;
         }",
        &[SIMPLIFY, DEAD],
    );
    let text = text(&module);
    for (op, count) in [(" add ", 0), (" mul ", 0), (" sub ", 1), (" or ", 1), (" div ", 1), (" and ", 3)] {
        assert_eq!(text.matches(op).count(), count, "{op}: {text}");
    }
    let [_, _, x] = run(&module, &[Arg::Scalar(14_u32.into()), Arg::Scalar(true.into()), slice(&[0_u32; 8])])
        .unwrap()
        .try_into()
        .unwrap();
    let six_less = 6_u32.wrapping_neg();
    assert_eq!(x, slice(&[6_u32, 14, 14, 1, six_less, 0, 0, 0]));
}

#[test]
fn what_nothing_uses_is_removed() {
    let module = after(
        "#[kernel] fn k(a: i32, x: &mut [i32]) {
             let unused = a * 3;
             let mut dead = [a; 4];
             dead[1] = unused;
             let both = if a > 0 { dead[2] } else { 7 };
             for i in 0..10 { dead[i] = a; }
             if a > 5 { let gone = a; }
             x[0] = called(a);
             called(a);
         }
         fn called(a: i32) -> i32 { a + 1 }",
        &[DEAD],
    );
    insta::assert_snapshot!(text(&module), @r#"
    kernel @k(%0.a: i32, &1.x: mut [i32] bundle "gmem0") {
      %1 = call @called(%0.a): i32
      %2 = const 0: u64
      write &1.x[%2], %1
      %3 = call @called(%0.a): i32
      return
    }

    fn @called(%0.a: i32) -> i32 {
      %1 = const 1: i32
      %2 = add %0.a, %1: i32
      return %2
    }
    "#);
}

mod speculation {
    use super::*;

    /// Outcomes with and without speculation are the same for all these arguments.
    fn same(code: &str, arguments: &[Vec<Arg>]) {
        let checked = after(code, &[CHECKS]);
        let speculated = after(code, &[CHECKS, SPECULATE]);
        let cleaned = after(code, &[CHECKS, SPECULATE, WRAPPING_DIVISION, SIMPLIFY, DEAD]);
        for args in arguments {
            let expected = run(&checked, args);
            let is_fault = matches!(expected, Ok(_) | Err(interp::Error::Fault(_)));
            assert!(is_fault, "{expected:?}");
            assert_eq!(run(&speculated, args), expected, "{args:?} in\n{}", text(&speculated));
            assert_eq!(run(&cleaned, args), expected, "{args:?} in\n{}", text(&cleaned));
        }
    }

    /// The checks left in the loop that runs when all is well.
    fn checks_in_fast_loop(code: &str) -> usize {
        let speculated = after(code, &[CHECKS, SPECULATE, DEAD]);
        let slow = after(code, &[CHECKS, DEAD]);
        traps_inside_loops(&speculated) - traps_inside_loops(&slow)
    }

    const ADD: &str = "#[kernel] fn k(a: &[i32], b: &[i32], c: &mut [i32]) {
        for i in 0..c.len() { c[i] = a[i] + b[i]; }
    }";

    fn vectors(a: &[i32], b: &[i32], c: usize) -> Vec<Arg> {
        vec![slice(a), slice(b), slice(&vec![0; c])]
    }

    #[test]
    fn index_and_overflow_checks_leave_the_loop() {
        assert_eq!(checks_in_fast_loop(ADD), 0);
        same(
            ADD,
            &[
                vectors(&[1, 2, 3], &[4, 5, 6], 3),
                vectors(&[], &[], 0),
                vectors(&[1], &[], 1),
                vectors(&[1, 2], &[1, 2, 3], 3),
                vectors(&[1, i32::MAX, 3], &[4, 5, 6], 3),
                vectors(&[1, i32::MAX], &[4, 5, 6], 3),
                vectors(&[1, 2, i32::MAX], &[4, 5], 3),
                vectors(&[i32::MIN, -1, 0], &[-1, i32::MIN, 0], 3),
            ],
        );
    }

    #[test]
    fn offsets_that_wrap_are_found() {
        let code = "#[kernel] fn k(at: usize, step: usize, n: usize, a: &[i32], c: &mut [i32]) {
            for i in 0..n { c[i] = a[i * step + at]; }
        }";
        assert_eq!(checks_in_fast_loop(code), 0);
        let args = |at: usize, step: usize, n: usize| {
            vec![
                Arg::Scalar(at.into()),
                Arg::Scalar(step.into()),
                Arg::Scalar(n.into()),
                slice(&[1, 2, 3, 4, 5, 6, 7, 8]),
                slice(&[0; 4]),
            ]
        };
        let max = usize::MAX;
        same(
            code,
            &[
                args(0, 1, 4),
                args(1, 2, 4),
                args(2, 2, 4),
                args(0, 0, 4),
                args(0, 1, 5),
                args(max, 1, 1),
                args(max - 1, 1, 4),
                args(0, max, 2),
                args(5, max / 2 + 1, 3),
                args(1, max / 3 + 1, 4),
                args(0, 3, 0),
                args(max, max, 0),
            ],
        );
    }

    #[test]
    fn falling_indices_are_checked_at_their_other_end() {
        let code = "#[kernel] fn k(n: usize, a: &[u32], c: &mut [u32]) {
            for i in 0..n { c[i] = a[n - 1 - i] - a[0]; }
        }";
        assert_eq!(checks_in_fast_loop(code), 0);
        let args = |n: usize, a: &[u32]| vec![Arg::Scalar(n.into()), slice(a), slice(&[0_u32; 4])];
        same(
            code,
            &[args(4, &[1, 2, 3, 4]), args(3, &[2, 1, 5]), args(4, &[1, 2]), args(0, &[]), args(5, &[0; 9])],
        );
    }

    #[test]
    fn accumulators_are_restored() {
        let code = "#[kernel] fn k(a: &[i32], s: &mut [i32]) {
            let mut sum = s[0];
            for i in 0..a.len() { sum += a[i]; }
            s[0] = sum;
        }";
        assert_eq!(checks_in_fast_loop(code), 0);
        let args = |start: i32, a: &[i32]| vec![slice(a), slice(&[start])];
        same(
            code,
            &[
                args(5, &[1, 2, 3]),
                args(0, &[]),
                args(i32::MAX - 3, &[1, 2, 1]),
                // The sum is back in range at the end, and yet the first step overflows.
                args(i32::MAX, &[1, -1]),
            ],
        );
    }

    #[test]
    fn every_integer_type_notes_its_overflows() {
        for (ty, a, b) in [
            ("i32", i128::from(i32::MIN), 1),
            ("i64", i64::MAX.into(), -1),
            ("u32", 0, 1),
            ("u64", u64::MAX.into(), 2),
            ("u8", 255, 1),
        ] {
            for op in ["+", "-", "*"] {
                let code = format!(
                    "#[kernel] fn k(a: &[{ty}], b: &[{ty}], c: &mut [{ty}]) {{
                         for i in 0..c.len() {{ c[i] = a[i] {op} b[i]; }}
                     }}"
                );
                let scalar: sycl_hls_types::Scalar = ty.parse().unwrap();
                let value = |n: i128| ScalarValue::wrapping(scalar, n);
                let args = |x: i128, y: i128| {
                    let vector = |n: i128| Arg::Slice(vec![value(1), value(n), value(2)]);
                    vec![vector(x), vector(y), vector(0)]
                };
                same(&code, &[args(a, b), args(b, a), args(a, a), args(2, 3), args(0, 0), args(a, 0)]);
            }
        }
    }

    #[test]
    fn loops_that_read_what_they_write_keep_their_checks() {
        let code = "#[kernel] fn k(x: &mut [i32]) { for i in 1..x.len() { x[i] = x[i - 1] + x[i]; } }";
        assert_eq!(checks_in_fast_loop(code), 1);
        same(code, &[vec![slice(&[1, 2, 3])], vec![slice(&[i32::MAX, 1, -5])], vec![slice::<i32>(&[])]]);
    }

    #[test]
    fn indices_from_data_and_divisions_keep_their_checks() {
        let gather = "#[kernel] fn k(at: &[u32], a: &[i32], c: &mut [i32]) {
            for i in 0..c.len() { c[i] = a[at[i] as usize] + 1; }
        }";
        assert_eq!(checks_in_fast_loop(gather), 2);
        let args = |at: &[u32], a: &[i32]| vec![slice(at), slice(a), slice(&[0, 0])];
        same(gather, &[args(&[0, 1], &[5, 6]), args(&[0, 2], &[5, 6]), args(&[1, 9], &[5, i32::MAX])]);
        let divide = "#[kernel] fn k(a: &[i32], b: &[i32], c: &mut [i32]) {
            for i in 0..c.len() { c[i] = a[i] / b[i] + a[i]; }
        }";
        same(
            divide,
            &[
                vectors(&[6, 7], &[2, 3], 2),
                vectors(&[6, 7], &[2, 0], 2),
                vectors(&[i32::MIN, 1], &[-1, 0], 2),
                vectors(&[i32::MAX, 1], &[1, 0], 2),
            ],
        );
    }

    #[test]
    fn checks_under_conditions_may_only_make_the_loop_slow() {
        let code = "#[kernel] fn k(on: bool, n: usize, a: &[i32], c: &mut [i32]) {
            for i in 0..n { c[i] = if on { a[i + 2] } else { 1 }; }
        }";
        let args = |on: bool, n: usize| {
            vec![Arg::Scalar(on.into()), Arg::Scalar(n.into()), slice(&[1, 2, 3]), slice(&[0; 4])]
        };
        same(code, &[args(true, 1), args(true, 2), args(false, 4), args(false, 5), args(true, 0)]);
    }

    #[test]
    fn inclusive_loops_and_other_counters() {
        let code = "#[kernel] fn k(lo: u8, hi: u8, c: &mut [u8]) {
            for i in lo..=hi { c[i as usize] = i + 1; }
        }";
        let args = |lo: u8, hi: u8| vec![Arg::Scalar(lo.into()), Arg::Scalar(hi.into()), slice(&[0_u8; 256])];
        same(code, &[args(0, 254), args(0, 255), args(255, 255), args(9, 3), args(7, 7)]);
    }

    #[test]
    fn the_first_fault_is_the_one_reported() {
        let speculated = after(ADD, &[CHECKS, SPECULATE]);
        let Err(interp::Error::Fault(fault)) = run(&speculated, &vectors(&[1, i32::MAX, 3], &[1, 2], 3))
        else {
            panic!("it overflows")
        };
        assert_eq!(fault.kind, FaultKind::Overflow);
        assert!(fault.message.contains("2147483647 + 2"), "{fault}");
    }
}

#[test]
fn a_row_that_is_copied_to_itself_is_not_used() {
    let code = "#[kernel] pub fn k(y: &mut [i32]) {
        let mut rows = [[1, 2], [3, 4]];
        rows[1] = rows[1];
        y[0] = 5;
    }";
    let text = text(&after(code, &[SIMPLIFY, DEAD]));
    assert!(!text.contains("rows"), "{text}");
}
