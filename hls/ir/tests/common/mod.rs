//! Small kernels written as text.

#![allow(dead_code, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

pub mod cases;

use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_ir::{CheckError, check, parse, print};
use sycl_hls_types::ScalarValue;

/// A kernel over one slice with this body; `&1.x` is the slice, `%0.n` its scalar.
pub fn kernel(body: &str) -> String {
    format!(
        "module m from \"m.rs\"\nkernel @k(%0.n: i32, &1.x: mut [i32] bundle \"gmem0\") {{\n{body}\nreturn\n}}\n"
    )
}

pub fn run(body: &str, n: i32, x: &[i32]) -> Result<Vec<i32>, interp::Error> {
    let module = parse(&kernel(body)).unwrap();
    check(&module).unwrap();
    let (id, _) = module.kernels().next().unwrap();
    let values = x.iter().map(|value| ScalarValue::from(*value)).collect();
    let mut args = [Arg::Scalar(n.into()), Arg::Slice(values)];
    interp::run(&module, id, &mut args)?;
    let Arg::Slice(values) = &args[1] else { panic!("the slice is a slice") };
    Ok(values.iter().map(|value| value.to_integer().unwrap() as i32).collect())
}

/// What the verifier says of a text, which must read back as the same text.
pub fn checked(text: &str) -> Result<(), Vec<CheckError>> {
    let module = parse(text).unwrap();
    let printed = print(&module);
    assert_eq!(print(&parse(&printed).unwrap()), printed, "{text}");
    check(&module)
}

/// The verifier complains of exactly this invariant.
pub fn violates(invariant: &str, text: &str) {
    let errors = checked(text).unwrap_err();
    assert!(errors.iter().all(|error| error.invariant == invariant), "{invariant}: {errors:?} in\n{text}");
}
