//! Which ways through a function read a scalar before they write it.

use sycl_hls_ir::{Root, parse, uses};

/// Whether a body may read the local `$0` first, and whether it always writes it.
fn of(body: &str) -> (bool, bool) {
    let text = format!(
        "module m\nkernel @k(%0.n: i32, %1.c: bool) {{\nslot $0.s: mut i32\n{body}\n}}\n\n\
         fn @sets(&0: mut i32) {{\n%0 = const 1: i32\nwrite &0, %0\nreturn\n}}\n\n\
         fn @counts(&0: mut i32) {{\n%0 = read &0: i32\nwrite &0, %0\nreturn\n}}\n"
    );
    let module = parse(&text).unwrap();
    let (_, func) = module.kernels().next().unwrap();
    let (slot, _) = func.slots.iter().next().unwrap();
    let found = uses(&module, func, Root::Slot(slot));
    (found.reads_first, found.always_writes)
}

#[test]
fn statements_in_a_row() {
    assert_eq!(of("return"), (false, false));
    assert_eq!(of("write $0, %0\n%2 = read $0: i32\nreturn"), (false, true));
    assert_eq!(of("%2 = read $0: i32\nwrite $0, %2\nreturn"), (true, true));
}

#[test]
fn conditions() {
    assert_eq!(of("if %1 {\nwrite $0, %0\n}\n%2 = read $0: i32\nreturn"), (true, false));
    assert_eq!(
        of("if %1 {\nwrite $0, %0\n} else {\nwrite $0, %0\n}\n%2 = read $0: i32\nreturn"),
        (false, true)
    );
    assert_eq!(of("if %1 {\nreturn\n}\nwrite $0, %0\nreturn"), (false, false));
    // The other way leaves.
    assert_eq!(of("if %1 {\nwrite $0, %0\n} else {\nreturn\n}\n%2 = read $0: i32\nreturn"), (false, false));
    assert_eq!(
        of("%2 = const true: bool\nif %2 {\nwrite $0, %0\n}\n%3 = read $0: i32\nreturn"),
        (false, true)
    );
}

#[test]
fn loops() {
    let counted = |from: &str, to: &str, body: &str| {
        of(&format!(
            "%2 = const {from}: i32\n%3 = const {to}: i32\nfor %4 in %2..%3 {{\n{body}\n}}\n%5 = read $0: i32\nreturn"
        ))
    };
    assert_eq!(counted("0", "4", "write $0, %0"), (false, true));
    assert_eq!(counted("4", "4", "write $0, %0"), (true, false));
    assert_eq!(counted("0", "4", "if %1 {\nbreak 0\n}\nwrite $0, %0"), (true, false));
    assert_eq!(counted("0", "4", "if %1 {\ncontinue 0\n}\nwrite $0, %0"), (true, false));
    assert_eq!(counted("0", "4", "write $0, %0\nif %1 {\nbreak 0\n}"), (false, true));
    let endless = |body: &str| {
        of(&format!(
            "while {{\n%2 = const true: bool\nyield %2\n}} do {{\n{body}\n}}\n%3 = read $0: i32\nreturn"
        ))
    };
    assert_eq!(endless("if %1 {\nwrite $0, %0\nbreak 0\n}"), (false, true));
    assert_eq!(endless("if %1 {\nbreak 0\n}\nwrite $0, %0"), (true, false));
    assert_eq!(of("block {\nif %1 {\nbreak 0\n}\nwrite $0, %0\n}\n%3 = read $0: i32\nreturn"), (true, false));
}

#[test]
fn calls() {
    assert_eq!(of("call @sets($0)\n%2 = read $0: i32\nreturn"), (false, true));
    assert_eq!(of("call @counts($0)\nreturn"), (true, true));
    assert_eq!(of("call @sets($0)\ncall @counts($0)\nreturn"), (false, true));
}
