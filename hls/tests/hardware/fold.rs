//! What is known is computed when the code is translated.

use sycl_hls_compiler::pass::{DEAD, FOLD, HARDWARE, INLINE, UNROLL};
use sycl_hls_ir::OpKind;
use sycl_hls_ir::interp::Arg;

use crate::hardware::subject::{count, has_plain_slots, kir, rust, same, scalar, slice, text};

#[test]
fn constants_conditions_and_tables_are_known() {
    let module = rust(
        "const T: [(u32, [u16; 2]); 3] = [(1, [2, 3]), (4, [5, 6]), (7, [8, 9])];
         const ON: bool = true;
         #[kernel] fn k(a: u32, x: &mut [u32]) {
             let n = 3 * T[1].0 - 2;
             x[0] = if n == 10 && ON { a + T[2].1[1] as u32 } else { a / n };
             if n < 4 { x[1] = 7; return; }
             for i in 5..n - 5 { x[i as usize] = 1; }
             while n < 5 { x[0] = 9; }
             x[1] = n;
         }",
    );
    let folded = same(&module, &[FOLD, DEAD], &[vec![scalar(30_u32), slice(&[0_u32; 2])]]);
    insta::assert_snapshot!(text(&folded), @r#"
    struct @tuple_u32_u16x2 { _0: u32, _1: [u16; 2] }

    const @T: [@tuple_u32_u16x2; 3] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    const @ON: bool = [true]

    kernel @k(%0.a: u32, &1.x: mut [u32] bundle "gmem0") {
      %1.n = const 10: u32
      %2 = const 9: u32
      %3 = add %0.a, %2: u32
      %4 = const 0: u64
      write &1.x[%4], %3
      %5 = const 1: u64
      write &1.x[%5], %1.n
      return
    }
    "#);
}

#[test]
fn what_never_goes_on_ends_its_region() {
    let module = kir("kernel @k(&0.x: mut [u32] bundle \"g\", %0: bool) {
           %1 = const true: bool
           %2 = const 0: u64
           %3 = const 7: u32
           %4 = if %0: u32 {
             %5 = if %1: u32 {
               write &0[%2], %3
               return
             } else {
               yield %3
             }
             yield %5
           } else {
             block {
               block {
                 if %1 {
                   break 1
                 }
                 write &0[%2], %3
               }
             }
             for %6 in %2..%2 {
               continue 0
             }
             while {
               yield %1
             } do {
               if %0 {
                 return
               } else {
                 break 0
               }
             }
             yield %3
           }
           %7 = add.wrapping %4, %4: u32
           write &0[%2], %7
           return
         }");
    let args = |on: bool| vec![slice(&[0_u32]), scalar(on)];
    let folded = same(&module, &[FOLD, DEAD], &[args(true), args(false)]);
    assert_eq!(count(&folded, |kind| matches!(kind, OpKind::Block { .. })), 0, "{}", text(&folded));
}

#[test]
fn cheaper_operations_have_the_same_bits() {
    for ty in ["u8", "i8", "u32", "i32", "u64", "i64"] {
        let unsigned = ty.starts_with('u');
        let mut lines = Vec::new();
        for constant in [0_i128, 1, 2, 3, 4, 8, 16, 64, 7, 127, -1, -2, -128] {
            if unsigned && constant < 0 {
                continue;
            }
            let shift = constant.clamp(0, 7);
            for op in ["wrapping_add", "wrapping_sub", "wrapping_mul"] {
                lines.push(format!("v.{op}({constant})"));
                lines.push(format!("(({constant}) as {ty}).{op}(v)"));
            }
            for op in ["&", "|", "^"] {
                lines.push(format!("v {op} ({constant})"));
                lines.push(format!("({constant}) {op} v"));
            }
            if constant != 0 {
                lines.push(format!("v.wrapping_div({constant}) ^ v.wrapping_rem({constant})"));
            }
            lines.push(format!("(v << {shift}) ^ (v >> {shift})"));
            lines.push(format!("v.min({constant}).wrapping_sub(v.max({constant}))"));
        }
        lines.extend(
            ["v ^ v", "v & v", "v | v", "v.wrapping_sub(v)", "v.min(v)", "v as TY"]
                .map(|it| it.replace("TY", ty)),
        );
        let body: Vec<String> =
            lines.iter().enumerate().map(|(index, line)| format!("x[{index}] = {line};")).collect();
        let module = rust(&format!("#[kernel] fn k(v: {ty}, x: &mut [{ty}]) {{ {} }}", body.join("\n")));
        let ty: sycl_hls_types::Scalar = ty.parse().unwrap();
        let value = |n: i128| sycl_hls_types::ScalarValue::wrapping(ty, n);
        let args: Vec<Vec<Arg>> = [0, 1, -1, 100, 127, -128, i128::from(i32::MIN), i128::from(i64::MAX)]
            .map(|n| vec![Arg::Scalar(value(n)), Arg::Slice(vec![value(0); lines.len()])])
            .to_vec();
        let folded = same(&module, &[FOLD, DEAD], &args);
        if unsigned {
            let divisions = text(&folded).matches(" div").count();
            assert_eq!(divisions, 3, "by 3, 7 and 127: {}", text(&folded));
        }
        let products = text(&folded).matches(" mul").count();
        assert!(products <= 10, "{products}: {}", text(&folded));
    }
}

#[test]
fn nothing_is_computed_twice_where_it_is_known_to_be() {
    let module = rust(
        "#[kernel] fn k(a: u32, b: u32, f: f32, x: &mut [u32], y: &mut [f32]) {
             x[0] = a.wrapping_mul(b);
             if a > b { x[1] = b.wrapping_mul(a); y[0] = f * 2.0; } else { x[1] = a.wrapping_mul(b) ^ 1; y[0] = f * 2.0; }
             for i in 0..x.len() { x[i] ^= a.wrapping_mul(b) + x.len() as u32; }
             x[0] ^= (a > b) as u32; y[1] = f * 2.0;
         }",
    );
    let args =
        |a: u32, b: u32| vec![scalar(a), scalar(b), scalar(1.5_f32), slice(&[0_u32; 2]), slice(&[0_f32; 2])];
    let folded = same(&module, &[FOLD, DEAD], &[args(1, 2), args(5, 3)]);
    let text = text(&folded);
    for (op, times) in [(" mul.wrapping", 1), (" gt", 1), (" len ", 1), (" mul %2", 3)] {
        assert_eq!(text.matches(op).count(), times, "{op}: {text}");
    }
}

#[test]
fn an_unrolled_filter_is_straight_code() {
    let module = rust(
        "#[derive(Clone, Copy)] struct Tap { at: usize, weight: i32 }
         const TAPS: [Tap; 3] = [Tap { at: 0, weight: 1 }, Tap { at: 1, weight: 0 }, Tap { at: 3, weight: -4 }];
         #[kernel] fn k(x: &[i32], y: &mut [i32]) {
             let mut window = [0; 4];
             #[pipeline] for i in 0..y.len() {
                 for j in 0..3 { window[j] = window[j + 1]; }
                 window[3] = x[i];
                 y[i] = apply(&window);
             }
         }
         fn apply(w: &[i32; 4]) -> i32 {
             let mut sum = 0;
             for j in 0..3 { if TAPS[j].weight == 0 { continue; } sum += w[TAPS[j].at] * TAPS[j].weight; }
             sum
         }",
    );
    let x: Vec<i32> = (1..20).collect();
    let lowered = same(&module, HARDWARE, &[vec![slice(&x), slice(&[0; 19])]]);
    assert!(has_plain_slots(&lowered));
    assert_eq!(count(&lowered, |kind| matches!(kind, OpKind::If { .. } | OpKind::Block { .. })), 0);
    insta::assert_snapshot!(text(&lowered), @r#"
    struct @Tap { at: u64, weight: i32 }

    const @TAPS: [@Tap; 3] = [0, 1, 1, 0, 3, -4]

    kernel @k(&0.x: [i32] bundle "gmem0", &1.y: mut [i32] bundle "gmem1") {
      %0 = const 0: i32
      slot $0.window_0: mut i32 = %0
      slot $1.window_1: mut i32 = %0
      slot $2.window_2: mut i32 = %0
      slot $3.window_3: mut i32 = %0
      %1 = const 0: u64
      %2 = len &1.y: u64
      for %3.i in %1..%2 pipeline {
        %4 = read $1.window_1: i32
        write $0.window_0, %4
        %5 = read $2.window_2: i32
        write $1.window_1, %5
        %6 = read $3.window_3: i32
        write $2.window_2, %6
        %7 = read &0.x[%3.i]: i32
        write $3.window_3, %7
        %8 = const 0: i32
        slot $4.sum: mut i32 = %8
        %9 = read $0.window_0: i32
        %10 = read $4.sum: i32
        %11 = add %10, %9: i32
        write $4.sum, %11
        %12 = const -4: i32
        %13 = mul %7, %12: i32
        %14 = read $4.sum: i32
        %15 = add %14, %13: i32
        write $4.sum, %15
        %16 = read $4.sum: i32
        write &1.y[%3.i], %16
      }
      return
    }
    "#);
    let unfolded = same(&module, &[INLINE, UNROLL], &[]);
    assert!(count(&unfolded, |kind| matches!(kind, OpKind::Block { .. })) > 0);
}
