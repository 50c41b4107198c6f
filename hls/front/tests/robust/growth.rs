//! Short texts that stand for very much: types, instances, values and choices that double with every line.

use std::time::{Duration, Instant};

use crate::robust::support::{codes, kernel, outcome};

fn module(items: &str) -> String {
    format!(
        "#[sycl_hls::kernels] mod kernels {{ {items} #[kernel] fn kernel(n: u32, y: &mut [u32]) {{ run(n, y); }} }}"
    )
}

/// A line for each number, one after the other.
fn lines(numbers: impl IntoIterator<Item = usize>, line: impl Fn(usize) -> String) -> String {
    numbers.into_iter().map(line).collect()
}

/// The text is translated or refused within a few seconds, also without optimization.
fn quickly(text: &str) -> Vec<&'static str> {
    let start = Instant::now();
    let codes = codes(text);
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}: {}",
        start.elapsed(),
        &text[..200.min(text.len())]
    );
    codes
}

const RUN: &str = "fn run(n: u32, y: &mut [u32]) { y[0] = n; }";

/// A table of which each element takes 4,000 iterations: rustc makes it in one to two seconds.
#[test]
fn constants_that_rustc_makes_in_a_second() {
    let table = |iterations: u32| {
        module(&format!(
            "const fn table() -> [u32; 256] {{ let mut t = [0; 256]; let mut i = 0; while i < 256 {{ \
             let mut k = 0; let mut v = i as u32; while k < {iterations} {{ v = v.wrapping_mul(1664525).wrapping_add(1); k += 1; }} \
             t[i] = v; i += 1; }} t }} const T: [u32; 256] = table(); fn run(n: u32, y: &mut [u32]) {{ y[0] = T[n as usize]; }}"
        ))
    };
    assert_eq!(quickly(&table(4_000)), [""; 0]);
    assert_eq!(quickly(&table(40_000)), ["SH0314"]);
}

#[test]
fn structs_of_structs() {
    let twice = |index: usize| {
        format!("#[derive(Clone, Copy)] struct S{index} {{ a: S{}, b: S{} }} ", index - 1, index - 1)
    };
    let first = "#[derive(Clone, Copy)] struct S0 { a: u32 } ";
    assert_eq!(quickly(&module(&format!("{first}{} {RUN}", lines(1..8, twice)))), [""; 0]);
    assert_eq!(quickly(&module(&format!("{first}{} {RUN}", lines(1..64, twice)))), ["SH0315"]);
    let chain = |index: usize| format!("#[derive(Clone, Copy)] struct S{index} {{ a: S{} }} ", index - 1);
    assert_eq!(quickly(&module(&format!("{first}{} {RUN}", lines(1..20, chain)))), [""; 0]);
    assert_eq!(quickly(&module(&format!("{first}{} {RUN}", lines(1..3000, chain)))), ["SH0315"]);
    assert!(
        quickly(&module(&format!("{} {first} {RUN}", lines((1..3000).rev(), chain)))).contains(&"SH0315")
    );
}

#[test]
fn large_values() {
    let large = "const N: usize = 1 << 30; #[derive(Clone, Copy)]";
    assert_eq!(quickly(&module(&format!("{large} struct S {{ a: [u8; N], b: [u8; N] }} {RUN}"))), ["SH0205"]);
    assert_eq!(quickly(&module(&format!("{large} enum E {{ A([u8; N]), B([u8; N]) }} {RUN}"))), ["SH0205"]);
    let body = "fn run(n: u32, y: &mut [u32]) { let a = (E::A([1; N]), n); y[0] = a.1; }";
    assert_eq!(quickly(&module(&format!("{large} enum E {{ A([u8; N]), B(u8) }} {body}"))), ["SH0205"]);
    let body = "fn run(n: u32, y: &mut [u32]) { let mut a = Some([S { b: [0; 1000] }; 1000]); if n > 1 { a = None; } \
                if let Some(a) = a { y[0] = a[1].b[2] as u32; } }";
    let text = module(&format!("#[derive(Clone, Copy)] struct S {{ b: [u8; 1000] }} {body}"));
    let modules = outcome(&text).unwrap();
    assert!(sycl_hls_ir::print(&modules[0]).len() < 10_000, "what is copied is copied by loops");
}

#[test]
fn tuples_of_tuples() {
    let twice = |index: usize| format!("let a{index} = (a{}, a{}); ", index - 1, index - 1);
    let body = |lines: String| kernel(&format!("let a0 = x[0]; {lines} y[0] = 1;"));
    assert_eq!(quickly(&body(lines(1..6, twice))), [""; 0]);
    assert_eq!(quickly(&body(lines(1..64, twice)))[0], "SH0315");
    let some = |index: usize| format!("let a{index} = Some(a{}); ", index - 1);
    assert_eq!(quickly(&body(lines(1..20, some))), [""; 0]);
    assert_eq!(quickly(&body(lines(1..3000, some)))[0], "SH0315");
    let wide = format!("let b = ({}); y[0] = b.0;", "x[0], ".repeat(20_000));
    assert_eq!(quickly(&kernel(&wide))[0], "SH0315");
}

/// Nothing is known of the parts when they are put together.
#[test]
fn unknown_types() {
    let open = lines(0..40, |index| format!("let mut a{index} = None; "));
    let known = lines(0..39, |index| format!("a{index} = Some((a{}, a{})); ", index + 1, index + 1));
    assert!(quickly(&kernel(&format!("{open}{known} a39 = Some(1_u32);"))).contains(&"SH0315"));
}

#[test]
fn closures() {
    let twice = |index: usize| format!("let f{index} = |v: u32| f{0}(f{0}(v)); ", index - 1);
    let body = |count: usize| {
        format!("let f0 = |v: u32| v ^ 1; {} y[0] = f{}(x[0]);", lines(1..count, twice), count - 1)
    };
    assert_eq!(quickly(&kernel(&body(8))), [""; 0]);
    assert_eq!(quickly(&kernel(&body(60))), ["SH0315"]);
}

#[test]
fn instances() {
    let grow = "fn grow<T: Copy>(v: T, n: u32) -> u32 { if n == 0 { 0 } else { grow((v, v), n - 1) } }";
    let run = "fn run(n: u32, y: &mut [u32]) { y[0] = grow(1_u32, n); }";
    assert_eq!(quickly(&module(&format!("{grow} {run}"))), ["SH0315"]);
    let count =
        "fn grow<const N: usize>(n: u32) -> u32 { if n == 0 { 0 } else { grow::<{ N + 1 }>(n - 1) } }";
    let run = "fn run(n: u32, y: &mut [u32]) { y[0] = grow::<1>(n); }";
    assert_eq!(quickly(&module(&format!("{count} {run}"))), ["SH0107"]);
    let option = "fn grow<T: Copy>(v: T, n: u32) -> u32 { if n == 0 { 0 } else { grow(Some(v), n - 1) } }";
    let run = "fn run(n: u32, y: &mut [u32]) { y[0] = grow(1_u32, n); }";
    assert_eq!(quickly(&module(&format!("{option} {run}"))), ["SH0107"]);
}

#[test]
fn calls() {
    let call =
        |index: usize| format!("fn f{index}(n: u32) -> u32 {{ f{}(n) + f{}(n) }} ", index - 1, index - 1);
    let first = "fn f0(n: u32) -> u32 { n }";
    let run = |last: usize| format!("fn run(n: u32, y: &mut [u32]) {{ y[0] = f{last}(n); }}");
    assert_eq!(quickly(&module(&format!("{first} {} {}", lines(1..40, call), run(39)))), [""; 0]);
    assert!(quickly(&module(&format!("{first} {} {}", lines(1..3000, call), run(2999)))).contains(&"SH0315"));
    assert!(
        quickly(&module(&format!("{} {first} {}", lines((1..3000).rev(), call), run(2999))))
            .contains(&"SH0315")
    );
}

#[test]
fn constants() {
    let next = |index: usize| format!("const C{index}: u32 = C{} + 1; ", index - 1);
    let first = "const C0: u32 = 1;";
    assert_eq!(quickly(&module(&format!("{first} {} {RUN}", lines(1..2000, next)))), [""; 0]);
    assert!(quickly(&module(&format!("{} {first} {RUN}", lines((1..2000).rev(), next)))).contains(&"SH0315"));
    let endless = "const fn f() -> u32 { let mut n = 0; loop { n = 1 - n; } } const A: u32 = f();";
    assert_eq!(quickly(&module(&format!("{endless} {RUN}"))), ["SH0314"]);
    let double = |index: usize| {
        format!("const fn f{index}() -> u32 {{ f{}() / 2 + f{}() / 2 }} ", index - 1, index - 1)
    };
    let text = format!("const fn f0() -> u32 {{ 1 }} {} const A: u32 = f40();", lines(1..41, double));
    assert_eq!(quickly(&module(&format!("{text} {RUN}"))), ["SH0314"]);
}

/// Choices whose cases double with every part.
#[test]
fn choices() {
    let arm = |index: usize| {
        let parts = lines(0..24, |part| if part == index { "true, ".to_owned() } else { "_, ".to_owned() });
        format!("({parts}) => {index}, ")
    };
    let bools = "n > 1, ".repeat(24);
    let body = format!("let n = x[0]; y[0] = match ({bools}) {{ {} _ => 99 }};", lines(0..24, arm));
    assert_eq!(quickly(&kernel(&body)), [""; 0]);
    let body = format!("let n = x[0]; y[0] = match ({bools}) {{ {} }};", lines(0..24, arm));
    quickly(&kernel(&body));
    let numbers = |count| lines(0..count, |index| format!("{} => {index}, ", index * 3));
    let body = |count| format!("y[0] = match x[0] {{ {} _ => 1 }};", numbers(count));
    assert_eq!(quickly(&kernel(&body(256))), [""; 0]);
    assert_eq!(quickly(&kernel(&body(5000))), ["SH0315"]);
    let nested = format!("match x[0] {{ {} _ => {{ {} }} }}", numbers(200), body(200));
    assert!(quickly(&kernel(&format!("y[1] = {nested};"))).contains(&"SH0315"));
    let either = lines(0..600, |index| format!("{} | ", index * 3));
    assert_eq!(quickly(&kernel(&format!("y[0] = match x[0] {{ {either} 9999 => 2, _ => 1 }};"))), [""; 0]);
}
