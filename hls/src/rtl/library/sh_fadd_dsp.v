`default_nettype none

// q = a + b of floats of 32 bits, as sh_fadd has it, with DSPs as shifters: a product with 2^n is the other factor, shifted. Each of the
// two shifts is a product of at most 26 x 16 bits, and a choice whether it is 16 bits further.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_fadd_dsp #(
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
  // The same bits.
  sh_fadd #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) sum (.clk(clk), .ce(ce), .a(a), .b(b), .q(q));
`else
  sh_fadd_dsp_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) gates (.clk(clk), .ce(ce), .a(a), .b(b), .q(q));
`endif
endmodule

// Steps: order by magnitude; align, in a DSP; add; count leading zeros; normalize, in a DSP; put together; behind the last register, round.
module sh_fadd_dsp_gates #(
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
  localparam D0 = 12, D1 = 24, D2 = 32, D3 = 42, D4 = 52, D5 = 62, DEPTH = 70;
  localparam FLAGS = 4;
  localparam S     = MAN + 5; // bits of the sum
  localparam COUNT = $clog2(S + 1);
  localparam FINE  = 4;       // bits of a distance that a product shifts by
  localparam SPAN = 1 << FINE;
  localparam P     = MAN + SPAN; // bits of a product

  // Step 0: x is the operand with the larger magnitude. What is no number has the largest exponent, and is x. The distance is that
  // of exponents, of which the least is 1.
  wire             swap = a[EXP+MAN-1:0] < b[EXP+MAN-1:0];
  wire [EXP+MAN:0] larger   = swap ? b : a;
  wire [EXP+MAN:0] smaller  = swap ? a : b;
  wire             a_tiny   = ~|a[EXP+MAN-1:MAN];
  wire             b_tiny   = ~|b[EXP+MAN-1:MAN];
  wire [EXP-1:0]   from     = {larger[EXP+MAN-1:MAN+1], larger[MAN] | (swap ? b_tiny : a_tiny)};
  wire [EXP-1:0]   to       = {smaller[EXP+MAN-1:MAN+1], smaller[MAN] | (swap ? a_tiny : b_tiny)};
  wire [EXP-1:0]   distance = from - to;

  wire [EXP+MAN:0] x0, y0;
  wire [EXP-1:0]   distance0;
  sh_stage #(.WIDTH(2 * (EXP + MAN + 1) + EXP), .STEP(0), .SIZE(D0), .STEPS(DEPTH), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce), .d({larger, smaller, distance}), .q({x0, y0, distance0}));

  // Step 1.
  wire             x_sign, x_zero, x_inf, x_nan, y_sign, y_zero, y_inf, y_nan;
  wire [EXP-1:0]   exponent0, y_exponent;
  wire [MAN:0]     x_significand, y_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_x (
      .x(x0), .sign(x_sign), .exponent(exponent0), .significand(x_significand), .zero(x_zero), .inf(x_inf), .nan(x_nan));
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_y (
      .x(y0), .sign(y_sign), .exponent(y_exponent), .significand(y_significand), .zero(y_zero), .inf(y_inf), .nan(y_nan));
  wire             unused    = &{1'b0, x_zero, y_zero, y_nan, y_exponent};
  wire             subtract0 = x_sign ^ y_sign;
  wire             nan0      = x_nan | (x_inf & y_inf & subtract0);
  wire [SPAN-1:0] left = {1'b1, {(SPAN - 1) {1'b0}}} >> distance0[FINE-1:0];
  wire [P:0]       shifted = {{SPAN{1'b0}}, y_significand} * {{(MAN + 1) {1'b0}}, left};

  wire             sign1, subtract1, inf1, nan1, far1, half1;
  wire [EXP-1:0]   exponent1;
  wire [MAN:0]     x1;
  wire [P-1:0]     shifted1;
  sh_stage #(.WIDTH(FLAGS + 2 + EXP + MAN + 1 + P), .STEP(D0), .SIZE(D1 - D0), .STEPS(DEPTH), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce),
      .d({x_sign, subtract0, x_inf, nan0, |distance0[EXP-1:FINE+1], distance0[FINE], exponent0, x_significand, shifted[P-1:0]}),
      .q({sign1, subtract1, inf1, nan1, far1, half1, exponent1, x1, shifted1}));
  wire unused_top = &{1'b0, shifted[P]};

  // Step 2: what is lost.
  localparam LOST = SPAN - 4; // bits below the three that are kept
  wire             lost = (|shifted1[LOST-1:0]) | ((half1 | far1) & |shifted1[LOST+SPAN-1:LOST]) | (far1 & |shifted1[P-1:LOST+SPAN]);

  wire             sign2, subtract2, inf2, nan2, far2, half2, lost2;
  wire [EXP-1:0]   exponent2;
  wire [MAN:0]     x2;
  wire [P-1:LOST]  shifted2;
  sh_stage #(.WIDTH(FLAGS + 3 + EXP + MAN + 1 + P - LOST), .STEP(D1), .SIZE(D2 - D1), .STEPS(DEPTH), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce),
      .d({sign1, subtract1, inf1, nan1, far1, half1, lost, exponent1, x1, shifted1[P-1:LOST]}),
      .q({sign2, subtract2, inf2, nan2, far2, half2, lost2, exponent2, x2, shifted2}));

  // Step 3: never negative, because x is the larger one.
  wire [MAN+3:0]   kept   = far2 ? {(MAN + 4) {1'b0}} : half2 ? {{SPAN{1'b0}}, shifted2[P-1:LOST+SPAN]} : shifted2;
  wire [S-1:0]     addend = {1'b0, kept[MAN+3:1], kept[0] | lost2} ^ {S{subtract2}};
  wire [S-1:0]     sum    = {1'b0, x2, 3'b000} + addend + {{(S - 1) {1'b0}}, subtract2};
  wire [COUNT-1:0] limit  = exponent2[COUNT-1:0] | {COUNT{|exponent2[EXP-1:COUNT]}};

  wire             sign3, inf3, nan3, subtract3;
  wire [EXP-1:0]   exponent3;
  wire [COUNT-1:0] limit3;
  wire [S-1:0]     sum3;
  sh_stage #(.WIDTH(FLAGS + EXP + COUNT + S), .STEP(D2), .SIZE(D3 - D2), .STEPS(DEPTH), .LATENCY(LATENCY)) bank3 (
      .clk(clk), .ce(ce),
      .d({sign2, subtract2, inf2, nan2, exponent2, limit, sum}),
      .q({sign3, subtract3, inf3, nan3, exponent3, limit3, sum3}));

  // Step 4.
  wire [COUNT-1:0] zeros;
  sh_lead #(.WIDTH(S), .COUNT(COUNT)) lead (.x(sum3), .count(zeros));
  wire             sign  = sign3 & ~(subtract3 & (zeros == S) & ~inf3);
  wire [COUNT-1:0] count = (zeros < limit3) ? zeros : limit3;

  wire             sign4, inf4, nan4;
  wire [EXP-1:0]   exponent4;
  wire [COUNT-1:0] count4;
  wire [S-1:0]     sum4;
  sh_stage #(.WIDTH(3 + EXP + COUNT + S), .STEP(D3), .SIZE(D4 - D3), .STEPS(DEPTH), .LATENCY(LATENCY)) bank4 (
      .clk(clk), .ce(ce),
      .d({sign, inf3, nan3, exponent3, count, sum3}),
      .q({sign4, inf4, nan4, exponent4, count4, sum4}));

  // Step 5: the two lowest bits are zeros where the shift is by more than two.
  localparam N = S - 2;
  wire [SPAN-1:0] up   = {{(SPAN - 1) {1'b0}}, 1'b1} << count4[FINE-1:0];
  wire [N-1:0]     full = sum4[S-1:2] * {{(N - SPAN) {1'b0}}, up};
  wire [EXP:0]     top  = {1'b0, exponent4} + {{EXP{1'b0}}, 1'b1} - {{(EXP + 1 - COUNT) {1'b0}}, count4};
  wire             two  = count4 == 2;

  wire             sign5, inf5, nan5, half5, guard5, below5;
  wire [EXP:0]     exponent5;
  wire [N-1:0]     full5;
  sh_stage #(.WIDTH(6 + EXP + 1 + N), .STEP(D4), .SIZE(D5 - D4), .STEPS(DEPTH), .LATENCY(LATENCY)) bank5 (
      .clk(clk), .ce(ce),
      .d({sign4, inf4, nan4, count4[FINE], two & sum4[1], sum4[0] | (sum4[1] & ~two), top, full}),
      .q({sign5, inf5, nan5, half5, guard5, below5, exponent5, full5}));

  // Step 6.
  wire [N-1:0]     sum5 = half5 ? {full5[N-SPAN-1:0], {SPAN{1'b0}}} : full5;
  wire             over = exponent5[EXP] | &exponent5[EXP-1:0];
  wire [EXP+MAN+2:0] whole, whole6;
  sh_special #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) special (
      .sign(sign5), .exponent(exponent5[EXP-1:0]), .significand({sum5[N-1:2], sum5[1] | guard5, sum5[0] | below5}),
      .inf(inf5 | over), .nan(nan5), .d(whole));
  sh_stage #(.WIDTH(EXP + MAN + 3), .STEP(D5), .SIZE(DEPTH - D5), .STEPS(DEPTH), .LATENCY(LATENCY)) bank6 (
      .clk(clk), .ce(ce), .d(whole), .q(whole6));

  sh_round #(.EXP(EXP), .MAN(MAN)) round (.d(whole6), .q(q));
endmodule

`default_nettype wire
