//! Exits, loops without counters, blocks and steps.

use sycl_hls_ir::interp::Arg;

use crate::emitted::harness::{Job, agree, cpp, scalar, slice};

/// A kernel that notes numbers: `call @note(&1, $0.n, V)` appends the i32 `V` to the slice `&1`.
fn noting(body: &str) -> String {
    format!(
        "module m
fn @note(&0.out: mut [i32], &1.n: mut u64, %0.v: i32) {{
  %1 = read &1: u64
  write &0[%1], %0
  %2 = const 1: u64
  %3 = add %1, %2: u64
  write &1, %3
  return
}}
kernel @k(%0.a: i32, &1.out: mut [i32] bundle \"g\") {{
  %1 = const 0: u64
  slot $0.n: mut u64 = %1
  %2 = const 0: i32
  %3 = const 1: i32
  %4 = const 2: i32
  %5 = const true: bool
{}
  return
}}
",
        body.replace("NOTE ", "call @note(&1, $0, ").replace(';', ")")
    )
}

/// What the kernel notes for each `a`, on all targets.
fn noted(body: &str, values: &[i32]) -> Vec<Vec<i32>> {
    let jobs: Vec<Job> = values.iter().map(|a| ("k", vec![scalar(*a), slice([0_i32; 40])])).collect();
    let number = |value: &sycl_hls_types::ScalarValue| value.to_integer().unwrap() as i32;
    let outcomes = agree(&noting(body), &jobs);
    outcomes
        .into_iter()
        .map(|outcome| {
            let numbers: Vec<i32> = outcome.unwrap()[0].iter().map(number).collect();
            let end = numbers.iter().rposition(|number| *number != 0).map_or(0, |last| last + 1);
            numbers[..end].to_vec()
        })
        .collect()
}

#[test]
fn exits_out_of_nested_loops_and_blocks() {
    // For each pair of counters one exit is taken, chosen by the argument.
    let body = "
  %10 = const 3: i32
  for %20.i in %3..%10 {
    block {
      for %21.j in %3..%10 {
        %22 = mul %20, %10: i32
        %23 = add %22, %21: i32
        NOTE %23;
        %24 = eq %21, %4: bool
        if %24 {
          %25 = eq %0, %2: bool
          if %25 {
            break 0
          }
          %26 = eq %0, %3: bool
          if %26 {
            break 1
          }
          %27 = eq %0, %4: bool
          if %27 {
            continue 2
          }
          %28 = eq %0, %10: bool
          if %28 {
            break 2
          } else {
            %29 = const 4: i32
            %30 = eq %0, %29: bool
            if %30 {
              return
            }
          }
          continue 0
        }
        %31 = neg %23: i32
        NOTE %31;
      }
      %32 = const 100: i32
      NOTE %32;
    }
    %33 = const 200: i32
    NOTE %33;
  }
  %34 = const 300: i32
  NOTE %34;";
    let results = noted(body, &[0, 1, 2, 3, 4, 5]);
    assert_eq!(results[0], [4, -4, 5, 100, 200, 7, -7, 8, 100, 200, 300]);
    assert_eq!(results[1], [4, -4, 5, 200, 7, -7, 8, 200, 300]);
    assert_eq!(results[2], [4, -4, 5, 7, -7, 8, 300]);
    assert_eq!(results[3], [4, -4, 5, 300]);
    assert_eq!(results[4], [4, -4, 5]);
    assert_eq!(results[5], results[0]);
}

#[test]
fn endless_loops_are_left_from_inside() {
    let body = "
  slot $1.x: mut i32 = %0
  while {
    %10 = const true: bool
    yield %10
  } do {
    while {
      %11 = const true: bool
      yield %11
    } do {
      %12 = read $1: i32
      %13 = add %12, %3: i32
      write $1, %13
      NOTE %13;
      %14 = const 5: i32
      %15 = rem %13, %14: i32
      %16 = eq %15, %2: bool
      if %16 {
        continue 1
      }
      %17 = const 12: i32
      %18 = gt %13, %17: bool
      if %18 {
        break 1
      }
    }
  }
  %19 = const 77: i32
  NOTE %19;";
    assert_eq!(noted(body, &[8, 12]), [vec![9, 10, 11, 12, 13, 77], vec![13, 77]]);
}

#[test]
fn conditions_may_have_statements_and_exits() {
    let body = "
  slot $1.x: mut i32 = %2
  for %10.i in %3..%0 {
    while {
      %11 = read $1: i32
      %12 = add %11, %3: i32
      write $1, %12
      NOTE %12;
      %13 = const 6: i32
      %14 = gt %12, %13: bool
      if %14 {
        break 0
      }
      %15 = rem %12, %4: i32
      %16 = eq %15, %3: bool
      yield %16
    } do {
      %17 = const 3: i32
      %18 = eq %12, %17: bool
      if %18 {
        continue 1
      }
      %19 = const 50: i32
      NOTE %19;
    }
    %20 = const 60: i32
    NOTE %20;
  }";
    let body = body.replace("%18 = eq %12, %17: bool", "%21 = read $1: i32\n%18 = eq %21, %17: bool");
    assert_eq!(noted(&body, &[0, 9]), [vec![], vec![1, 50, 2, 60, 3, 4, 60, 5, 50, 6, 60, 7]]);
}

#[test]
fn choices_with_a_value_may_leave() {
    let body = "
  for %10.i in %2..%0 {
    %11 = rem %10, %4: i32
    %12 = eq %11, %2: bool
    %13.v = if %12: i32 {
      %14 = const 3: i32
      %15 = gt %10, %14: bool
      if %15 {
        break 0
      }
      yield %10
    } else {
      continue 0
    }
    %16 = add %13, %3: i32
    NOTE %16;
  }";
    assert_eq!(noted(body, &[0, 9]), [vec![], vec![1, 3]]);
}

#[test]
fn functions_return_from_anywhere() {
    let text = "module m
fn @first(&0.x: [i32], %0.v: i32) -> i32 {
  %1 = const 0: u64
  %2 = len &0: u64
  for %3.i in %1..%2 {
    %4 = read &0[%3]: i32
    %5 = eq %4, %0: bool
    if %5 {
      %6 = cast %3: i32
      return %6
    }
  }
  %7 = const -1: i32
  %8 = lt %0, %7: bool
  if %8 {
    return %7
  } else {
    %9 = sub %7, %0: i32
    return %9
  }
}
kernel @k(%0.v: i32, &1.x: mut [i32] bundle \"g\") {
  %1 = call @first(&1, %0): i32
  %2 = const 0: u64
  write &1[%2], %1
  return
}
";
    let job = |v: i32| ("k", vec![scalar(v), slice([5, 6, 7])]);
    let outcomes = agree(text, &[job(7), job(5), job(-5), job(9)]);
    let firsts: Vec<i128> =
        outcomes.into_iter().map(|outcome| outcome.unwrap()[0][0].to_integer().unwrap()).collect();
    assert_eq!(firsts, [2, 0, -1, -10]);
}

/// A loop over a range of `ty` that counts its iterations, with and without a `continue`.
fn stepping(ty: &str, range: &str, step: &str, lo: i128, hi: i128) -> Vec<i128> {
    let body = |inner: &str| {
        format!(
            "kernel @NAME(%0.lo: {ty}, %1.hi: {ty}, &2.out: mut [u32] bundle \"g\") {{
  %2 = const 0: u64
  %3 = const 1: u32
  for %4.i in %0{range}%1{step} {{
    %5 = read &2[%2]: u32
    %6 = add.wrapping %5, %3: u32
    write &2[%2], %6
{inner}
    %9 = const 1: u64
    %10 = cast %4: u32
    write &2[%9], %10
  }}
  return
}}
"
        )
    };
    let skipping = "    %7 = eq %4, %1: bool\n    if %7 {\n      continue 0\n    }";
    let text =
        format!("module m\n{}{}", body("").replace("NAME", "plain"), body(skipping).replace("NAME", "skips"));
    let scalar_of =
        |value: i128| Arg::Scalar(sycl_hls_types::ScalarValue::wrapping(ty.parse().unwrap(), value));
    let args = || vec![scalar_of(lo), scalar_of(hi), slice([0_u32, 0])];
    let empty = || vec![scalar_of(hi), scalar_of(lo), slice([0_u32, 0])];
    let jobs = [("plain", args()), ("skips", args()), ("plain", empty()), ("skips", empty())];
    let count = |outcome: Result<Vec<Vec<sycl_hls_types::ScalarValue>>, _>| {
        outcome.unwrap()[0][0].to_integer().unwrap()
    };
    agree(&text, &jobs).into_iter().map(count).collect()
}

#[test]
fn counters_stop_before_they_overflow() {
    assert_eq!(stepping("i8", "..=", "", 120, 127), [8, 8, 0, 0]);
    assert_eq!(stepping("i8", "..=", " step 3", 120, 127), [3, 3, 0, 0]);
    assert_eq!(stepping("u8", "..", " step 10", 0, 255), [26, 26, 0, 0]);
    assert_eq!(stepping("i32", "..=", "", i128::from(i32::MAX) - 2, i32::MAX.into()), [3, 3, 0, 0]);
    assert_eq!(stepping("i32", "..", " step 2000000000", i32::MIN.into(), i32::MAX.into()), [3, 3, 0, 0]);
    assert_eq!(stepping("u64", "..=", " step 7", u64::MAX as i128 - 15, u64::MAX.into()), [3, 3, 0, 0]);
    assert_eq!(
        stepping("i64", "..", " step 9223372036854775808", i64::MIN.into(), i64::MAX.into()),
        [2, 2, 0, 0]
    );
    assert_eq!(stepping("u16", "..=", " step 70000", 3, 65535), [1, 1, 0, 0]);
    assert_eq!(stepping("u32", "..", " step 5000000000", 3, 65535), [1, 1, 0, 0]);
    assert_eq!(stepping("u64", "..", " step 4", 0, 17), [5, 5, 0, 0]);
    assert_eq!(stepping("u64", "..=", "", 3, 17), [15, 15, 0, 0]);
    assert_eq!(stepping("i64", "..=", " step 5", -7, 8), [4, 4, 0, 0]);
    assert_eq!(stepping("u64", "..", " step 18446744073709551615", 3, 17), [1, 1, 0, 0]);
}

/// LLVM computes no trip count of a 64-bit counter that could wrap around, and Vitis then infers no bursts.
#[test]
fn trip_counts_are_computed_before_loops_that_could_wrap_around() {
    let kernel = |ty: &str, loop_head: &str| {
        format!(
            "module m
kernel @k(%0.lo: {ty}, %1.hi: {ty}, &2.out: mut [{ty}] bundle \"g\") {{
  %2 = const 0: {ty}
  %3 = const 0: u64
  %4 = len &2: u64
  for %5.i in {loop_head} {{
    write &2[%3], %5
  }}
  return
}}
"
        )
    };
    let cases = [
        ("u64", "%2..%1", "for (uint64_t i = 0; i < hi; ++i) {"),
        ("u64", "%2..%4 step 4", "const uint64_t trips = (out_len + 3) / 4;"),
        ("u64", "%2..%4 step 4", "const uint64_t i = trip * 4;"),
        ("u64", "%2..%1 step 4", "const uint64_t trips = 0 < hi ? (hi - 1) / 4 + 1 : 0;"),
        ("u64", "%0..%1 step 4", "const uint64_t trips = lo < hi ? (hi - lo - 1) / 4 + 1 : 0;"),
        ("u64", "%0..%1 step 4", "const uint64_t i = lo + trip * 4;"),
        ("u64", "%2..=%4", "const uint64_t trips = out_len + 1;"),
        ("u64", "%2..=%1", "const uint64_t trips = hi < 18446744073709551615ULL ? hi + 1 : hi;"),
        ("u64", "%2..=%1 step 3", "const uint64_t trips = hi / 3 + 1;"),
        ("i64", "%0..%1 step 3", "const int64_t i = lo + trip * 3;"),
        ("u32", "%0..=%1 step 3", "for (uint64_t i = lo; i <= (uint64_t)hi; i += 3) {"),
    ];
    for (ty, head, part) in cases {
        let text = cpp(&kernel(ty, head));
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn loops_read_as_they_should() {
    let text = cpp(&noting(
        "
  %10 = len &1: u64
  for %11.i in %1..=%10 step 4 {
    NOTE %3;
    while {
      %12 = read $0: u64
      %13 = lt %12, %10: bool
      yield %13
    } do {
      NOTE %4;
    }
    for %14.j in %2..%0 step 4 {
      NOTE %4;
    }
  }",
    ));
    for part in [
        "const uint64_t trips = out_len / 4 + 1;",
        "for (uint64_t trip = 0; trip < trips; ++trip) {",
        "while (n < out_len) {",
        "for (int64_t i = 0; i < (int64_t)a; i += 4) {",
        "static void note(int32_t *out, uint64_t &n, int32_t v) {",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}
