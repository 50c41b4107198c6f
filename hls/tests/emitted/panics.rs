//! Panics of Rust: with checks they stop the kernel, without they are not there.

use sycl_hls_compiler::back::{hls_cpp, sw_emu};
use sycl_hls_compiler::pass::{CHECKS, SPECULATE};
use sycl_hls_ir::{OpKind, parse};

use crate::emitted::harness::{after, agree, scalar, slice};

/// A kernel that runs `body` with `%0` of type `ty`, `%1` an `u64` and the slice `&2`.
fn kernel(ty: &str, body: &str) -> String {
    format!(
        "module m from \"m.rs\"\nkernel @k(%0.a: {ty}, %1.n: u64, &2.x: mut [{ty}] bundle \"g\") {{\n{body}\n\
         %90 = const 0: u64\nwrite &2[%90], %0\nreturn\n}}\n"
    )
}

#[test]
fn every_panic_has_its_values() {
    for (ty, trap, message) in [
        ("f32", "panic \"assertion failed: a < 5.0\"()", "assertion failed: a < 5.0"),
        ("i16", "unwrap_none()", "called `Option::unwrap()` on a `None` value"),
        ("u8", "slice_order(%1, %1)", "slice index starts at 7 but ends at 7"),
        ("u8", "slice_start(%1, %1)", "range start index 7 out of range for slice of length 7"),
        ("u8", "slice_end(%1, %1)", "range end index 7 out of range for slice of length 7"),
        ("i8", "clamp(%0, %0)", "min > max. min = -3, max = -3"),
        ("f64", "clamp(%0, %0)", "min > max, or either was NaN. min = -3.0, max = -3.0"),
        ("f32", "clamp(%0, %0)", "min > max, or either was NaN. min = -3.0, max = -3.0"),
        ("i64", "overflow.mul(%0, %0)", "attempt to multiply with overflow: -3 * -3 does not fit i64"),
        ("i8", "overflow.neg(%0)", "attempt to negate with overflow: -(-3) does not fit i8"),
    ] {
        let ty_of: sycl_hls_types::Scalar = ty.parse().unwrap();
        let value = |number: f64| sycl_hls_ir::cast(&number.into(), ty_of).unwrap();
        let text =
            kernel(ty, &format!("%10 = const 5: u64\n%11 = gt %1, %10: bool\npanic_if %11, {trap} @3:4-3:5"));
        let job = |n: u64| ("k", vec![scalar(value(-3.0)), scalar(n), slice([value(1.0)])]);
        let outcomes = agree(&text, &[job(4), job(7)]);
        assert!(outcomes[0].is_ok());
        let fault = outcomes[1].clone().unwrap_err().to_string();
        assert_eq!(fault, format!("kernel `k`: {message}, at m.rs:3:4"));
    }
}

#[test]
fn operators_stop_where_rust_does() {
    for (ty, body) in [
        ("i8", "%10 = const 100: i8\n%11 = add %0, %10: i8 @2:2-2:3\nwrite &2[%1], %11"),
        ("i16", "%10 = mul %0, %0: i16 @2:2-2:3\nwrite &2[%1], %10"),
        ("u16", "%10 = const 10: u16\n%11 = shl %10, %0: u16 @2:2-2:3\nwrite &2[%1], %11"),
        ("i16", "%10 = const 10: i16\n%11 = shr %10, %0: i16 @2:2-2:3\nwrite &2[%1], %11"),
        ("i8", "%10 = const -128: i8\n%11 = div %10, %0: i8 @2:2-2:3\nwrite &2[%1], %11"),
        ("i8", "%10 = neg %0: i8 @2:2-2:3\nwrite &2[%1], %10"),
        (
            "i32",
            "slot $0.rows: mut [[i32; 3]; 2] = %0\n%10 = const 1: u64\n%11 = read $0[%10, %1]: i32 @2:2-2:3\nwrite &2[%10], %11",
        ),
    ] {
        let ty_of: sycl_hls_types::Scalar = ty.parse().unwrap();
        let value = |number: i128| sycl_hls_types::ScalarValue::wrapping(ty_of, number);
        let job = |a: i128, n: u64| ("k", vec![scalar(value(a)), scalar(n), slice([value(1), value(2)])]);
        let jobs = [job(1, 0), job(-1, 1), job(-128, 0), job(0, 0), job(300, 1), job(16, 1), job(9, 5)];
        let outcomes = agree(&kernel(ty, body), &jobs);
        assert!(
            outcomes.iter().any(Result::is_err) && outcomes.iter().any(Result::is_ok),
            "{body}: {outcomes:?}"
        );
    }
}

#[test]
fn without_checks_nothing_is_left_of_a_panic() {
    let text = kernel("i32", "%10 = const 3: u64\n%11 = gt %1, %10: bool\npanic_if %11, unwrap_none()");
    for passes in [hls_cpp::LEGALIZE, sw_emu::UNCHECKED] {
        let module = after(&parse(&text).unwrap(), passes);
        let (_, func) = module.kernels().next().unwrap();
        let kinds: Vec<&OpKind> = func.ops_in_order().into_iter().map(|op| &func.ops[op].kind).collect();
        assert!(
            matches!(kinds.as_slice(), [OpKind::Const(_), OpKind::Write(..), OpKind::Return(None)]),
            "{kinds:?}"
        );
    }
}

#[test]
fn fields_that_no_loop_changes_are_read_before_it() {
    let text = |write: &str| {
        format!(
            "module m
struct @Walk {{ step: u64, count: u64 }}
kernel @k(&0.walk: @Walk, &1.x: mut [u64] bundle \"g\") {{
  slot $0.walk: mut @Walk = copy &0
  %1 = const 0: u64
  %2 = read $0[.1]: u64
  for %3.i in %1..%2 {{
    %4 = read $0[.0]: u64
    %5 = mul %3, %4: u64
    write &1[%5], %3
    {write}
  }}
  return
}}
"
        )
    };
    let loops = |text: &str| {
        let module = after(&parse(text).unwrap(), &[CHECKS, SPECULATE]);
        let (_, func) = module.kernels().next().unwrap();
        func.ops_in_order().into_iter().filter(|op| matches!(func.ops[*op].kind, OpKind::For(_))).count()
    };
    assert_eq!(
        (loops(&text("")), loops(&text("write $0[.1], %3")), loops(&text("write $0[.0], %1"))),
        (2, 1, 1)
    );
    let job = |step: u64, count: u64| ("k", vec![slice([step, count]), slice([9_u64; 5])]);
    let outcomes = agree(&text(""), &[job(2, 3), job(2, 4), job(u64::MAX, 2), job(u64::MAX, 0)]);
    let stops: Vec<bool> = outcomes.iter().map(Result::is_err).collect();
    assert_eq!(stops, [false, true, true, false]);
}

#[test]
fn loops_that_end_early_keep_their_checks_in_place() {
    let exit = "if %22 {\nbreak 0\n}";
    let text = |exit: &str| {
        kernel(
            "i32",
            &format!(
                "%10 = const 0: u64\nfor %20.i in %10..%1 {{\n%21 = read &2[%20]: i32 @3:3-3:4\n\
                 %22 = eq %21, %0: bool\n{exit}\n%23 = add %21, %0: i32 @4:4-4:5\nwrite &2[%20], %23 @5:5-5:6\n}}"
            ),
        )
    };
    let loops = |text: &str| {
        let module = after(&parse(text).unwrap(), &[CHECKS, SPECULATE]);
        let (_, func) = module.kernels().next().unwrap();
        func.ops_in_order().into_iter().filter(|op| matches!(func.ops[*op].kind, OpKind::For(_))).count()
    };
    assert_eq!((loops(&text("")), loops(&text(exit))), (2, 1));
    let job = |a: i32, n: u64| ("k", vec![scalar(a), scalar(n), slice([1, 2, i32::MAX, 4])]);
    let outcomes =
        agree(&text(exit), &[job(2, 9), job(2, 1), job(i32::MAX, 9), job(-1, 4), job(-1, 5), job(1, 3)]);
    let stops: Vec<bool> = outcomes.iter().map(Result::is_err).collect();
    assert_eq!(stops, [false, false, true, false, true, false]);
    agree(&text(""), &[job(-1, 4), job(-1, 5), job(1, 3), job(0, 0)]);
}
