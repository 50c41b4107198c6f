`default_nettype none

// q = the square root of a float.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_fsqrt #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 8
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    output wire [EXP+MAN:0] q
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_fsqrt(
      input longint unsigned a, input int exp, input int flush);
  localparam W = EXP + MAN + 1;
  generate
    if (EXP + MAN + 1 == 16) begin : g_gates
      sh_fsqrt_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) gates (
          .clk(clk), .ce(ce), .a(a), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_fsqrt(64'(a), EXP, FLUSH));
    end else begin : g_clocked
      reg [W-1:0] first;
      always @(posedge clk) if (ce) first <= W'(sh_dpi_fsqrt(64'(a), EXP, FLUSH));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce), .d(first), .q(q));
    end
  endgenerate
`else
  sh_fsqrt_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) gates (
      .clk(clk), .ce(ce), .a(a), .q(q));
`endif
endmodule

// Steps: unpack; normalize; a row for each bit of the root; round.
//
// As on paper: each row brings down two bits of the radicand, and subtracts 4 * root + 1 where it fits.
module sh_fsqrt_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 8
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    output wire [EXP+MAN:0] q
);
  localparam [31:0] BIAS  = (1 << (EXP - 1)) - 1;
  localparam        E     = EXP + 2;
  localparam        ROWS  = MAN + 2; // the hidden bit, MAN bits, guard
  localparam        STEPS = ROWS + 3;

  // Step 0. A root is never infinite by rounding, and never denormal.
  wire             a_sign, a_zero, a_inf, a_nan;
  wire [EXP-1:0]   a_exponent;
  wire [MAN:0]     a_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_a (
      .x(a), .sign(a_sign), .exponent(a_exponent), .significand(a_significand),
      .zero(a_zero), .inf(a_inf), .nan(a_nan));
  wire             nan = a_nan | (a_sign & ~a_zero);
  wire             sign0, inf0, nan0;
  wire [EXP-1:0]   exponent0;
  wire [MAN:0]     a0;
  sh_stage #(.WIDTH(3 + EXP + MAN + 1), .STEP(0), .STEPS(STEPS), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce),
      .d({a_sign, a_inf, nan, a_exponent, a_significand}),
      .q({sign0, inf0, nan0, exponent0, a0}));

  // Step 1: the radicand is between 1 and 4, its exponent even; the bias is odd.
  wire [MAN:0]     normalized;
  wire [E-1:0]     count;
  generate
    if (FLUSH != 0) begin : g_normal
      assign normalized = a0;
      assign count      = {E{1'b0}};
    end else begin : g_normalize
      sh_normalize #(.WIDTH(MAN + 1), .LIMIT(E)) normalize (
          .x(a0), .limit({E{1'b1}}), .y(normalized), .count(count));
    end
  endgenerate
  wire [E-1:0]     biased   = {2'b00, exponent0} - count + BIAS[E-1:0];
  wire [MAN+1:0]   radicand = biased[0] ? {normalized, 1'b0} : {1'b0, normalized};

  localparam       FLAGS = 3 + EXP;
  wire             unused = &{1'b0, biased[E-1]};
  wire [FLAGS-1:0] flags1;
  wire [MAN+1:0]   radicand1;
  sh_stage #(.WIDTH(FLAGS), .STEP(1), .STEPS(STEPS), .LATENCY(LATENCY)) flags_bank (
      .clk(clk), .ce(ce), .d({sign0, inf0, nan0, biased[EXP:1]}), .q(flags1));
  sh_stage #(.WIDTH(MAN + 2), .STEP(1), .STEPS(STEPS), .LATENCY(LATENCY)) radicand_bank (
      .clk(clk), .ce(ce), .d(radicand), .q(radicand1));

  // Steps 2 to ROWS + 1. The remainder is at most twice the root.
  genvar i;
  generate
    for (i = 0; i < ROWS; i = i + 1) begin : row
      wire [FLAGS-1:0] flags, next_flags;
      wire [MAN+1:0]   bits, next_bits;
      wire [MAN+2:0]   remainder, next_remainder;
      wire [ROWS-1:0]  root, next_root;
      if (i == 0) begin : g_first
        assign flags     = flags1;
        assign bits      = radicand1;
        assign remainder = {(MAN + 3) {1'b0}};
        assign root      = {ROWS{1'b0}};
      end else begin : g_next
        assign flags     = row[i-1].next_flags;
        assign bits      = row[i-1].next_bits;
        assign remainder = row[i-1].next_remainder;
        assign root      = row[i-1].next_root;
      end
      wire [MAN+4:0]   down       = {remainder, bits[MAN+1:MAN]};
      wire [MAN+5:0]   difference = {1'b0, down} - {2'b00, root, 2'b01};
      wire             fits       = ~difference[MAN+5];
      wire [MAN+2:0]   left       = fits ? difference[MAN+2:0] : down[MAN+2:0];
      wire             unused_top = &{1'b0, difference[MAN+4:MAN+3], root[ROWS-1]};
      sh_stage #(.WIDTH(FLAGS), .STEP(2 + i), .STEPS(STEPS), .LATENCY(LATENCY)) flags_bank (
          .clk(clk), .ce(ce), .d(flags), .q(next_flags));
      sh_stage #(.WIDTH(MAN + 2), .STEP(2 + i), .STEPS(STEPS), .LATENCY(LATENCY)) bits_bank (
          .clk(clk), .ce(ce), .d({bits[MAN-1:0], 2'b00}), .q(next_bits));
      sh_stage #(.WIDTH(MAN + 3), .STEP(2 + i), .STEPS(STEPS), .LATENCY(LATENCY)) remainder_bank (
          .clk(clk), .ce(ce), .d(left), .q(next_remainder));
      sh_stage #(.WIDTH(ROWS), .STEP(2 + i), .STEPS(STEPS), .LATENCY(LATENCY)) root_bank (
          .clk(clk), .ce(ce), .d({root[ROWS-2:0], fits}), .q(next_root));
    end
  endgenerate

  // Step ROWS + 2.
  wire             sign2, inf2, nan2;
  wire [EXP-1:0]   exponent2;
  wire [MAN+2:0]   remainder2  = row[ROWS-1].next_remainder;
  wire [ROWS-1:0]  root2       = row[ROWS-1].next_root;
  wire             unused_bits = |row[ROWS-1].next_bits;
  assign {sign2, inf2, nan2, exponent2} = row[ROWS-1].next_flags;
  wire [EXP+MAN:0] result;
  sh_pack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) pack (
      .sign(sign2), .exponent({1'b0, exponent2}), .significand({root2, |remainder2}), .inf(inf2), .nan(nan2), .q(result));
  sh_stage #(.WIDTH(EXP + MAN + 1), .STEP(ROWS + 2), .STEPS(STEPS), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce), .d(result), .q(q));
endmodule

`default_nettype wire
