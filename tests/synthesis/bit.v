// A line of registers for one bit, about which yosys knows nothing yet.
(* blackbox *)
module sh_delay_bit #(
    parameter LATENCY = 0
) (
    input  clk,
    input  ce,
    input  d,
    output q
);
endmodule
