//! Kernels written as KIR text: what the language has no words for.

use sycl_hls_ir::{Module, check, parse};

/// `moved(by: Step, points: &mut [Point], weights: &[[f32; 2]], scale: i16)` with structs that Rust lays out as
/// [`Point`] and [`Step`] are.
const STRUCTS: &str = "module structs from \"structs.rs\"
struct @Point { x: f32, y: f32, tag: i16, flags: [u8; 2] }
struct @Step { x: i16, y: i16, count: u16 }

kernel @moved(&0.by: @Step, &1.points: mut [@Point] bundle \"gmem0\", &2.weights: [[f32; 2]] bundle \"gmem1\", %0.scale: i16) {
  %1 = const 0: u64
  %2 = const 1: u64
  %3 = len &1.points: u64
  for %4.i in %1..%3 {
    %5 = read &1[%4, .0.x]: f32
    %6 = read &0[.0.x]: i16
    %7 = mul %6, %0: i16 @3:4-3:9
    %8 = cast %7: f32
    %9 = read &2[%4, %2]: f32 @4:4-4:9
    %10 = fma %8, %9, %5: f32
    write &1[%4, .0], %10
    %11 = read &0[.2.count]: u16
    %12 = cast %11: u8
    write &1[%4, .3.flags, %2], %12
  }
  return
}
";

/// An element of the slice `points`.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C)]
#[allow(missing_docs)]
pub struct Point {
    pub x: f32,
    pub y: f32,
    pub tag: i16,
    pub flags: [u8; 2],
}

/// The argument `by`.
#[derive(Clone, Copy, Debug, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C)]
#[allow(missing_docs)]
pub struct Step {
    pub x: i16,
    pub y: i16,
    pub count: u16,
}

/// A module with a kernel that takes a struct, a slice of structs and a slice of arrays.
///
/// # Panics
/// When the text is no KIR.
#[must_use]
pub fn structs() -> Module {
    let module = parse(STRUCTS).expect("the text is KIR");
    check(&module).expect("the KIR is well-formed");
    module
}
