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

// Steps: find the unit; what lies at it and below it; what to add; behind the last register, add.
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
  // Where steps end, in parts of the whole depth.
  localparam        D0    = 3, D1 = 5, DEPTH = 6;
  localparam        M     = EXP + MAN; // bits of a magnitude
  localparam [31:0] BIAS  = (1 << (EXP - 1)) - 1;
  localparam [31:0] MOST  = MAN + 1; // the lowest bit that rounding can ask for is the unit's half, down to 0.5
  localparam [31:0] WHOLE = BIAS + MAN; // exponents from here on have no fraction

  // Step 0: the unit is bit `places` of the significand. Below 0.5 (tiny) there is neither unit nor half.
  wire             a_sign, a_zero, a_inf, a_nan;
  wire [EXP-1:0]   a_exponent;
  wire [MAN:0]     a_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_a (
      .x(a), .sign(a_sign), .exponent(a_exponent), .significand(a_significand),
      .zero(a_zero), .inf(a_inf), .nan(a_nan));
  wire             exact  = a_exponent >= WHOLE[EXP-1:0];
  wire             tiny   = a_exponent < BIAS[EXP-1:0] - {{(EXP - 1) {1'b0}}, 1'b1};
  wire             below1 = a_exponent < BIAS[EXP-1:0];
  wire [EXP-1:0]   places = exact ? {EXP{1'b0}} : tiny ? MOST[EXP-1:0] : WHOLE[EXP-1:0] - a_exponent;
  wire             unused = &{1'b0, a_inf};

  wire             sign0, nan0, zero0, exact0, tiny0, below0;
  wire [EXP-1:0]   places0;
  wire [M-1:0]     a0;
  wire [MAN:0]     significand0;
  sh_stage #(.WIDTH(6 + EXP + M + MAN + 1), .STEP(0), .SIZE(D0), .STEPS(DEPTH), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce),
      .d({a_sign, a_nan, a_zero, exact, tiny, below1, places, a[M-1:0], a_significand}),
      .q({sign0, nan0, zero0, exact0, tiny0, below0, places0, a0, significand0}));

  // Step 1.
  wire [MAN+1:0]   unit  = {{(MAN + 1) {1'b0}}, 1'b1} << places0;
  wire [MAN+1:0]   lower = ~({(MAN + 2) {1'b1}} << places0);
  wire [MAN+1:0]   wide  = {1'b0, significand0};
  wire             odd   = |(wide & unit);
  wire             half  = |(wide & (unit >> 1)) & ~tiny0 & ~exact0;
  wire             rest  = |(wide & (lower >> 1)) | (tiny0 & ~zero0);
  wire [M-1:0]     cut   = a0 & ~{{EXP{1'b0}}, lower[MAN-1:0]};
  wire             unused_lower = &{1'b0, lower[MAN+1:MAN], unit[MAN+1]};

  wire             sign1, nan1, below_one1, odd1, half1, rest1;
  wire [M-1:0]     cut1;
  wire [MAN:0]     unit1;
  sh_stage #(.WIDTH(6 + M + MAN + 1), .STEP(D0), .SIZE(D1 - D0), .STEPS(DEPTH), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce),
      .d({sign0, nan0, below0, odd, half, rest, cut, unit[MAN:0]}),
      .q({sign1, nan1, below_one1, odd1, half1, rest1, cut1, unit1}));

  // Step 2. Below 1 the result is 0 or 1. Above, a carry out of the fraction is a step of the exponent.
  wire             any  = half1 | rest1;
  wire             up   = (MODE == 0) ? sign1 & any
                        : (MODE == 1) ? ~sign1 & any
                        : (MODE == 2) ? 1'b0
                        : (MODE == 3) ? half1
                        : half1 & (rest1 | odd1);
  wire             unused_odd = odd1;
  wire [M-1:0]     one  = {BIAS[EXP-1:0], {MAN{1'b0}}};
  wire [M-1:0]     base = nan1 ? {{(EXP + 1) {1'b1}}, {(MAN - 1) {1'b0}}} : cut1 & {M{~below_one1}};
  wire [M-1:0]     step = {M{up & ~nan1}} & (below_one1 ? one : {{(EXP - 1) {1'b0}}, unit1});

  wire             sign2;
  wire [M-1:0]     base2, step2;
  sh_stage #(.WIDTH(1 + 2 * M), .STEP(D1), .SIZE(DEPTH - D1), .STEPS(DEPTH), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce),
      .d({sign1 & ~nan1, base, step}),
      .q({sign2, base2, step2}));

  assign q = {sign2, base2 + step2};
endmodule

`default_nettype wire
