//! Value ranges of small functions.
#![allow(clippy::indexing_slicing)]

use sycl_hls_ir::analysis::{Interval, MAX_LEN, ranges};
use sycl_hls_ir::{FuncId, Module, ValueId, check, parse};

/// The range of the value with this name in the last function of a module.
fn range(text: &str, name: &str) -> (i128, i128) {
    let module = parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(check(&module), Ok(()), "{text}");
    let order: Vec<FuncId> = module.funcs.iter().map(|(id, _)| id).collect();
    let found = named(&module, name);
    let (func, value) = found.unwrap_or_else(|| panic!("no {name} in\n{text}"));
    let range = ranges(&module, &order)[&func].value(&module.funcs[func], value).unwrap();
    (range.lo, range.hi)
}

fn named(module: &Module, name: &str) -> Option<(FuncId, ValueId)> {
    module.funcs.iter().find_map(|(id, func)| {
        let mut values = func.values.iter();
        values.find_map(|(value, data)| (data.name.as_deref() == Some(name)).then_some((id, value)))
    })
}

/// The range of `%9.r` after these lines, in a kernel of a slice of bytes, a number and 0.
fn after(lines: &str) -> (i128, i128) {
    let text = format!(
        "module m\nkernel @k(%0.n: u64, &1.x: mut [u8] bundle \"g\") {{\n%1 = const 0: u64\n%2 = const 1: u64\n\
         %3 = const 8: u64\n%4 = len &1.x: u64\n%5 = read &1.x[%1]: u8\n%6 = cast %5: u64\n{lines}\nreturn\n}}\n"
    );
    range(&text, "r")
}

const ANY: (i128, i128) = (0, u64::MAX as i128);

#[test]
fn operations_bound_their_results() {
    assert_eq!(after("%9.r = add %6, %3: u64"), (8, 263));
    assert_eq!(after("%9.r = sub %6, %3: u64"), ANY);
    assert_eq!(after("%9.r = rem %0, %3: u64"), (0, 7));
    assert_eq!(after("%9.r = and %0, %6: u64"), (0, 255));
    assert_eq!(after("%9.r = shl %2, %3: u64"), (256, 256));
    assert_eq!(after("%9.r = shl %2, %0: u64"), (1, 1 << 63));
    assert_eq!(after("%9.r = shr %6, %2: u64"), (0, 127));
    assert_eq!(after("%9.r = min %0, %6: u64"), (0, 255));
    assert_eq!(after("%9.r = len &1.x: u64"), (0, MAX_LEN));
    assert_eq!(after("%9.r = cast %0: u8"), (0, 255));
    assert_eq!(after("%8 = sub %6, %3: u64\n%9.r = cast %8: i64"), (i64::MIN.into(), i64::MAX.into()));
}

#[test]
fn division_by_zero_gives_all_ones() {
    assert_eq!(after("%9.r = div %6, %3: u64"), (0, 31));
    assert_eq!(after("%9.r = div %3, %6: u64"), ANY);
    assert_eq!(after("%9.r = rem %3, %6: u64"), (0, 8));
}

#[test]
fn counters_stay_in_their_loops() {
    assert_eq!(after("for %9.r in %1..%3 {\n}"), (0, 7));
    assert_eq!(after("for %9.r in %2..=%3 {\n}"), (1, 8));
    assert_eq!(after("for %9.r in %6..%0 {\n}"), (0, i128::from(u64::MAX) - 1));
    assert_eq!(after("for %9.r in %3..%1 {\n}"), (8, 8));
}

#[test]
fn locals_hold_what_is_written() {
    let counting = |step: &str| {
        after(&format!(
            "slot $0.i: mut u64 = %1\nfor %7 in %1..%0 {{\n%9.r = read $0: u64\n%8 = add %9, %2: u64\n{step}\n}}"
        ))
    };
    assert_eq!(counting("write $0, %8"), ANY);
    assert_eq!(counting("%10 = rem %8, %3: u64\nwrite $0, %10"), (0, 7));
    assert_eq!(counting("%10 = const 100: u64\n%11 = min %8, %10: u64\nwrite $0, %11"), (0, 100));
}

#[test]
fn helpers_are_known_by_their_calls() {
    let text = |second: &str| {
        format!(
            "module m\nfn @f(%0.i: u64, &1.x: [u8]) -> u64 {{\n%1.n = len &1.x: u64\n%2 = add %0, %1: u64\nreturn %2\n}}\n\
             kernel @k(%0.n: u64, &1.x: [u8] bundle \"g\") {{\n%1 = const 3: u64\n%2 = const 5: u64\n\
             %3.r = call @f(%1, &1.x slice(%1, %2)): u64\n{second}\nreturn\n}}\n"
        )
    };
    let small = text("%4 = call @f(%2, &1.x slice(%1, %1)): u64");
    assert_eq!(range(&small, "i"), (3, 5));
    assert_eq!(range(&small, "n"), (3, 5));
    let any = text("%4 = call @f(%0, &1.x): u64");
    assert_eq!(range(&any, "i"), ANY);
    assert_eq!(range(&any, "n"), (0, MAX_LEN));
}

#[test]
fn a_local_that_is_passed_on_holds_anything() {
    let text = "module m\nfn @f(&0.x: mut u64) {\nreturn\n}\nkernel @k(&0.y: mut [u64] bundle \"g\") {\n%1 = const 3: u64\n\
                slot $0.i: mut u64 = %1\ncall @f($0)\n%2.r = read $0: u64\nwrite &0.y[%1], %2\nreturn\n}\n";
    assert_eq!(range(text, "r"), ANY);
    assert!(Interval::exactly(3).fits(sycl_hls_types::Scalar::U8));
}
