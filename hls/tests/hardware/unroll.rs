//! Iterations are put side by side.

use sycl_hls_compiler::pass::{DEAD, INLINE, SROA, UNROLL};
use sycl_hls_ir::interp::Arg;
use sycl_hls_ir::{Module, OpKind};

use crate::hardware::subject::{count, rust, same, scalar, slice, text};

fn loops(module: &Module) -> usize {
    count(module, |kind| matches!(kind, OpKind::For(_)))
}

#[test]
fn all_iterations_stand_side_by_side() {
    let module = rust(
        "#[kernel] fn k(a: u32, x: &mut [u32]) {
             #[unroll] for i in 0..2 { let mut t = a; t += i as u32; x[i] = t; }
         }",
    );
    let unrolled = same(&module, &[UNROLL], &[vec![scalar(3_u32), slice(&[0_u32; 2])]]);
    insta::assert_snapshot!(text(&unrolled), @r#"
    kernel @k(%0.a: u32, &1.x: mut [u32] bundle "gmem0") {
      %1 = const 0: u64
      %2 = const 2: u64
      %3.i = const 0: u64
      slot $0.t: mut u32 = %0.a
      %4 = cast %3.i: u32
      %5 = read $0.t: u32
      %6 = add %5, %4: u32
      write $0.t, %6
      %7 = read $0.t: u32
      write &1.x[%3.i], %7
      %8.i = const 1: u64
      slot $1.t: mut u32 = %0.a
      %9 = cast %8.i: u32
      %10 = read $1.t: u32
      %11 = add %10, %9: u32
      write $1.t, %11
      %12 = read $1.t: u32
      write &1.x[%8.i], %12
      return
    }
    "#);
}

#[test]
fn ways_out_become_ways_out_of_blocks() {
    let module = rust(
        "#[kernel] fn k(a: u32, x: &mut [u32]) {
             'o: for n in 0..3_u32 {
                 #[unroll] for i in (1..=9_u32).rev().step_by(3) {
                     x[0] = x[0] * 7 % 1000 + i;
                     if x[0] % a == 0 { continue; }
                     x[1] += i;
                     if x[0] % a == 1 { break; }
                     if x[0] % a == 2 { continue 'o; }
                     if x[0] % a == 3 { break 'o; }
                     if x[0] % a == 4 { return; }
                     x[2] += n;
                 }
                 x[3] += 1;
             }
             #[unroll] for i in 0..4 { if i == 1 { continue; } x[i] += 1; }
             #[unroll] for i in 0..4 { if i == 3 { break; } x[i] += 1; }
             #[unroll] for i in 0..4 { x[i] += 1; if a > 100 { return; } break; }
         }",
    );
    let args: Vec<Vec<Arg>> = (1..30_u32).map(|a| vec![scalar(a), slice(&[a, 0, 0, 0])]).collect();
    let unrolled = same(&module, &[UNROLL], &args);
    assert_eq!(loops(&unrolled), 1, "{}", text(&unrolled));
}

#[test]
fn pipelines_hold_no_loops() {
    let pipelined = rust(
        "#[kernel] fn k(x: &mut [u32]) {
             #[pipeline] for i in 0..x.len() { for j in 0..3_u32 { for _ in 0..2 { x[i] += x[i] * j; } } x[i] = f(x[i]); }
         }
         #[pipeline] fn f(v: u32) -> u32 { let mut s = [v; 4]; for i in 1..4 { s[i] = s[i - 1] / 2; } s[3] + s[1] }",
    );
    let args = vec![vec![slice(&[1_u32, 5, 9, 13])], vec![slice::<u32>(&[])]];
    let unrolled = same(&pipelined, &[INLINE, UNROLL, SROA, DEAD], &args);
    assert_eq!(loops(&unrolled), 1, "{}", text(&unrolled));
}

#[test]
fn some_iterations_stand_side_by_side() {
    for (factor, bounds) in [
        (2, "lo..hi"),
        (3, "lo..=hi"),
        (4, "(lo..hi).step_by(3)"),
        (3, "(lo..=hi).step_by(100)"),
        (300, "lo..hi"),
        (7, "(lo..hi).rev()"),
    ] {
        let code = format!(
            "#[kernel] fn k(lo: u8, hi: u8, x: &mut [u32]) {{
                 #[unroll(factor = {factor})] for i in {bounds} {{
                     x[0] = (x[0] * 3 + i as u32) % 65521;
                     if x[0] % 8 == 1 {{ continue; }}
                     x[1] = (x[1] * 5 + x[0]) % 65521;
                     if x[1] % 32 == 1 {{ break; }}
                 }}
             }}"
        );
        let module = rust(&code);
        let ends =
            [(0_u8, 0_u8), (0, 1), (0, 7), (3, 10), (250, 255), (0, 255), (255, 255), (9, 3), (100, 200)];
        let args: Vec<Vec<Arg>> =
            ends.iter().map(|(lo, hi)| vec![scalar(*lo), scalar(*hi), slice(&[1_u32, 0])]).collect();
        same(&module, &[UNROLL], &args);
        let signed = code.replace("u8", "i8").replace("i as u32", "i as u8 as u32");
        let args: Vec<Vec<Arg>> = ends
            .iter()
            .map(|(lo, hi)| vec![scalar(*lo as i8), scalar(*hi as i8), slice(&[1_u32, 0])])
            .chain([vec![scalar(-128_i8), scalar(127_i8), slice(&[7_u32, 2])]])
            .collect();
        same(&rust(&signed), &[UNROLL], &args);
    }
}

#[test]
fn known_multiples_need_no_test() {
    let code = |count: &str, directive: &str| {
        format!(
            "#[kernel] fn k(n: usize, x: &mut [u32]) {{ {directive} for i in 0..{count} {{ x[i] += n as u32; }} }}"
        )
    };
    let args = |n: usize| vec![scalar(n), slice(&[0_u32; 12])];
    for (count_text, directive, tests, loops_left) in [
        ("12", "#[unroll(factor = 4)]", 0, 1),
        ("11", "#[unroll(factor = 4)]", 3, 1),
        ("3", "#[unroll(factor = 4)]", 0, 0),
        ("n", "#[unroll(factor = 4)]", 3, 1),
        ("n", "#[unroll(factor = 4, skip_exit_check)]", 0, 1),
        ("9", "#[unroll(off)]", 0, 1),
    ] {
        let unrolled = same(&rust(&code(count_text, directive)), &[UNROLL], &[args(12), args(4), args(0)]);
        let ifs = count(&unrolled, |kind| matches!(kind, OpKind::If { .. }));
        assert_eq!((ifs, loops(&unrolled)), (tests, loops_left), "{count_text} {directive}");
    }
}

#[test]
fn what_would_be_too_large_stays_a_loop() {
    let module = rust(
        "#[kernel] fn k(x: &mut [u32]) {
             #[unroll] for i in 0..60000_u32 { for j in 0..2_u32 { x[0] ^= i * j; } }
             #[unroll] for i in 0..4_u32 { #[unroll] for j in 0..100000_u32 { x[0] ^= i ^ j; } }
         }",
    );
    let mut unrolled = module;
    sycl_hls_compiler::pass::run_all(&mut unrolled, &[UNROLL]);
    let text = text(&unrolled);
    assert_eq!(loops(&unrolled), 2 + 4, "{text}");
    assert!(text.contains(" unroll"), "{text}");
}

#[test]
fn directives_about_the_body_stay() {
    let module = rust(
        "#[kernel] fn k(x: &mut [u32]) {
             #[unroll] #[allocation(operation = mul, limit = 1)] for i in 0..3 { x[i] *= x[i + 1]; if x[i] == 9 { return; } }
         }",
    );
    let args = [vec![slice(&[1_u32, 2, 3, 4])], vec![slice(&[3_u32, 3, 3, 3])]];
    let text = text(&same(&module, &[UNROLL], &args));
    assert!(text.contains("scope allocation(operation = mul, limit = 1) {"), "{text}");
}

/// Short nests in a loop that has no others in it.
#[test]
fn windows_are_unrolled() {
    let nest = |rows: u32, columns: u32, directive: &str, body: &str| {
        format!("for r in 0..{rows}_usize {{ {directive} for c in 0..{columns}_usize {{ {body} }} }}")
    };
    let rest = |inner: &str| {
        let module = rust(&format!(
            "#[kernel] fn k(w: &[i32], x: &[i32], y: &mut [i32]) {{
                 for i in 0..4_usize {{ let mut sum = 0; {inner} y[i] = sum; }} }}"
        ));
        let numbers: Vec<i32> = (0..40).map(|number| number * 7 - 20).collect();
        let args = [slice(&numbers[..9]), slice(&numbers), slice(&[0; 4])];
        loops(&same(&module, &[UNROLL], &[args.to_vec()]))
    };
    let product = "sum += w[3 * r + c] * x[i + 5 * r + c];";
    assert_eq!(rest(&nest(3, 3, "", product)), 1);
    assert_eq!(rest(&format!("if x[i] > 9 {{ {} }}", nest(3, 2, "", product))), 1);
    assert_eq!(rest(&nest(2, 5, "", product)), 3, "too large");
    assert_eq!(rest(&nest(3, 3, "#[unroll(off)]", product)), 3, "a directive");
    assert_eq!(rest("for r in 0..9_usize { sum += w[r] * x[i + r]; }"), 2, "no nest");
    let beside = format!("{} for r in 0..9_usize {{ sum += w[r]; }}", nest(3, 3, "", product));
    assert_eq!(rest(&beside), 4, "another loop beside it");
    assert_eq!(rest(&nest(3, 3, "", "while sum < 9 { sum += 5; } sum += w[3 * r + c];")), 3);
}
