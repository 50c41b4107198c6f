//! Directives of KIR as pragmas, where no Rust reaches them yet, and what versions of Vitis lack.

use sycl_hls_compiler::back::hls_cpp::{self, Dialect, Version, unavailable};
use sycl_hls_compiler::pass::run_all;
use sycl_hls_ir::{Module, check, parse};

fn module(text: &str) -> Module {
    let module = parse(text).unwrap();
    check(&module).unwrap();
    module
}

fn pragmas(module: &Module, version: Option<Version>) -> Vec<String> {
    let text = hls_cpp::emit_for(module, Dialect { version }).text;
    let lines = text.lines().filter_map(|line| line.strip_prefix("#pragma HLS "));
    lines.filter(|line| !line.starts_with("INTERFACE")).map(str::to_owned).collect()
}

const LOCALS: &str = r#"module m
kernel @k(&0.y: mut [i32] bundle "gmem0") {
  %0 = const 0: i32
  slot $0.a: mut [i32; 4] aggregate(compact = bit) disaggregate = %0
  slot $1.b: mut [i32; 4] aggregate(compact = auto) = %0
  %1 = const 0: u64
  %2 = const 4: u64
  for %3.i in %1..%2 unroll(off) dependence(variable = $0.a, type = inter, dependent = false) {
    %4 = read $0.a[%3]: i32
    %5 = read $1.b[%3]: i32
    %6.p = mul.wrapping %4, %5: i32 bind_op(op = mul, impl = dsp)
    write &0.y[%3], %6
  }
  return
}
"#;

#[test]
fn directives_of_the_text_form_become_pragmas() {
    assert_eq!(
        pragmas(&module(LOCALS), None),
        [
            "AGGREGATE variable=a compact=bit",
            "DISAGGREGATE variable=a",
            "AGGREGATE variable=b",
            "UNROLL factor=1",
            "DEPENDENCE variable=a inter false",
            "BIND_OP variable=p op=mul impl=dsp",
        ]
    );
}

#[test]
fn memory_that_nothing_reads_leaves_no_dependence() {
    let text = r#"module m
kernel @k(&0.y: mut [i32] bundle "gmem0") {
  %0 = const 0: i32
  slot $0.a: mut [i32; 4] = %0
  %1 = const 0: u64
  %2 = const 4: u64
  for %3.i in %1..%2 dependence(variable = $0.a, dependent = false) dependence(variable = &0.y, dependent = false) {
    write $0.a[%3], %0
    write &0.y[%3], %0
  }
  return
}
"#;
    let mut module = module(text);
    run_all(&mut module, hls_cpp::LEGALIZE);
    assert_eq!(pragmas(&module, None), ["DEPENDENCE variable=y false"]);
}

/// What a ROM holds is there before the kernel runs.
#[test]
fn memories_that_are_only_read_are_static() {
    let text = r#"module m
kernel @k(&0.y: mut [i16] bundle "gmem0") {
  %0 = const 7: i16
  %1 = const -1: i16
  slot $0.a: [i16; 3] bind_storage(type = rom_1p, impl = bram) = [%0, %1, %0]
  slot $1.b: [i16; 3] bind_storage(type = rom_np, impl = lutram) = %1
  slot $2.c: [i16; 2] bind_storage(type = rom_2p) = [%0, %1]
  slot $3.d: [i16; 2] bind_storage(type = ram_1p) = [%0, %1]
  %2 = const 1: u64
  %3 = read $0.a[%2]: i16
  %4 = read $1.b[%2]: i16
  %5 = read $2.c[%2]: i16
  %6 = read $3.d[%2]: i16
  write &0.y[%2], %3
  write &0.y[%2], %4
  write &0.y[%2], %5
  write &0.y[%2], %6
  return
}
"#;
    let cpp = hls_cpp::emit(&module(text)).text;
    let arrays: Vec<&str> =
        cpp.lines().filter(|line| line.contains("const int16_t")).map(str::trim).collect();
    assert_eq!(
        arrays,
        [
            "static const int16_t a[3] = {7, -1, 7};",
            "static const int16_t b[3] = {-1, -1, -1};",
            "static const int16_t c[2] = {7, -1};",
            "const int16_t d[2] = {7, -1};",
        ]
    );
}

#[test]
fn versions_have_spellings_of_their_own() {
    let unroll = |version| pragmas(&module(LOCALS), Some(version)).swap_remove(3);
    assert_eq!(unroll(Version::V2020_2), "UNROLL factor=1");
    assert_eq!(unroll(Version::V2021_1), "UNROLL off=true");
    assert_eq!(unroll(Version::V2026_1), "UNROLL off=true");
}

#[test]
fn layouts_of_aggregates_are_bare_words_in_2020_2() {
    let aggregate = |version| pragmas(&module(LOCALS), version).swap_remove(0);
    assert_eq!(aggregate(Some(Version::V2020_2)), "AGGREGATE variable=a bit");
    assert_eq!(aggregate(Some(Version::V2021_1)), "AGGREGATE variable=a compact=bit");
    assert_eq!(unavailable(&module(LOCALS), Version::V2020_2), []);
}

/// 2020.2 would take "no write after write" for "no dependence at all".
#[test]
fn what_a_version_lacks_is_named() {
    let text = LOCALS.replace("type = inter,", "type = inter, direction = WAW,");
    let problems = |version| unavailable(&module(&text), version);
    let [problem] = problems(Version::V2020_2).try_into().unwrap();
    assert_eq!(problem.value.message, "Vitis HLS 2020.2 has no `direction = WAW` of `dependence`");
    assert!(problem.value.note.starts_with("it would take the pragma for all directions"));
    assert_eq!(problems(Version::V2021_1), []);
    assert_eq!(unavailable(&module(&text.replace("WAW", "RAW")), Version::V2020_2), []);
}

/// The front end of Vitis HLS drops a loop's pragmas if the region that is its body has some.
#[test]
fn pragmas_of_regions_are_in_blocks_of_their_own() {
    let text = |directives: &str| {
        format!(
            "module m
kernel @k(%0.n: u64, &1.y: mut [i32] bundle \"gmem0\") {{
  %1 = const 0: u64
  %2 = const 7: i32
  for %3.i in %1..%0 {directives} {{
    write &1.y[%3], %2
  }}
  return
}}
"
        )
    };
    let body = |directives: &str| -> Vec<String> {
        let cpp = hls_cpp::emit(&module(&text(directives))).text;
        let lines = cpp.lines().map(str::trim).skip_while(|line| !line.starts_with("for (")).skip(1);
        lines.take_while(|line| *line != "y[i] = 7;").map(str::to_owned).collect()
    };
    assert_eq!(
        body("pipeline(ii = 1) expression_balance(off)"),
        ["#pragma HLS PIPELINE II=1", "{", "#pragma HLS EXPRESSION_BALANCE off"]
    );
    assert_eq!(
        body("unroll(factor = 2) loop_merge(force)"),
        ["#pragma HLS UNROLL factor=2", "{", "#pragma HLS LOOP_MERGE force"]
    );
    assert_eq!(body("expression_balance(off)"), ["#pragma HLS EXPRESSION_BALANCE off"]);
}

#[test]
fn versions_lack_goals_of_all_loops() {
    let text = r#"module m
kernel @k(&0.y: mut [i32] bundle "gmem0") {
  %0 = const 0: u64
  %1 = const false: bool
  %2 = const 9: i32
  for %3.i in %0..%0 performance(target_ti = 4) {
    write &0.y[%3], %2
  }
  while performance(target_ti = 4) {
    yield %1
  } do {
    write &0.y[%0], %2
  }
  return
}
"#;
    let problems = unavailable(&module(text), Version::V2021_2);
    let messages: Vec<&str> = problems.iter().map(|problem| &*problem.value.message).collect();
    assert_eq!(messages, ["Vitis HLS 2021.2 has no `performance`"; 2]);
}

#[test]
fn versions_are_named_as_amd_names_them() {
    assert_eq!("2023.2".parse(), Ok(Version::V2023_2));
    assert!(Version::ALL.iter().all(|version| version.name().parse() == Ok(*version)));
    assert!("2023.3".parse::<Version>().is_err());
    assert!(Version::ALL.windows(2).all(|pair| pair[0] < pair[1]));
}
