`default_nettype none

// Counts of bits: q is a u32 for any WIDTH below 2^31, as in Rust.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

// How many bits of a are set.
module sh_popcount #(
    parameter WIDTH   = 32,
    parameter LATENCY = 0
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [WIDTH-1:0] a,
    output wire [31:0]      q
);
  wire [31:0] count;
  sh_count #(.WIDTH(WIDTH), .BITS(32)) tree (.a(a), .count(count));
  sh_delay #(.WIDTH(32), .LATENCY(LATENCY)) bank (.clk(clk), .ce(ce), .d(count), .q(q));
endmodule

// The sum of the set bits of both halves, and so on. BITS bits hold WIDTH.
module sh_count #(
    parameter WIDTH = 32,
    parameter BITS  = 32
) (
    input  wire [WIDTH-1:0] a,
    output wire [BITS-1:0]  count
);
  localparam LOW = WIDTH / 2;
  generate
    if (WIDTH == 1) begin : g_bit
      assign count = {{(BITS - 1) {1'b0}}, a};
    end else begin : g_halves
      wire [BITS-1:0] low, high;
      sh_count #(.WIDTH(LOW), .BITS(BITS)) low_half (.a(a[LOW-1:0]), .count(low));
      sh_count #(.WIDTH(WIDTH - LOW), .BITS(BITS)) high_half (.a(a[WIDTH-1:LOW]), .count(high));
      assign count = low + high;
    end
  endgenerate
endmodule

// How many zeros there are above the highest set bit of a; of 0, WIDTH.
module sh_clz #(
    parameter WIDTH   = 32,
    parameter LATENCY = 0
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [WIDTH-1:0] a,
    output wire [31:0]      q
);
  wire [31:0] count;
  sh_lead #(.WIDTH(WIDTH), .COUNT(32)) lead (.x(a), .count(count));
  sh_delay #(.WIDTH(32), .LATENCY(LATENCY)) bank (.clk(clk), .ce(ce), .d(count), .q(q));
endmodule

// How many zeros there are below the lowest set bit of a; of 0, WIDTH.
module sh_ctz #(
    parameter WIDTH   = 32,
    parameter LATENCY = 0
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [WIDTH-1:0] a,
    output wire [31:0]      q
);
  wire [WIDTH-1:0] reversed;
  wire [31:0]      count;
  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : bit_of
      assign reversed[i] = a[WIDTH-1-i];
    end
  endgenerate
  sh_lead #(.WIDTH(WIDTH), .COUNT(32)) lead (.x(reversed), .count(count));
  sh_delay #(.WIDTH(32), .LATENCY(LATENCY)) bank (.clk(clk), .ce(ce), .d(count), .q(q));
endmodule

`default_nettype wire
