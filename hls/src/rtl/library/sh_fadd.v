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

// Steps: order by magnitude; align; add; normalize; round.
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
  localparam FLAGS = 4;

  // Step 0: x is the operand with the larger magnitude.
  wire [EXP+MAN:0] x = (a[EXP+MAN-1:0] < b[EXP+MAN-1:0]) ? b : a;
  wire [EXP+MAN:0] y = (a[EXP+MAN-1:0] < b[EXP+MAN-1:0]) ? a : b;
  wire             x_sign, x_zero, x_inf, x_nan, y_sign, y_zero, y_inf, y_nan;
  wire [EXP-1:0]   x_exponent, y_exponent;
  wire [MAN:0]     x_significand, y_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_x (
      .x(x), .sign(x_sign), .exponent(x_exponent), .significand(x_significand),
      .zero(x_zero), .inf(x_inf), .nan(x_nan));
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_y (
      .x(y), .sign(y_sign), .exponent(y_exponent), .significand(y_significand),
      .zero(y_zero), .inf(y_inf), .nan(y_nan));
  wire             subtract = x_sign ^ y_sign;
  wire             nan      = x_nan | y_nan | (x_inf & y_inf & subtract);
  wire             unused   = &{1'b0, x_zero, y_zero};

  localparam W0 = FLAGS + 2 * EXP + 2 * (MAN + 1);
  wire             sign0, subtract0, inf0, nan0;
  wire [EXP-1:0]   exponent0, distance0;
  wire [MAN:0]     x0, y0;
  sh_stage #(.WIDTH(W0), .STEP(0), .STEPS(5), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce),
      .d({x_sign, subtract, x_inf, nan, x_exponent, x_exponent - y_exponent, x_significand, y_significand}),
      .q({sign0, subtract0, inf0, nan0, exponent0, distance0, x0, y0}));

  // Step 1: three bits below the significand are enough, with what is lost in the last of them.
  wire [MAN+3:0]   aligned;
  sh_shift_right #(.WIDTH(MAN + 4), .BITS(EXP)) align (.x({y0, 3'b000}), .distance(distance0), .y(aligned));

  localparam W1 = FLAGS + EXP + (MAN + 1) + (MAN + 4);
  wire             sign1, subtract1, inf1, nan1;
  wire [EXP-1:0]   exponent1;
  wire [MAN:0]     x1;
  wire [MAN+3:0]   y1;
  sh_stage #(.WIDTH(W1), .STEP(1), .STEPS(5), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce),
      .d({sign0, subtract0, inf0, nan0, exponent0, x0, aligned}),
      .q({sign1, subtract1, inf1, nan1, exponent1, x1, y1}));

  // Step 2: never negative, because x is the larger one. An exact zero is +0, but for the sum of two -0.
  wire [MAN+4:0]   addend = {1'b0, y1} ^ {(MAN + 5) {subtract1}};
  wire [MAN+4:0]   sum    = {1'b0, x1, 3'b000} + addend + {{(MAN + 4) {1'b0}}, subtract1};

  localparam W2 = FLAGS + EXP + (MAN + 5);
  wire             sign2, subtract2, inf2, nan2;
  wire [EXP-1:0]   exponent2;
  wire [MAN+4:0]   sum2;
  sh_stage #(.WIDTH(W2), .STEP(2), .STEPS(5), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce),
      .d({sign1, subtract1, inf1, nan1, exponent1, sum}),
      .q({sign2, subtract2, inf2, nan2, exponent2, sum2}));

  // Step 3: the highest bit of the sum has the exponent + 1. At the smallest normal's exponent normalizing ends.
  wire [MAN+4:0]   normalized;
  wire [EXP:0]     count;
  sh_normalize #(.WIDTH(MAN + 5), .LIMIT(EXP + 1)) normalize (
      .x(sum2), .limit({1'b0, exponent2}), .y(normalized), .count(count));
  wire [EXP:0]     top  = {1'b0, exponent2} + {{EXP{1'b0}}, 1'b1} - count;
  wire             sign = sign2 & ~(subtract2 & ~|sum2 & ~inf2);

  localparam W3 = 3 + (EXP + 1) + (MAN + 3);
  wire             sign3, inf3, nan3;
  wire [EXP:0]     exponent3;
  wire [MAN+2:0]   significand3;
  sh_stage #(.WIDTH(W3), .STEP(3), .STEPS(5), .LATENCY(LATENCY)) bank3 (
      .clk(clk), .ce(ce),
      .d({sign, inf2, nan2, top, normalized[MAN+4:3], |normalized[2:0]}),
      .q({sign3, inf3, nan3, exponent3, significand3}));

  // Step 4.
  wire [EXP+MAN:0] packed_q;
  sh_pack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) pack (
      .sign(sign3), .exponent(exponent3), .significand(significand3), .inf(inf3), .nan(nan3), .q(packed_q));
  sh_stage #(.WIDTH(EXP + MAN + 1), .STEP(4), .STEPS(5), .LATENCY(LATENCY)) bank4 (
      .clk(clk), .ce(ce), .d(packed_q), .q(q));
endmodule

`default_nettype wire
