`default_nettype none

// q = a + b of floats. The difference is the sum with the other sign of b.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_fadd #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 4
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    output wire [EXP+MAN:0] q
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_fadd(
      input longint unsigned a, input longint unsigned b, input int exp, input int flush);
  localparam W = EXP + MAN + 1;
  generate
    if (W == 16) begin : g_gates
      sh_fadd_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) gates (
          .clk(clk), .ce(ce), .a(a), .b(b), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_fadd(64'(a), 64'(b), EXP, FLUSH));
    end else begin : g_clocked
      reg [W-1:0] first;
      always @(posedge clk) if (ce) first <= W'(sh_dpi_fadd(64'(a), 64'(b), EXP, FLUSH));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce), .d(first), .q(q));
    end
  endgenerate
`else
  sh_fadd_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) gates (
      .clk(clk), .ce(ce), .a(a), .b(b), .q(q));
`endif
endmodule

// Steps: order by magnitude; align; add; count leading zeros; normalize; put together; behind the last register, round.
module sh_fadd_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 4
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    output wire [EXP+MAN:0] q
);
  // Where steps end, in parts of the whole depth.
  localparam D0 = 16, D1 = 25, D2 = 37, D3 = 49, D4 = 54, DEPTH = 60;
  localparam FLAGS = 4;
  localparam S     = MAN + 5; // bits of the sum

  // Step 0: x is the operand with the larger magnitude. Both differences of exponents are made while magnitudes are compared.
  wire             a_sign, a_zero, a_inf, a_nan, b_sign, b_zero, b_inf, b_nan;
  wire [EXP-1:0]   a_exponent, b_exponent;
  wire [MAN:0]     a_significand, b_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_a (
      .x(a), .sign(a_sign), .exponent(a_exponent), .significand(a_significand),
      .zero(a_zero), .inf(a_inf), .nan(a_nan));
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_b (
      .x(b), .sign(b_sign), .exponent(b_exponent), .significand(b_significand),
      .zero(b_zero), .inf(b_inf), .nan(b_nan));
  wire             swap     = a[EXP+MAN-1:0] < b[EXP+MAN-1:0];
  wire             subtract = a_sign ^ b_sign;
  wire             inf      = a_inf | b_inf;
  wire             nan      = a_nan | b_nan | (a_inf & b_inf & subtract);
  wire [EXP-1:0]   a_minus_b = a_exponent - b_exponent;
  wire [EXP-1:0]   b_minus_a = b_exponent - a_exponent;
  wire             unused    = &{1'b0, a_zero, b_zero};

  wire             sign0, subtract0, inf0, nan0;
  wire [EXP-1:0]   exponent0, distance0;
  wire [MAN:0]     x0, y0;
  sh_stage #(.WIDTH(FLAGS + 2 * EXP + 2 * (MAN + 1)), .STEP(0), .SIZE(D0), .STEPS(DEPTH), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce),
      .d({swap ? b_sign : a_sign, subtract, inf, nan, swap ? b_exponent : a_exponent, swap ? b_minus_a : a_minus_b,
          swap ? b_significand : a_significand, swap ? a_significand : b_significand}),
      .q({sign0, subtract0, inf0, nan0, exponent0, distance0, x0, y0}));

  // Step 1: three bits below the significand are enough, with what is lost in the last of them.
  wire [MAN+3:0]   aligned;
  sh_shift_right #(.WIDTH(MAN + 4), .BITS(EXP)) align (.x({y0, 3'b000}), .distance(distance0), .y(aligned));

  wire             sign1, subtract1, inf1, nan1;
  wire [EXP-1:0]   exponent1;
  wire [MAN:0]     x1;
  wire [MAN+3:0]   y1;
  sh_stage #(.WIDTH(FLAGS + EXP + 2 * MAN + 5), .STEP(D0), .SIZE(D1 - D0), .STEPS(DEPTH), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce),
      .d({sign0, subtract0, inf0, nan0, exponent0, x0, aligned}),
      .q({sign1, subtract1, inf1, nan1, exponent1, x1, y1}));

  // Step 2: never negative, because x is the larger one. The highest bit of the sum has the exponent + 1. A one is set where
  // the smallest normal has its highest bit, so that normalizing ends there; without denormals it need not.
  wire [S-1:0]     addend = {1'b0, y1} ^ {S{subtract1}};
  wire [S-1:0]     sum    = {1'b0, x1, 3'b000} + addend + {{(S - 1) {1'b0}}, subtract1};
  wire [S-1:0]     lowest = {1'b1, {(S - 1) {1'b0}}} >> exponent1;

  wire             sign2, subtract2, inf2, nan2;
  wire [EXP-1:0]   exponent2;
  wire [S-1:0]     sum2, sought2;
  sh_stage #(.WIDTH(FLAGS + EXP + 2 * S), .STEP(D1), .SIZE(D2 - D1), .STEPS(DEPTH), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce),
      .d({sign1, subtract1, inf1, nan1, exponent1, sum, sum | (lowest & {S{FLUSH == 0}})}),
      .q({sign2, subtract2, inf2, nan2, exponent2, sum2, sought2}));

  // Step 3: an exact zero is +0, but for the sum of two -0.
  wire             sign  = sign2 & ~(subtract2 & ~|sum2 & ~inf2);
  wire [EXP:0]     count;
  sh_lead #(.WIDTH(S), .COUNT(EXP + 1)) lead (.x(sought2), .count(count));

  wire             sign3, inf3, nan3;
  wire [EXP-1:0]   exponent3;
  wire [EXP:0]     count3;
  wire [S-1:0]     sum3;
  sh_stage #(.WIDTH(3 + 2 * EXP + 1 + S), .STEP(D2), .SIZE(D3 - D2), .STEPS(DEPTH), .LATENCY(LATENCY)) bank3 (
      .clk(clk), .ce(ce),
      .d({sign, inf2, nan2, exponent2, count, sum2}),
      .q({sign3, inf3, nan3, exponent3, count3, sum3}));

  // Step 4. A sum below the smallest normal is exact: without denormals it is zero.
  wire [S-1:0]     normalized = sum3 << count3;
  wire [EXP:0]     top        = {1'b0, exponent3} + {{EXP{1'b0}}, 1'b1} - count3;
  wire             tiny       = (FLUSH != 0) & ({1'b0, exponent3} < count3);
  wire             carry      = &exponent3[EXP-1:1] & sum3[S-1];

  wire             sign4, inf4, nan4, tiny4, carry4;
  wire [EXP:0]     exponent4;
  wire [S-1:0]     sum4;
  sh_stage #(.WIDTH(5 + EXP + 1 + S), .STEP(D3), .SIZE(D4 - D3), .STEPS(DEPTH), .LATENCY(LATENCY)) bank4 (
      .clk(clk), .ce(ce),
      .d({sign3, inf3, nan3, tiny, carry, top, normalized}),
      .q({sign4, inf4, nan4, tiny4, carry4, exponent4, sum4}));

  // Step 5.
  wire             over = (FLUSH != 0) ? carry4 : exponent4[EXP] | &exponent4[EXP-1:0];
  wire [S-1:0]     kept = sum4 & {S{~tiny4}};
  wire [EXP+MAN+2:0] whole, whole5;
  sh_special #(.EXP(EXP), .MAN(MAN)) special (
      .sign(sign4), .exponent(exponent4[EXP-1:0]), .significand({kept[S-1:3], |kept[2:0]}),
      .inf(inf4 | over), .nan(nan4), .d(whole));
  sh_stage #(.WIDTH(EXP + MAN + 3), .STEP(D4), .SIZE(DEPTH - D4), .STEPS(DEPTH), .LATENCY(LATENCY)) bank5 (
      .clk(clk), .ce(ce), .d(whole), .q(whole5));

  sh_round #(.EXP(EXP), .MAN(MAN)) round (.d(whole5), .q(q));
endmodule

`default_nettype wire
