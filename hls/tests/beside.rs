//! Kernels whose slices are memories beside the core, in Icarus with the operators' gates.
#![allow(missing_docs, clippy::panic, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use sycl_hls_compiler::back::verilog;
use sycl_hls_compiler::pass::{HARDWARE, run_all};
use sycl_hls_compiler::rtl::machine::Machine;
use sycl_hls_compiler::rtl::operators::library;
use sycl_hls_compiler::rtl::{Clock, Slices, Unsupported, lower_with, plan};
use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_ir::{Module, Source};
use sycl_hls_types::ScalarValue;

const CLOCK: Clock = Clock { mhz: 300.0, uncertainty: 0.27 };

fn module(kernel: &str) -> Module {
    let text = format!("#[sycl_hls::kernels] mod m {{ #[kernel] pub fn k{kernel} }}");
    let mut item = find_modules(&text).unwrap().remove(0);
    let translation = translate(&mut item, Source { file: "m.rs".into(), text: None });
    assert_eq!(translation.errors().next(), None);
    let mut module = translation.module.unwrap();
    run_all(&mut module, HARDWARE);
    module
}

fn machine(module: &Module) -> Result<Machine, Unsupported> {
    let (_, kernel) = module.kernels().next().unwrap();
    lower_with(module, kernel, Slices::Memories)
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}:\n{said}");
    said
}

/// The slices after a run, and its cycles.
fn simulate(machine: &Machine, args: &[Arg], folder: &Path) -> (Vec<Vec<u64>>, u64) {
    fs::write(folder.join("bench.v"), verilog::bench(machine, &plan(machine, CLOCK).unwrap())).unwrap();
    let mut icarus = Command::new("iverilog");
    icarus.current_dir(folder).args(["-g2001", "-s", "bench", "-o", "bench", "bench.v"]);
    for (name, text) in library().iter().filter(|(name, _)| name.ends_with(".v")) {
        fs::write(folder.join(name), text).unwrap();
        icarus.arg(name);
    }
    run(&mut icarus);
    let mut vvp = Command::new("vvp");
    vvp.current_dir(folder).arg("bench");
    let memories: Vec<&str> =
        machine.memories.iter().filter(|(_, it)| it.beside).map(|(_, it)| it.name.as_str()).collect();
    let (mut slices, mut scalars) = (memories.iter(), 0);
    for arg in args {
        match arg {
            Arg::Scalar(value) => {
                vvp.arg(format!("+arg{scalars}={:x}", value.bits()));
                scalars += 1;
            }
            Arg::Slice(values) => {
                let text = values.iter().fold(String::new(), |mut text, value| {
                    _ = writeln!(text, "{:x}", value.bits());
                    text
                });
                fs::write(folder.join(format!("{}.hex", slices.next().unwrap())), text).unwrap();
            }
        }
    }
    let said = run(&mut vvp);
    let cycles =
        said.lines().find_map(|line| line.strip_prefix("cycles: ")).unwrap_or_else(|| panic!("{said}"));
    let written = memories.iter().map(|name| {
        let text = fs::read_to_string(folder.join(format!("{name}.out"))).unwrap();
        let numbers = text.lines().filter(|line| !line.starts_with("//"));
        numbers.flat_map(str::split_whitespace).map(|it| u64::from_str_radix(it, 16).unwrap()).collect()
    });
    (written.collect(), cycles.parse().unwrap())
}

/// The kernel does in simulation what it does in the interpreter; gives its cycles.
fn same(kernel: &str, args: &[Arg]) -> u64 {
    let module = module(kernel);
    let machine = machine(&module).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (found, cycles) = simulate(&machine, args, folder.path());
    let mut expected = args.to_vec();
    interp::run(&module, module.kernels().next().unwrap().0, &mut expected).unwrap();
    let slices = expected.into_iter().filter_map(|arg| match arg {
        Arg::Slice(values) => Some(values.into_iter().map(ScalarValue::bits).collect::<Vec<_>>()),
        Arg::Scalar(_) => None,
    });
    assert_eq!(found, slices.collect::<Vec<_>>(), "{kernel}");
    cycles
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

#[test]
fn ports_have_the_names_of_vitis() {
    let module = module("(#[len(4)] x: &[f32], #[len(4)] y: &mut [f32]) { for i in 0..4 { y[i] += x[i]; } }");
    let machine = machine(&module).unwrap();
    let core = verilog::core(&machine, &plan(&machine, CLOCK).unwrap());
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
    let unknown = machine(&module("(x: &mut [f32]) { x[0] = 1.0; }")).unwrap_err();
    assert_eq!(unknown.what, "a slice whose length is not known, as a memory");
    let by_argument = machine(&module("(n: usize, #[len(n)] x: &mut [f32]) { x[0] = 1.0; }")).unwrap_err();
    assert_eq!(by_argument.what, "a slice whose length is not known, as a memory");
}
