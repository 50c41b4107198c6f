`default_nettype none

// q = a * b in full, unsigned, of significands; by tiles that a DSP48E2 takes (26 x 17 bits without sign).
//
// Up to 26 bits: a tile for each 17 bits of b. Up to 60: four rectangles of two tiles around the middle, eight DSPs
// for 53 bits where rows and columns of tiles would need twelve. For lower = WIDTH / 2 and upper = WIDTH - lower:
//
//     a's upper x b's first lower bits,  a's first lower bits x b's first upper bits, and so on round the square;
//     what is left in the middle is a single bit by a single bit, or nothing.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_product #(
    parameter WIDTH = 24,
    parameter TILES = 0, // registers behind the tiles
    parameter PAIRS = 0  // registers behind the sums of two tiles
) (
    input  wire               clk,
    input  wire               ce,
    input  wire [WIDTH-1:0]   a,
    input  wire [WIDTH-1:0]   b,
    output wire [2*WIDTH-1:0] q
);
  localparam LOWER = WIDTH / 2;
  localparam UPPER = WIDTH - LOWER;
  generate
    if (WIDTH <= 26) begin : g_rows
      sh_rectangle #(.A(WIDTH), .B(WIDTH), .TILES(TILES), .PAIRS(PAIRS)) only (.clk(clk), .ce(ce), .a(a), .b(b), .q(q));
    end else begin : g_wheel
      wire [WIDTH-1:0] low, left, right, high;
      sh_rectangle #(.A(LOWER), .B(UPPER), .TILES(TILES), .PAIRS(PAIRS)) low_part (
          .clk(clk), .ce(ce), .a(a[LOWER-1:0]), .b(b[UPPER-1:0]), .q(low));
      sh_rectangle #(.A(LOWER), .B(UPPER), .TILES(TILES), .PAIRS(PAIRS)) left_part (
          .clk(clk), .ce(ce), .a(b[LOWER-1:0]), .b(a[WIDTH-1:LOWER]), .q(left));
      sh_rectangle #(.A(LOWER), .B(UPPER), .TILES(TILES), .PAIRS(PAIRS)) right_part (
          .clk(clk), .ce(ce), .a(b[WIDTH-1:UPPER]), .b(a[UPPER-1:0]), .q(right));
      sh_rectangle #(.A(LOWER), .B(UPPER), .TILES(TILES), .PAIRS(PAIRS)) high_part (
          .clk(clk), .ce(ce), .a(a[WIDTH-1:UPPER]), .b(b[WIDTH-1:LOWER]), .q(high));
      wire middle;
      sh_delay #(.WIDTH(1), .LATENCY(TILES + PAIRS)) bank (
          .clk(clk), .ce(ce), .d((UPPER != LOWER) & a[LOWER] & b[LOWER]), .q(middle));
      // The low and the high rectangle begin where the other ends, the other two at their lower corners.
      assign q = {high, low}
               + {{(WIDTH - LOWER) {1'b0}}, left, {LOWER{1'b0}}}
               + {{(WIDTH - UPPER) {1'b0}}, right, {UPPER{1'b0}}}
               + {{(2 * WIDTH - 2 * LOWER - 1) {1'b0}}, middle, {(2 * LOWER) {1'b0}}};
    end
  endgenerate
endmodule

// The product of up to 26 by up to 34 bits, from one or two tiles.
module sh_rectangle #(
    parameter A     = 26,
    parameter B     = 34,
    parameter TILES = 0,
    parameter PAIRS = 0
) (
    input  wire           clk,
    input  wire           ce,
    input  wire [A-1:0]   a,
    input  wire [B-1:0]   b,
    output wire [A+B-1:0] q
);
  generate
    if (B <= 17) begin : g_one
      sh_delay #(.WIDTH(A + B), .LATENCY(TILES + PAIRS)) bank (
          .clk(clk), .ce(ce), .d({{B{1'b0}}, a} * {{A{1'b0}}, b}), .q(q));
    end else begin : g_two
      localparam R = B - 17;
      wire [A+16:0]  low;
      wire [A+R-1:0] high;
      sh_delay #(.WIDTH(A + 17), .LATENCY(TILES)) low_bank (
          .clk(clk), .ce(ce), .d({{17{1'b0}}, a} * {{A{1'b0}}, b[16:0]}), .q(low));
      sh_delay #(.WIDTH(A + R), .LATENCY(TILES)) high_bank (
          .clk(clk), .ce(ce), .d({{R{1'b0}}, a} * {{A{1'b0}}, b[B-1:17]}), .q(high));
      sh_delay #(.WIDTH(A + B), .LATENCY(PAIRS)) bank (
          .clk(clk), .ce(ce), .d({{R{1'b0}}, low} + {high, {17{1'b0}}}), .q(q));
    end
  endgenerate
endmodule

`default_nettype wire
