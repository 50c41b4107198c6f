//! Structs in memory, in registers and in functions.

use sycl_hls_types::ScalarValue;

use crate::emitted::harness::{agree, cpp, scalar, slice};

const TEXT: &str = "module m
struct @Point { x: f32, signal: i32 }
struct @Pair { 0: @Point, 1: [@Point; 2], count: [u16; 2] }
struct @Local { on: bool, pairs: [@Pair; 2], Point: u8 }
const @ORIGIN: @Point = [0.5, -1]
const @PAIRS: [@Point; 2] = [1.5, 1, 2.5, 2]

fn @scaled(&0.p: @Point, %0.by: f32, &2.out: mut @Point) {
  %1 = read &0[.0]: f32
  %2 = mul %1, %0: f32
  write &2[.0], %2
  %3 = read &0[.1]: i32
  write &2[.1], %3
  return
}

fn @bump(&0.v: mut i32, &1.w: i32) {
  %0 = read &0: i32
  %1 = read &1: i32
  %2 = add %0, %1: i32
  write &0, %2
  return
}

fn @total(&0.x: [@Point]) -> i32 {
  %0 = const 0: i32
  slot $0.sum: mut i32 = %0
  %1 = const 0: u64
  %2 = len &0: u64
  for %3.i in %1..%2 {
    %4 = read &0[%3, .1]: i32
    %5 = read $0: i32
    %6 = add %5, %4: i32
    write $0, %6
  }
  %7 = read $0: i32
  return %7
}

fn @first(&0.rows: [[i16; 3]], %0.row: u64) -> i16 {
  %1 = const 0: u64
  %2 = read &0[%0, %1]: i16
  return %2
}

kernel @k(&0.by: @Point, %0.at: u64, &2.pairs: mut [@Pair] bundle \"g\", &3.rows: mut [[i16; 3]] bundle \"g\") {
  %1 = const 0: u64
  %2 = const 1: u64
  %3 = read &0[.0.x]: f32
  // Whole structs and arrays of them.
  slot $0.pair: mut @Pair = copy &2[%0]
  copy $0[.1], @PAIRS
  copy $0[.1, %2], &0
  slot $1.q: mut @Point
  call @scaled(@ORIGIN, %3, $1)
  copy $0[.0], $1
  call @bump($0[.0, .1], &0[.1])
  // First values.
  %4 = const 7: u16
  slot $2.point: @Point = [%3, %5]
  %6 = const true: bool
  slot $3.local: mut @Local
  copy $3[.1, %1], $0
  copy $3[.1, %2], &2[%1]
  write $3[.0], %6
  slot $4.again: @Local = copy $3
  %7 = read $4[.0]: bool
  if %7 {
    copy &2[%0], $4[.1, %1]
  }
  slot $5.points: [@Point; 2] = copy $4[.1, %2, .1]
  %8 = call @total($5): i32
  %9 = call @total(&2[%0, .1] slice(%2, %2)): i32
  %10 = call @total($4[.1, %1, .1] slice(%1, %2)): i32
  %11 = add %8, %9: i32
  %12 = add %11, %10: i32
  write &2[%1, .0.0, .1.signal], %12
  write &2[%1, .2, %2], %4
  %13 = read $2[.1]: i32
  write &2[%1, .1, %1, .1], %13
  %14 = call @first(&3 slice(%2, %2), %1): i16
  write &3[%1, %2], %14
  %15 = read @PAIRS[%2, .0]: f32
  write &2[%1, .1, %2, .0], %15
  return
}
";

fn text() -> String {
    TEXT.replace("  slot $2.point", "  %5 = read &0[.1]: i32\n  slot $2.point")
}

fn pair(seed: i32) -> Vec<ScalarValue> {
    let mut values = Vec::new();
    for index in 0..3 {
        values.push(ScalarValue::from((seed + index) as f32));
        values.push((seed * 10 + index).into());
    }
    values.extend([ScalarValue::from(seed as u16), ScalarValue::from(seed as u16 + 1)]);
    values
}

#[test]
fn structs_go_everywhere() {
    let pairs: Vec<ScalarValue> = [pair(1), pair(2), pair(3)].concat();
    let by = vec![ScalarValue::from(4_f32), ScalarValue::from(100)];
    let job = |at: u64| {
        ("k", vec![slice(by.clone()), scalar(at), slice(pairs.clone()), slice([1_i16, 2, 3, 4, 5, 6])])
    };
    let outcomes = agree(&text(), &[job(0), job(2), job(3)]);
    let memory = outcomes[1].clone().unwrap();
    let points: Vec<String> = memory[1].iter().map(ToString::to_string).collect();
    assert_eq!(points[..8], ["1.0", "124", "2.0", "100", "2.5", "12", "1", "7"], "{points:?}");
    assert_eq!(points[16..], ["2.0", "99", "1.5", "1", "4.0", "100", "3", "4"], "{points:?}");
    assert_eq!(memory[2], [1_i16, 4, 3, 4, 5, 6].map(ScalarValue::from));
    let fault = outcomes[2].clone().unwrap_err().message;
    assert_eq!(fault, "index out of bounds: the length of `pairs` is 3 but the index is 3");
}

#[test]
fn structs_read_like_structs() {
    let text = cpp(&text());
    for part in [
        "struct Point {\n    float x;\n    int32_t signal_;\n};\nstatic_assert(\n    sizeof(Point) == 8 &&\n        offsetof(Point, x) == 0 &&\n        offsetof(Point, signal_) == 4,\n    \"Point lies in memory as in Rust\");",
        "struct Pair {\n    Point f0;\n    Point f1[2];\n    uint16_t count[2];\n};",
        "struct Local {\n    bool on_;\n    Pair pairs[2];\n    uint8_t Point_1;\n};\n\nstatic const Point ORIGIN = {0.5f, -1};",
        "static const Point PAIRS[2] = {{1.5f, 1}, {2.5f, 2}};",
        "static void scaled(const Point &p, float by, Point &out) {",
        "static void bump(int32_t &v, const int32_t &w) {",
        "extern \"C\" void k(Point by, uint64_t at, Pair *pairs,",
        "int16_t (*rows)[3],",
        "const Point point = {t, by.signal_};",
        "total(pairs[at].f1 + 1, 1)",
        "#include <cstddef>",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!text.contains("sizeof(Local)"), "{text}");
}
