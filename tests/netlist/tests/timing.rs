//! The estimate of paths, on circuits whose slowest path is known.

use std::time::Duration;

use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::pass::run_all;
use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::Source;
use sycl_hls_netlist::{Path, mapped, slowest};

/// The slowest path of a module whose body this is, with `clk` and the 32-bit inputs `a` and `b`.
fn path(body: &str) -> Path {
    let text = format!(
        "module top (input wire clk, input wire [31:0] a, b, output reg [63:0] q);\n{body}\nendmodule\n"
    );
    slowest(&mapped(&[("top.v", &text)], "top", LIMIT).unwrap(), "top").unwrap()
}

/// The processor time that yosys has.
const LIMIT: Duration = Duration::from_secs(120);

const REGISTERS: &str = "reg [31:0] x, y; always @(posedge clk) begin x <= a; y <= b; end";

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn a_lut_is_a_level_with_a_route_before_it() {
    let found = path(&format!("{REGISTERS} always @(posedge clk) q <= {{32'd0, x & y}};"));
    assert!(near(found.ns, 0.11 + 0.25 + 0.10 + 0.25), "{found:?}");
    assert_eq!((found.luts, found.carries), (1, 0));
}

#[test]
fn carries_of_a_sum_stay_within_their_slices() {
    let found = path(&format!("{REGISTERS} always @(posedge clk) q <= {{32'd0, x + y}};"));
    assert!(near(found.ns, 0.11 + 0.25 + 0.10 + 8.0 * 0.025 + 0.25), "{found:?}");
    assert_eq!((found.luts, found.carries), (1, 8));
}

/// A sample of `make timing`: a kernel whole, with a product of floats, a bridge and its control registers.
#[test]
fn a_kernel_meets_300_mhz() {
    let text = "#[sycl_hls::kernels] mod m { #[kernel] pub fn last(from: &[f32], last: &mut f32) {
        for v in from { *last = *v * 2.5; } } }";
    let mut item = find_modules(text).unwrap().remove(0);
    let mut module = translate(&mut item, Source::new("m.rs", None)).module.unwrap();
    run_all(&mut module, hw_emu::LEGALIZE);
    let kernel = hw_emu::kernel(&module, module.kernels().next().unwrap().1, 300).unwrap();
    let own = kernel.verilog();
    let own = own.each_ref().map(|(name, text)| (*name, text.as_str()));
    let files: Vec<_> = own.into_iter().chain(hw_emu::used(&own.map(|(_, text)| text))).collect();
    let found = slowest(&mapped(&files, kernel.top(), LIMIT).unwrap(), kernel.top()).unwrap();
    assert!(found.ns > 1.0 && found.ns < 2.8, "{found:?}");
    assert!(found.luts > 0 && found.through.len() > 1, "{found:?}");
    // Control registers have an enable of all that the kernel takes when it starts.
    assert!((64..2000).contains(&found.enable.inputs) && !found.enable.net.is_empty(), "{found:?}");
}

/// What is the same twice is one net, but for copies of enables.
#[test]
fn copies_of_enables_stay_apart() {
    let part = |number: u32, from: &str| {
        format!(
            "wire ce{number};
            sh_enable #(.TERMS(2)) ce{number}_copy (.wanted(wanted), .there(there), .ce(ce{number}));
            always @(posedge clk) if (ce{number}) q[{number} * 32 +: 32] <= {from};"
        )
    };
    let text = format!(
        "module top (input wire clk, input wire [31:0] a, b, input wire [1:0] wanted, there, output reg [63:0] q);
        {}{}endmodule",
        part(0, "a"),
        part(1, "b")
    );
    let files: Vec<_> = [("top.v", text.as_str())].into_iter().chain(hw_emu::used(&[&text])).collect();
    let found = slowest(&mapped(&files, "top", LIMIT).unwrap(), "top").unwrap();
    assert_eq!(found.enable.inputs, 32, "{found:?}");
}

#[test]
fn products_are_of_dsps() {
    let found = path(&format!("{REGISTERS} always @(posedge clk) q <= {{32'd0, x[15:0] * y[15:0]}};"));
    assert_eq!((found.dsps, found.luts), (1, 0), "{found:?}");
    // A register that takes all of a product, and nothing else does, is that of the DSP.
    let body = "reg [31:0] p; always @(posedge clk) p <= x[15:0] * y[15:0]; always @(posedge clk) q <= p;";
    let found = path(&format!("{REGISTERS} {body}"));
    assert!(near(found.ns, 0.11 + 1.19 / 2.0 + 0.25), "{found:?}");
}
