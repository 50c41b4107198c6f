//! The estimate of paths, on circuits whose slowest path is known.

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

#[test]
fn a_register_in_the_middle_cuts_a_path() {
    let whole = path(&format!("{REGISTERS} always @(posedge clk) q <= {{63'd0, ^{{x, y}}}};"));
    let halves = format!(
        "{REGISTERS} reg [7:0] part; integer i; always @(posedge clk) begin
        for (i = 0; i < 8; i = i + 1) part[i] <= ^x[4*i+:4] ^ ^y[4*i+:4];
        q <= {{63'd0, ^part}};
    end"
    );
    let halves = path(&halves);
    assert!(halves.luts < whole.luts && halves.ns < whole.ns, "{halves:?} {whole:?}");
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
