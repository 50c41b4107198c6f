//! Numbers at the ends of their ranges and beyond.

use crate::robust::support::{codes, kernel, outcome};

fn says(code: &str, body: &str) {
    assert_eq!(codes(&kernel(body)), [code], "{body}");
}

fn constant(text: &str) -> Vec<&'static str> {
    codes(&format!("#[sycl_hls::kernels] mod kernels {{ {text} }}"))
}

#[test]
fn literals() {
    says("SH0309", "let a = 340282366920938463463374607431768211455_u64;");
    says("SH0309", "let a = 340282366920938463463374607431768211456;");
    says("SH0309", &format!("let a = {};", "9".repeat(10_000)));
    says("SH0309", "let a = 18446744073709551616_u64;");
    says("SH0309", "let a = -9223372036854775809_i64;");
    says("SH0309", "let a = 2147483648;");
    assert!(outcome(&kernel("let a = -9223372036854775808_i64; let b = 18446744073709551615_u64;")).is_ok());
    assert!(
        outcome(&kernel("let a = -2147483648; let b = 1e400_f64; let c = 1e-400; let d = 1e999999999_f32;"))
            .is_ok()
    );
}

#[test]
fn arrays() {
    for length in ["9223372036854775808", "18446744073709551615", "1073741825", "0"] {
        says("SH0205", &format!("let a = [0_u8; {length}];"));
        says("SH0205", &format!("let a: [u8; {length}] = [0; 4];"));
    }
    says("SH0309", "let a = [0_u8; 18446744073709551616];");
    says("SH0314", "let a = [0_u8; 18446744073709551615 + 1];");
    says("SH0314", "let a = [0_u8; 4 - 5];");
    says("SH0313", "let a = [0_u8; -1];");
}

/// No dimension is too large, but all together.
#[test]
fn arrays_of_arrays() {
    says("SH0205", "let a = [[[[0_u8; 1073741824]; 1073741824]; 1073741824]; 1073741824];");
    says("SH0205", "let a: [[u8; 65536]; 65536] = [[0; 65536]; 65536];");
    assert_eq!(constant("const A: [[u8; 65536]; 65536] = [[0; 65536]; 65536];"), ["SH0205"]);
    assert_eq!(constant("fn f(a: &[[u64; 1073741824]; 4]) {}"), ["SH0205"]);
}

/// An array is repeated by a loop, not by a billion operations.
#[test]
fn repeated_arrays() {
    let modules = outcome(&kernel("let a = [x[0]]; let b = [a; 1000000000]; y[0] = b[5][0];")).unwrap();
    assert!(sycl_hls_ir::print(&modules[0]).len() < 2_000);
}

#[test]
fn loops() {
    assert!(outcome(&kernel("for i in 0..18446744073709551615_u64 { y[0] = 1; }")).is_ok());
    assert!(outcome(&kernel("for i in 0..=18446744073709551615_u64 { y[0] = 1; }")).is_ok());
    assert!(outcome(&kernel("for i in 5..2_u8 { y[0] = 1; }")).is_ok());
    says("SH0309", "for i in 0..18446744073709551616_u64 { y[0] = 1; }");
    says("SH0309", "for i in 0..300_u8 { y[0] = 1; }");
}

#[test]
fn constants() {
    for (value, ty) in [
        ("18446744073709551615 + 1", "u64"),
        ("18446744073709551615 * 18446744073709551615", "u64"),
        ("0 - 1", "u64"),
        ("1 / 0", "u64"),
        ("1 % 0", "i32"),
        ("i64::MIN / -1", "i64"),
        ("i64::MIN % -1", "i64"),
        ("-i64::MIN", "i64"),
        ("1 << 64", "u64"),
        ("1 << 18446744073709551615_u64", "u64"),
        ("1 >> -1", "i32"),
        ("A", "u64"),
    ] {
        assert_eq!(constant(&format!("const A: {ty} = {value};")), ["SH0314"], "{value}");
    }
    assert_eq!(constant("const A: [u8; 2] = [1, 2]; const B: u8 = A[18446744073709551615];"), ["SH0314"]);
    assert!(
        constant("const A: f64 = 1.0 / 0.0; const B: i32 = A as i32; const C: f32 = 1e300_f64 as f32;")
            .is_empty()
    );
    assert!(
        constant("const A: u64 = 18446744073709551615; const B: u64 = A.wrapping_add(1).wrapping_shl(99);")
            .is_empty()
    );
}

#[test]
fn directives() {
    let unrolled = |factor: &str| format!("#[unroll(factor = {factor})] for i in 0..8_usize {{ y[i] = 1; }}");
    assert!(outcome(&kernel(&unrolled("4294967295"))).is_ok());
    says("SH0503", &unrolled("4294967296"));
    says("SH0503", &unrolled("18446744073709551615"));
    says("SH0309", &unrolled("18446744073709551616"));
    says("SH0503", "#[array_partition(kind = complete, dim = 18446744073709551615)] let a = [0_u8; 4];");
    says("SH0507", "#[array_partition(kind = complete, dim = 4294967295)] let a = [0_u8; 4];");
    says("SH0507", "#[array_partition(kind = cyclic, factor = 4294967295)] let a = [0_u8; 4];");
    assert!(outcome(&kernel("#[unroll] for i in 0..=18446744073709551615_u64 { y[0] = 1; }")).is_ok());
}
