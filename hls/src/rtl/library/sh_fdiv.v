`default_nettype none

// q = a / b of floats. `ce` has a bit for each part of the registers; all of them are alike.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_fdiv #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 9,
    parameter ENABLES = 1
) (
    input  wire             clk,
    input  wire [ENABLES-1:0] ce,
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
      sh_fdiv_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY), .ENABLES(ENABLES)) gates (
          .clk(clk), .ce(ce), .a(a), .b(b), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_fdiv(64'(a), 64'(b), EXP, FLUSH));
    end else begin : g_clocked
      reg [W-1:0] first;
      wire unused = &{1'b0, ce};
      always @(posedge clk) if (ce[0]) first <= W'(sh_dpi_fdiv(64'(a), 64'(b), EXP, FLUSH));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce[0]), .d(first), .q(q));
    end
  endgenerate
`else
  sh_fdiv_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY), .ENABLES(ENABLES)) gates (
      .clk(clk), .ce(ce), .a(a), .b(b), .q(q));
`endif
endmodule

// Steps: unpack and count leading zeros; normalize; a row for each bit of the quotient; shift denormals; behind the last
// register, round.
//
// Division without restoring: each row subtracts the divisor from twice the remainder, or adds it where the remainder is negative.
// The next bit of the quotient says that what is left is not negative.
module sh_fdiv_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 9,
    parameter ENABLES = 1
) (
    input  wire             clk,
    input  wire [ENABLES-1:0] ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    output wire [EXP+MAN:0] q
);
  localparam [31:0] BIAS  = (1 << (EXP - 1)) - 1;
  localparam        E     = EXP + 2;
  localparam        ROWS  = MAN + 3; // an integer bit that may be 0, the hidden bit, MAN bits, guard

  // A register behind each of the steps before the rows, if there are enough, and behind the last; the others among the rows.
  localparam R0    = (LATENCY >= 6) ? 1 : 0;
  localparam R1    = (LATENCY >= 3) ? 1 : 0;
  localparam LAST  = (LATENCY >= 1) ? 1 : 0;
  localparam AMONG = LATENCY - R0 - R1 - LAST;

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
  wire [E-1:0]     a_zeros, b_zeros;
  generate
    if (FLUSH != 0) begin : g_no_zeros
      assign a_zeros = {E{1'b0}};
      assign b_zeros = {E{1'b0}};
    end else begin : g_zeros
      sh_lead #(.WIDTH(MAN + 1), .COUNT(E)) lead_a (.x({1'b0, a[MAN-1:0]}), .count(a_zeros));
      sh_lead #(.WIDTH(MAN + 1), .COUNT(E)) lead_b (.x({1'b0, b[MAN-1:0]}), .count(b_zeros));
    end
  endgenerate
  wire             sign0, inf0, zero0, nan0;
  wire [EXP-1:0]   a_exponent0, b_exponent0;
  wire [E-1:0]     a_zeros0, b_zeros0;
  wire [MAN:0]     a0, b0;
  sh_delay #(.WIDTH(4 + 2 * EXP + 2 * E + 2 * (MAN + 1)), .LATENCY(R0)) bank0 (
      .clk(clk), .ce(ce[0]),
      .d({sign, inf, zero, nan, a_exponent, b_exponent, a_zeros, b_zeros, a_significand, b_significand}),
      .q({sign0, inf0, zero0, nan0, a_exponent0, b_exponent0, a_zeros0, b_zeros0, a0, b0}));

  // Step 1: the quotient of normalized significands is between 1/2 and 2. Its integer bit has the exponent top.
  wire [E-1:0]     a_count  = a_zeros0 & {E{~a0[MAN]}};
  wire [E-1:0]     b_count  = b_zeros0 & {E{~b0[MAN]}};
  wire [MAN:0]     dividend = a0[MAN] ? a0 : a0 << a_zeros0;
  wire [MAN:0]     divisor  = b0[MAN] ? b0 : b0 << b_zeros0;
  wire [E-1:0]     top      = ({2'b00, a_exponent0} - a_count) - ({2'b00, b_exponent0} - b_count) + BIAS[E-1:0];

  localparam       FLAGS = 4 + EXP + E;
  wire [FLAGS-1:0] flags1;
  wire [MAN:0]     dividend1, divisor1;
  sh_delay #(.WIDTH(FLAGS + 2 * (MAN + 1)), .LATENCY(R1)) bank1 (
      .clk(clk), .ce(ce[0]),
      .d({sign0, inf0, zero0, nan0, {EXP{1'b0}}, top, dividend, divisor}),
      .q({flags1, dividend1, divisor1}));

  // Steps 2 to ROWS + 1. The remainder is below twice the divisor when a row begins. Beside the rows, the exponent follows from the
  // first bit of the quotient; and from the exponent, how far denormals are shifted.
  localparam       HALF = ROWS / 2;
  genvar i;
  generate
    for (i = 0; i < ROWS; i = i + 1) begin : row
      wire [FLAGS-1:0] flags, next_flags;
      wire [MAN:0]     by, next_by;
      wire [MAN+1:0]   remainder, next_remainder; // two's complement
      wire [ROWS-1:0]  quotient, next_quotient;
      wire             add;
      if (i == 0) begin : g_first
        assign flags     = flags1;
        assign by        = divisor1;
        assign remainder = {1'b0, dividend1};
        assign quotient  = {ROWS{1'b0}};
        assign add       = 1'b0;
      end else begin : g_next
        if (i == 1) begin : g_exponent
          assign flags = {row[0].next_flags[FLAGS-1:E], row[0].next_flags[E-1:0] - {{(E - 1) {1'b0}}, ~row[0].next_quotient[0]}};
        end else if (i == HALF) begin : g_distance
          wire         s, inf_before, z, n;
          wire [E-1:0] exponent, bounded, distance;
          wire         unused_fields = &{1'b0, row[i-1].next_flags[E+EXP-1:E], bounded[E-1:EXP]};
          assign {s, inf_before, z, n} = row[i-1].next_flags[FLAGS-1:E+EXP];
          assign exponent = row[i-1].next_flags[E-1:0];
          wire         over = ~z & ~exponent[E-1] & (exponent[EXP] | &exponent[EXP-1:0]);
          sh_underflow #(.RANGE(E)) underflow (.exponent(exponent), .bounded(bounded), .distance(distance));
          assign flags = {s, inf_before | over, z, n, bounded[EXP-1:0], distance};
        end else begin : g_same
          assign flags = row[i-1].next_flags;
        end
        assign by        = row[i-1].next_by;
        assign remainder = {row[i-1].next_remainder[MAN:0], 1'b0};
        assign quotient  = row[i-1].next_quotient;
        assign add       = row[i-1].next_remainder[MAN+1];
      end
      // Minus the complement, and minus what the lowest bit borrows, is the sum.
      wire [MAN+2:0]   sum = {remainder, 1'b0} - ({1'b0, by, 1'b0} ^ {(MAN + 3) {add}});
      wire             unused_bits = &{1'b0, sum[0], quotient[ROWS-1]};
      sh_stage #(.WIDTH(FLAGS), .STEP(i), .STEPS(ROWS), .LATENCY(AMONG)) flags_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / ROWS]), .d(flags), .q(next_flags));
      sh_stage #(.WIDTH(MAN + 1), .STEP(i), .STEPS(ROWS), .LATENCY(AMONG)) by_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / ROWS]), .d(by), .q(next_by));
      sh_stage #(.WIDTH(MAN + 2), .STEP(i), .STEPS(ROWS), .LATENCY(AMONG)) remainder_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / ROWS]), .d(sum[MAN+2:1]), .q(next_remainder));
      sh_stage #(.WIDTH(ROWS), .STEP(i), .STEPS(ROWS), .LATENCY(AMONG)) quotient_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / ROWS]), .d({quotient[ROWS-2:0], ~sum[MAN+2]}), .q(next_quotient));
    end
  endgenerate

  // Step ROWS + 2. A zero result has no bits of its own.
  wire             sign2, inf2, zero2, nan2;
  wire [EXP-1:0]   exponent2;
  wire [E-1:0]     distance2;
  wire [MAN+1:0]   remainder2 = row[ROWS-1].next_remainder;
  wire [ROWS-1:0]  quotient2  = row[ROWS-1].next_quotient;
  wire [MAN+1:0]   by2        = {1'b0, row[ROWS-1].next_by};
  assign {sign2, inf2, zero2, nan2, exponent2, distance2} = row[ROWS-1].next_flags;
  wire             one         = quotient2[ROWS-1];
  wire [MAN+1:0]   kept        = (one ? quotient2[ROWS-1:1] : quotient2[ROWS-2:0]) & {(MAN + 2) {~zero2}};
  // An exact quotient has MAN + 1 bits at most: its last bit is none that the other choice drops.
  // Nothing is left where the remainder is zero, or zero with the divisor: without a carry chain, x + y is zero where the bits
  // of x ^ y are those of x | y, a place higher.
  wire [MAN+1:0]   either      = remainder2 | by2;
  wire [MAN+1:0]   restored    = remainder2 ^ by2 ^ {either[MAN:0], 1'b0};
  wire             unused_top  = either[MAN+1];
  wire             sticky      = |remainder2 & |restored & ~zero2;
  wire [MAN+2:0]   shifted;
  sh_denormalize #(.WIDTH(MAN + 3), .FLUSH(FLUSH), .RANGE(E)) denormalize (
      .distance(distance2), .significand({kept, sticky}), .shifted(shifted));
  wire [EXP+MAN+2:0] whole, whole3;
  sh_special #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) special (
      .sign(sign2), .exponent(exponent2), .significand(shifted), .inf(inf2), .nan(nan2), .d(whole));
  sh_delay #(.WIDTH(EXP + MAN + 3), .LATENCY(LAST)) bank3 (.clk(clk), .ce(ce[ENABLES-1]), .d(whole), .q(whole3));

  sh_round #(.EXP(EXP), .MAN(MAN)) round (.d(whole3), .q(q));
endmodule

`default_nettype wire
