//! Exits from loops and blocks, `while`, and steps: text, verifier and interpreter.

use crate::common::{checked, kernel, run, violates};
use sycl_hls_ir::interp::{self, Arg, Options};
use sycl_hls_ir::{check, parse};

/// Counts `%1` (1) into the slot `$0`.
const COUNT: &str = "%90 = read $0: i32\n%91 = add %90, %1: i32\nwrite $0, %91";

/// A kernel that writes `$0`, which starts with 0, to the slice's first element at its end.
fn counting(body: &str) -> String {
    let body = body.replace("COUNT", COUNT);
    format!(
        "%1 = const 1: i32\n%2 = const 0: i32\n%3 = const true: bool\nslot $0.n: mut i32 = %2\n{body}\n\
         %80 = const 0: u64\n%81 = read $0: i32\nwrite &1[%80], %81"
    )
}

fn count(body: &str, n: i32) -> i32 {
    let body = counting(body);
    assert_eq!(checked(&kernel(&body)), Ok(()));
    run(&body, n, &[0]).unwrap()[0]
}

#[test]
fn while_loops_run_as_long_as_their_condition_holds() {
    let body = "while pipeline(ii = 2) @4:5-6:7 {\n%4 = read $0: i32\n%5 = lt %4, %0: bool\nyield %5\n} do {\nCOUNT\n}";
    assert_eq!([count(body, 7), count(body, 0), count(body, -3)], [7, 0, 0]);
}

#[test]
fn breaks_and_continues_skip_levels() {
    let nest = |inner: &str| {
        format!(
            "for %10 in %2..%0 {{\nblock @3:3-9:9 {{\nfor %11 in %2..%0 {{\n%12 = eq %11, %1: bool\nif %12 {{\n{inner}\n}}\nCOUNT\n}}\n}}\nCOUNT\n}}"
        )
    };
    assert_eq!(count(&nest("continue 0"), 3), 3 * 3);
    assert_eq!(count(&nest("break 0"), 3), 3 * 2);
    assert_eq!(count(&nest("break 1"), 3), 3 * 2);
    assert_eq!(count(&nest("break 2"), 3), 1);
    assert_eq!(count(&nest("continue 2"), 3), 3);
    assert_eq!(count(&nest("return"), 3), 0);
}

#[test]
fn a_condition_stands_outside_of_its_loop() {
    let body = "block {\nwhile {\nif %3 {\nbreak 0\n}\nyield %3\n} do {\nCOUNT\n}\nCOUNT\n}\nCOUNT";
    assert_eq!(count(body, 0), 1);
}

#[test]
fn functions_end_where_control_cannot_go_on() {
    let helper = |body: &str| format!("module m\nfn @f(%0: bool, %1: i32) -> i32 {{\n{body}\n}}\n");
    for body in [
        "if %0 {\nreturn %1\n} else {\n%2 = neg %1: i32\nreturn %2\n}",
        "while {\n%2 = const true: bool\nyield %2\n} do {\nif %0 {\nreturn %1\n}\n}",
        "block {\nreturn %1\n}",
        "%2 = if %0: i32 {\nyield %1\n} else {\nreturn %1\n}\nreturn %2",
        "for %2 in %1..%1 {\nreturn %1\n}\nreturn %1",
    ] {
        assert_eq!(checked(&helper(body)), Ok(()), "{body}");
    }
    for body in [
        "",
        "if %0 {\nreturn %1\n}",
        "while {\nyield %0\n} do {\n}",
        "while {\n%2 = const true: bool\nyield %2\n} do {\nbreak 0\n}",
        "block {\nif %0 {\nbreak 0\n}\nreturn %1\n}",
        "for %2 in %1..%1 {\nreturn %1\n}",
        "return",
        "return %1\nreturn %1",
        "if %0 {\nbreak 0\n}\nreturn %1",
        "block {\ncontinue 0\n}\nreturn %1",
        "for %2 in %1..%1 {\nbreak 1\n}\nreturn %1",
        "while {\nyield %1\n} do {\n}\nreturn %1",
        "while {\nbreak 0\n} do {\n}\nreturn %1",
        "yield %1",
    ] {
        violates("K6", &helper(body));
    }
}

#[test]
fn loops_step_over_values_and_never_beyond_the_type() {
    let steps = |range: &str, step: u64| count(&format!("for %10 in {range} step {step} {{\nCOUNT\n}}"), 10);
    assert_eq!([steps("%2..%0", 3), steps("%2..%0", 5), steps("%2..=%0", 5)], [4, 2, 3]);
    assert_eq!(steps("%0..%2", 2), 0);
    let bytes = |range: &str| {
        count(&format!("%20 = const 100: i8\n%21 = const 127: i8\nfor %10 in {range} {{\nCOUNT\n}}"), 0)
    };
    assert_eq!(
        [bytes("%20..=%21 step 20"), bytes("%20..%21 step 20"), bytes("%20..=%21 step 200")],
        [2, 2, 1]
    );
    violates("K13", &kernel("for %1 in %0..%0 step 0 {\n}"));
}

#[test]
fn a_pipelined_loop_holds_no_while() {
    let body = "for %1 in %0..%0 pipeline {\nwhile {\n%2 = const true: bool\nyield %2\n} do {\n}\n}";
    violates("K14", &kernel(body));
    violates("K14", &kernel("while unroll {\n%2 = const true: bool\nyield %2\n} do {\n}"));
}

#[test]
fn runs_can_be_limited() {
    let bodies = [
        "while @7:5-8:6 {\n%2 = const true: bool @7:9-7:13\nyield %2\n} do {\n}",
        "%2 = const 9223372036854775807: i64\n%3 = const 0: i64\nfor %4 in %3..%2 {\n}",
    ];
    for body in bodies {
        let module = parse(&kernel(body)).unwrap();
        let (id, _) = module.kernels().next().unwrap();
        let mut args = [Arg::Scalar(1_i32.into()), Arg::Slice(vec![])];
        let error = interp::call(&module, id, &mut args, Options { steps: 1000, ..Options::default() });
        assert!(matches!(error, Err(interp::Error::Steps { steps: 1000, .. })), "{error:?}");
    }
}

/// `count` helpers, each of which calls the next one and adds 1 to what that returns.
fn chain(count: usize) -> String {
    let call = |index: usize| format!("%1 = call @f{index}(%0): i32\n%2 = add %1, %0: i32");
    let mut text = kernel("%9 = const 0: u64\n%1 = call @f0(%0): i32\nwrite &1[%9], %1");
    for index in 0..count {
        let body = if index + 1 < count { call(index + 1) } else { "%2 = neg %0: i32".to_owned() };
        text += &format!("fn @f{index}(%0: i32) -> i32 {{\n{body}\nreturn %2\n}}\n");
    }
    text
}

#[test]
fn calls_may_be_nested_far_deeper_than_the_hosts_stack() {
    let module = parse(&chain(10_000)).unwrap();
    assert_eq!(check(&module), Ok(()));
    let (id, _) = module.kernels().next().unwrap();
    let mut args = [Arg::Scalar(3_i32.into()), Arg::Slice(vec![0_i32.into()])];
    interp::run(&module, id, &mut args).unwrap();
    assert_eq!(args[1], Arg::Slice(vec![(3_i32 * 9_999 - 3).into()]));
}

#[test]
fn the_depth_of_calls_can_be_limited() {
    let module = parse(&chain(5).replace("call @f4(%0): i32", "call @f4(%0): i32 @4:5-4:9")).unwrap();
    let (id, _) = module.kernels().next().unwrap();
    let call = |calls| {
        let mut args = [Arg::Scalar(3_i32.into()), Arg::Slice(vec![0_i32.into()])];
        interp::call(&module, id, &mut args, Options { calls, ..Options::default() })
    };
    assert_eq!(call(5), Ok(None));
    assert_eq!(call(4).unwrap_err().to_string(), "m.rs:4:5: the run was ended at a depth of 4 calls");
    // Without a check, recursion ends as well.
    let module = parse("module m\nfn @f() {\ncall @f()\nreturn\n}\n").unwrap();
    let error = interp::call(&module, module.func("f").unwrap(), &mut [], Options::default());
    assert!(matches!(error, Err(interp::Error::Calls { calls: 100_000, .. })), "{error:?}");
}
