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

// Steps: unpack; tiles of the product; sums of two tiles; their sum; shift; put together; behind the last register, round.
//
// One shift makes normals of products of denormals and denormals of small products. How far is known while the product is made:
// leading zeros of the product are those of a denormal factor, and one more or none. (Two denormals leave nothing but a
// sticky bit.)
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
  // Where steps end, in parts of the whole depth, and the registers up to there.
  localparam D0 = 4, D1 = 8, D2 = 11, D3 = 16, D4 = 22, DEPTH = 24;
  localparam R0 = (D0 * LATENCY) / DEPTH;
  localparam R1 = (D1 * LATENCY) / DEPTH;
  localparam R2 = (D2 * LATENCY) / DEPTH;

  localparam [31:0] BIAS = (1 << (EXP - 1)) - 1;
  localparam [31:0] MOST = (1 << EXP) - 1;
  localparam [31:0] LEFT = MAN + 1; // the farthest shift to the left
  localparam        E    = EXP + 2; // exponents with sign
  localparam        P    = 2 * MAN + 2;
  localparam        K    = MAN + 3; // bits of the product that are kept: hidden bit or zero, MAN bits, two more

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
  wire [E-1:0]     zeros;
  generate
    if (FLUSH != 0) begin : g_no_zeros
      assign zeros = {E{1'b0}};
    end else begin : g_zeros
      wire [E-1:0] a_zeros, b_zeros;
      sh_lead #(.WIDTH(MAN + 1), .COUNT(E)) lead_a (.x({1'b0, a[MAN-1:0]}), .count(a_zeros));
      sh_lead #(.WIDTH(MAN + 1), .COUNT(E)) lead_b (.x({1'b0, b[MAN-1:0]}), .count(b_zeros));
      assign zeros = ~a_significand[MAN] ? a_zeros : b_zeros & {E{~b_significand[MAN]}};
    end
  endgenerate

  wire             sign0, inf0, nan0;
  wire [E-1:0]     top0, zeros0;
  wire [MAN:0]     a0, b0;
  sh_delay #(.WIDTH(2 * (MAN + 1)), .LATENCY(R0)) factor_bank (
      .clk(clk), .ce(ce), .d({a_significand, b_significand}), .q({a0, b0}));
  sh_delay #(.WIDTH(3 + 2 * E), .LATENCY(R2)) bank0 (
      .clk(clk), .ce(ce), .d({sign, inf, nan, top, zeros}), .q({sign0, inf0, nan0, top0, zeros0}));

  // Steps 1 and 2.
  wire [P-1:0]     product;
  sh_product #(.WIDTH(MAN + 1), .TILES(R1 - R0), .PAIRS(R2 - R1)) multiply (
      .clk(clk), .ce(ce), .a(a0), .b(b0), .q(product));

  // Step 3, beside the sum: to the left no farther than to the smallest normal's exponent, to the right up to there. The
  // field of the shift has LEFT bits below the product.
  localparam        R     = (MAN > 23) ? 7 : (MAN > 10) ? 6 : 5; // bits of a distance that leaves anything
  wire             low    = top0[E-1] | ~|top0;
  wire [E-1:0]     limit  = top0 - {{(E - 1) {1'b0}}, 1'b1};
  wire [E-1:0]     count  = (low | (limit < zeros0)) ? limit : zeros0;
  wire [E-1:0]     right  = LEFT[E-1:0] - count;
  wire             far    = (FLUSH != 0) ? top0[E-1] : |right[E-1:R];
  wire [E-1:0]     high   = low ? {{(E - 1) {1'b0}}, 1'b1} : top0 - count;
  wire             lowest = low | (limit <= zeros0);

  wire             sign3, inf3, nan3, far3, lowest3;
  wire [R-1:0]     right3;
  wire [E-1:0]     high3;
  wire [P-1:0]     product3;
  sh_stage #(.WIDTH(5 + R + E + P), .STEP(D2), .SIZE(D3 - D2), .STEPS(DEPTH), .LATENCY(LATENCY)) bank3 (
      .clk(clk), .ce(ce),
      .d({sign0, inf0, nan0, far, lowest, right[R-1:0], high, product}),
      .q({sign3, inf3, nan3, far3, lowest3, right3, high3, product3}));

  // Step 4.
  wire [K-1:0]     kept;
  wire             lost;
  generate
    if (FLUSH != 0) begin : g_flush
      // Only from just below the smallest normal may rounding lead up to it; all else is zero in the end.
      wire by_one = right3[0] ^ LEFT[0];
      wire unused = &{1'b0, right3};
      assign kept = far3 ? {K{1'b0}} : by_one ? {1'b0, product3[P-1:P-K+1]} : product3[P-1:P-K];
      assign lost = |product3[P-K-1:0] | (by_one & product3[P-K]);
    end else begin : g_shift
      wire [P+LEFT-1:0] shifted = {product3, {LEFT{1'b0}}} >> right3;
      wire [P+1:0]      beyond  = ~({(P + 2) {1'b1}} << right3) | {(P + 2) {far3}};
      wire              unused  = &{1'b0, shifted};
      assign kept = shifted[P-1:P-K] & {K{~far3}};
      assign lost = |({product3, 2'b00} & beyond);
    end
  endgenerate
  wire [E-1:0]     under = high3 - {{(E - 1) {1'b0}}, 1'b1};
  wire             over  = inf3 | high3[EXP] | (high3[EXP-1:0] == MOST[EXP-1:0]);
  wire             also  = inf3 | under[EXP] | (under[EXP-1:0] == MOST[EXP-1:0]);
  wire             unused_high = &{1'b0, high3[E-1], under[E-1]};

  wire             sign4, over4, also4, nan4, lowest4, lost4;
  wire [EXP-1:0]   exponent4, under4;
  wire [K-1:0]     kept4;
  sh_stage #(.WIDTH(6 + 2 * EXP + K), .STEP(D3), .SIZE(D4 - D3), .STEPS(DEPTH), .LATENCY(LATENCY)) bank4 (
      .clk(clk), .ce(ce),
      .d({sign3, over, also, nan3, lowest3, high3[EXP-1:0], under[EXP-1:0], kept, lost}),
      .q({sign4, over4, also4, nan4, lowest4, exponent4, under4, kept4, lost4}));

  // Step 5: the last zero above the product.
  wire             shift = ~kept4[K-1] & ~lowest4;
  wire [EXP+MAN+2:0] whole, whole5;
  sh_special #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) special (
      .sign(sign4), .exponent(shift ? under4 : exponent4),
      .significand(shift ? {kept4[K-2:0], lost4} : {kept4[K-1:1], kept4[0] | lost4}),
      .inf(shift ? also4 : over4), .nan(nan4), .d(whole));
  sh_stage #(.WIDTH(EXP + MAN + 3), .STEP(D4), .SIZE(DEPTH - D4), .STEPS(DEPTH), .LATENCY(LATENCY)) bank5 (
      .clk(clk), .ce(ce), .d(whole), .q(whole5));

  sh_round #(.EXP(EXP), .MAN(MAN)) round (.d(whole5), .q(q));
endmodule

`default_nettype wire
