`default_nettype none

// q = a * b + c of floats, rounded once. `ce` has a bit for each part of the registers; all of them are alike.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_ffma #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 7,
    parameter ENABLES = 1
) (
    input  wire             clk,
    input  wire [ENABLES-1:0] ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    input  wire [EXP+MAN:0] c,
    output wire [EXP+MAN:0] q
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_ffma(
      input longint unsigned a, input longint unsigned b, input longint unsigned c, input int exp, input int flush);
  localparam W = EXP + MAN + 1;
  generate
    if (EXP + MAN + 1 == 16) begin : g_gates
      sh_ffma_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY), .ENABLES(ENABLES)) gates (
          .clk(clk), .ce(ce), .a(a), .b(b), .c(c), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_ffma(64'(a), 64'(b), 64'(c), EXP, FLUSH));
    end else begin : g_clocked
      reg [W-1:0] first;
      wire unused = &{1'b0, ce};
      always @(posedge clk) if (ce[0]) first <= W'(sh_dpi_ffma(64'(a), 64'(b), 64'(c), EXP, FLUSH));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce[0]), .d(first), .q(q));
    end
  endgenerate
`else
  sh_ffma_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY), .ENABLES(ENABLES)) gates (
      .clk(clk), .ce(ce), .a(a), .b(b), .c(c), .q(q));
`endif
endmodule

// Steps: unpack; tiles of the product, and how far c is from it; sums of two tiles, and c in its place; sum of the product; add;
// magnitude; count leading zeros; normalize; put together; behind the last register, round.
//
// The sum is made in a field that holds, from its highest bit,
//     MAN + 1 bits for a c that is far larger than the product (which then only counts as something below c),
//     2 bits between, the 2 * MAN + 2 bits of the product, 3 bits more of a smaller c
//     (a denormal factor leaves as few as MAN + 1 bits of product, which need a guard bit), and what is lost of c.
module sh_ffma_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 7,
    parameter ENABLES = 1
) (
    input  wire             clk,
    input  wire [ENABLES-1:0] ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    input  wire [EXP+MAN:0] c,
    output wire [EXP+MAN:0] q
);
  localparam STEPS = 9;
  localparam R0    = LATENCY / STEPS;
  localparam R1    = (2 * LATENCY) / STEPS;
  localparam R2    = (3 * LATENCY) / STEPS;

  localparam [31:0] BIAS  = (1 << (EXP - 1)) - 1;
  localparam [31:0] ABOVE = MAN + 4 - BIAS; // from the sum of the exponents to that of the field's highest bit
  localparam        E     = EXP + 2;
  localparam        P     = 2 * MAN + 2;
  localparam        T     = (MAN + 1) + 2 + P + 3 + 1;

  // Step 0.
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
  wire             c_sign, c_zero, c_inf, c_nan;
  wire [EXP-1:0]   c_exponent;
  wire [MAN:0]     c_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_c (
      .x(c), .sign(c_sign), .exponent(c_exponent), .significand(c_significand),
      .zero(c_zero), .inf(c_inf), .nan(c_nan));
  wire             sign       = a_sign ^ b_sign;
  wire             subtract   = sign ^ c_sign;
  wire             ab_zero    = a_zero | b_zero;
  wire             ab_inf     = a_inf | b_inf;
  wire             nan        = a_nan | b_nan | c_nan | (ab_inf & ab_zero) | (ab_inf & c_inf & subtract);
  wire             inf        = ab_inf | c_inf;
  wire             inf_sign   = ab_inf ? sign : c_sign;
  wire             unused     = &{1'b0, c_zero};

  wire             sign0, subtract0, inf0, inf_sign0, nan0, ab_zero0;
  wire [EXP-1:0]   a_exponent0, b_exponent0, c_exponent0;
  wire [MAN:0]     a0, b0, c0;
  sh_stage #(.WIDTH(6 + 3 * EXP + 3 * (MAN + 1)), .STEP(0), .STEPS(STEPS), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce[0]),
      .d({sign, subtract, inf, inf_sign, nan, ab_zero, a_exponent, b_exponent, c_exponent,
          a_significand, b_significand, c_significand}),
      .q({sign0, subtract0, inf0, inf_sign0, nan0, ab_zero0, a_exponent0, b_exponent0, c_exponent0, a0, b0, c0}));

  // Step 1; registers of the product are behind its tiles, and in step 2 behind their sums.
  wire [P-1:0]     product;
  sh_product #(.WIDTH(MAN + 1), .TILES(R1 - R0), .PAIRS(R2 - R1)) multiply (
      .clk(clk), .ce(ce[0]), .a(a0), .b(b0), .q(product));
  wire [E-1:0]     field_top  = {2'b00, a_exponent0} + {2'b00, b_exponent0} + ABOVE[E-1:0];
  wire [E-1:0]     difference = field_top - {2'b00, c_exponent0};
  wire             dominated  = difference[E-1] | ab_zero0;
  wire [E-1:0]     distance   = dominated ? {E{1'b0}} : difference;
  wire [E-1:0]     top        = dominated ? {2'b00, c_exponent0} : field_top;
  wire             sign1, subtract1, inf1, inf_sign1, nan1;
  wire [E-1:0]     distance1, top1;
  wire [MAN:0]     addend1;
  sh_stage #(.WIDTH(5 + 2 * E + MAN + 1), .STEP(1), .STEPS(STEPS), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce[0]),
      .d({sign0, subtract0, inf0, inf_sign0, nan0, distance, top, c0}),
      .q({sign1, subtract1, inf1, inf_sign1, nan1, distance1, top1, addend1}));

  // Step 2.
  wire [T-1:0]     aligned;
  sh_shift_right #(.WIDTH(T), .BITS(E)) align (
      .x({addend1, {(T - MAN - 1) {1'b0}}}), .distance(distance1), .y(aligned));
  wire             sign2, subtract2, inf2, inf_sign2, nan2;
  wire [E-1:0]     top2;
  wire [T-1:0]     c2;
  sh_stage #(.WIDTH(5 + E + T), .STEP(2), .STEPS(STEPS), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce[0]),
      .d({sign1, subtract1, inf1, inf_sign1, nan1, top1, aligned}),
      .q({sign2, subtract2, inf2, inf_sign2, nan2, top2, c2}));

  // Step 3: the sum of the tiles.
  wire             sign3, subtract3, inf3, inf_sign3, nan3;
  wire [E-1:0]     top3;
  wire [T-1:0]     c3;
  wire [P-1:0]     product3;
  sh_stage #(.WIDTH(5 + E + T + P), .STEP(3), .STEPS(STEPS), .LATENCY(LATENCY)) bank3 (
      .clk(clk), .ce(ce[0]),
      .d({sign2, subtract2, inf2, inf_sign2, nan2, top2, c2, product}),
      .q({sign3, subtract3, inf3, inf_sign3, nan3, top3, c3, product3}));

  // Step 4: the highest bit of the sum is its sign.
  wire [T:0]       augend = {{(MAN + 4) {1'b0}}, product3, 4'b0000};
  wire [T:0]       sum    = augend + ({1'b0, c3} ^ {(T + 1) {subtract3}}) + {{T{1'b0}}, subtract3};
  wire             sign4, subtract4, inf4, inf_sign4, nan4;
  wire [E-1:0]     top4;
  wire [T:0]       sum4;
  sh_stage #(.WIDTH(5 + E + T + 1), .STEP(4), .STEPS(STEPS), .LATENCY(LATENCY)) bank4 (
      .clk(clk), .ce(ce[ENABLES-1]),
      .d({sign3, subtract3, inf3, inf_sign3, nan3, top3, sum}),
      .q({sign4, subtract4, inf4, inf_sign4, nan4, top4, sum4}));

  // Step 5: an exact zero is +0, but for the sum of two -0. top is at least c's exponent, thus positive. A one is set where the
  // smallest normal has its highest bit, so that normalizing ends there.
  wire             negative  = sum4[T];
  wire [T-1:0]     magnitude = (sum4[T-1:0] ^ {T{negative}}) + {{(T - 1) {1'b0}}, negative};
  wire             sum_sign  = inf4 ? inf_sign4 : ~|sum4 ? sign4 & ~subtract4 : sign4 ^ negative;
  wire [T:0]       lowest    = {1'b1, {T{1'b0}}} >> top4;
  wire             unused_lowest = lowest[T];
  wire             sign5, inf5, nan5;
  wire [E-1:0]     top5;
  wire [T-1:0]     sum5, sought5;
  sh_stage #(.WIDTH(3 + E + 2 * T), .STEP(5), .STEPS(STEPS), .LATENCY(LATENCY)) bank5 (
      .clk(clk), .ce(ce[ENABLES-1]),
      .d({sum_sign, inf4, nan4, top4, magnitude, magnitude | lowest[T-1:0]}),
      .q({sign5, inf5, nan5, top5, sum5, sought5}));

  // Step 6.
  wire [E-1:0]     count;
  sh_lead #(.WIDTH(T), .COUNT(E)) lead (.x(sought5), .count(count));
  wire             sign6, inf6, nan6;
  wire [E-1:0]     top6, count6;
  wire [T-1:0]     sum6;
  sh_stage #(.WIDTH(3 + 2 * E + T), .STEP(6), .STEPS(STEPS), .LATENCY(LATENCY)) bank6 (
      .clk(clk), .ce(ce[ENABLES-1]),
      .d({sign5, inf5, nan5, top5, count, sum5}),
      .q({sign6, inf6, nan6, top6, count6, sum6}));

  // Step 7.
  wire [T-1:0]     normalized = sum6 << count6;
  wire [E-1:0]     exponent   = top6 - count6;
  wire             unused_top = exponent[E-1];
  wire             sign7, inf7, nan7;
  wire [EXP:0]     exponent7;
  wire [T-1:0]     sum7;
  sh_stage #(.WIDTH(3 + EXP + 1 + T), .STEP(7), .STEPS(STEPS), .LATENCY(LATENCY)) bank7 (
      .clk(clk), .ce(ce[ENABLES-1]),
      .d({sign6, inf6, nan6, exponent[EXP:0], normalized}),
      .q({sign7, inf7, nan7, exponent7, sum7}));

  // Step 8.
  wire             over = exponent7[EXP] | &exponent7[EXP-1:0];
  wire [EXP+MAN+2:0] whole, whole8;
  sh_special #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) special (
      .sign(sign7), .exponent(exponent7[EXP-1:0]), .significand({sum7[T-1:T-MAN-2], |sum7[T-MAN-3:0]}),
      .inf(inf7 | over), .nan(nan7), .d(whole));
  sh_stage #(.WIDTH(EXP + MAN + 3), .STEP(8), .STEPS(STEPS), .LATENCY(LATENCY)) bank8 (
      .clk(clk), .ce(ce[ENABLES-1]), .d(whole), .q(whole8));

  sh_round #(.EXP(EXP), .MAN(MAN)) round (.d(whole8), .q(q));
endmodule

`default_nettype wire
