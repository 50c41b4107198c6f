//! Our own netlist simulator, Verilator and Icarus agree on a sample of kernels, and with the interpreter and the schedule.

use std::process::Command;

use sycl_hls_compiler::back::verilog;
use sycl_hls_compiler::pass::{HARDWARE, run_all};
use sycl_hls_compiler::rtl::predict::{Inputs, predict};
use sycl_hls_compiler::rtl::{Clock, Slices, hardware_with};
use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_ir::{Module, Source};
use sycl_hls_netlist::{Benches, Error, Floats, Outcome, icarus, netlist, run, simulate, verilator};
use sycl_hls_types::ScalarValue;

use crate::is_all;

/// Slow enough that little stands in registers, fast enough that operators have some.
const CLOCK: Clock = Clock { mhz: 200.0, uncertainty: 0.27 };

/// No kernel takes as many cycles: one that hangs is an error in the simulators of others, too.
const LIMIT: &str = "+limit=10000";

fn module(name: &str, kernel: &str) -> Module {
    let text = format!("#[sycl_hls::kernels] mod m {{ #[kernel] pub fn {name}{kernel} }}");
    let mut item = find_modules(&text).unwrap().remove(0);
    let translation = translate(&mut item, Source::new("m.rs", None));
    assert_eq!(translation.errors().next(), None);
    translation.module.unwrap()
}

/// What the interpreter leaves in the slices, in bits.
fn interpreted(module: &Module, args: &[Arg]) -> Vec<Vec<u64>> {
    let mut args = args.to_vec();
    interp::run(module, module.kernels().next().unwrap().0, &mut args).unwrap();
    let slices = args.into_iter().filter_map(|arg| match arg {
        Arg::Slice(values) => Some(values.iter().map(ScalarValue::low_bits).collect()),
        Arg::Scalar(_) | Arg::Stream(_) => None,
    });
    slices.collect()
}

fn registers(args: &[Arg]) -> Inputs {
    let scalars = args.iter().filter_map(|arg| match arg {
        Arg::Scalar(value) => Some(Some(value.low_bits().to_le_bytes().to_vec())),
        Arg::Slice(_) | Arg::Stream(_) => None,
    });
    Inputs::of_registers(scalars.collect())
}

/// One kernel in all of them.
fn agree(benches: &Benches, name: &str, kernel: &str, args: &[Arg]) {
    let plain = module(name, kernel);
    let mut lowered = plain.clone();
    run_all(&mut lowered, HARDWARE);
    let (_, func) = lowered.kernels().next().unwrap();
    let (design, plan) = hardware_with(&lowered, func, Slices::Memories, CLOCK).unwrap();
    let predicted = predict(&design, &plan, &registers(args)).cycles.exact().unwrap();
    let expected = Outcome { slices: interpreted(&plain, args), cycles: predicted };
    let is = |simulator: &str, found: Result<Outcome, Error>| {
        let found = found.unwrap_or_else(|error| panic!("{simulator}, {name}: {error}"));
        assert_eq!(found, expected, "{simulator}, {name}");
    };
    let netlist = netlist(&design, &plan).unwrap_or_else(|error| panic!("{name}: {error}"));
    for seed in 1..=if is_all() { 4 } else { 1 } {
        is(&format!("our own simulator, seed {seed}"), simulate(&netlist, &design, args, seed));
    }
    let bench = verilog::bench(&design, &plan);
    let folder = tempfile::tempdir().unwrap();
    let is_of = |simulator: &str, made: Result<Command, Error>| {
        is(simulator, made.and_then(|mut it| run(it.arg(LIMIT), &design, args)));
    };
    is_of("Icarus", icarus(&bench, folder.path()));
    let program = benches.build(&bench, folder.path(), Floats::Gates, false);
    is_of("Verilator", program.map(|it| verilator(&it)));
}

fn slice<T: Into<ScalarValue>>(values: impl IntoIterator<Item = T>) -> Arg {
    Arg::Slice(values.into_iter().map(Into::into).collect())
}

fn integers(count: i32) -> Arg {
    slice((0..count).map(|i| (i * 7919) % 2003 - 1000))
}

fn floats(count: u16, factor: f32) -> Arg {
    slice((0..count).map(|i| f32::from(i * 7919 % 1000) * factor - 300.0))
}

/// A kernel's name, its parameters and body, and what it is run with.
type Sample = (&'static str, &'static str, Vec<Arg>);

fn sample() -> Vec<Sample> {
    vec![
        (
            "integers",
            "(n: i64, #[len(10)] x: &[i32], #[len(10)] small: &mut [i8], #[len(10)] y: &mut [i64]) { for i in 0..10 { \
         y[i] = (x[i] as i64).wrapping_mul(n) ^ (y[i] >> (x[i] & 63) as u32); \
         small[i] = (small[i] as i32 - x[i]) as i8; if small[i] > 3 { y[i] = -y[i]; } } }",
            vec![
                Arg::Scalar((-77_777_777_777_i64).into()),
                integers(10),
                slice((0..10).map(|i| i * 13 - 60_i8)),
                slice((0..10).map(|i| i64::MIN / (i + 2))),
            ],
        ),
        (
            "floats",
            "(a: f32, #[len(6)] x: &[f32], #[len(6)] y: &mut [f32], #[len(6)] z: &mut [i32]) { for i in 0..6 { \
         let sum = a * x[i] + y[i]; y[i] = if sum < x[i] { sum / a } else { (sum - x[i]).sqrt() }; \
         z[i] = (sum as i32) + (z[i] as f32 * 0.3) as i32; } }",
            vec![Arg::Scalar(1.7_f32.into()), floats(6, 0.37), floats(6, 1.9), integers(6)],
        ),
        (
            "forwarded",
            "(#[len(24)] data: &[u8], #[len(8)] counts: &mut [u32]) { let mut bins = [0u32; 8]; \
         for i in 0..24 { bins[(data[i] & 7) as usize] += data[i] as u32; } \
         for i in 0..8 { counts[i] = bins[i]; } }",
            vec![
                slice((0..24_u8).map(|i| [3, 3, 3, 5, 3, 5, 0, 7][usize::from(i % 8)] + 8 * (i / 8))),
                slice((0..8).map(|_| 0_u32)),
            ],
        ),
        (
            "nested",
            "(#[len(5)] a: &[[i32; 6]], #[len(6)] x: &[i32], #[len(5)] y: &mut [i32]) { \
         for i in 0..5 { let mut sum = y[i]; for j in 0..6 { sum += a[i][j] * x[j]; } y[i] = sum; } }",
            vec![integers(30), integers(6), integers(5)],
        ),
        (
            "partitioned",
            "(#[len(16)] x: &[i32], #[len(16)] y: &mut [i32]) { \
         #[array_partition(type = cyclic, factor = 4)] let mut line = [0; 16]; for i in 0..16 { line[i] = x[i]; } \
         for i in 0..13 { y[i] = line[i] - line[i + 1] * 3 + line[i + 2] ^ line[i + 3]; line[i] = y[i]; } }",
            vec![integers(16), integers(16)],
        ),
        (
            "abreast",
            "(#[len(12)] x: &[i32], #[len(12)] y: &mut [i32], #[len(20)] z: &mut [u16]) { \
         for i in 0..12 { y[i] += x[i]; } for i in 0..20 { z[i] = z[i] * 5 + 1; } }",
            vec![integers(12), integers(12), slice((0..20_u16).map(|i| i * 100))],
        ),
        (
            "divisions",
            "(#[len(8)] x: &[i16], #[len(8)] y: &mut [i16], #[len(8)] z: &mut [u8]) { for i in 0..8 { \
         let by = if y[i] == 0 { 3 } else { y[i] }; z[i] = (x[i] % by) as u8 / 7; y[i] = x[i] / by; } }",
            vec![
                slice((0..8_i16).map(|i| i * 4001 - 9000)),
                slice((0..8_i16).map(|i| i * i * 11 - 40)),
                slice((0..8).map(|_| 9_u8)),
            ],
        ),
        (
            "tables",
            "(#[len(9)] x: &[u32], #[len(9)] y: &mut [i64]) { let table = [5, -7, 11, 13, -17, 19, 23, -29, 31, 37]; \
         for i in 0..9 { y[i] += table[(x[i] % 8) as usize] * table[9 - i]; } }",
            vec![slice((0..9_u32).map(|i| i * 77)), slice((0..9).map(|i| 1_i64 << (i * 7)))],
        ),
        (
            "shared",
            "(a: f32, n: i64, #[len(9)] x: &[f32], #[len(9)] y: &mut [f32], #[len(9)] z: &mut [i64], #[len(9)] w: &mut [i64]) { \
         #[pipeline(ii = 2)] for i in 0..9 { y[i] = (x[i] * a - y[i]) * x[i] * 0.7; } \
         #[pipeline(ii = 3)] for i in 0..9 { z[i] = (z[i] * n - w[i]) * (w[i] + n) * z[i]; } \
         #[pipeline(off)] for i in 0..9 { let by = w[i] | 1; w[i] = z[i] / by ^ z[i] % by; \
         if z[i] > 0 { y[i] = (y[i] - 3.5 * x[i]) * a; } } \
         for i in 0..9 { z[i] = z[i] / (w[i] & 15 | 16) + z[i] * w[i]; y[i] = 2.5 - x[i] * y[i]; } }",
            vec![
                Arg::Scalar(0.3_f32.into()),
                Arg::Scalar((-12_345_i64).into()),
                floats(9, 0.11),
                floats(9, 2.3),
                slice((0..9).map(|i| 987_654_321_i64 << i)),
                slice((0..9).map(|i| 1000 * i - 5_i64)),
            ],
        ),
    ]
}

#[test]
fn three_simulators_the_interpreter_and_the_schedule_agree() {
    let benches = Benches::new().unwrap();
    std::thread::scope(|scope| {
        for (name, kernel, args) in sample().into_iter().step_by(if is_all() { 1 } else { 4 }) {
            let benches = &benches;
            scope.spawn(move || agree(benches, name, kernel, &args));
        }
    });
}
