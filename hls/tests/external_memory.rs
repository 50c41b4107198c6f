//! Kernels whose slices are memories beside the core, in Icarus with the operators' gates.

use sycl_hls_compiler::back::verilog;
use sycl_hls_compiler::pass::{HARDWARE, run_all};
use sycl_hls_compiler::rtl::design::Design;
use sycl_hls_compiler::rtl::{Clock, Plan, Slices, Unsupported, hardware_with};
use sycl_hls_ir::Module;
use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_netlist::{icarus, run};
use sycl_hls_types::ScalarValue;

use crate::hardware::subject::rust;

const CLOCK: Clock = Clock { mhz: 300.0, uncertainty: 0.27 };

fn module(kernel: &str) -> Module {
    let mut module = rust(&format!("#[kernel] pub fn k{kernel}"));
    run_all(&mut module, HARDWARE);
    module
}

fn hardware(module: &Module) -> Result<(Design, Plan), Unsupported> {
    let (_, kernel) = module.kernels().next().unwrap();
    hardware_with(module, kernel, Slices::Memories, CLOCK)
}

/// The kernel does in simulation what it does in the interpreter; gives its cycles.
fn same(kernel: &str, args: &[Arg]) -> u64 {
    let module = module(kernel);
    let (design, plan) = hardware(&module).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut simulator = icarus(&verilog::bench(&design, &plan), folder.path()).unwrap();
    let found = run(&mut simulator, &design, args).unwrap();
    let mut expected = args.to_vec();
    interp::run(&module, module.kernels().next().unwrap().0, &mut expected).unwrap();
    let slices = expected.into_iter().filter_map(|arg| match arg {
        Arg::Slice(values) => Some(values.iter().map(ScalarValue::low_bits).collect::<Vec<_>>()),
        Arg::Scalar(_) | Arg::Stream(_) => None,
    });
    assert_eq!(found.slices, slices.collect::<Vec<_>>(), "{kernel}");
    found.cycles
}

fn slice<T: Into<ScalarValue>>(values: impl IntoIterator<Item = T>) -> Arg {
    Arg::Slice(values.into_iter().map(Into::into).collect())
}

#[test]
fn a_kernel_reads_and_writes_the_memories() {
    let kernel = "(a: f32, #[len(40)] x: &[f32], #[len(40)] y: &mut [f32]) { \
                  for i in 0..40 { y[i] = a * x[i] + y[i]; } }";
    let x = slice((0..40).map(|i| i as f32 * 0.37 - 5.0));
    let cycles = same(kernel, &[Arg::Scalar(1.7_f32.into()), x, slice((0..40).map(|i| i as f32 / 3.0))]);
    // An iteration in each cycle, and the depth of the last one.
    assert!((40..65).contains(&cycles), "{cycles}");
}

#[test]
fn both_ports_and_all_widths_are_there() {
    let kernel = "(#[len(3)] rows: &[[u8; 5]], n: i64, #[len(2 + 13)] sums: &mut [i64]) { \
                  for i in 0..3 { for j in 0..5 { sums[i * 5 + j] += rows[i][j] as i64 * n; } } }";
    let rows = slice((0..15).map(|i| (i * 17 % 256) as u8));
    same(kernel, &[rows, Arg::Scalar((-3_i64).into()), slice((0..15).map(|i| i64::MIN + i))]);
}

fn floats(count: usize, factor: f32) -> Arg {
    slice((0..count).map(|i| (i * 7919 % 1000) as f32 * factor - 300.0))
}

const MATRIX: &str = "#[len(7)] a: &[[f32; 9]], #[len(9)] x: &[f32], #[len(63)] y: &mut [f32]";

fn matrix(body: &str) -> u64 {
    same(&format!("({MATRIX}) {{ {body} }}"), &[floats(63, 0.37), floats(9, 1.7), floats(63, 0.11)])
}

/// All iterations of a nest follow each other without a pause: there are 63.
#[test]
fn loops_in_loops_are_one() {
    let cycles = matrix("for i in 0..7 { for j in 0..9 { y[i * 9 + j] += a[i][j] * x[j]; } }");
    assert!((63..63 + 25).contains(&cycles), "{cycles}");
    let backwards =
        "for i in (0..7).rev() { for j in (0..9).step_by(2) { y[i * 9 + j] += a[i][j] * x[j]; } }";
    assert!((35..35 + 25).contains(&matrix(backwards)), "{backwards}");
}

#[test]
fn loops_in_loops_do_what_stands_around_the_inner_one() {
    for body in [
        "for i in 0..7 { let mut sum = x[i]; for j in 0..9 { sum += a[i][j] * x[j]; } y[i] = sum * 2.0; }",
        "for i in 0..7 { let from = y[i]; for j in 0..9 { y[i * 9 + j] = a[i][j] + from; } y[i] = from; }",
        "let mut all = 0.0; for i in 0..7 { let before = all; for j in 0..9 { all += a[i][j]; y[i + j] = before; } }",
        "let mut count = 3u32; for i in 0..7 { count += 1; for j in 0..9 { if a[i][j] > 0.0 { count += 2; } } \
         y[i] = count as f32; }",
        "for k in 0..3 { y[k] = 0.5; for i in 0..7 { let c = x[i] * y[k]; for j in 0..9 { \
         y[i * 9 + j] += a[i][j] * c; } y[60] += c; } y[61] += 1.0; }",
        "for i in 0..7 { for j in 0..9 { for k in 0..2 { y[j * 2 + k] += a[i][j]; } } }",
        "let mut lines = [[0.0; 9]; 7]; for i in 0..7 { for j in 0..9 { lines[i][j] = a[i][j]; } } \
         for j in 0..9 { for i in 1..7 { lines[i][j] += lines[i - 1][j] * 0.5; } } \
         for i in 0..7 { for j in 0..9 { y[i * 9 + j] = lines[i][j]; } }",
        "for i in 0..7 { for j in i..9 { y[i * 9 + j] += a[i][j]; } }",
    ] {
        matrix(body);
    }
}

/// The sum of a row needs all that was added before, in whichever order loops stand.
#[test]
fn what_iterations_of_the_outer_loop_leave_is_waited_for() {
    for body in [
        "for i in 1..7 { for j in 0..9 { y[i * 9 + j] += y[(i - 1) * 9 + j]; } }",
        "for i in 0..7 { for j in 0..2 { y[j] += a[i][j]; } }",
        "for i in 0..7 { for j in 0..9 { y[(i * j) % 5] += a[i][j]; } }",
        "for i in 0..7 { for j in 1..9 { y[i + j] = y[i + j - 1] + a[i][j]; } }",
    ] {
        matrix(body);
    }
}

/// Two nests of 63 iterations that have only inputs in common take as long as one of them.
#[test]
fn loops_run_abreast() {
    let first = "for i in 0..7 { for j in 0..9 { y[i * 9 + j] += a[i][j]; } }";
    let params = format!("{MATRIX}, #[len(63)] z: &mut [f32]");
    let run = |second: &str| {
        let args = [floats(63, 0.37), floats(9, 1.7), floats(63, 0.11), floats(63, 0.7)];
        same(&format!("({params}) {{ {first} {second} }}"), &args)
    };
    let abreast = run("for k in 0..7 { for l in 0..9 { z[l * 7 + k] += a[k][l] * x[l]; } }");
    assert!((63..63 + 40).contains(&abreast), "{abreast}");
    // The rest of the longer one follows, whichever comes first.
    let longer = run("for k in 0..10 { for l in 0..9 { z[k * 5 + l] = x[l] * 2.0; } }");
    assert!((90..90 + 60).contains(&longer), "{longer}");
    let shorter = run("for k in 0..40 { z[k] *= 2.0; }");
    assert!((63..63 + 60).contains(&shorter), "{shorter}");
    let single = run("for k in 0..63 { z[k] *= 3.0; }");
    assert!((63..63 + 40).contains(&single), "{single}");
    // What one of them needs of the other one keeps them apart.
    for second in [
        "for k in 0..9 { for l in 0..7 { z[l] += y[l * 9 + k] * x[k]; } }",
        "for k in 0..63 { y[k] *= 3.0; }",
        "for k in 0..64 { z[k % 63] *= y[3]; }",
    ] {
        assert!(run(second) > 126, "{second}");
    }
    // So does a sum.
    let sums = "let mut sum = 0; for k in 0..63 { sum += a[k / 9][k % 9].to_bits() & 7; } \
                for k in 0..63 { y[k] += sum as f32; sum ^= k as u32; } z[0] = sum as f32;";
    let args = [floats(63, 0.37), floats(9, 1.7), floats(63, 0.11), floats(63, 0.7)];
    assert!(same(&format!("({params}) {{ {sums} }}"), &args) > 126);
}

/// What fills an array is a loop as any other one.
#[test]
fn arrays_are_filled_abreast() {
    let cycles = matrix(
        "let mut p = [0.5_f32; 63]; let mut q = [0.25_f32; 63]; \
         for i in 0..9 { p[i * 7] = x[i]; q[62 - i] = x[i]; } for i in 0..63 { y[i] = p[i] + q[i]; }",
    );
    assert!((63 + 9 + 63..63 + 9 + 63 + 40).contains(&cycles), "{cycles}");
}

/// Stencils over local arrays read many elements of them in each cycle.
#[test]
fn stencils_start_an_iteration_in_each_cycle() {
    let copies = |body: &str| {
        let lines = "let mut p = [0_f32; 63]; for i in 0..63 { p[i] = y[i]; } let mut q = [0_f32; 63]; \
                     for i in 0..63 { q[i] = y[i]; }";
        matrix(&format!("{lines} {body} for i in 0..63 {{ y[i] = p[i]; }}"))
    };
    let plain = copies("");
    let line = |to: &str, from: &str| {
        format!("for i in 1..62 {{ {to}[i] = 0.3 * ({from}[i - 1] + {from}[i] + {from}[i + 1]); }}")
    };
    let lines = copies(&format!("for t in 0..3 {{ {} {} }}", line("q", "p"), line("p", "q"))) - plain;
    assert!((6 * 61..6 * (61 + 35)).contains(&lines), "{lines}");
    let plane = "for i in 1..6 { for j in 1..8 { q[i * 9 + j] = 0.2 * (p[i * 9 + j] + p[i * 9 + j - 1] \
                 + p[i * 9 + j + 1] + p[(i + 1) * 9 + j] + p[(i - 1) * 9 + j]); } } \
                 for i in 1..6 { for j in 1..8 { p[i * 9 + j] = q[i * 9 + j]; } }";
    let plane = copies(plane) - plain;
    assert!((35 + 35..35 + 35 + 70).contains(&plane), "{plane}");
}

#[test]
fn ports_have_the_names_of_vitis() {
    let module = module("(#[len(4)] x: &[f32], #[len(4)] y: &mut [f32]) { for i in 0..4 { y[i] += x[i]; } }");
    let (design, plan) = hardware(&module).unwrap();
    let core = verilog::core(&design, &plan);
    for port in [
        "output wire [1:0] x_address0",
        "output wire x_ce0",
        "input wire [31:0] x_q0",
        "output wire y_we1",
        "output wire [31:0] y_d1",
    ] {
        assert!(core.contains(port), "{port} in\n{core}");
    }
    assert!(!core.contains("x_we0") && !core.contains("_req_valid"), "{core}");
}

#[test]
fn what_is_no_memory_is_refused() {
    let unknown = hardware(&module("(x: &mut [f32]) { x[0] = 1.0; }")).unwrap_err();
    assert_eq!(unknown.what, "a slice whose length is not known, as a memory");
    let by_argument = hardware(&module("(n: usize, #[len(n)] x: &mut [f32]) { x[0] = 1.0; }")).unwrap_err();
    assert_eq!(by_argument.what, "a slice whose length is not known, as a memory");
}

/// Elements that are written before later iterations read them, and elements of a split array from one below a multiple.
#[test]
fn elements_are_where_they_belong() {
    for body in [
        "for k in 0..60 { y[k + 1] = y[k] + y[k + 2] * y[k + 3]; }",
        "#[array_partition(cyclic, factor = 2)] let mut t = [0.5; 64]; \
         for k in 1..30 { t[2 * k - 1] = a[k / 9][k % 9]; t[2 * k - 2] = x[k % 9]; } \
         for k in 0..60 { y[k] += t[k]; }",
    ] {
        matrix(body);
    }
}

#[test]
fn the_remainder_of_floats_is_refused() {
    let module = module("(#[len(4)] x: &mut [f32]) { x[0] = x[1] % x[2]; }");
    assert_eq!(hardware(&module).unwrap_err().what, "the remainder of floats");
}
