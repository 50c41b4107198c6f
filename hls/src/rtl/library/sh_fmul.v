`default_nettype none

// q = a * b of floats.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_fmul #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 3
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    output wire [EXP+MAN:0] q
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_fmul(
      input longint unsigned a, input longint unsigned b, input int exp, input int flush);
  localparam W = EXP + MAN + 1;
  generate
    if (EXP + MAN + 1 == 16) begin : g_gates
      sh_fmul_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) gates (
          .clk(clk), .ce(ce), .a(a), .b(b), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_fmul(64'(a), 64'(b), EXP, FLUSH));
    end else begin : g_clocked
      reg [W-1:0] first;
      always @(posedge clk) if (ce) first <= W'(sh_dpi_fmul(64'(a), 64'(b), EXP, FLUSH));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce), .d(first), .q(q));
    end
  endgenerate
`else
  sh_fmul_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) gates (
      .clk(clk), .ce(ce), .a(a), .b(b), .q(q));
`endif
endmodule

// Steps: unpack; tiles of the product; their sum; normalize; shift denormals; round.
module sh_fmul_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 3
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    output wire [EXP+MAN:0] q
);
  localparam [31:0] BIAS = (1 << (EXP - 1)) - 1;
  localparam        E    = EXP + 2; // exponents with sign

  // Step 0. The highest bit of the product has the exponent top.
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
  wire             inf  = a_inf | b_inf;
  wire             nan  = a_nan | b_nan | (a_inf & b_zero) | (b_inf & a_zero);
  wire [E-1:0]     top  = {2'b00, a_exponent} + {2'b00, b_exponent} - BIAS[E-1:0] + {{(E - 1) {1'b0}}, 1'b1};

  wire             sign0, inf0, nan0;
  wire [E-1:0]     top0;
  wire [MAN:0]     a0, b0;
  sh_stage #(.WIDTH(3 + E + 2 * (MAN + 1)), .STEP(0), .STEPS(6), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce),
      .d({sign, inf, nan, top, a_significand, b_significand}),
      .q({sign0, inf0, nan0, top0, a0, b0}));

  // Step 1; its registers are between the tiles and their sum.
  localparam       TILES = (2 * LATENCY) / 6 - LATENCY / 6;
  wire [2*MAN+1:0] product;
  sh_product #(.WIDTH(MAN + 1), .LATENCY(TILES)) multiply (.clk(clk), .ce(ce), .a(a0), .b(b0), .q(product));
  wire             sign1, inf1, nan1;
  wire [E-1:0]     top1;
  sh_stage #(.WIDTH(3 + E), .STEP(1), .STEPS(6), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce),
      .d({sign0, inf0, nan0, top0}),
      .q({sign1, inf1, nan1, top1}));

  // Step 2: the sum of the tiles.
  wire             sign2, inf2, nan2;
  wire [E-1:0]     top2;
  wire [2*MAN+1:0] product2;
  sh_stage #(.WIDTH(3 + E + 2 * (MAN + 1)), .STEP(2), .STEPS(6), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce),
      .d({sign1, inf1, nan1, top1, product}),
      .q({sign2, inf2, nan2, top2, product2}));

  // Step 3: denormal factors leave zeros above the product. Not beyond the smallest normal's exponent.
  wire             low   = top2[E-1] | ~|top2;
  wire [E-1:0]     limit = low ? {E{1'b0}} : top2 - {{(E - 1) {1'b0}}, 1'b1};
  wire [2*MAN+1:0] normalized;
  wire [E-1:0]     exponent;
  generate
    if (FLUSH != 0) begin : g_one
      // Without denormals there is one zero at most.
      wire shift = ~product2[2*MAN+1] & |limit;
      assign normalized = shift ? {product2[2*MAN:0], 1'b0} : product2;
      assign exponent   = top2 - {{(E - 1) {1'b0}}, shift};
    end else begin : g_all
      wire [E-1:0] count;
      sh_normalize #(.WIDTH(2 * MAN + 2), .LIMIT(E)) normalize (
          .x(product2), .limit(limit), .y(normalized), .count(count));
      assign exponent = top2 - count;
    end
  endgenerate

  wire             sign3, inf3, nan3;
  wire [E-1:0]     exponent3;
  wire [MAN+2:0]   significand3;
  sh_stage #(.WIDTH(3 + E + MAN + 3), .STEP(3), .STEPS(6), .LATENCY(LATENCY)) bank3 (
      .clk(clk), .ce(ce),
      .d({sign2, inf2, nan2, exponent, normalized[2*MAN+1:MAN], |normalized[MAN-1:0]}),
      .q({sign3, inf3, nan3, exponent3, significand3}));

  // Step 4.
  wire [EXP:0]     bounded;
  wire [MAN+2:0]   shifted;
  sh_denormalize #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .RANGE(E)) denormalize (
      .exponent(exponent3), .significand(significand3), .bounded(bounded), .shifted(shifted));
  wire             sign4, inf4, nan4;
  wire [EXP:0]     exponent4;
  wire [MAN+2:0]   significand4;
  sh_stage #(.WIDTH(3 + EXP + 1 + MAN + 3), .STEP(4), .STEPS(6), .LATENCY(LATENCY)) bank4 (
      .clk(clk), .ce(ce),
      .d({sign3, inf3, nan3, bounded, shifted}),
      .q({sign4, inf4, nan4, exponent4, significand4}));

  // Step 5.
  wire [EXP+MAN:0] result;
  sh_pack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) pack (
      .sign(sign4), .exponent(exponent4), .significand(significand4), .inf(inf4), .nan(nan4), .q(result));
  sh_stage #(.WIDTH(EXP + MAN + 1), .STEP(5), .STEPS(6), .LATENCY(LATENCY)) bank5 (
      .clk(clk), .ce(ce), .d(result), .q(q));
endmodule

`default_nettype wire
