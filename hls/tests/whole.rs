//! Whole kernels, with control registers and bridges, in Icarus with the operators' gates, where all starts unknown.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::pass::run_all;
use sycl_hls_ir::Module;
use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_types::{PortArguments, ScalarValue};

use crate::hardware::subject::rust;
use crate::is_all;

const BENCH: &str = include_str!("whole/bench.v");
const PORT: &str = include_str!("whole/port.v");

/// Bytes of the memory behind a port.
const MEMORY: usize = 256;

/// Where the slice in it begins: at an element, and at no word.
const BASE: usize = 12;

/// Reads and writes in bursts and one by one, arrays that are read soon after they were written, a store that does not
/// always happen, split arrays, floats, and a loop in a loop.
const KERNEL: &str = "(#[m_axi(max_widen_bitwidth = 64)] x: &[u32], y: &mut [u32], #[m_axi(max_widen_bitwidth = 128)] z: &mut [f32]) {
    let mut bins = [3_u32; 4];
    #[array_partition(cyclic, factor = 2)]
    let mut split = [1_u32; 10];
    for i in 0..x.len() {
        let bin = (x[i] & 3) as usize;
        bins[bin] += x[i];
        if x[i] & 4 != 0 {
            split[bin * 3] = split[bin * 3].wrapping_mul(3) ^ x[i];
        }
    }
    for i in 0..4 {
        y[i] += bins[i] ^ split[i];
    }
    for i in 0..2 {
        for j in 0..2 {
            z[2 * i + j] = z[2 * i + j] * 0.5 + x[i] as f32;
        }
    }
}";

/// Several elements in one cycle, of which the last ones are fewer; then one by one through the same ports.
const GROUPS: &str = "(x: &[u32], y: &mut [u32], z: &mut [f32]) {
    #[unroll(factor = 4)]
    for i in 0..x.len() {
        y[i] ^= x[i];
    }
    for i in 0..x.len() {
        y[i] += 5;
    }
    z[1] = 2.5;
}";

fn module(kernel: &str) -> Module {
    let mut module = rust(&format!("#[kernel] pub fn k{kernel}"));
    run_all(&mut module, hw_emu::LEGALIZE);
    module
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}:\n{said}");
    said
}

fn slice<T: Into<ScalarValue>>(values: impl IntoIterator<Item = T>) -> Arg {
    Arg::Slice(values.into_iter().map(Into::into).collect())
}

/// The memory behind a port with this slice in it, as `$readmemh` takes it.
fn image(arg: &Arg) -> String {
    let Arg::Slice(values) = arg else { panic!("a slice") };
    let mut bytes: Vec<u8> = (0..MEMORY).map(|at| (at % 251) as u8).collect();
    let own: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    bytes[BASE..BASE + own.len()].copy_from_slice(&own);
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = writeln!(text, "{byte:02x}");
        text
    })
}

/// The bench with the kernel's ports, and the registers that hold its arguments.
fn bench(kernel: &hw_emu::Kernel, lens: &[usize]) -> String {
    let mut pins = ".ap_clk(clk), .ap_rst_n(rst_n), .interrupt(interrupt)".to_owned();
    for signal in ["AWADDR", "AWVALID", "AWREADY", "WDATA", "WVALID", "WREADY", "BRESP", "BVALID", "BREADY"]
        .into_iter()
        .chain(["ARADDR", "ARVALID", "ARREADY", "RDATA", "RRESP", "RVALID", "RREADY"])
    {
        let _ = write!(pins, ", .s_axi_control_{signal}({})", signal.to_lowercase());
    }
    pins.push_str(", .s_axi_control_WSTRB(4'hf)");
    let [mut ports, mut load, mut check, mut arguments] = [const { String::new() }; 4];
    for (number, bundle) in kernel.design.bundles.iter().enumerate() {
        let (name, width) = (&bundle.name, bundle.data_bits);
        let signals = [
            ("ARVALID", 1),
            ("ARREADY", 1),
            ("ARADDR", 64),
            ("ARLEN", 8),
            ("ARSIZE", 3),
            ("RVALID", 1),
            ("RREADY", 1),
            ("RLAST", 1),
            ("RDATA", width),
            ("AWVALID", 1),
            ("AWREADY", 1),
            ("AWADDR", 64),
            ("AWLEN", 8),
            ("AWSIZE", 3),
            ("WVALID", 1),
            ("WREADY", 1),
            ("WDATA", width),
            ("WSTRB", width / 8),
            ("WLAST", 1),
            ("BVALID", 1),
            ("BREADY", 1),
        ];
        let mut own = String::new();
        for (signal, bits) in signals {
            let _ = writeln!(ports, "    wire [{}:0] {name}_{signal};", bits - 1);
            let _ = write!(pins, ", .m_axi_{name}_{signal}({name}_{signal})");
            let _ = write!(own, ", .{}({name}_{signal})", signal.to_lowercase());
        }
        let _ = write!(
            pins,
            ", .m_axi_{name}_RID(1'b0), .m_axi_{name}_RRESP(reads_answer), .m_axi_{name}_BID(1'b0), .m_axi_{name}_BRESP(writes_answer)"
        );
        let _ = writeln!(
            ports,
            "    port #(.WIDTH({width}), .IMAGE(\"{number}.hex\"), .WANTED(\"{number}.wanted\")) {name}_port \
             (.clk(clk), .rst_n(rst_n), .stall(stall){own});"
        );
        let _ = write!(load, "{name}_port.load; ");
        let _ = write!(check, "{name}_port.check; ");
    }
    for (registers, len) in kernel.manifest.registers.chunks(2).zip(lens) {
        for (register, value) in registers.iter().zip([BASE, *len]) {
            let (low, high) = (register, register + 4);
            let _ = write!(arguments, "write({low}, {value}); write({high}, 0); ");
        }
    }
    for (task, body) in [("load", load), ("check", check), ("arguments", arguments)] {
        let _ = writeln!(ports, "    task {task}; begin {body} end endtask");
    }
    let _ = writeln!(ports, "    {} dut ({pins});", kernel.top());
    // Every second cycle is a sample.
    let errors = kernel.manifest.memory_errors.as_ref().unwrap();
    let bits = |arguments: fn(&PortArguments) -> &[String], first: usize| {
        let used = errors.ports.iter().enumerate().filter(|(_, port)| !arguments(port).is_empty());
        used.fold(0, |bits, (number, _)| bits | 1 << (2 * number + first)).to_string()
    };
    BENCH
        .replace("PORTS", &ports)
        .replace("EACH", if is_all() { "1" } else { "2" })
        .replace("ERRORS", &errors.offset.to_string())
        .replace("READS", &bits(|port| &port.reads, 0))
        .replace("WRITES", &bits(|port| &port.writes, 1))
}

/// In the end memories answer with errors, of which a register tells, of each port, until the next start.
///
/// Memories and registers without a reset hold what nobody knows, and nothing that is valid on a port does. Every cycle
/// of a run may be the one in which all ports stall: what is on its way then is neither lost nor done twice.
#[test]
fn nothing_valid_is_unknown_and_stalls_in_every_cycle_change_nothing() {
    for (kernel, words) in [(GROUPS, 7), (KERNEL, 4)] {
        println!("{}", stalls_change_nothing(kernel, words));
    }
}

/// A kernel with so many elements in its second slice: what the bench says.
fn stalls_change_nothing(kernel: &str, words: u32) -> String {
    let module = module(kernel);
    let (id, func) = module.kernels().next().unwrap();
    let kernel = hw_emu::kernel(&module, func, 300).unwrap();
    let args = [
        slice((0..6_u32).map(|i| i * i * 7 % 23)),
        slice((0..words).map(|i| i << 20)),
        slice((0..5).map(|i| i as f32 + 0.25)),
    ];
    let mut expected = args.to_vec();
    interp::run(&module, id, &mut expected).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    for (number, (before, after)) in args.iter().zip(&expected).enumerate() {
        write(&format!("{number}.hex"), &image(before));
        write(&format!("{number}.wanted"), &image(after));
    }
    write("bench.v", &bench(&kernel, &[6, words as usize, 5]));
    write("port.v", PORT);
    let library = hw_emu::library().filter(|(name, _)| name.ends_with(".v"));
    let library = library.map(|(name, text)| (name, text.to_owned()));
    let mut icarus = Command::new("iverilog");
    icarus.current_dir(folder.path()).args(["-g2001", "-s", "bench", "-o", "bench", "bench.v", "port.v"]);
    for (name, text) in kernel.verilog().into_iter().chain(library) {
        write(name, &text);
        icarus.arg(name);
    }
    run(&mut icarus);
    let said = run(Command::new("vvp").current_dir(folder.path()).args(["-n", "bench"]));
    assert!(said.trim().starts_with("passed"), "{said}");
    said
}
