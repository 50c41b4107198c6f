`default_nettype none

// Quotient and remainder of the truncating division. A divisor of 0 gives a quotient of all ones and the dividend as
// remainder; MIN / -1 gives MIN and 0. `ce` has a bit for each part of the registers; all of them are alike.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_div #(
    parameter WIDTH   = 32,
    parameter SIGNED  = 0,
    parameter LATENCY = 35,
    parameter ENABLES = 1
) (
    input  wire             clk,
    input  wire [ENABLES-1:0] ce,
    input  wire [WIDTH-1:0] a,
    input  wire [WIDTH-1:0] b,
    output wire [WIDTH-1:0] quotient,
    output wire [WIDTH-1:0] remainder
);
`ifdef SYCL_HLS_DPI
  // The simulator's own division of magnitudes; it is not defined for a divisor of 0.
  wire             a_minus   = (SIGNED != 0) & a[WIDTH-1];
  wire             b_minus   = (SIGNED != 0) & b[WIDTH-1];
  wire [WIDTH-1:0] dividend  = a_minus ? -a : a;
  wire [WIDTH-1:0] divisor   = b_minus ? -b : b;
  wire [WIDTH-1:0] whole     = |b ? dividend / divisor : {WIDTH{1'b1}};
  wire [WIDTH-1:0] rest      = |b ? dividend % divisor : dividend;
  wire             unused    = &{1'b0, ce};
  sh_delay #(.WIDTH(2 * WIDTH), .LATENCY(LATENCY)) bank (
      .clk(clk), .ce(ce[0]),
      .d({(|b & (a_minus ^ b_minus)) ? -whole : whole, a_minus ? -rest : rest}),
      .q({quotient, remainder}));
`else
  sh_div_gates #(.WIDTH(WIDTH), .SIGNED(SIGNED), .LATENCY(LATENCY), .ENABLES(ENABLES)) gates (
      .clk(clk), .ce(ce), .a(a), .b(b), .quotient(quotient), .remainder(remainder));
`endif
endmodule

// Steps: magnitudes; a row for each bit of the quotient; signs.
//
// Restoring division: each row brings down a bit of the dividend and subtracts the divisor where it fits. A divisor of
// 0 always fits: that makes all ones, and leaves the dividend.
module sh_div_gates #(
    parameter WIDTH   = 32,
    parameter SIGNED  = 0,
    parameter LATENCY = 35,
    parameter ENABLES = 1
) (
    input  wire             clk,
    input  wire [ENABLES-1:0] ce,
    input  wire [WIDTH-1:0] a,
    input  wire [WIDTH-1:0] b,
    output wire [WIDTH-1:0] quotient,
    output wire [WIDTH-1:0] remainder
);
  localparam STEPS = WIDTH + 2;

  // Step 0. The all ones of a divisor of 0 are never negated.
  wire             a_minus  = (SIGNED != 0) & a[WIDTH-1];
  wire             b_minus  = (SIGNED != 0) & b[WIDTH-1];
  wire [WIDTH-1:0] dividend = (a ^ {WIDTH{a_minus}}) + {{(WIDTH - 1) {1'b0}}, a_minus};
  wire [WIDTH-1:0] divisor  = (b ^ {WIDTH{b_minus}}) + {{(WIDTH - 1) {1'b0}}, b_minus};
  wire [1:0]       signs0;
  wire [WIDTH-1:0] dividend0, divisor0;
  sh_stage #(.WIDTH(2), .STEP(0), .STEPS(STEPS), .LATENCY(LATENCY)) signs_bank (
      .clk(clk), .ce(ce[0]), .d({(a_minus ^ b_minus) & |b, a_minus}), .q(signs0));
  sh_stage #(.WIDTH(WIDTH), .STEP(0), .STEPS(STEPS), .LATENCY(LATENCY)) divisor_bank (
      .clk(clk), .ce(ce[0]), .d(divisor), .q(divisor0));
  sh_stage #(.WIDTH(WIDTH), .STEP(0), .STEPS(STEPS), .LATENCY(LATENCY)) dividend_bank (
      .clk(clk), .ce(ce[0]), .d(dividend), .q(dividend0));

  // Steps 1 to WIDTH. Bits of the quotient come in where those of the dividend leave.
  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : row
      wire [1:0]       signs, next_signs;
      wire [WIDTH-1:0] by, next_by;
      wire [WIDTH-1:0] over, next_over;
      wire [WIDTH-1:0] bits, next_bits;
      if (i == 0) begin : g_first
        assign signs = signs0;
        assign by    = divisor0;
        assign over  = {WIDTH{1'b0}};
        assign bits  = dividend0;
      end else begin : g_next
        assign signs = row[i-1].next_signs;
        assign by    = row[i-1].next_by;
        assign over  = row[i-1].next_over;
        assign bits  = row[i-1].next_bits;
      end
      wire [WIDTH:0]   down       = {over, bits[WIDTH-1]};
      wire [WIDTH+1:0] difference = {1'b0, down} - {2'b00, by};
      wire             fits       = ~difference[WIDTH+1];
      // What is left is below the divisor, or without one the bits so far.
      wire [WIDTH-1:0] left       = fits ? difference[WIDTH-1:0] : down[WIDTH-1:0];
      wire             unused     = difference[WIDTH];
      wire [WIDTH:0]   shifted    = {bits, fits};
      wire             unused_bit = shifted[WIDTH];
      sh_stage #(.WIDTH(2), .STEP(1 + i), .STEPS(STEPS), .LATENCY(LATENCY)) signs_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / WIDTH]), .d(signs), .q(next_signs));
      sh_stage #(.WIDTH(WIDTH), .STEP(1 + i), .STEPS(STEPS), .LATENCY(LATENCY)) by_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / WIDTH]), .d(by), .q(next_by));
      sh_stage #(.WIDTH(WIDTH), .STEP(1 + i), .STEPS(STEPS), .LATENCY(LATENCY)) over_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / WIDTH]), .d(left), .q(next_over));
      sh_stage #(.WIDTH(WIDTH), .STEP(1 + i), .STEPS(STEPS), .LATENCY(LATENCY)) bits_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / WIDTH]), .d(shifted[WIDTH-1:0]), .q(next_bits));
    end
  endgenerate

  // Step WIDTH + 1.
  wire             minus, rest_minus;
  wire [WIDTH-1:0] rest   = row[WIDTH-1].next_over;
  wire [WIDTH-1:0] whole  = row[WIDTH-1].next_bits;
  wire             unused = |row[WIDTH-1].next_by;
  assign {minus, rest_minus} = row[WIDTH-1].next_signs;
  sh_stage #(.WIDTH(2 * WIDTH), .STEP(WIDTH + 1), .STEPS(STEPS), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce[ENABLES-1]),
      .d({(whole ^ {WIDTH{minus}}) + {{(WIDTH - 1) {1'b0}}, minus},
          (rest ^ {WIDTH{rest_minus}}) + {{(WIDTH - 1) {1'b0}}, rest_minus}}),
      .q({quotient, remainder}));
endmodule

`default_nettype wire
