//! The analysis of small kernels: what an iteration needs, and what it waits for.
#![allow(clippy::indexing_slicing)]

use sycl_hls_ir::analysis::ports::demands;
use sycl_hls_ir::analysis::recurrence::recurrences;
use sycl_hls_ir::analysis::{LoopTrace, Trace, Variation, trace};
use sycl_hls_ir::{Module, check, parse};

/// A kernel over two slices of `f32`.
fn kernel(body: &str) -> Module {
    kernel_with("", body)
}

fn kernel_text(directives: &str, body: &str) -> String {
    format!(
        "module m from \"m.rs\"\nkernel @k(&0.x: [f32] bundle \"gmem0\", &1.y: mut [f32] bundle \"gmem1\"){directives} \
         {{\n{body}\nreturn\n}}\n"
    )
}

fn kernel_with(directives: &str, body: &str) -> Module {
    let module = parse(&kernel_text(directives, body)).unwrap();
    check(&module).unwrap();
    module
}

fn traced(module: &Module) -> Trace<'_> {
    let (id, _) = module.kernels().next().unwrap();
    trace(module, id)
}

fn last<'t, 'm>(trace: &'t Trace<'m>) -> &'t LoopTrace<'m> {
    trace.loops.last().unwrap()
}

/// Names and intervals of the recurrences of the last loop.
fn recurring(module: &Module) -> Vec<(String, u64)> {
    let trace = traced(module);
    let found = recurrences(&trace, last(&trace));
    found.iter().map(|it| (it.memory.name.clone(), it.interval)).collect()
}

/// The greatest interval that the ports of the last loop leave.
fn interval(module: &Module) -> u64 {
    let trace = traced(module);
    demands(&trace, last(&trace)).first().map_or(0, |demand| demand.interval)
}

/// How the first index of each access of the last loop changes.
fn variations(module: &Module) -> Vec<Variation> {
    let trace = traced(module);
    let one = last(&trace);
    one.accesses.iter().map(|access| Variation::of(&access.path[0], one.level, &trace.atoms)).collect()
}

const RANGE: &str = "%0 = const 0: u64\n%1 = len &0.x: u64\n";

#[test]
fn a_sum_takes_as_long_as_the_states_of_an_addition() {
    let body = format!(
        "%2 = const 0.0: f32\nslot $0.sum: mut f32 = %2\n{RANGE}for %3.i in %0..%1 pipeline(ii = 1) {{\n\
         %4 = read &0.x[%3.i]: f32\n%5 = read $0.sum: f32\n%6 = add %5, %4: f32\nwrite $0.sum, %6\n}}"
    );
    // As states stand in `baselines/vitis_oplib_xcu55c_200MHz.csv`: the latency and one.
    assert_eq!(recurring(&kernel(&body)), [("sum".to_owned(), 7)]);
    let slow = kernel_with(" clock(mhz = 200)", &body);
    assert_eq!(recurring(&slow), [("sum".to_owned(), 5)], "at 200 MHz");
}

/// A function of the library has no place in the user's file.
const SCALE: &str =
    "fn @scale(%0.v: f32) -> f32 {\n%1 = const 3.0: f32\n%2 = mul %0, %1: f32\nreturn %2\n}\n";

/// What waits for an earlier iteration is found in the library, too, and what does not is as if nothing was called.
#[test]
fn functions_of_the_library_take_their_time() {
    let looped = |called: &str, directives: &str| {
        let body = format!(
            "%2 = const 0.0: f32\nslot $0.sum: mut f32 = %2\n{RANGE}for %3.i in %0..%1{directives} {{\n\
             %4 = read &0.x[%3.i]: f32\n%5 = read $0.sum: f32\n{called}\nwrite $0.sum, %9\n}}"
        );
        let module = parse(&format!("{}{SCALE}", kernel_text("", &body))).unwrap();
        check(&module).unwrap();
        module
    };
    for directives in [" pipeline(ii = 1)", ""] {
        let of_the_sum = looped("%8 = call @scale(%5): f32\n%9 = add %8, %4: f32", directives);
        assert_eq!(recurring(&of_the_sum), [("sum".to_owned(), 11)], "{directives}");
        let of_the_element = looped("%8 = call @scale(%4): f32\n%9 = add %5, %8: f32", directives);
        assert_eq!(recurring(&of_the_element), [("sum".to_owned(), 7)], "{directives}");
    }
}

/// What a function of the library makes of an index is another index, which changes in the loop.
#[test]
fn indices_may_come_from_the_library() {
    let body = format!(
        "{RANGE}%2 = const 0.0: f32\nfor %3.i in %0..%1 {{\n%4 = call @half(%3.i): u64\nwrite &1.y[%4], %2\n\
         %5 = call @half(%0): u64\nwrite &1.y[%5], %2\n}}"
    );
    let half = "fn @half(%0.v: u64) -> u64 {\n%1 = const 2: u64\n%2 = div %0, %1: u64\nreturn %2\n}\n";
    let module = parse(&format!("{}{half}", kernel_text("", &body))).unwrap();
    assert_eq!(variations(&module), [Variation::Unknown, Variation::None]);
}

/// The way goes through a memory, which takes a cycle to read and one to write.
#[test]
fn the_distance_divides_the_time() {
    let body = |distance: u32| {
        format!(
            "%2 = const 0.0: f32\nslot $0.line: mut [f32; 64] = %2\n%0 = const 0: u64\n%1 = const 32: u64\n\
             %7 = const {distance}: u64\nfor %3.i in %0..%1 pipeline(ii = 1) {{\n%4 = read $0.line[%3.i]: f32\n\
             %5 = mul %4, %4: f32\n%6 = add %3.i, %7: u64\nwrite $0.line[%6], %5\n}}"
        )
    };
    let interval = |distance| recurring(&kernel(&body(distance))).first().map(|found| found.1);
    assert_eq!(interval(1), Some(5));
    assert_eq!(interval(2), Some(3));
    assert_eq!(interval(5), Some(1));
    assert_eq!(interval(0), None, "the same iteration");
    assert_eq!(interval(32), None, "the loop ends before");
}

/// Sums in memory wait for each other, too, where they are made only now and then, and where what is read may have been
/// written just before.
#[test]
fn conditions_hide_no_recurrence() {
    let array = "%2 = const 0.0: f32\nslot $0.a: mut [f32; 64] = %2\n";
    let sum = "%5 = read $0.a[%0]: f32\n%6 = add %5, %4: f32\nwrite $0.a[%0], %6\n";
    for (before, inside, after) in [("", sum, ""), ("", "write $0.a[%0], %4\n", sum), (sum, "", "")] {
        let body = format!(
            "{array}{RANGE}for %3.i in %0..%1 pipeline(ii = 1) {{\n%4 = read &0.x[%3.i]: f32\n%7 = lt %4, %2: bool\n\
             {before}if %7 {{\n{inside}}}\n{after}}}"
        );
        assert_eq!(recurring(&kernel(&body)), [("a".to_owned(), 8)], "{body}");
    }
}

/// Sums of whole numbers can be regrouped, unless something else is between them.
#[test]
fn whole_numbers_are_added_up_in_any_order() {
    let sums = |between: &str, last: &str| {
        let body = format!(
            "%2 = const 1: u64\nslot $0.sum: mut u64 = %2\n{RANGE}for %3.i in %0..%1 pipeline(ii = 1) {{\n\
             %4 = read $0.sum: u64\n%5 = add %4, %3: u64\n%6 = add %3, %5: u64\n%7 = {between} %6, %3: u64\n\
             %8 = add %7, %2: u64\n%9 = {last} %8, %3: u64\nwrite $0.sum, %9\n}}"
        );
        recurring(&kernel(&body)).iter().map(|(_, interval)| *interval).collect::<Vec<_>>()
    };
    assert_eq!(sums("add", "sub"), [1]);
    assert_eq!(sums("xor", "add"), [1]);
    assert_eq!(sums("shl", "shl"), [2]);
}

#[test]
fn promises_are_taken() {
    let body = |dependence: &str| {
        format!(
            "{RANGE}for %3.i in %0..%1 pipeline(ii = 1) {dependence} {{\n%4 = const 0: u64\n%5 = read &1.y[%4]: f32\n\
             %6 = add %5, %5: f32\nwrite &1.y[%4], %6\n}}"
        )
    };
    let found = |dependence| recurring(&kernel(&body(dependence)));
    assert_eq!(found(""), [("y".to_owned(), 71)]);
    assert_eq!(found("dependence(variable = &1.y, type = inter, dependent = false)"), []);
    assert_eq!(found("dependence(class = pointer, dependent = false)"), []);
    assert_eq!(found("dependence(class = array, dependent = false)"), [("y".to_owned(), 71)]);
    assert_eq!(found("dependence(variable = &1.y, type = intra, dependent = false)"), [("y".to_owned(), 71)]);
    assert_eq!(
        found("dependence(variable = &1.y, direction = WAR, dependent = false)"),
        [("y".to_owned(), 71)]
    );
    let distant = "dependence(variable = &1.y, type = inter, distance = 10, dependent = true)";
    assert_eq!(found(distant), [("y".to_owned(), 8)]);
}

/// Three neighbours of a local array in one iteration.
fn neighbours(directives: &str, step: u32) -> Module {
    kernel(&format!(
        "%2 = const 0.0: f32\nslot $0.line: mut [f32; 512] {directives} = %2\n%0 = const 0: u64\n%1 = const 100: u64\n\
         %7 = const 1: u64\n%8 = const 2: u64\n%9 = const {step}: u64\nfor %3.i in %0..%1 pipeline(ii = 1) {{\n\
         %10 = mul %3.i, %9: u64\n%4 = add %10, %7: u64\n%5 = add %10, %8: u64\n\
         %11 = read $0.line[%10]: f32\n%12 = read $0.line[%4]: f32\n%13 = read $0.line[%5]: f32\n\
         %14 = read $0.line[%4]: f32\nwrite &1.y[%3.i], %13\n}}"
    ))
}

#[test]
fn ports_are_counted_for_each_bank() {
    assert_eq!(interval(&neighbours("", 1)), 2);
    assert_eq!(interval(&neighbours("bind_storage(type = ram_1p, impl = bram)", 1)), 3);
    assert_eq!(interval(&neighbours("bind_storage(type = ram_1wnr, impl = bram)", 1)), 1);
    assert_eq!(interval(&neighbours("array_partition(type = cyclic, factor = 2)", 1)), 1);
    assert_eq!(interval(&neighbours("array_reshape(type = cyclic, factor = 4)", 1)), 1);
    assert_eq!(interval(&neighbours("array_partition(type = complete)", 1)), 1);
    let single = "bind_storage(type = ram_1p, impl = bram) array_partition(type = cyclic, factor = 2)";
    assert_eq!(interval(&neighbours(single, 1)), 2, "elements 0 and 2 are in one bank");
    assert_eq!(interval(&neighbours(single, 4)), 2, "also where the bank does not change");
}

#[test]
fn indices_are_polynomials_of_the_counter() {
    let module = kernel(&format!(
        "{RANGE}%2 = const 3: u64\nfor %4.i in %0..%1 {{\n%5 = read &0.x[%4.i]: f32\n%6 = mul %4.i, %2: u64\n\
         %7 = read &0.x[%6]: f32\n%8 = sub %1, %4.i: u64\n%9 = read &0.x[%8]: f32\n%10 = mul %4.i, %1: u64\n\
         %11 = read &0.x[%10]: f32\n%12 = cast %5: u64\n%13 = read &0.x[%12]: f32\n%14 = rem %4.i, %2: u64\n\
         %15 = read &0.x[%14]: f32\n%16 = read &0.x[%2]: f32\n}}"
    ));
    let expected = [
        Variation::Step(1),
        Variation::Step(3),
        Variation::Step(-1),
        Variation::Constant,
        Variation::Fetched,
        Variation::Unknown,
        Variation::None,
    ];
    assert_eq!(variations(&module), expected);
}

/// A `while`, and a loop that would be unrolled beyond all measure, are no reason to fail or to wait.
#[test]
fn what_is_too_much_is_left_out() {
    let nest = "for %A in %0..%1 unroll() {\nfor %B in %0..%1 unroll() {\nfor %C in %0..%1 unroll() {\n\
                %D = read &0.x[%C]: f32\nwrite &1.y[%B], %D\n}\n}\n}";
    let nest = nest.replace("%A", "%10").replace("%B", "%11").replace("%C", "%12").replace("%D", "%13");
    let module = kernel(&format!(
        "%0 = const 0: u64\n%1 = const 1000: u64\nfor %3.i in %0..%1 pipeline(ii = 1) {{\n{nest}\n}}"
    ));
    let trace = traced(&module);
    assert!(!last(&trace).complete);
}
