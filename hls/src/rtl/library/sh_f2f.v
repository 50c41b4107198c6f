`default_nettype none

// A float of another format: EXP and MAN are those of a, TO_EXP and TO_MAN those of q. One rounding.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_f2f #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter TO_EXP  = 11,
    parameter TO_MAN  = 52,
    parameter LATENCY = 2
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    output wire [TO_EXP+TO_MAN:0]q
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_f2f(
      input longint unsigned a, input int exp, input int to_exp, input int flush);
  localparam W = TO_EXP + TO_MAN + 1;
  generate
    if ((EXP != 8 && EXP != 11) || (TO_EXP != 8 && TO_EXP != 11) || MAN < 23 || TO_MAN < 23) begin : g_gates
      sh_f2f_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .TO_EXP(TO_EXP), .TO_MAN(TO_MAN), .LATENCY(LATENCY)) gates (
          .clk(clk), .ce(ce), .a(a), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_f2f(64'(a), EXP, TO_EXP, FLUSH));
    end else begin : g_clocked
      reg [W-1:0] first;
      always @(posedge clk) if (ce) first <= W'(sh_dpi_f2f(64'(a), EXP, TO_EXP, FLUSH));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce), .d(first), .q(q));
    end
  endgenerate
`else
  sh_f2f_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .TO_EXP(TO_EXP), .TO_MAN(TO_MAN), .LATENCY(LATENCY)) gates (
      .clk(clk), .ce(ce), .a(a), .q(q));
`endif
endmodule

// Steps: unpack and count leading zeros; normalize, and how far denormals are shifted; shift; behind the last register, round.
module sh_f2f_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter TO_EXP  = 11,
    parameter TO_MAN  = 52,
    parameter LATENCY = 2
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    output wire [TO_EXP+TO_MAN:0]q
);
  localparam [31:0] FROM_BIAS = (1 << (EXP - 1)) - 1;
  localparam [31:0] TO_BIAS   = (1 << (TO_EXP - 1)) - 1;
  localparam        E         = (EXP > TO_EXP ? EXP : TO_EXP) + 2; // exponents with sign, of either format
  localparam [31:0] OFFSET    = TO_BIAS - FROM_BIAS;
  localparam [31:0] LARGEST   = (1 << TO_EXP) - 1;

  // Step 0.
  wire             a_sign, a_zero, a_inf, a_nan;
  wire [EXP-1:0]   a_exponent;
  wire [MAN:0]     a_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_a (
      .x(a), .sign(a_sign), .exponent(a_exponent), .significand(a_significand),
      .zero(a_zero), .inf(a_inf), .nan(a_nan));
  wire [E-1:0]     zeros;
  generate
    if (TO_EXP > EXP && FLUSH == 0) begin : g_zeros
      sh_lead #(.WIDTH(MAN + 1), .COUNT(E)) lead (.x({1'b0, a[MAN-1:0]}), .count(zeros));
    end else begin : g_no_zeros
      assign zeros = {E{1'b0}};
    end
  endgenerate
  wire [E-1:0]      biased   = {{(E - EXP) {1'b0}}, a_exponent} + OFFSET[E-1:0];
  wire              unused   = &{1'b0, a_zero};
  wire              sign0, inf0, nan0;
  wire [E-1:0]      zeros0, biased0;
  wire [MAN:0]      a0;
  sh_stage #(.WIDTH(3 + 2 * E + MAN + 1), .STEP(0), .STEPS(3), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce),
      .d({a_sign, a_inf, a_nan, zeros, biased, a_significand}),
      .q({sign0, inf0, nan0, zeros0, biased0, a0}));

  // Step 1. Denormals become normals only where exponents have more bits; elsewhere they stay what they are.
  wire [MAN:0]      normalized;
  wire [E-1:0]      exponent;
  generate
    if (TO_EXP > EXP) begin : g_normalize
      assign normalized = a0[MAN] ? a0 : a0 << zeros0;
      assign exponent   = biased0 - (zeros0 & {E{~a0[MAN]}});
    end else begin : g_as_is
      wire unused_zeros = &{1'b0, zeros0};
      assign normalized = a0;
      assign exponent   = biased0;
    end
  endgenerate
  wire              inf      = inf0 | (~exponent[E-1] & (exponent >= LARGEST[E-1:0]));
  wire [TO_MAN+2:0] significand;
  generate
    if (MAN > TO_MAN + 1) begin : g_narrow
      assign significand = {normalized[MAN:MAN-TO_MAN-1], |normalized[MAN-TO_MAN-2:0]};
    end else begin : g_wide
      assign significand = {normalized, {(TO_MAN + 2 - MAN) {1'b0}}};
    end
  endgenerate
  wire [E-1:0]      bounded, distance;
  sh_underflow #(.RANGE(E)) underflow (.exponent(exponent), .bounded(bounded), .distance(distance));
  wire              unused_high = &{1'b0, bounded[E-1:TO_EXP]};
  wire              sign1, inf1, nan1;
  wire [TO_EXP-1:0] exponent1;
  wire [E-1:0]      distance1;
  wire [TO_MAN+2:0] significand1;
  sh_stage #(.WIDTH(3 + TO_EXP + E + TO_MAN + 3), .STEP(1), .STEPS(3), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce),
      .d({sign0, inf, nan0, bounded[TO_EXP-1:0], distance, significand}),
      .q({sign1, inf1, nan1, exponent1, distance1, significand1}));

  // Step 2.
  wire [TO_MAN+2:0] shifted;
  sh_denormalize #(.WIDTH(TO_MAN + 3), .FLUSH(FLUSH), .RANGE(E)) denormalize (
      .distance(distance1), .significand(significand1), .shifted(shifted));
  wire [TO_EXP+TO_MAN+2:0] whole, whole2;
  sh_special #(.EXP(TO_EXP), .MAN(TO_MAN), .FLUSH(FLUSH)) special (
      .sign(sign1), .exponent(exponent1), .significand(shifted), .inf(inf1), .nan(nan1), .d(whole));
  sh_stage #(.WIDTH(TO_EXP + TO_MAN + 3), .STEP(2), .STEPS(3), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce), .d(whole), .q(whole2));

  sh_round #(.EXP(TO_EXP), .MAN(TO_MAN)) round (.d(whole2), .q(q));
endmodule

`default_nettype wire
