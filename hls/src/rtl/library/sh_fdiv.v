`default_nettype none

// q = a / b of floats.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_fdiv #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 9
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    output wire [EXP+MAN:0] q
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_fdiv(
      input longint unsigned a, input longint unsigned b, input int exp, input int flush);
  localparam W = EXP + MAN + 1;
  generate
    if (EXP + MAN + 1 == 16) begin : g_gates
      sh_fdiv_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) gates (
          .clk(clk), .ce(ce), .a(a), .b(b), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_fdiv(64'(a), 64'(b), EXP, FLUSH));
    end else begin : g_clocked
      reg [W-1:0] first;
      always @(posedge clk) if (ce) first <= W'(sh_dpi_fdiv(64'(a), 64'(b), EXP, FLUSH));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce), .d(first), .q(q));
    end
  endgenerate
`else
  sh_fdiv_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) gates (
      .clk(clk), .ce(ce), .a(a), .b(b), .q(q));
`endif
endmodule

// Steps: unpack; normalize; a row for each bit of the quotient; shift denormals; round.
//
// Restoring division of the significands: each row subtracts the divisor where it fits, and that is the next bit.
module sh_fdiv_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 9
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    output wire [EXP+MAN:0] q
);
  localparam [31:0] BIAS  = (1 << (EXP - 1)) - 1;
  localparam        E     = EXP + 2;
  localparam        ROWS  = MAN + 3; // an integer bit that may be 0, the hidden bit, MAN bits, guard
  localparam        STEPS = ROWS + 4;

  // Step 0. A zero result is marked: the divisor may be infinite.
  wire             a_sign, a_zero, a_inf, a_nan;
  wire [EXP-1:0]   a_exponent;
  wire [MAN:0]     a_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_a (
      .x(a), .sign(a_sign), .exponent(a_exponent), .significand(a_significand),
      .zero(a_zero), .inf(a_inf), .nan(a_nan));
  wire             b_sign, b_zero, b_inf, b_nan;
  wire [EXP-1:0]   b_exponent;
  wire [MAN:0]     b_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_b (
      .x(b), .sign(b_sign), .exponent(b_exponent), .significand(b_significand),
      .zero(b_zero), .inf(b_inf), .nan(b_nan));
  wire             sign = a_sign ^ b_sign;
  wire             inf  = a_inf | b_zero;
  wire             zero = a_zero | b_inf;
  wire             nan  = a_nan | b_nan | (a_inf & b_inf) | (a_zero & b_zero);
  wire             sign0, inf0, zero0, nan0;
  wire [EXP-1:0]   a_exponent0, b_exponent0;
  wire [MAN:0]     a0, b0;
  sh_stage #(.WIDTH(4 + 2 * EXP + 2 * (MAN + 1)), .STEP(0), .STEPS(STEPS), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce),
      .d({sign, inf, zero, nan, a_exponent, b_exponent, a_significand, b_significand}),
      .q({sign0, inf0, zero0, nan0, a_exponent0, b_exponent0, a0, b0}));

  // Step 1: the quotient of normalized significands is between 1/2 and 2. Its integer bit has the exponent top.
  wire [MAN:0]     dividend, divisor;
  wire [E-1:0]     a_count, b_count;
  generate
    if (FLUSH != 0) begin : g_normal
      assign dividend = a0;
      assign divisor  = b0;
      assign a_count  = {E{1'b0}};
      assign b_count  = {E{1'b0}};
    end else begin : g_normalize
      sh_normalize #(.WIDTH(MAN + 1), .LIMIT(E)) normalize_a (
          .x(a0), .limit({E{1'b1}}), .y(dividend), .count(a_count));
      sh_normalize #(.WIDTH(MAN + 1), .LIMIT(E)) normalize_b (
          .x(b0), .limit({E{1'b1}}), .y(divisor), .count(b_count));
    end
  endgenerate
  wire [E-1:0]     top = ({2'b00, a_exponent0} - a_count) - ({2'b00, b_exponent0} - b_count) + BIAS[E-1:0];

  localparam       FLAGS = 4 + E;
  wire [FLAGS-1:0] flags1;
  wire [MAN:0]     dividend1, divisor1;
  sh_stage #(.WIDTH(FLAGS), .STEP(1), .STEPS(STEPS), .LATENCY(LATENCY)) flags_bank (
      .clk(clk), .ce(ce), .d({sign0, inf0, zero0, nan0, top}), .q(flags1));
  sh_stage #(.WIDTH(MAN + 1), .STEP(1), .STEPS(STEPS), .LATENCY(LATENCY)) divisor_bank (
      .clk(clk), .ce(ce), .d(divisor), .q(divisor1));
  sh_stage #(.WIDTH(MAN + 1), .STEP(1), .STEPS(STEPS), .LATENCY(LATENCY)) dividend_bank (
      .clk(clk), .ce(ce), .d(dividend), .q(dividend1));

  // Steps 2 to ROWS + 1. The remainder is below twice the divisor when a row begins.
  genvar i;
  generate
    for (i = 0; i < ROWS; i = i + 1) begin : row
      wire [FLAGS-1:0] flags, next_flags;
      wire [MAN:0]     by, next_by;
      wire [MAN+1:0]   remainder, next_remainder;
      wire [ROWS-1:0]  quotient, next_quotient;
      if (i == 0) begin : g_first
        assign flags     = flags1;
        assign by        = divisor1;
        assign remainder = {1'b0, dividend1};
        assign quotient  = {ROWS{1'b0}};
      end else begin : g_next
        assign flags     = row[i-1].next_flags;
        assign by        = row[i-1].next_by;
        assign remainder = row[i-1].next_remainder;
        assign quotient  = row[i-1].next_quotient;
      end
      wire [MAN+2:0]   difference = {1'b0, remainder} - {2'b00, by};
      wire             fits       = ~difference[MAN+2];
      // What is left is below the divisor and has no highest bit.
      wire [MAN:0]     left       = fits ? difference[MAN:0] : remainder[MAN:0];
      wire             unused_top = &{1'b0, difference[MAN+1], quotient[ROWS-1]};
      sh_stage #(.WIDTH(FLAGS), .STEP(2 + i), .STEPS(STEPS), .LATENCY(LATENCY)) flags_bank (
          .clk(clk), .ce(ce), .d(flags), .q(next_flags));
      sh_stage #(.WIDTH(MAN + 1), .STEP(2 + i), .STEPS(STEPS), .LATENCY(LATENCY)) by_bank (
          .clk(clk), .ce(ce), .d(by), .q(next_by));
      sh_stage #(.WIDTH(MAN + 2), .STEP(2 + i), .STEPS(STEPS), .LATENCY(LATENCY)) remainder_bank (
          .clk(clk), .ce(ce), .d({left, 1'b0}), .q(next_remainder));
      sh_stage #(.WIDTH(ROWS), .STEP(2 + i), .STEPS(STEPS), .LATENCY(LATENCY)) quotient_bank (
          .clk(clk), .ce(ce), .d({quotient[ROWS-2:0], fits}), .q(next_quotient));
    end
  endgenerate

  // Step ROWS + 2.
  wire             sign2, inf2, zero2, nan2;
  wire [E-1:0]     top2;
  wire [MAN+1:0]   remainder2 = row[ROWS-1].next_remainder;
  wire [ROWS-1:0]  quotient2  = row[ROWS-1].next_quotient;
  wire             unused     = |row[ROWS-1].next_by;
  assign {sign2, inf2, zero2, nan2, top2} = row[ROWS-1].next_flags;
  wire             one         = quotient2[ROWS-1];
  wire [MAN+1:0]   kept        = one ? quotient2[ROWS-1:1] : quotient2[ROWS-2:0];
  // An exact quotient has MAN + 1 bits at most: whatever shifting drops, there is a remainder beside it.
  wire             sticky      = |remainder2;
  wire [E-1:0]     exponent    = top2 - {{(E - 1) {1'b0}}, ~one};
  wire [EXP:0]     bounded;
  wire [MAN+2:0]   shifted;
  sh_denormalize #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .RANGE(E)) denormalize (
      .exponent(exponent), .significand({kept, sticky} & {(MAN + 3) {~zero2}}),
      .bounded(bounded), .shifted(shifted));
  wire             sign3, inf3, nan3;
  wire [EXP:0]     exponent3;
  wire [MAN+2:0]   significand3;
  sh_stage #(.WIDTH(3 + EXP + 1 + MAN + 3), .STEP(ROWS + 2), .STEPS(STEPS), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce),
      .d({sign2, inf2, nan2, bounded, shifted}),
      .q({sign3, inf3, nan3, exponent3, significand3}));

  // Step ROWS + 3.
  wire [EXP+MAN:0] result;
  sh_pack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) pack (
      .sign(sign3), .exponent(exponent3), .significand(significand3), .inf(inf3), .nan(nan3), .q(result));
  sh_stage #(.WIDTH(EXP + MAN + 1), .STEP(ROWS + 3), .STEPS(STEPS), .LATENCY(LATENCY)) bank3 (
      .clk(clk), .ce(ce), .d(result), .q(q));
endmodule

`default_nettype wire
