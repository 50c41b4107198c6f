//! Operations and locals have as many bits as they need.

use sycl_hls_compiler::pass::{BITWIDTH, DEAD, FOLD, HARDWARE, INLINE, OPERATOR_BINDING};
use sycl_hls_ir::interp::Arg;
use sycl_hls_ir::{Func, Module, OpKind};

use crate::hardware::subject::{kir, run, rust, same, scalar, slice, text};

/// The widths of the operations that compute with integers, in order, and of what is declared.
fn widths(module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    let of_func = |func: &Func, found: &mut Vec<String>| {
        for op in func.ops_in_order() {
            match &func.ops[op].kind {
                OpKind::Binary { op, lhs, .. } => found.push(format!("{op:?} {}", func.ty(*lhs))),
                OpKind::Compare { op, lhs, .. } => found.push(format!("{op:?} {}", func.ty(*lhs))),
                OpKind::Declare { slot, .. } => found.push(func.slots[*slot].ty.to_string()),
                OpKind::If { .. } => {
                    found.extend(func.ops[op].result.map(|result| format!("If {}", func.ty(result))));
                }
                _ => {}
            }
        }
    };
    module.kernels().for_each(|(_, func)| of_func(func, &mut found));
    found
}

/// The widths of this kernel's operations, which does the same as before for these arguments.
fn reduced(code: &str, arguments: &[Vec<Arg>]) -> Vec<String> {
    widths(&same(&rust(code), &[INLINE, FOLD, BITWIDTH, FOLD, DEAD], arguments))
}

fn words(count: u64) -> Vec<Vec<Arg>> {
    let edges = [0, 1, 2, 7, 255, 256, 4095, u32::MAX - 1, u32::MAX, 0x8000_0000, 0x7fff_ffff];
    let value =
        |at: u64| edges[at as usize % edges.len()].wrapping_mul(if at > 60 { 2_654_435_761 } else { 1 });
    let some = (0..121).map(|at| (0..count).map(move |it| scalar(value(at + it * at / 11))));
    some.map(|args| args.chain([slice(&[0_u32; 4])]).collect()).collect()
}

#[test]
fn numbers_of_usize_are_as_wide_as_what_they_hold() {
    let of = |expression: &str| {
        let code =
            format!("#[kernel] fn k(a: u32, b: u32, y: &mut [u32]) {{ y[0] = ({expression}) as u32; }}");
        reduced(&code, &words(2)).join(", ")
    };
    let found = [
        "(a & 0xfff) as usize * (b & 0xff) as usize / 16",
        "a as usize / (b as usize & 0xff | 1)",
        "a as usize % (b as usize & 0xff | 1)",
        "a as usize / (b as usize | 256)",
        "(a as u64).wrapping_mul(b as u64 + 3)",
        "(a as u64 * 3 + b as u64) % 4096",
        "((a as u64) << 8 ^ b as u64) >> 8 & 0xff",
        "(a as u64) << 40 & 0xff",
        "!(a as u64) & 0xff",
        "(a as u64 & 0xff).max(b as u64 & 0xf)",
        "((a & 0xff) as usize > (b & 0x3ff) as usize) as u32",
        "if a > b { a as u64 & 0xff } else { 7 }",
        "(a as u128 * b as u128) as u64",
    ]
    .map(|expression| format!("{:24} {expression}\n", of(expression)));
    insta::assert_snapshot!(found.concat(), @r"
    Mul u20, Shr u20         (a & 0xfff) as usize * (b & 0xff) as usize / 16
    Or u8, Div u32           a as usize / (b as usize & 0xff | 1)
    Or u8, Rem u32           a as usize % (b as usize & 0xff | 1)
    Or u32, Div u32          a as usize / (b as usize | 256)
    Add u32, Mul u32         (a as u64).wrapping_mul(b as u64 + 3)
    Mul u12, Add u12         (a as u64 * 3 + b as u64) % 4096
    Shl u16, Xor u16, Shr u16 ((a as u64) << 8 ^ b as u64) >> 8 & 0xff
                             (a as u64) << 40 & 0xff
                             !(a as u64) & 0xff
    Max u8                   (a as u64 & 0xff).max(b as u64 & 0xf)
    Gt u10                   ((a & 0xff) as usize > (b & 0x3ff) as usize) as u32
    Gt u32, If u8            if a > b { a as u64 & 0xff } else { 7 }
    Mul u32                  (a as u128 * b as u128) as u64
    ");
}

#[test]
fn negative_numbers_keep_their_signs() {
    let of = |expression: &str| {
        let code = format!(
            "#[kernel] fn k(a: u32, b: u32, y: &mut [u32]) {{
                let (c, d) = (a as i8 as i64, b as i8 as i64);
                y[0] = ({expression}) as u32; y[1] = (({expression}) >> 32) as u32;
            }}"
        );
        reduced(&code, &words(2)).join(", ")
    };
    let found = ["c * d", "c - d", "-c", "c.min(d)", "c / (d | 1)", "c % (d | 1)", "(c >> 3) + (c << 2)"]
        .map(|expression| format!("{:24} {expression}\n", of(expression)));
    insta::assert_snapshot!(found.concat(), @r"
    Mul i16, Shr i16         c * d
    Sub i9, Shr i9           c - d
    Sub i9, Shr i9           -c
    Min i8, Shr i8           c.min(d)
    Or i8, Div i9, Shr i9    c / (d | 1)
    Or i8, Rem i8, Shr i8    c % (d | 1)
    Shr i8, Shl i10, Add i11, Shr i11 (c >> 3) + (c << 2)
    ");
}

/// What is no error on hardware, by definition: all ones in all bits.
#[test]
fn a_divisor_of_zero_gives_all_ones() {
    let module = kir("kernel @k(%0.a: u8, %1.b: u8, &2.y: mut [u64] bundle \"g\") {
         %2 = cast %0: u64\n%3 = cast %1: u64\n%4 = div %2, %3: u64\n%5 = rem %2, %3: u64
         %6 = const 0: u64\n%7 = const 1: u64\nwrite &2[%6], %4\nwrite &2[%7], %5\nreturn\n}");
    let mut reduced = module.clone();
    sycl_hls_compiler::pass::run_all(&mut reduced, &[BITWIDTH, FOLD, DEAD]);
    assert_eq!(widths(&reduced).join(", "), "Div u8, Eq u8, Sub u64, Or u64, Rem u8");
    for (a, b) in [(0, 0), (200, 0), (255, 255), (200, 3), (3, 200)] {
        let args = [scalar(a as u8), scalar(b as u8), slice(&[0_u64; 2])];
        assert_eq!(run(&reduced, &args), run(&module, &args), "{a} / {b}");
    }
}

#[test]
fn locals_hold_what_is_read_of_them() {
    let code = "#[kernel] fn k(a: u32, y: &mut [u32]) {
        let mut at = [0_usize; 16];
        let mut hash = 7_usize;
        let mut next = 0_usize;
        for i in 0..16_usize { at[i] = (a as usize + i * 5) % 16; }
        for i in 0..16_usize { hash = (hash * 31 + at[i]) % 4096; next = (next + at[i]) % 4; y[next] = at[i] as u32; }
        y[0] = hash as u32;
    }";
    let arguments = [0_u32, 1, 77, u32::MAX].map(|a| vec![scalar(a), slice(&[0_u32; 4])]);
    let module = same(&rust(code), &[INLINE, FOLD, BITWIDTH, FOLD, DEAD], &arguments);
    let slots: Vec<String> = module
        .kernels()
        .flat_map(|(_, func)| func.slots.iter().map(|(_, slot)| slot.ty.to_string()))
        .collect();
    // What indices are computed from stays as it is.
    assert_eq!(slots, ["[u4; 16]", "u12", "u64"]);
}

/// What a directive asks of an operator, and the name by which people know its result, go with the operation.
#[test]
fn names_and_operators_stay_with_operations() {
    let code = "#[kernel] fn k(a: u8, b: u8, y: &mut [u32]) {
        #[bind_op(op = mul, impl = fabric)]
        let product = a as u64 * b as u64;
        y[0] = product as u32;
    }";
    let arguments = [(0_u8, 9_u8), (255, 255)].map(|(a, b)| vec![scalar(a), scalar(b), slice(&[0_u32])]);
    let module = same(&rust(code), &[OPERATOR_BINDING, INLINE, FOLD, BITWIDTH, FOLD, DEAD], &arguments);
    let (_, func) = module.kernels().next().unwrap();
    let bound: Vec<_> = func.values.iter().filter(|(_, value)| value.bind_op.is_some()).collect();
    let [(_, value)] = bound[..] else { panic!("{}", text(&module)) };
    assert_eq!((value.name.as_deref(), value.ty.to_string().as_str()), (Some("product"), "u16"));
}

#[test]
fn indices_stay_sums() {
    let code = "#[kernel] fn k(n: u32, x: &[u32], y: &mut [u32]) {
        for i in 0..4_usize { y[i] = x[(i * 3 + n as usize) % 4] + (i * 3) as u32; }
    }";
    let arguments = [0_u32, 9].map(|n| vec![scalar(n), slice(&[1_u32, 2, 3, 4]), slice(&[0_u32; 4])]);
    let module = same(&rust(code), &[INLINE, FOLD, BITWIDTH, FOLD, DEAD], &arguments);
    insta::assert_snapshot!(text(&module), @r#"
    kernel @k(%0.n: u32, &1.x: [u32] bundle "gmem0", &2.y: mut [u32] bundle "gmem1") {
      %1 = const 0: u64
      %2 = const 4: u64
      for %3.i in %1..%2 {
        %4 = const 3: u64
        %5 = mul %3.i, %4: u64
        %6 = cast %0.n: u64
        %7 = add %5, %6: u64
        %8 = const 3: u64
        %9 = and.wrapping %7, %8: u64
        %10 = read &1.x[%9]: u32
        %11 = cast %5: u32
        %12 = add %10, %11: u32
        write &2.y[%3.i], %12
      }
      return
    }
    "#);
}

#[test]
fn the_passes_for_hardware_mean_the_same() {
    let code = "#[kernel] fn k(a: u32, b: u32, y: &mut [u32]) {
        let mut best = (0_usize, 0_u64);
        for i in 0..9_usize {
            let key = (a as u64).rotate_left(i as u32 * 5) % (b as u64 % 1000 + 1);
            if key as usize * 3 > best.1 as usize { best = (i, key * 3); }
        }
        y[0] = best.0 as u32; y[1] = best.1 as u32; y[2] = (best.1 / 7) as u32;
    }";
    same(&rust(code), HARDWARE, &words(2));
}
