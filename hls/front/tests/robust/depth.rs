//! Deep nesting neither overflows the stack nor goes unnoticed.

use crate::robust::support::{codes, kernel};

/// Ways to nest: what opens, what stands inside, what closes.
const BODIES: &[(&str, &str, &str)] = &[
    ("let a = ", "1", ";"),
    ("(", "1", ");"),
    ("-", "1", ";"),
    ("!", "1", ";"),
    ("*", "x", ";"),
    ("- #[a] ", "1", ";"),
    ("1 + ", "1", ";"),
    ("1 < ", "1", ";"),
    ("a < ", "a", ";"),
    ("1 << ", "1", ";"),
    ("1 == ", "1", ";"),
    ("a && ", "a", ";"),
    ("a = ", "1", ";"),
    ("a += ", "1", ";"),
    ("1..", "1", ";"),
    ("..", "1", ";"),
    ("&", "x", ";"),
    ("&mut ", "x", ";"),
    ("&raw const ", "x", ";"),
    ("|a| ", "1", ";"),
    ("move |a| ", "1", ";"),
    ("return ", "1", ";"),
    ("break ", "1", ";"),
    ("{", "", "}"),
    ("unsafe {", "", "}"),
    ("async {", "", "}"),
    ("loop {", "", "}"),
    ("'a: {", "", "}"),
    ("if true {", "", "}"),
    ("if ", "true", "{}"),
    ("while ", "true", "{}"),
    ("match ", "1", "{}"),
    ("for i in ", "1", "{}"),
    ("if let a = ", "1", "{}"),
    ("match 1 { _ => ", "1", "}"),
    ("for i in 0..4 {", "", "}"),
    ("if true {} else ", "{}", ""),
    ("[", "1", "]"),
    ("[1; ", "1", "]"),
    ("f(", "1", ")"),
    ("x[", "0", "]"),
    ("S { a: ", "1", "}"),
    ("fn f() {", "", "}"),
    ("mod m {", "", "}"),
    ("impl A { fn f() {", "", "} }"),
    ("m!(", "", ");"),
    ("const { ", "1", "}"),
];

/// What repeats after a value.
const TAILS: &[&str] =
    &["[0]", ".f()", ".a", "(1)", "?", " as u8", " + 1", " && 1", ".await", "::<u8>", " = 1", "..1"];

const TYPES: &[(&str, &str, &str)] = &[
    ("[", "u8", "; 1]"),
    ("[", "u8", "]"),
    ("&", "u8", ""),
    ("&mut ", "u8", ""),
    ("&'a ", "u8", ""),
    ("*const ", "u8", ""),
    ("*mut ", "u8", ""),
    ("(", "u8", ")"),
    ("(", "u8", ",)"),
    ("A<", "u8", ">"),
    ("a::A<", "u8", ">"),
    ("A<u8, ", "u8", ">"),
    ("A<B = ", "u8", ">"),
    ("A<B: ", "u8", ">"),
    ("A<{", "1", "}>"),
    ("<A as B<", "u8", ">>::C"),
    ("<", "u8", " as B>::C"),
    ("A<<", "u8", " as B>::C>"),
    ("fn(", "u8", ")"),
    ("fn() -> ", "u8", ""),
    ("for<'a> fn() -> ", "u8", ""),
    ("unsafe extern fn() -> ", "u8", ""),
    ("impl A<", "u8", ">"),
    ("dyn A<", "u8", ">"),
    ("impl Fn(", "u8", ")"),
    ("impl Fn() -> ", "u8", ""),
    ("Fn() -> ", "u8", ""),
    ("Box<dyn Fn(", "u8", ")>"),
];

const PATTERNS: &[(&str, &str, &str)] = &[
    ("&", "a", ""),
    ("&mut ", "a", ""),
    ("(", "a", ")"),
    ("(", "a", ",)"),
    ("[", "a", "]"),
    ("a @ ", "a", ""),
    ("S { a: ", "a", "}"),
    ("S(", "a", ")"),
    ("a | ", "a", ""),
];

const COUNTS: [usize; 7] = [12, 27, 38, 75, 250, 790, 10_000];

fn nested((open, inner, close): (&str, &str, &str), count: usize) -> String {
    format!("{}{inner}{}", open.repeat(count), close.repeat(count))
}

/// Deep code is always an error; which one depends on what is looked at first.
fn refused(name: &str, text: impl Fn(usize) -> String) {
    for count in COUNTS {
        let codes = codes(&text(count));
        assert!(count < 10_000 || !codes.is_empty(), "{name} is accepted {count} times");
    }
}

#[test]
fn bodies() {
    for &way in BODIES {
        refused(way.0, |count| kernel(&nested(way, count)));
        refused(way.0, |count| kernel(&format!("let a = {};", nested(way, count))));
        refused(way.0, |count| {
            format!("#[kernels] mod kernels {{ const A: u32 = {}; }}", nested(way, count))
        });
    }
}

#[test]
fn tails() {
    for tail in TAILS {
        refused(tail, |count| kernel(&format!("let a = x{};", tail.repeat(count))));
    }
}

#[test]
fn types() {
    for &way in TYPES {
        refused(way.0, |count| kernel(&format!("let a: {} = 1;", nested(way, count))));
        refused(way.0, |count| kernel(&format!("let a = 1 as {};", nested(way, count))));
        refused(way.0, |count| format!("#[kernels] mod kernels {{ fn f(a: {}) {{}} }}", nested(way, count)));
    }
}

#[test]
fn patterns() {
    for &way in PATTERNS {
        refused(way.0, |count| kernel(&format!("let {} = 1;", nested(way, count))));
        refused(way.0, |count| kernel(&format!("for {} in 0..1 {{}}", nested(way, count))));
        refused(way.0, |count| format!("#[kernels] mod kernels {{ fn f({}: u8) {{}} }}", nested(way, count)));
    }
}

/// Outside of kernels modules, deep code is an error of the whole file.
#[test]
fn modules_and_directives() {
    refused("mod", |count| format!("{}\n{}", nested(("mod m {", "", "}"), count), kernel("y[0] = 1.0;")));
    refused("attribute", |count| {
        kernel(&format!("#[pipeline(ii = {})] for i in 0..4 {{}}", nested(("(", "0", ")"), count)))
    });
    refused("attribute", |count| {
        kernel(&format!("#[pipeline(ii = {}1)] for i in 0..4 {{}}", "-".repeat(count)))
    });
    refused("length", |count| {
        let length = nested(("(", "1", ")"), count);
        format!("#[kernels] mod kernels {{ #[kernel] fn f(#[len({length})] a: &[bool]) {{}} }}")
    });
    refused("use", |count| {
        format!("#[kernels] mod kernels {{ use {}; }}", nested(("a::{", "a", "}"), count))
    });
    refused("use", |count| format!("#[kernels] mod kernels {{ use {}a; }}", "a::".repeat(count)));
}

/// Many statements are no nesting.
#[test]
fn long_code_is_accepted() {
    let statements =
        "y[0] = x[0] & 1 | (x[1] << 2); if x[0] < x[1] { y[1] = !y[1]; } let a: [[u32; 2]; 2] = [[1; 2]; 2];";
    assert_eq!(codes(&kernel(&statements.repeat(2_000))), [""; 0]);
    let list = "x[0] < 1 && x[1] < 2, ".repeat(10_000);
    assert_eq!(codes(&kernel(&format!("let a = [{list}];"))), [""; 0]);
    let items = "/// A function.\n#[inline] fn f@(a: u32) -> u32 { a + 1 }\n";
    let items: String = (0..2_000).map(|index| items.replace('@', &index.to_string())).collect();
    assert_eq!(codes(&format!("#[kernels] mod kernels {{ {items} }}")), [""; 0]);
}
