//! The text form, the verifier and the interpreter, on modules written as text.

use crate::common::{kernel, run};
use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_ir::{check, parse, print};
use sycl_hls_types::FaultKind;

/// Every operation there is, in one module.
const EVERYTHING: &str = r#"module everything from "src/every thing.rs"

struct @Point { x: f32, y: [u8; 2] } @1:1-2:2
const @N: u64 = [4] @1:1-1:20
const @P: @Point = [nan, 1, 2]
const @TABLE: [[i32; 2]; 2] = [1, -2, 3, -4]

kernel @main(%0.a: f32 @3:1-3:7, &1.x: [f32] bundle "gmem0", &2.y: mut [f32] len(($4 + 2) * 3) bundle "gmem1", %1.flag: bool, %2.n: u32) @3:1-3:80 {
  %3 = const 0: u64
  %4 = global @N: u64
  slot $0.rows: mut [[i32; 2]; 2] array_partition(type = cyclic, factor = 2) array_partition(type = complete, dim = 2) = %5
  for %6.i in %3..%4 pipeline(ii = 2) unroll(factor = 2) @5:5-9:6 {
    %7 = read &1.x[%6.i]: f32 @6:9-6:13
    %8.scaled = mul %0.a, %7: f32
    write &2.y[%6.i], %8.scaled
    while unroll(factor = 2) @6:6-7:7 {
      yield %1
    } do {
      block @6:6-7:7 {
        break 1
      }
    }
  }
  for %9.j in %3..=%4 step 2 {
    slot $1.p: mut @Point = copy @P
    %10 = read $1.p[.1.y, %9.j]: u8
    %11 = leading_zeros %10: u32
    panic_if %1, slice_end(%9, %3)
    if %1 {
      continue 0
    }
    call @f($1.p[.1.y] slice(%3, %9))
  }
  dataflow @9:5-15:6 {
    channel #0.a: u64 depth 2 @10:9-10:20
    slot $2.shared: mut [u64; 2]
    process "first" @11:9-11:20 {
      write #0.a, %3 @11:13-11:24
      %12 = try_write #0.a, %3: bool
      %13 = full #0.a: bool
    }
    process @12:9-12:20 {
      slot $3.to: mut [u64; 2] = %3
      %14 = read #0.a: u64
      %15 = try_read #0.a, $3.to[%3]: bool
      %16 = empty #0.a: bool
    }
  }
  return
}

fn @f(&0.bytes: [u8]) {
  return
}

kernel @outputs(&0.sum: out i64, &1.last: inout u8) {
  %0 = const 0: i64
  write &0.sum, %0
  %1 = read &1.last: u8
  write &1.last, %1
  return
}
"#;

#[test]
fn text_reads_back_as_the_same_text() {
    let text = EVERYTHING.replace("= %5", "= %3").replace("mut [[i32; 2]; 2]", "mut [[u64; 2]; 2]");
    let module = parse(&text).unwrap();
    let printed = print(&module);
    assert_eq!(print(&parse(&printed).unwrap()), printed);
    for part in
        ["src/every thing.rs", "len(($4 + 2) * 3)", "pipeline(ii = 2) unroll(factor = 2) @5:5-9:6", "%N"]
    {
        assert_eq!(printed.contains(part), part != "%N", "{part} in\n{printed}");
    }
}

#[test]
fn every_operation_reads_back() {
    let body = r#"
        %1 = const 1: i32
        %2 = neg %0: i32
        %3 = not.wrapping %2: i32
        %4 = add %1, %2: i32
        %5 = shl.wrapping %4, %1: i32
        %6 = lt %4, %5: bool
        %7 = cast %4: f64
        %8 = overflows.mul %1, %2: bool
        %9 = len &1: u64
        %10 = const 0: u64
        trap_if %8, overflow.mul(%1, %2)
        trap_if %8, overflow.neg(%1)
        trap_if %8, divide_by_zero.rem(%1, %2)
        trap_if %8, shift.shl(%1, %2)
        trap_if %8, index "x"(%10, %9)
        slot $0.a: mut [i32; 2] = [%1, %2]
        slot $1.b: mut [i32; 2]
        fill $1, %1
        copy $1, $0
        write $1[%10], %1
        %11 = read $1[%10]: i32
        %12 = if %6: i32 {
          yield %11
        } else {
          yield %1
        }
        if %6 {
        }
        for %13 in %10..=%10 unroll {
        }
        %14 = call @helper(%12, $1, &1): i32"#;
    let helper = "fn @helper(%0: i32, &1: [i32; 2], &2: [i32]) -> i32 {\nreturn %0\n}\n";
    let module = parse(&(kernel(body) + helper)).unwrap();
    assert_eq!(check(&module), Ok(()));
    let printed = print(&module);
    let again = parse(&printed).unwrap();
    assert_eq!(check(&again), Ok(()));
    assert_eq!(print(&again), printed);
}

#[test]
fn mistakes_in_the_text_are_named_with_their_place() {
    let error = |text: &str| parse(text).unwrap_err().to_string();
    assert_eq!(error("modul m"), "1:1: expected `module`");
    assert_eq!(error("module m\nfn k()"), "2:4: expected `@name`");
    assert_eq!(error(&kernel("%1 = frob %0: i32")), "3:6: there is no operation `frob`");
    assert_eq!(error(&kernel("%1 = neg %7: i32")), "3:10: expected a value that is defined above");
    assert_eq!(error(&kernel("%1 = const 300: u8")), "3:12: `300` is no u8");
    assert_eq!(error(&kernel("%1 = read $3: i32")), "3:11: expected a declared slot");
    assert_eq!(error(&kernel("call @nobody()")), "3:6: there is no function @nobody");
    assert_eq!(error("module m from \"x"), "1:17: the string has no end");
    assert_eq!(error(&kernel("%1 = read #0: i32")), "3:11: expected a declared channel");
    assert_eq!(error(&kernel("dataflow {\nchannel #0: i32\n}")), "5:1: expected `depth`");
}

#[test]
fn deep_nesting_is_refused_and_not_survived_by_luck() {
    let deep = "if %1 {\n".repeat(100_000);
    assert!(parse(&kernel(&format!("%1 = const true: bool\n{deep}"))).is_err());
    let brackets = "[".repeat(100_000);
    assert!(parse(&format!("module m\nconst @A: {brackets}")).is_err());
}

#[test]
fn the_verifier_names_each_broken_invariant() {
    let broken = [
        ("K1", "module m\nfn @f() {\nreturn\n}\nfn @f() {\nreturn\n}\n".to_owned()),
        ("K2", "module m\nconst @A: [i32; 2] = [1]\n".to_owned()),
        ("K3", "module m\nkernel @k() -> i32 {\n%0 = const 1: i32\nreturn %0\n}\n".to_owned()),
        ("K3", "module m\nkernel @k(&0: [i32; 2]) {\nreturn\n}\n".to_owned()),
        ("K3", "module m\nfn @f(&0: [i32] bundle \"g\") {\nreturn\n}\n".to_owned()),
        ("K3", "module m\nfn @f(&0: [i32] len(4)) {\nreturn\n}\n".to_owned()),
        ("K3", "module m\nfn @f(&0: out i32) {\nreturn\n}\n".to_owned()),
        ("K3", "module m\nkernel @k(&0: out bool) {\nreturn\n}\n".to_owned()),
        ("K3", "module m\nkernel @k(&0: inout [i32; 2]) {\nreturn\n}\n".to_owned()),
        ("K3", "module m\nkernel @k(&0: out i32) {\n%0 = read &0: i32\nreturn\n}\n".to_owned()),
        ("K3", "module m\nkernel @k(#0: in packet(u64, 64, 0, 0)) {\nreturn\n}\n".to_owned()),
        ("K3", "module m\nkernel @k(#0: in packet(bool, 0, 0, 0)) {\nreturn\n}\n".to_owned()),
        ("K4", "module m\nkernel @k(%0: f32, &1: [f32] len($0) bundle \"g\") {\nreturn\n}\n".to_owned()),
        ("K6", "module m\nfn @f() {\n}\n".to_owned()),
        ("K6", kernel("%1 = const true: bool\n%2 = if %1: i32 {\nyield %0\n} else {\n}")),
        ("K7", kernel("%1 = const true: bool\nif %1 {\n%2 = const 1: i32\n}\n%3 = neg %2: i32")),
        ("K8", kernel("%1 = const 1: u32\n%2 = add %0, %1: i32")),
        ("K8", kernel("%1 = const 1: u32\n%2 = neg %1: u32")),
        ("K8", kernel("%1 = eq %0, %0: i32")),
        ("K8", kernel("%1 = cast %0: bool")),
        ("K9", kernel("%1 = const true: bool\nif %1 {\nslot $0: mut i32 = %0\n}\n%2 = read $0: i32")),
        ("K9", kernel("slot $0: mut [i32; 2] = [%0]")),
        ("K25", kernel("slot $0: mut persistent i32 = %0")),
        ("K25", kernel("slot $0: mut persistent i32")),
        ("K25", kernel("%1 = const true: bool\nif %1 {\nslot $0: mut persistent bool = %1\n}")),
        ("K25", kernel("") + "fn @g() {\n%0 = const 1: i32\nslot $0: mut persistent i32 = %0\nreturn\n}\n"),
        ("K10", kernel("%1 = read &1[%0]: i32")),
        ("K10", kernel("slot $0: mut [i32; 2] = %0\n%1 = read $0: i32")),
        ("K11", kernel("slot $0: i32 = %0\nwrite $0, %0")),
        ("K12", "module m\nfn @f() {\ncall @f()\nreturn\n}\n".to_owned()),
        ("K12", kernel("call @k(%0, &1)")),
        ("K12", kernel("call @g(&1, &1)") + "fn @g(&0: mut [i32], &1: [i32]) {\nreturn\n}\n"),
        ("K13", kernel("%1 = const 1: u64\nfor %2 in %0..%1 {\n}")),
        ("K15", kernel("%1 = const true: bool\ntrap_if %1, index(%0, %0)")),
    ];
    for (invariant, text) in broken {
        breaks(invariant, &text);
    }
}

#[test]
fn the_verifier_refuses_directives_that_mean_nothing() {
    let broken = [
        kernel("for %1 in %0..%0 unroll {\n}"),
        kernel("for %1 in %0..%0 pipeline(ii = 0) {\n}"),
        kernel("slot $0: mut [i32; 2] array_partition(type = cyclic) = %0"),
        kernel("slot $0: mut [i32; 2] array_partition(type = complete, dim = 2) = %0"),
        kernel("slot $0: mut [i32; 2] array_reshape(type = block, factor = 3) = %0"),
        kernel("slot $0: mut [i32; 2] bind_storage(type = ram_t2p, impl = lutram) = %0"),
        kernel("slot $0: mut [i32; 2] bind_storage(type = ram_2p, latency = 4) = %0"),
        kernel("slot $0: mut i32 bind_storage(type = ram_2p) = %0"),
        kernel("slot $0: mut i32 bind_op(impl = dsp) = %0"),
        kernel("slot $0: mut i32 bind_op(op = fmul, impl = dsp) = %0"),
        kernel("%9 = mul %0, %0: i32 bind_op(op = mul, latency = 5)"),
        kernel("scope latency(min = 3, max = 2) {\n}"),
        kernel("scope allocation(function = k, limit = 1) {\n}"),
        kernel("for %9 in %0..%0 pipeline(ii = 0) {\n}"),
        kernel("for %9 in %0..%0 pipeline(off, ii = 1) {\n}"),
        kernel("for %9 in %0..%0 unroll(skip_exit_check) {\n}"),
        kernel("for %9 in %0..%0 loop_tripcount(min = 2, max = 1) {\n}"),
        kernel("for %9 in %0..%0 dependence(type = intra, distance = 1, dependent = true) {\n}"),
    ];
    for text in broken {
        breaks("K14", &text);
    }
}

/// Fails unless the verifier names this invariant.
fn breaks(invariant: &str, text: &str) {
    let errors = check(&parse(text).unwrap()).unwrap_err();
    assert!(errors.iter().any(|error| error.invariant == invariant), "{invariant}: {errors:?} in\n{text}");
}

#[test]
fn lengths_are_made_of_integers() {
    let text = "module m\nkernel @k(%0: u32, &1: [f32] len(($0 + 2) * 3) bundle \"g\") {\nreturn\n}\n";
    assert_eq!(check(&parse(text).unwrap()), Ok(()));
}

#[test]
fn a_pipelined_loop_may_hold_loops_with_constant_bounds_only() {
    let errors = |hi: &str| {
        let body =
            format!("%1 = const 4: i32\nfor %2 in %1..%0 pipeline {{\n{hi}\nfor %9 in %1..%8 {{\n}}\n}}");
        let text = kernel(&body).replacen('\n', "\nconst @N: i32 = [8]\n", 1);
        check(&parse(&text).unwrap()).map_err(|errors| errors[0].invariant)
    };
    for constant in [
        "%8 = const 5: i32",
        "%8 = global @N: i32",
        "%8 = neg %1: i32",
        "%7 = global @N: i32\n%8 = mul %7, %1: i32",
        "%7 = eq %1, %1: bool\n%8 = cast %7: i32",
    ] {
        assert_eq!(errors(constant), Ok(()), "{constant}");
    }
    for variable in ["%7 = global @N: i32\n%8 = mul %7, %0: i32", "%7 = lt %0, %1: bool\n%8 = cast %7: i32"] {
        assert_eq!(errors(variable), Err("K14"), "{variable}");
    }
}

#[test]
fn loops_run_over_their_range() {
    let sum = "
        slot $0.s: mut i32 = %0
        %1 = const 1: i32
        for %2 in %1..RANGE%0 {
          %3 = read $0: i32
          %4 = add %3, %2: i32
          write $0, %4
        }
        %5 = const 0: u64
        %6 = read $0: i32
        write &1[%5], %6";
    let exclusive = sum.replace("RANGE", "");
    let inclusive = sum.replace("RANGE", "=");
    assert_eq!(run(&exclusive, 5, &[0]).unwrap(), [5 + 10]);
    assert_eq!(run(&inclusive, 5, &[0]).unwrap(), [5 + 15]);
    assert_eq!(run(&exclusive, -3, &[0]).unwrap(), [-3]);
}

#[test]
fn an_inclusive_loop_ends_at_the_types_last_value() {
    let body = "
        %1 = const 2147483646: i32
        %2 = const 2147483647: i32
        slot $0.count: mut i32 = %0
        %3 = const 1: i32
        for %4 in %1..=%2 {
          %5 = read $0: i32
          %6 = add %5, %3: i32
          write $0, %6
        }
        %7 = const 0: u64
        %8 = read $0: i32
        write &1[%7], %8";
    assert_eq!(run(body, 0, &[9]).unwrap(), [2]);
}

#[test]
fn traps_stop_the_run_with_names_values_and_place() {
    let body =
        "%1 = const 1: i32\n%2 = overflows.add %0, %1: bool\ntrap_if %2, overflow.add(%0, %1) @7:9-7:14";
    assert_eq!(run(body, 1, &[]), Ok(vec![]));
    let Err(interp::Error::Fault(fault)) = run(body, i32::MAX, &[]) else { panic!("it overflows") };
    assert_eq!(fault.kind, FaultKind::Overflow);
    let text = "kernel `k`: attempt to add with overflow: 2147483647 + 1 does not fit i32, at m.rs:7:9";
    assert_eq!(fault.to_string(), text);
}

#[test]
fn unchecked_code_that_leaves_memory_has_no_result() {
    let read = "%1 = const 3: u64\n%2 = read &1[%1]: i32 @4:5-4:9";
    let error = run(read, 0, &[1, 2, 3]).unwrap_err().to_string();
    assert_eq!(error, "m.rs:4:5: the run has no defined result: index 3 is outside of a length of 3");
    let unwritten = "slot $0: mut [i32; 2]\n%1 = const 0: u64\n%2 = read $0[%1]: i32";
    assert!(run(unwritten, 0, &[]).unwrap_err().to_string().contains("never written"));
}

#[test]
fn a_slot_comes_into_being_anew_in_every_iteration() {
    let body = "
        %1 = const 0: u64
        %2 = const 2: u64
        for %3 in %1..%2 {
          slot $0.a: mut [i32; 1] = %0
          %4 = read $0[%1]: i32
          %5 = add %4, %0: i32
          write $0[%1], %5
          write &1[%3], %5
        }";
    assert_eq!(run(body, 7, &[0, 0]).unwrap(), [14, 14]);
}

#[test]
fn calls_pass_memory_by_reference_and_constants_by_copy() {
    let body = "
        slot $0.m: mut [[i32; 2]; 2] = %0
        %1 = const 1: u64
        call @set($0[%1], @T)
        %2 = const 0: u64
        %3 = read $0[%1, %2]: i32
        write &1[%2], %3
        %4 = read $0[%2, %2]: i32
        write &1[%1], %4
        return
        }
        fn @set(&0: mut [i32; 2], &1: [i32]) {
        %0 = const 1: u64
        %1 = read &1[%0]: i32
        %2 = const 0: u64
        write &0[%2], %1";
    let text = kernel(body).replace("kernel @k", "const @T: [i32; 2] = [5, 6]\nkernel @k");
    let module = parse(&text).unwrap();
    assert_eq!(check(&module), Ok(()));
    let (id, _) = module.kernels().next().unwrap();
    let mut args = [Arg::Scalar(1_i32.into()), Arg::Slice(vec![0_i32.into(); 2])];
    interp::run(&module, id, &mut args).unwrap();
    assert_eq!(args[1], Arg::Slice(vec![6_i32.into(), 1_i32.into()]));
}

#[test]
fn persistent_slots_hold_what_the_last_run_without_an_error_has_left() {
    let body = "%1 = const 5: i32
        %2 = const 6: i32
        slot $0.sum: mut persistent i32 = %1
        slot $1.pair: mut persistent [i32; 2] = [%1, %2]
        %3 = read $0: i32
        %4 = add %3, %0: i32
        write $0, %4
        %5 = const 1: u64
        %6 = read $1[%5]: i32
        %7 = add %6, %4: i32
        write $1[%5], %7
        %8 = const 0: u64
        write &1[%8], %4
        write &1[%5], %7";
    let module = parse(&kernel(body)).unwrap();
    assert_eq!(check(&module), Ok(()));
    assert_eq!(parse(&print(&module)).as_ref(), Ok(&module));
    let (id, _) = module.kernels().next().unwrap();
    let mut state = interp::State::default();
    let mut run = |n: i32, places: usize| {
        let mut args = [Arg::Scalar(n.into()), Arg::Slice(vec![0_i32.into(); places])];
        let ended = interp::call_again(&module, id, &mut args, interp::Options::default(), &mut state);
        ended.map(|_| args[1].clone()).ok()
    };
    let left = |sum: i32, second: i32| Some(Arg::Slice(vec![sum.into(), second.into()]));
    assert_eq!(run(1, 2), left(6, 12));
    assert_eq!(run(2, 2), left(8, 20));
    assert_eq!(run(100, 1), None, "there is no second element");
    assert_eq!(run(-3, 2), left(5, 25));
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    let module = parse(&kernel("")).unwrap();
    let (id, _) = module.kernels().next().unwrap();
    let run = |args: &mut [Arg]| interp::run(&module, id, args).map_err(|error| error.to_string());
    assert!(run(&mut [Arg::Scalar(1_i32.into())]).is_err());
    assert_eq!(
        run(&mut [Arg::Scalar(1_u32.into()), Arg::Slice(vec![])]),
        Err("argument `n` does not fit its parameter".into())
    );
    assert!(run(&mut [Arg::Scalar(1_i32.into()), Arg::Slice(vec![1_u8.into()])]).is_err());
}

mod damaged {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever the text, the parser answers, and what it accepts the verifier and the printer survive.
        #[test]
        fn text_never_panics(cut in 0..2000_usize, at in 0..2000_usize, insert in "[ -~\n]{0,6}") {
            let text = EVERYTHING.to_owned();
            let at = at.min(text.len());
            let end = (at + cut % 9).min(text.len());
            let damaged = format!("{}{insert}{}", &text[..at], &text[end..]);
            if let Ok(module) = parse(&damaged) {
                let _ = check(&module);
                let _ = print(&module);
            }
        }
    }
}

#[test]
fn digests_tell_what_differs() {
    let text = r#"module m from "m.rs"
struct @S { first: u8, second: [i8; 3] } @1:1-1:2
const @N: u64 = [4]
const @T: @S = [1, 2, 3, 4]
kernel @k(%0.n: i32 @1:2-1:3, &1.x: mut [i32] bundle "gmem0") {
  %1 = const 0: u64
  %2 = global @N: u64
  %9 = read @T[.0.first]: u8
  %10 = mul %0.n, %0.n: i32 bind_op(op = mul, impl = dsp)
  %11 = mul %0.n, %0.n: i32
  for %3.i in %1..%2 pipeline(ii = 2, @9:1-9:9) {
    scope latency(max = 3) {
      write &1.x[%3.i], %0.n
    }
  }
  dataflow {
    channel #0.a: i32 depth 2
    process "first" {
      write #0.a, %0.n
    }
  }
  return
}
"#;
    let digests = |from: &str, to: &str| {
        assert!(text.contains(from));
        let interface = parse(&text.replace(from, to)).unwrap().interface();
        [interface.abi, interface.code, interface.directives]
    };
    let base = digests("", "");
    for (from, to, same) in [
        ("m.rs", "other.rs", [true, true, true]),
        (" @1:2-1:3", "", [true, true, true]),
        ("%3.i", "%3.j", [true, true, true]),
        ("first", "last", [true, true, true]),
        ("i8; 3", "u8; 3", [true, false, false]),
        ("= [1, 2", "= [1, 1", [true, false, false]),
        ("ii = 2", "ii = 1", [true, true, false]),
        (" bind_op(op = mul, impl = dsp)", "", [true, true, false]),
        (
            ": i32 bind_op(op = mul, impl = dsp)\n  %11 = mul %0.n, %0.n: i32",
            ": i32\n  %11 = mul %0.n, %0.n: i32 bind_op(op = mul, impl = dsp)",
            [true, true, false],
        ),
        ("@9:1-9:9", "@8:1-8:9", [true, true, true]),
        (
            "scope latency(max = 3) {\n      write &1.x[%3.i], %0.n\n    }",
            "write &1.x[%3.i], %0.n",
            [true, true, false],
        ),
        ("\"gmem0\")", "\"gmem0\" bank(memory = HBM, first = 1))", [true, true, false]),
        (") {\n  %1", ") clock(mhz = 250) {\n  %1", [true, true, false]),
        ("gmem0", "gmem1", [true, true, false]),
        ("[4]", "[5]", [true, false, false]),
        ("depth 2", "depth 3", [true, false, true]),
        ("#0.a", "#0.b", [true, true, true]),
        ("\"first\"", "\"second\"", [true, true, true]),
        ("&1.x", "&1.y", [false, true, true]),
    ] {
        let changed = digests(from, to);
        let equal = [0, 1, 2].map(|index| changed[index] == base[index]);
        assert_eq!(equal, same, "{from} -> {to}");
    }
}
