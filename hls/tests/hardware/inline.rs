//! Helpers become part of their kernels.

use sycl_hls_compiler::pass::{DEAD, INLINE};
use sycl_hls_ir::OpKind;

use crate::hardware::subject::{count, kir, run, rust, same, scalar, slice, text};

#[test]
fn a_value_returned_at_the_end_is_used_as_it_is() {
    let module = rust(
        "#[kernel] fn k(a: i32, x: &mut [i32]) { x[0] = twice(a + 1) + twice(x[1]); }
         fn twice(v: i32) -> i32 { v * 2 }",
    );
    let inlined = same(&module, &[INLINE], &[vec![scalar(3), slice(&[0, 7])]]);
    insta::assert_snapshot!(text(&inlined), @r#"
    kernel @k(%0.a: i32, &1.x: mut [i32] bundle "gmem0") {
      %1 = const 1: i32
      %2.v = add %0.a, %1: i32
      %3 = const 2: i32
      %4 = mul %2.v, %3: i32
      %5 = const 1: u64
      %6.v = read &1.x[%5]: i32
      %7 = const 2: i32
      %8 = mul %6.v, %7: i32
      %9 = add %4, %8: i32
      %10 = const 0: u64
      write &1.x[%10], %9
      return
    }
    "#);
}

#[test]
fn returns_in_the_middle_leave_a_block() {
    let module = rust(
        "#[kernel] fn k(a: u32, x: &mut [u32]) { for i in 0..x.len() { x[i] = find(x, i as u32 + a); } }
         fn find(x: &[u32], v: u32) -> u32 {
             for i in 0..x.len() {
                 let mut j = 0;
                 while j < 5 { if x[i] + j == v { return i as u32; } j += 1; }
                 if x[i] == 77 { break; }
             }
             9
         }",
    );
    let args = |a: u32| vec![scalar(a), slice(&[1_u32, 5, 9, 77, 3])];
    let inlined = same(&module, &[INLINE], &[args(0), args(5), args(76), args(1000), args(u32::MAX)]);
    assert_eq!(count(&inlined, |kind| matches!(kind, OpKind::Call { .. })), 0);
    assert_eq!(count(&inlined, |kind| matches!(kind, OpKind::Block { .. })), 1, "{}", text(&inlined));
    assert_eq!(inlined.funcs.len(), 1);
}

#[test]
fn parts_of_parts_count_from_the_callers_beginning() {
    let module = rust(
        "#[kernel] fn k(n: usize, x: &mut [i32]) { outer(&mut x[1..n], 5); let m = [[1, 2, 3], [4, 5, 6]]; \
         x[0] += sum(&m[1]) + sum(&m[0][1..]); }
         fn outer(x: &mut [i32], by: i32) { inner(&mut x[2..], by); x[0] = x.len() as i32; }
         fn inner(x: &mut [i32], by: i32) { for i in 0..x.len() { x[i] += by; } let n = sum(x); x[0] = n; }
         fn sum(x: &[i32]) -> i32 { let mut s = 0; for i in 0..x.len() { s += x[i]; } s }",
    );
    let args = |n: usize| vec![scalar(n), slice(&[1, 2, 3, 4, 5, 6, 7])];
    let inlined = same(&module, &[INLINE, DEAD], &[args(7), args(4), args(5), args(2), args(0), args(9)]);
    assert_eq!(run(&inlined, &args(6)).unwrap()[1], slice(&[21, 5, 3, 30, 10, 11, 7]));
}

#[test]
fn structs_arrays_and_constants_are_passed_by_place() {
    let module = rust(
        "#[derive(Clone, Copy)] struct P { x: i32, y: [i32; 2] }
         const TABLE: [i32; 3] = [10, 20, 30];
         #[kernel] fn k(i: usize, x: &mut [i32]) {
             let mut ps = [P { x: 1, y: [2, 3] }; 3];
             turn(&mut ps[i], x[0]); turn(&mut ps[1], 2);
             for j in 0..3 { x[j] = ps[j].x + ps[j].y[0] * at(&TABLE, j) + at(&ps[j].y, 1); }
         }
         fn turn(p: &mut P, by: i32) { let old = *p; p.x = old.y[0] * by; set(&mut p.y, old.x); }
         fn set(y: &mut [i32; 2], v: i32) { y[1] = y[0]; y[0] = v; }
         fn at(t: &[i32], i: usize) -> i32 { if t.len() == 0 { return 0; } t[i] }",
    );
    let args = |i: usize| vec![scalar(i), slice(&[4, 5, 6])];
    let inlined = same(&module, &[INLINE], &[args(0), args(1), args(2), args(3)]);
    assert!(!text(&inlined).contains("call"));
}

#[test]
fn slots_are_new_each_time_and_levels_stay_right() {
    let module = rust(
        "#[kernel] fn k(x: &mut [u32]) {
             'a: for i in 0..4_u32 { for j in 0..4_u32 { if steps(i, j) > 9 { continue 'a; } x[0] += steps(j, i); } }
         }
         fn steps(i: u32, j: u32) -> u32 {
             let mut seen = [0; 4]; let mut n = 0;
             'o: loop { for l in 0..3 { seen[((i + l) % 4) as usize] += j; n += 1;
                 if n > 5 { break 'o; } if seen[0] > 3 { continue 'o; } if seen[1] > 5 { return 11; } } }
             seen[2] + n
         }",
    );
    same(&module, &[INLINE], &[vec![slice(&[0_u32])]]);
}

#[test]
fn what_the_callee_asks_of_the_hardware_comes_along() {
    let module = kir(
        "kernel @k(&0.x: mut [i32] bundle \"g\", &1.y: mut [i32] bundle \"h\") {
           %1 = call @f(&0, &1): i32
           return
         }
         fn @f(&0.a: mut [i32], &1.b: mut [i32]) -> i32 pipeline(ii = 3) latency(max = 9) {
           %0 = const 0: u64
           %1 = const 4: u64
           slot $0.t: mut [i32; 4]
           for %2.i in %0..%1 dependence(variable = &1, dependent = false) dependence(variable = $0, dependent = false) {
             %3 = read &1[%2]: i32
             write &0[%2], %3
             write $0[%2], %3
           }
           %4 = read $0[%0]: i32
           return %4
         }",
    );
    let inlined = same(&module, &[INLINE], &[vec![slice(&[0; 4]), slice(&[1, 2, 3, 4])]]);
    insta::assert_snapshot!(text(&inlined), @r#"
    kernel @k(&0.x: mut [i32] bundle "g", &1.y: mut [i32] bundle "h") {
      slot $0.f: mut i32
      scope latency(max = 9) {
        %0 = const 0: u64
        %1 = const 4: u64
        slot $1.t: mut [i32; 4]
        for %2.i in %0..%1 unroll dependence(variable = &1.y, dependent = false) dependence(variable = $1.t, dependent = false) {
          %3 = read &1.y[%2.i]: i32
          write &0.x[%2.i], %3
          write $1.t[%2.i], %3
        }
        %4 = read $1.t[%0]: i32
        write $0.f, %4
      }
      %5 = read $0.f: i32
      return
    }
    "#);
}

#[test]
fn a_loop_that_cannot_be_a_pipeline_is_none() {
    let callee = |name: &str, bound: &str| {
        format!(
            "fn @{name}(%0: u32) -> u32 {{
               slot $0.v: mut u32 = %0
               %1 = const 0: u32
               %2 = const 3: u32
               for %3 in %1..{bound} {{
                 %4 = read $0: u32
                 %5 = add.wrapping %4, %4: u32
                 write $0, %5
               }}
               %6 = read $0: u32
               return %6
             }}"
        )
    };
    let caller = |name: &str| {
        format!(
            "for %1{name} in %10..%11 pipeline {{
               %2{name} = read &0[%1{name}]: u32
               %3{name} = and %2{name}, %12: u32
               %4{name} = call @f{name}(%3{name}): u32
               write &0[%1{name}], %4{name}
             }}\n"
        )
    };
    let module = kir(&format!(
        "kernel @k(&0.x: mut [u32] bundle \"g\") {{
           %10 = const 0: u64
           %11 = const 4: u64
           %12 = const 7: u32
           {}{}return
         }}
         {}{}",
        caller("00"),
        caller("01"),
        callee("f00", "%0"),
        callee("f01", "%2")
    ));
    let inlined = same(&module, &[INLINE], &[vec![slice(&[1_u32, 2, 9, 1000])]]);
    assert_eq!(text(&inlined).matches(" pipeline").count(), 1, "{}", text(&inlined));
}
