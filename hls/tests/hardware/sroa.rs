//! Locals are split into parts.

use sycl_hls_compiler::pass::{DEAD, HARDWARE, INLINE, Pass, SIMPLIFY, SROA};
use sycl_hls_ir::OpKind;

use crate::hardware::subject::{after, count, has_plain_slots, kir, rust, same, scalar, slice, text};

const ALL: &[Pass] = &[INLINE, SROA, DEAD];

#[test]
fn a_struct_becomes_its_fields() {
    let module = rust(
        "#[derive(Clone, Copy)] struct P { x: i32, y: [i32; 2] }
         #[kernel] fn k(a: i32, x: &mut [i32]) {
             let mut p = P { x: a, y: [1, 2] };
             p.y[1] += p.x;
             x[0] = p.y[0]; x[1] = p.y[1];
         }",
    );
    let split = same(&module, ALL, &[vec![scalar(3), slice(&[0, 7])]]);
    insta::assert_snapshot!(text(&split), @r#"
    struct @P { x: i32, y: [i32; 2] }

    kernel @k(%0.a: i32, &1.x: mut [i32] bundle "gmem0") {
      %1 = const 1: i32
      %2 = const 2: i32
      slot $0.p_x: mut i32 = %0.a
      slot $1.p_y_0: mut i32 = %1
      slot $2.p_y_1: mut i32 = %2
      %3 = read $0.p_x: i32
      %4 = read $2.p_y_1: i32
      %5 = add %4, %3: i32
      write $2.p_y_1, %5
      %6 = read $1.p_y_0: i32
      %7 = const 0: u64
      write &1.x[%7], %6
      %8 = read $2.p_y_1: i32
      %9 = const 1: u64
      write &1.x[%9], %8
      return
    }
    "#);
}

#[test]
fn an_array_of_structs_becomes_arrays() {
    let module = rust(
        "#[derive(Clone, Copy)] struct Q { a: u8, b: [i32; 3] }
         #[derive(Clone, Copy)] struct P { x: i32, q: [Q; 2], t: (i32, u8) }
         #[kernel] fn k(n: usize, x: &mut [i32]) {
             let mut ps = [P { x: 1, q: [Q { a: 4, b: [5, 6, 7] }; 2], t: (9, 8) }; 5];
             for i in 0..5 { ps[i].x = i as i32; ps[i].q[i % 2].b[n % 3] += 3; ps[i].t.0 -= i as i32; }
             ps[1] = ps[n % 5];
             let copy = ps;
             let row = copy[n % 5].q;
             ps[0].q[1] = row[0];
             let q = ps[n % 4].q[1];
             for i in 0..5 { for j in 0..2 { for l in 0..3 { x[0] = x[0] * 3 + ps[i].q[j].b[l] + ps[i].t.0; } } }
             x[1] = q.b[2] + copy[2].x + q.a as i32 + row[1].b[0] + copy[3].t.1 as i32;
         }",
    );
    let args = |n: usize| vec![scalar(n), slice(&[0, 0])];
    for passes in [ALL, &[SROA], &[INLINE, SIMPLIFY, SROA, SIMPLIFY, DEAD]] {
        let split = same(&module, passes, &[args(0), args(1), args(2), args(3), args(4), args(8)]);
        assert!(has_plain_slots(&split), "{}", text(&split));
    }
}

#[test]
fn structs_of_parameters_and_constants_are_copied_scalar_by_scalar() {
    let module = rust(
        "#[derive(Clone, Copy, Element)] struct P { x: i32, y: [i32; 12] }
         const C: [P; 2] = [P { x: 3, y: [1; 12] }, P { x: 4, y: [2; 12] }];
         #[kernel] fn k(n: usize, given: P, x: &mut [P]) {
             let mut p = x[n]; let c = C[n % 2]; let g = given; let mut all = [p; 10];
             for i in 0..10 { all[i].y[i] += g.y[i] + c.y[n]; }
             p.y[n] = c.x; all[3] = given; all[4] = C[1];
             x[0] = p; x[1] = all[4]; x[2] = all[n + 2]; x[3] = g;
         }",
    );
    let xs: Vec<i32> = (0..4 * 13).collect();
    let given: Vec<i32> = (100..113).collect();
    let args = |n: usize| vec![scalar(n), slice(&given), slice(&xs)];
    let split = same(&module, ALL, &[args(0), args(1), args(2), args(3), args(4)]);
    assert!(has_plain_slots(&split), "{}", text(&split));
}

#[test]
fn what_was_never_written_may_be_copied() {
    let module = rust(
        "#[kernel] fn k(n: u32, x: &mut [u32]) {
             let a = find(n, x); let mut b = a; let c = [a, b, None];
             if n > 3 { b = c[(n % 3) as usize]; }
             x[0] = match b { Some(v) => v, None => 77 };
         }
         fn find(n: u32, x: &[u32]) -> Option<u32> { if n > 5 { Some(x[1]) } else { None } }",
    );
    let args = |n: u32| vec![scalar(n), slice(&[1_u32, 9])];
    let split = same(&module, ALL, &[args(0), args(3), args(4), args(5), args(6), args(7), args(8)]);
    assert!(has_plain_slots(&split), "{}", text(&split));
}

#[test]
fn dimensions_with_known_indices_are_split() {
    let module = rust(
        "#[kernel] fn k(n: usize, x: &mut [i32]) {
             let mut m = [[0; 8], [1; 8], [2; 8]];
             m[1][n] = 5; m[2] = m[1]; m[0][7 - n] = m[2][n];
             let mut r = [1, 2, 3]; r[0] = r[2] + m[0][0]; let s = r;
             x[0] = r[0] + r[1]; x[1] = s[n % 3]; x[2] = m[2][1];
         }",
    );
    let args = |n: usize| vec![scalar(n), slice(&[0; 3])];
    let split = same(&module, ALL, &[args(0), args(1), args(4), args(7), args(9)]);
    let text = text(&split);
    for name in ["m_0: mut [i32; 8]", "m_1: mut [i32; 8]", "r_0: mut i32", "s: mut [i32; 3]"] {
        assert!(text.contains(name), "{name}: {text}");
    }
}

#[test]
fn directives_are_those_of_the_parts() {
    let module = kir(
        "struct @P { x: i32, y: i32 }
         kernel @k(&0.x: mut [i32] bundle \"g\", %0: u64) {
           %1 = const 0: u64
           %2 = const 4: u64
           %3 = const 1: u64
           slot $0.m: mut [[@P; 4]; 100] array_partition(type = complete, dim = 1) array_reshape(type = cyclic, factor = 2, dim = 0) aggregate \
             bind_storage(type = ram_2p)
           slot $1.n: mut [[i32; 200]; 4] array_partition(type = complete, dim = 2)
           for %4.i in %1..%2 dependence(variable = $0, dependent = false) {
             %5 = read &0[%4]: i32
             write $0[%3, %4, .0.x], %5
             write $0[%1, %4, .1.y], %5
             write $1[%4, %3], %5
           }
           %7 = read $0[%3, %0, .0.x]: i32
           write &0[%1], %7
           %8 = read $1[%3, %3]: i32
           write &0[%3], %8
           return
         }",
    );
    let split = same(&module, ALL, &[vec![slice(&[1, 2, 3, 4]), scalar(2_u64)]]);
    let text = text(&split);
    let slot = "slot $0.m_x_1: mut [i32; 4] array_reshape(type = cyclic, factor = 2, dim = 1) bind_storage(type = ram_2p)";
    assert!(text.contains(slot), "{text}");
    assert!(text.contains("n_1: mut [i32; 4]\n"), "{text}");
    assert_eq!(text.matches("dependence(variable").count(), 1, "{text}");
    assert_eq!(count(&split, |kind| matches!(kind, OpKind::Declare { .. })), 2, "{text}");
}

#[test]
fn parts_that_nothing_reads_are_removed() {
    let module = kir("struct @P { x: i32, y: [i32; 4] }
         kernel @k(&0.x: mut [i32] bundle \"g\") {
           %1 = const 0: u64
           %2 = const 4: u64
           %3 = const true: bool
           slot $0.p: mut @P
           slot $1.q: mut [@P; 9]
           while dependence(variable = $0, dependent = false) dependence(variable = $1, dependent = false) {
             yield %3
           } do {
             %4 = read &0[%1]: i32
             write $0[.0.x], %4
             write $1[%1, .1.y, %1], %4
             copy $1[%1, .1.y], $0[.1.y]
             copy $0, $1[%1]
             %5 = read $0[.0.x]: i32
             write &0[%1], %5
             break 0
           }
           return
         }");
    let text = text(&after(&module, HARDWARE));
    assert_eq!(text.matches("slot ").count(), 2, "what is copied to and fro: {text}");
    let split = after(&module, &[SROA]);
    assert!(has_plain_slots(&split));
}
