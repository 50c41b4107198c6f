`default_nettype none

// A float as a whole number. MODE: 0 floor, 1 ceil, 2 trunc, 3 nearest with halves away from zero, 4 nearest with
// halves to the even one. The sign stays, also that of a result of zero.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_fround #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter MODE    = 0,
    parameter LATENCY = 1
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    output wire [EXP+MAN:0] q
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_fround(
      input longint unsigned a, input int exp, input int flush, input int mode);
  localparam W = EXP + MAN + 1;
  generate
    if (EXP + MAN + 1 == 16) begin : g_gates
      sh_fround_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .MODE(MODE), .LATENCY(LATENCY)) gates (
          .clk(clk), .ce(ce), .a(a), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_fround(64'(a), EXP, FLUSH, MODE));
    end else begin : g_clocked
      reg [W-1:0] first;
      always @(posedge clk) if (ce) first <= W'(sh_dpi_fround(64'(a), EXP, FLUSH, MODE));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce), .d(first), .q(q));
    end
  endgenerate
`else
  sh_fround_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .MODE(MODE), .LATENCY(LATENCY)) gates (
      .clk(clk), .ce(ce), .a(a), .q(q));
`endif
endmodule

// Steps: find the unit and what lies below it; add.
module sh_fround_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter MODE    = 0,
    parameter LATENCY = 1
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    output wire [EXP+MAN:0] q
);
  localparam [31:0] BIAS = (1 << (EXP - 1)) - 1;
  localparam [31:0] MOST = MAN + 1; // the lowest bit that rounding can ask for is the unit's half, down to 0.5

  // Step 0: the unit is bit `places` of the significand. Below 0.5 (tiny) there is neither unit nor half.
  wire             a_sign, a_zero, a_inf, a_nan;
  wire [EXP-1:0]   a_exponent;
  wire [MAN:0]     a_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_a (
      .x(a), .sign(a_sign), .exponent(a_exponent), .significand(a_significand),
      .zero(a_zero), .inf(a_inf), .nan(a_nan));
  wire [EXP-1:0]   whole  = BIAS[EXP-1:0] + MAN[EXP-1:0]; // exponents from here on have no fraction
  wire             exact  = a_exponent >= whole;
  wire             tiny   = a_exponent < BIAS[EXP-1:0] - {{(EXP - 1) {1'b0}}, 1'b1};
  wire             below1 = a_exponent < BIAS[EXP-1:0];
  wire [EXP-1:0]   places = exact ? {EXP{1'b0}} : tiny ? MOST[EXP-1:0] : whole - a_exponent;
  wire [MAN+1:0]   unit   = {{(MAN + 1) {1'b0}}, 1'b1} << places;
  wire [MAN+1:0]   lower  = unit - {{(MAN + 1) {1'b0}}, 1'b1};
  wire [MAN+1:0]   wide   = {1'b0, a_significand};

  wire             odd    = |(wide & unit);
  wire             half   = |(wide & (unit >> 1)) & ~tiny & ~exact;
  wire             rest   = |(wide & (lower >> 1)) | (tiny & ~a_zero);
  wire             any    = half | rest;
  wire             up     = (MODE == 0) ? a_sign & any
                          : (MODE == 1) ? ~a_sign & any
                          : (MODE == 2) ? 1'b0
                          : (MODE == 3) ? half
                          : half & (rest | odd);

  // Below 1 the result is 0 or 1. Above, a carry out of the fraction is a step of the exponent.
  wire [EXP+MAN-1:0] one  = {BIAS[EXP-1:0], {MAN{1'b0}}};
  wire [EXP+MAN-1:0] cut  = a[EXP+MAN-1:0] & ~{{EXP{1'b0}}, lower[MAN-1:0]};
  wire [EXP+MAN-1:0] base = below1 ? {(EXP + MAN) {1'b0}} : cut;
  wire [EXP+MAN-1:0] step = {(EXP + MAN) {up}} & (below1 ? one : {{(EXP - 1) {1'b0}}, unit[MAN:0]});
  wire               unused = &{1'b0, a_inf, unit[MAN+1]};

  wire               sign0, nan0;
  wire [EXP+MAN-1:0] base0, step0;
  sh_stage #(.WIDTH(2 + 2 * (EXP + MAN)), .STEP(0), .STEPS(2), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce),
      .d({a_sign, a_nan, base, step}),
      .q({sign0, nan0, base0, step0}));

  // Step 1.
  wire [EXP+MAN:0]   result = nan0 ? {1'b0, {(EXP + 1) {1'b1}}, {(MAN - 1) {1'b0}}} : {sign0, base0 + step0};
  sh_stage #(.WIDTH(EXP + MAN + 1), .STEP(1), .STEPS(2), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce), .d(result), .q(q));
endmodule

`default_nettype wire
