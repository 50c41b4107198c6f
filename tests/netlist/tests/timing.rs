//! The estimate of paths, on circuits whose slowest path is known.

use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::rtl::Clock;
use sycl_hls_compiler::rtl::operators::{Format, Operator};
use sycl_hls_netlist::{Path, mapped, slowest};

/// The slowest path of a module whose body this is, with `clk` and the 32-bit inputs `a` and `b`.
fn path(body: &str) -> Path {
    let text = format!(
        "module top (input wire clk, input wire [31:0] a, b, output reg [63:0] q);\n{body}\nendmodule\n"
    );
    slowest(&mapped(&[("top.v", &text)], "top").unwrap(), "top").unwrap()
}

const REGISTERS: &str = "reg [31:0] x, y; always @(posedge clk) begin x <= a; y <= b; end";

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn from_register_to_register_is_a_flip_flop_and_a_route() {
    let found = path(&format!("{REGISTERS} always @(posedge clk) q <= {{y, x}};"));
    assert!(near(found.ns, 0.11 + 0.25), "{found:?}");
    assert_eq!((found.luts, found.carries, found.dsps), (0, 0, 0));
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

/// A sample of `make timing`.
#[test]
fn products_of_f32_meet_300_mhz() {
    let (mhz, cycles) = (300.0, Operator::FloatMul(Format::F32).characteristics(300.0).latency);
    let text = format!(
        "module top (input wire clk, input wire [31:0] a, b, output reg [31:0] q);\n{REGISTERS} wire [31:0] z;\n\
         sh_fmul #(.LATENCY({cycles})) unit (.clk(clk), .ce(1'b1), .a(x), .b(y), .q(z));\n\
         always @(posedge clk) q <= z;\nendmodule\n"
    );
    let mut files = vec![("top.v", text.as_str())];
    files.extend(hw_emu::used(&[&text]));
    let found = slowest(&mapped(&files, "top").unwrap(), "top").unwrap();
    assert!(found.ns < Clock::of_vitis(mhz).budget_ns(), "{found:?}");
}

#[test]
fn products_are_of_dsps_and_fan_outs_are_counted() {
    let found = path(&format!("{REGISTERS} always @(posedge clk) q <= {{32'd0, x[15:0] * y[15:0]}};"));
    assert_eq!((found.dsps, found.luts), (1, 0), "{found:?}");
    // A register that takes all of a product, and nothing else does, is that of the DSP.
    let body = "reg [31:0] p; always @(posedge clk) p <= x[15:0] * y[15:0]; always @(posedge clk) q <= p;";
    let found = path(&format!("{REGISTERS} {body}"));
    assert!(near(found.ns, 0.11 + 1.19 / 2.0 + 0.25), "{found:?}");
    let found = path("reg s; always @(posedge clk) begin s <= a[0]; if (s) q <= {a, b}; end");
    assert!(found.fan_out >= 64, "{found:?}");
}
