`default_nettype none

// q = the square root of a float. `ce` has a bit for each part of the registers; all of them are alike.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_fsqrt #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 8,
    parameter ENABLES = 1
) (
    input  wire             clk,
    input  wire [ENABLES-1:0] ce,
    input  wire [EXP+MAN:0] a,
    output wire [EXP+MAN:0] q
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_fsqrt(
      input longint unsigned a, input int exp, input int flush);
  localparam W = EXP + MAN + 1;
  generate
    if (EXP + MAN + 1 == 16) begin : g_gates
      sh_fsqrt_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY), .ENABLES(ENABLES)) gates (
          .clk(clk), .ce(ce), .a(a), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_fsqrt(64'(a), EXP, FLUSH));
    end else begin : g_clocked
      reg [W-1:0] first;
      wire unused = &{1'b0, ce};
      always @(posedge clk) if (ce[0]) first <= W'(sh_dpi_fsqrt(64'(a), EXP, FLUSH));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce[0]), .d(first), .q(q));
    end
  endgenerate
`else
  sh_fsqrt_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY), .ENABLES(ENABLES)) gates (
      .clk(clk), .ce(ce), .a(a), .q(q));
`endif
endmodule

// Steps: unpack and count leading zeros; normalize; a row for each bit of the root; put together; behind the last register, round.
//
// As on paper, but without restoring: each row brings down two bits of the radicand, and subtracts 4 * root + 1, or adds
// 4 * root + 3 where the remainder is negative. The next bit of the root says that what is left is not negative.
module sh_fsqrt_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 8,
    parameter ENABLES = 1
) (
    input  wire             clk,
    input  wire [ENABLES-1:0] ce,
    input  wire [EXP+MAN:0] a,
    output wire [EXP+MAN:0] q
);
  localparam [31:0] BIAS  = (1 << (EXP - 1)) - 1;
  localparam        E     = EXP + 2;
  localparam        ROWS  = MAN + 2; // the hidden bit, MAN bits, guard

  // A register behind each of the steps before the rows, if there are enough, and behind the last; the others among the rows,
  // which take longer the wider the root is.
  localparam R0    = (LATENCY >= 6) ? 1 : 0;
  localparam R1    = (LATENCY >= 3) ? 1 : 0;
  localparam LAST  = (LATENCY >= 1) ? 1 : 0;
  localparam AMONG = LATENCY - R0 - R1 - LAST;
  localparam DEPTH = depth(ROWS);

  // What rows before this one take, in parts of a carry chain.
  function integer depth;
    input integer row;
    begin
      depth = 3 * row + ((row > 4) ? row - 4 : 0) + ((row > 34) ? 2 * (row - 34) : 0);
    end
  endfunction

  // Step 0. A root is never infinite by rounding, and never denormal.
  wire             a_sign, a_zero, a_inf, a_nan;
  wire [EXP-1:0]   a_exponent;
  wire [MAN:0]     a_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_a (
      .x(a), .sign(a_sign), .exponent(a_exponent), .significand(a_significand),
      .zero(a_zero), .inf(a_inf), .nan(a_nan));
  wire             nan = a_nan | (a_sign & ~a_zero);
  wire [E-1:0]     zeros;
  generate
    if (FLUSH != 0) begin : g_no_zeros
      assign zeros = {E{1'b0}};
    end else begin : g_zeros
      sh_lead #(.WIDTH(MAN + 1), .COUNT(E)) lead (.x({1'b0, a[MAN-1:0]}), .count(zeros));
    end
  endgenerate
  wire             sign0, inf0, nan0;
  wire [EXP-1:0]   exponent0;
  wire [E-1:0]     zeros0;
  wire [MAN:0]     a0;
  sh_delay #(.WIDTH(3 + EXP + E + MAN + 1), .LATENCY(R0)) bank0 (
      .clk(clk), .ce(ce[0]),
      .d({a_sign, a_inf, nan, a_exponent, zeros, a_significand}),
      .q({sign0, inf0, nan0, exponent0, zeros0, a0}));

  // Step 1: the radicand is between 1 and 4, its exponent even; the bias is odd.
  wire [MAN:0]     normalized = a0[MAN] ? a0 : a0 << zeros0;
  wire [E-1:0]     count      = zeros0 & {E{~a0[MAN]}};
  wire [E-1:0]     biased   = {2'b00, exponent0} - count + BIAS[E-1:0];
  wire [MAN+1:0]   radicand = biased[0] ? {normalized, 1'b0} : {1'b0, normalized};

  localparam       FLAGS = 3 + EXP;
  wire             unused = &{1'b0, biased[E-1]};
  wire [FLAGS-1:0] flags1;
  wire [MAN+1:0]   radicand1;
  sh_delay #(.WIDTH(FLAGS + MAN + 2), .LATENCY(R1)) bank1 (
      .clk(clk), .ce(ce[0]), .d({sign0, inf0, nan0, biased[EXP:1], radicand}), .q({flags1, radicand1}));

  // Steps 2 to ROWS + 1. The remainder is at most twice the root, and at least twice its complement: row i has i + 4 bits of it.
  genvar i;
  generate
    for (i = 0; i < ROWS; i = i + 1) begin : row
      localparam AT   = depth(i);
      localparam SIZE = depth(i + 1) - AT;
      wire [FLAGS-1:0] flags, next_flags;
      wire [MAN+1:0]   bits, next_bits;
      wire [MAN+3:0]   remainder, next_remainder; // two's complement
      wire [ROWS-1:0]  root, next_root;
      if (i == 0) begin : g_first
        assign flags     = flags1;
        assign bits      = radicand1;
        assign remainder = {(MAN + 4) {1'b0}};
        assign root      = {ROWS{1'b0}};
      end else begin : g_next
        assign flags     = row[i-1].next_flags;
        assign bits      = row[i-1].next_bits;
        assign remainder = row[i-1].next_remainder;
        assign root      = row[i-1].next_root;
      end
      localparam       N        = (i + 4 < MAN + 4) ? i + 4 : MAN + 4;
      wire             add      = remainder[MAN+3];
      wire [MAN+3:0]   down     = {remainder[MAN+1:0], bits[MAN+1:MAN]};
      wire [MAN+3:0]   by       = {root, add, 1'b1};
      // Minus the complement, and minus what the lowest bit borrows, is the sum.
      wire [N:0]       sum      = {down[N-1:0], 1'b0} - ({by[N-1:0], 1'b0} ^ {(N + 1) {add}});
      wire [MAN+3:0]   left     = {{(MAN + 5 - N) {sum[N]}}, sum[N-1:1]};
      wire             unused_bits = &{1'b0, sum[0], remainder[MAN+2], down, by, root[ROWS-1]};
      sh_stage #(.WIDTH(FLAGS), .STEP(AT), .SIZE(SIZE), .STEPS(DEPTH), .LATENCY(AMONG)) flags_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / ROWS]), .d(flags), .q(next_flags));
      sh_stage #(.WIDTH(MAN + 2), .STEP(AT), .SIZE(SIZE), .STEPS(DEPTH), .LATENCY(AMONG)) bits_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / ROWS]), .d({bits[MAN-1:0], 2'b00}), .q(next_bits));
      sh_stage #(.WIDTH(MAN + 4), .STEP(AT), .SIZE(SIZE), .STEPS(DEPTH), .LATENCY(AMONG)) remainder_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / ROWS]), .d(left), .q(next_remainder));
      sh_stage #(.WIDTH(ROWS), .STEP(AT), .SIZE(SIZE), .STEPS(DEPTH), .LATENCY(AMONG)) root_bank (
          .clk(clk), .ce(ce[(i * ENABLES) / ROWS]), .d({root[ROWS-2:0], ~sum[N]}), .q(next_root));
    end
  endgenerate

  // Step ROWS + 2.
  wire             sign2, inf2, nan2;
  wire [EXP-1:0]   exponent2;
  wire [MAN+3:0]   remainder2  = row[ROWS-1].next_remainder;
  wire [ROWS-1:0]  root2       = row[ROWS-1].next_root;
  wire             unused_bits = |row[ROWS-1].next_bits;
  assign {sign2, inf2, nan2, exponent2} = row[ROWS-1].next_flags;
  // Nothing is left where the remainder is zero, or zero with 2 * root + 1: without a carry chain, x + y is zero where the bits of
  // x ^ y are those of x | y, a place higher.
  wire [MAN+3:0]   last        = {1'b0, root2, 1'b1};
  wire [MAN+3:0]   either      = remainder2 | last;
  wire [MAN+3:0]   restored    = remainder2 ^ last ^ {either[MAN+2:0], 1'b0};
  wire             unused_top  = either[MAN+3];
  wire [EXP+MAN+2:0] whole, whole2;
  sh_special #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) special (
      .sign(sign2), .exponent(exponent2), .significand({root2, |remainder2 & |restored}), .inf(inf2), .nan(nan2), .d(whole));
  sh_delay #(.WIDTH(EXP + MAN + 3), .LATENCY(LAST)) bank2 (.clk(clk), .ce(ce[ENABLES-1]), .d(whole), .q(whole2));

  sh_round #(.EXP(EXP), .MAN(MAN)) round (.d(whole2), .q(q));
endmodule

`default_nettype wire
