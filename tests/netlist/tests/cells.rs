//! What yosys makes of small pieces of Verilog does in the simulator what Verilog says.

use sycl_hls_netlist::{Error, Netlist, Simulation, synthesize};

/// The module `top` with these ports and this body.
fn netlist(ports: &str, body: &str) -> Result<Netlist, Error> {
    let text = format!("module top(input clk, {ports});\n{body}\nendmodule\n");
    Netlist::parse(&synthesize(&[("top.v", &text)], "top")?, "top")
}

/// Outputs after each edge, for the inputs before it.
fn run(netlist: &Netlist, seed: u64, inputs: &[&[(&str, u64)]], output: &str) -> Vec<u64> {
    let mut simulation = Simulation::new(netlist, seed);
    let after = inputs.iter().map(|values| {
        values.iter().for_each(|(name, value)| simulation.set(name, *value).unwrap());
        simulation.settle();
        simulation.edge();
        simulation.settle();
        simulation.get(output).unwrap()
    });
    after.collect()
}

#[test]
fn registers_take_what_was_there_before_the_edge() {
    let netlist = netlist(
        "input [3:0] d, output reg [3:0] second",
        "reg [3:0] first; always @(posedge clk) begin second <= first; first <= d; end",
    );
    let inputs: [&[(&str, u64)]; 4] = [&[("d", 7)], &[("d", 9)], &[("d", 4)], &[]];
    assert_eq!(run(&netlist.unwrap(), 1, &inputs, "second")[1..], [7, 9, 4]);
}

/// Resets and enables, as cells of their own and as choices before a plain register.
#[test]
fn registers_have_resets_and_enables() {
    let text = "module top(input clk, input reset, input enable, input [3:0] d, output reg [3:0] q);
        always @(posedge clk) if (!reset) q <= 4'd5; else if (enable) q <= d; endmodule";
    let plain = synthesize(&[("top.v", text)], "top").unwrap();
    let inputs: [&[(&str, u64)]; 5] = [
        &[("reset", 0), ("enable", 1), ("d", 9)],
        &[("reset", 1), ("enable", 0)],
        &[("enable", 1)],
        &[("enable", 0), ("d", 2)],
        &[("reset", 0)],
    ];
    let expected = [5, 5, 9, 9, 5];
    assert_eq!(run(&Netlist::parse(&plain, "top").unwrap(), 1, &inputs, "q"), expected);
    let cell = |kind: &str, pins: &str, parameters: &str| {
        let bits = |from: usize| format!("[{}, {}, {}, {}]", from, from + 1, from + 2, from + 3);
        format!(
            r#"{{"modules": {{"top": {{"ports": {{
                "clk": {{"direction": "input", "bits": [2]}}, "reset": {{"direction": "input", "bits": [3]}},
                "enable": {{"direction": "input", "bits": [4]}}, "d": {{"direction": "input", "bits": {d}}},
                "q": {{"direction": "output", "bits": {q}}}}},
                "cells": {{"r": {{"type": "{kind}", "parameters": {{"CLK_POLARITY": "1", {parameters}}},
                "connections": {{"CLK": [2], "D": {d}, "Q": {q} {pins}}}}}}}, "netnames": {{}}}}}}}}"#,
            d = bits(5),
            q = bits(9),
        )
    };
    let both = cell(
        "$sdffe",
        r#", "EN": [4], "SRST": [3]"#,
        r#""EN_POLARITY": "1", "SRST_POLARITY": "0", "SRST_VALUE": "0101""#,
    );
    assert_eq!(run(&Netlist::parse(&both, "top").unwrap(), 1, &inputs, "q"), expected);
    let enabled = cell("$dffe", r#", "EN": [4]"#, r#""EN_POLARITY": "0""#);
    assert_eq!(run(&Netlist::parse(&enabled, "top").unwrap(), 1, &inputs, "q")[1..], [9, 9, 2, 2]);
    let reset = cell("$sdff", r#", "SRST": [3]"#, r#""SRST_POLARITY": "1", "SRST_VALUE": "0011""#);
    assert_eq!(run(&Netlist::parse(&reset, "top").unwrap(), 1, &inputs, "q"), [9, 3, 3, 3, 2]);
}

#[test]
fn what_is_not_defined_is_random() {
    let open = netlist(
        "output reg [31:0] q, output [31:0] known",
        "reg [31:0] start = 77; always @(posedge clk) begin q <= q; start <= start; end assign known = start;",
    );
    let open = open.unwrap();
    let starts: Vec<u64> = (0..4).map(|seed| run(&open, seed, &[&[]], "q")[0]).collect();
    assert!(starts.iter().enumerate().all(|(place, start)| !starts[..place].contains(start)), "{starts:?}");
    assert_eq!(run(&open, 1, &[&[]], "known"), [77]);
    let unknown = netlist("output [31:0] q", "assign q = 32'bx;").unwrap();
    assert_ne!(run(&unknown, 1, &[&[]], "q"), run(&unknown, 2, &[&[]], "q"));
}

#[test]
fn memories_have_contents_and_ports() {
    let ports = "input [1:0] a, input we, input [7:0] d, input [1:0] b, output reg [7:0] q, output [7:0] now";
    let body = "reg [7:0] m [0:3]; initial begin m[0] = 10; m[1] = 11; m[2] = 12; end
        always @(posedge clk) begin if (we) m[a] <= d; q <= m[b]; end assign now = m[b];";
    let netlist = netlist(ports, body).unwrap();
    let inputs: [&[(&str, u64)]; 4] =
        [&[("we", 0), ("a", 1), ("b", 2), ("d", 99)], &[("b", 1)], &[("we", 1)], &[("we", 0)]];
    assert_eq!(run(&netlist, 1, &inputs, "q"), [12, 11, 11, 99]);
    assert_eq!(run(&netlist, 1, &inputs, "now"), [12, 11, 99, 99]);
    let unknown: Vec<u64> =
        (0..3).map(|seed| run(&netlist, seed, &[&[("we", 0), ("b", 3)]], "q")[0]).collect();
    assert!(unknown.iter().any(|value| *value != unknown[0]), "{unknown:?}");
}

/// In one block of Verilog the later write counts; between two, nothing says which.
#[test]
fn writes_of_one_element_at_once() {
    let ports = "input [7:0] d, input [7:0] e, input two, output [7:0] q";
    let inputs: [&[(&str, u64)]; 1] = [&[("d", 0x0f), ("e", 0xf0), ("two", 1)]];
    let ordered = "reg [7:0] m [0:3]; assign q = m[2];
        always @(posedge clk) begin m[2] <= d; if (two) m[{two, 1'b0}] <= e; end";
    assert_eq!(run(&netlist(ports, ordered).unwrap(), 1, &inputs, "q"), [0xf0]);
    let apart = "reg [7:0] m [0:3]; assign q = m[2]; always @(posedge clk) m[2] <= d;
        always @(posedge clk) if (two) m[{two, 1'b0}] <= e;";
    let apart = netlist(ports, apart).unwrap();
    let found: Vec<u64> = (0..4).map(|seed| run(&apart, seed, &inputs, "q")[0]).collect();
    assert!(found.iter().any(|value| *value != found[0]), "{found:?}");
}

#[test]
fn wide_values_and_cases_go_through_yosys() {
    let ports = "input [63:0] a, input [1:0] s, output [63:0] high, output reg [3:0] chosen";
    let body = "wire [127:0] product = a * 128'hffff_ffff_ffff_ffff; assign high = product[127:64];
        always @* case (s) 2'd0: chosen = 3; 2'd1: chosen = 9; 2'd3: chosen = 12; default: chosen = 0; endcase";
    let netlist = netlist(ports, body).unwrap();
    let inputs: [&[(&str, u64)]; 4] = [&[("a", u64::MAX), ("s", 0)], &[("s", 1)], &[("s", 2)], &[("s", 3)]];
    assert_eq!(run(&netlist, 1, &inputs, "high"), [u64::MAX - 1; 4]);
    assert_eq!(run(&netlist, 1, &inputs, "chosen"), [3, 9, 0, 12]);
}

#[test]
fn what_cannot_be_simulated_is_named() {
    let error = |ports: &str, body: &str| netlist(ports, body).unwrap_err().to_string();
    let divided = error("input [3:0] a, input [3:0] b, output [3:0] q", "assign q = a / b;");
    assert!(divided.contains("is a $div, which the simulator does not know"), "{divided}");
    let around = error("input a, output q", "wire b = a ^ c; wire c = a & b; assign q = c;");
    assert!(
        around.starts_with("these cells form a loop: ") && around.matches("top.v").count() == 2,
        "{around}"
    );
    let falling = error("input d, output reg q", "always @(negedge clk) q <= d;");
    assert!(falling.contains("its clock is not the rising edge of the one input"), "{falling}");
    let two = error(
        "input d, input other, output reg q, output reg r",
        "always @(posedge clk) q <= d; always @(posedge other) r <= d;",
    );
    assert!(two.contains("its clock is not the rising edge of the one input"), "{two}");
    let open = error("output q", "wire nothing; assign q = ~nothing;");
    assert!(open.contains("which nothing drives"), "{open}");
    let none = Netlist::parse(r#"{"modules": {}}"#, "top").unwrap_err();
    assert_eq!(none.to_string(), "the netlist has no module top");
    let verilog = error("output q", "assign q = nonsense nonsense;");
    assert!(verilog.contains("yosys failed") && verilog.contains("top.v:2"), "{verilog}");
    let netlist = netlist("input a, output q", "assign q = a;").unwrap();
    let missing = Simulation::new(&netlist, 1).set("b", 1).unwrap_err();
    assert_eq!(missing.to_string(), "there is no port b");
}
