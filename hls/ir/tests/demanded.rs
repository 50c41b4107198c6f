//! Demanded bits of small functions.
#![allow(clippy::indexing_slicing)]

use sycl_hls_ir::analysis::demanded;
use sycl_hls_ir::{Module, check, parse};

/// How many bits of `%9.r`, a number of 64 bits, are demanded by these lines, in a kernel that writes `%20` to a slice of bytes.
fn before(lines: &str) -> u32 {
    let text = format!(
        "module m\nkernel @k(%9.r: u64, %0.n: u64, &2.x: mut [u8] bundle \"g\") {{\n%1 = const 0: u64\n%2 = const 5: u64\n\
         {lines}\nwrite &2.x[%1], %20\nreturn\n}}\n"
    );
    let module: Module = parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(check(&module), Ok(()), "{text}");
    let (_, func) = module.kernels().next().unwrap();
    let value = func.values.iter().find(|(_, data)| data.name.as_deref() == Some("r")).unwrap().0;
    demanded(&module, func).value(value)
}

#[test]
fn sums_demand_what_is_demanded_of_them() {
    let of = |operation: &str| before(&format!("%10 = {operation}: u64\n%20 = cast %10: u8"));
    for op in ["add", "sub", "mul", "and", "or", "xor"] {
        assert_eq!(of(&format!("{op} %9, %0")), 8, "{op}");
        assert_eq!(of(&format!("{op} %0, %9")), 8, "{op}");
    }
    assert_eq!(of("and %9, %2"), 3);
    assert_eq!(of("and %2, %9"), 3);
    assert_eq!(of("shl %9, %2"), 3);
    assert_eq!(of("shr %9, %2"), 13);
    assert_eq!(of("shl %9, %0"), 8);
    assert_eq!(of("shr %9, %0"), 64);
    assert_eq!(of("shl %0, %9"), 64);
    assert_eq!(of("div %9, %2"), 64);
    assert_eq!(of("rem %9, %2"), 64);
    assert_eq!(of("min %9, %2"), 64);
    assert_eq!(of("not %9"), 8);
}

#[test]
fn conversions_end_what_is_demanded() {
    assert_eq!(before("%20 = cast %9: u8"), 8);
    assert_eq!(before("%10 = cast %9: u16\n%11 = cast %10: u64\n%20 = cast %11: u8"), 8);
    assert_eq!(before("%10 = cast %9: f32\n%20 = cast %10: u8"), 64);
    assert_eq!(before("%10 = add %9, %0: u64\n%20 = cast %0: u8"), 0);
}

#[test]
fn choices_indices_and_conditions() {
    let chosen =
        "%11 = gt %0, %2: bool\n%10 = if %11: u64 {\nyield %9\n} else {\nyield %0\n}\n%20 = cast %10: u8";
    assert_eq!(before(chosen), 8);
    assert_eq!(before("%11 = gt %9, %2: bool\n%20 = cast %0: u8\nif %11 {\nwrite &2.x[%1], %20\n}"), 64);
    assert_eq!(before("%20 = read &2.x[%9]: u8"), 64);
    assert_eq!(before("for %10 in %1..%9 {\n}\n%20 = cast %0: u8"), 64);
}

#[test]
fn locals_pass_on_what_is_demanded_of_them() {
    let of = |step: &str| {
        before(&format!(
            "slot $0.h: mut u64 = %9\nfor %7 in %1..%0 {{\n%8 = read $0: u64\n{step}\nwrite $0, %12\n}}\n\
             %13 = read $0: u64\n%20 = cast %13: u8"
        ))
    };
    assert_eq!(of("%12 = mul %8, %2: u64"), 8);
    // From one iteration to the next, more and more.
    assert_eq!(of("%12 = shr %8, %2: u64"), 64);
    assert_eq!(of("%12 = div %8, %2: u64"), 64);
}
