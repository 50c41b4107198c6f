//! Where Rust panics: `panic_if`, and runs that stop at what Rust would stop at.

use crate::common::{checked, kernel, run, violates};
use sycl_hls_ir::interp::{self, Arg, Options};
use sycl_hls_ir::parse;

/// The fault of a run of this body with `panics`, for `n` and the slice [1, 2, 3].
fn panic_of(body: &str, n: i32) -> Option<String> {
    let text = kernel(body);
    assert_eq!(checked(&text), Ok(()));
    let module = parse(&text).unwrap();
    let (id, _) = module.kernels().next().unwrap();
    let x = [1_i32, 2, 3].map(Into::into).to_vec();
    let mut args = [Arg::Scalar(n.into()), Arg::Slice(x)];
    let options = Options { panics: true, ..Options::default() };
    interp::call(&module, id, &mut args, options).err().map(|error| error.to_string())
}

#[test]
fn operations_panic_where_rust_does() {
    let fault = |what: &str| Some(format!("kernel `k`: {what}, at m.rs:2:3"));
    let add = "%1 = const 1: i32\n%2 = add %0, %1: i32 @2:3-2:8";
    assert_eq!(panic_of(add, 5), None);
    assert_eq!(
        panic_of(add, i32::MAX),
        fault("attempt to add with overflow: 2147483647 + 1 does not fit i32")
    );
    assert_eq!(panic_of(&add.replace("add", "add.wrapping"), i32::MAX), None);
    let neg = "%2 = neg %0: i32 @2:3-2:8";
    assert_eq!(
        panic_of(neg, i32::MIN),
        fault("attempt to negate with overflow: -(-2147483648) does not fit i32")
    );
    let div = "%1 = const 1: i32\n%2 = div.wrapping %1, %0: i32 @2:3-2:8";
    assert_eq!(panic_of(div, 0), fault("attempt to divide with a divisor of zero: 1 / 0"));
    let rem = "%1 = const -2147483648: i32\n%2 = rem %1, %0: i32 @2:3-2:8";
    assert!(panic_of(rem, -1).unwrap().contains("attempt to calculate the remainder with overflow"));
    assert_eq!(panic_of(&rem.replace("rem", "rem.wrapping"), -1), None);
    let shl = "%1 = const 1: u8\n%2 = shl %1, %0: u8 @2:3-2:8";
    assert_eq!(panic_of(shl, 7), None);
    assert_eq!(panic_of(shl, 8), fault("attempt to shift left with overflow: u8 by 8"));
    assert_eq!(panic_of(shl, -1), fault("attempt to shift left with overflow: u8 by -1"));
    let index = "%1 = cast %0: u64\n%2 = read &1.x[%1]: i32 @2:3-2:8";
    assert_eq!(panic_of(index, 2), None);
    // The parameter has no name in the text.
    assert_eq!(panic_of(index, 3), fault("index out of bounds: the length of `x` is 3 but the index is 3"));
}

#[test]
fn panics_do_nothing_unless_asked_for() {
    let body = "%1 = const 0: i32\n%2 = lt %0, %1: bool\npanic_if %2, panic \"below zero\"() @2:3-2:8";
    assert_eq!(panic_of(body, 1), None);
    assert_eq!(panic_of(body, -1).unwrap(), "kernel `k`: below zero, at m.rs:2:3");
    assert_eq!(run(body, -1, &[4]), Ok(vec![4]));
    let trap = run(&body.replace("panic_if", "trap_if"), -1, &[4]);
    assert_eq!(trap.unwrap_err().to_string(), "kernel `k`: below zero, at m.rs:2:3");
}

#[test]
fn each_panic_reports_its_operands() {
    let body = |trap: &str| {
        kernel(&format!("%1 = const true: bool\n%2 = const 1: u64\n%3 = const 1.0: f32\npanic_if %1, {trap}"))
    };
    for trap in [
        "slice_order(%2, %2)",
        "slice_start(%2, %2)",
        "slice_end(%2, %2)",
        "unwrap_none()",
        "clamp(%0, %0)",
        "clamp(%3, %3)",
        "panic \"x\"()",
        "overflow.mul(%0, %0)",
        "index \"x\"(%2, %2)",
    ] {
        assert_eq!(checked(&body(trap)), Ok(()), "{trap}");
    }
    for trap in [
        "slice_order(%0, %0)",
        "slice_end(%2)",
        "unwrap_none(%0)",
        "clamp(%0, %2)",
        "panic()",
        "clamp(%1, %1)",
    ] {
        violates("K15", &body(trap));
    }
    assert!(parse(&body("nothing()")).is_err());
}
