// The registers of a line; until it becomes them, a black box.
module sh_delay_bit #(
    parameter LATENCY = 0
) (
    input  clk,
    input  ce,
    input  d,
    output q
);
  reg [LATENCY:1] row;
  wire [LATENCY:0] all = {row, d};
  always @(posedge clk) if (ce) row <= all[LATENCY-1:0];
  assign q = row[LATENCY];
endmodule
