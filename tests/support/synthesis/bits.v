// A line of the library is a line for each of its bits.
module sh_delay #(
    parameter WIDTH   = 1,
    parameter LATENCY = 0
) (
    input              clk,
    input              ce,
    input  [WIDTH-1:0] d,
    output [WIDTH-1:0] q
);
  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : line
      sh_delay_bit #(.LATENCY(LATENCY)) bit (.clk(clk), .ce(ce), .d(d[i]), .q(q[i]));
    end
  endgenerate
endmodule
