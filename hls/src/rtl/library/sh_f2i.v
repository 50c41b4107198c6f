`default_nettype none

// A float as an integer of WIDTH bits, as `as` of Rust: it truncates, saturates, and makes 0 of a NaN.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_f2i #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter WIDTH   = 32,
    parameter SIGNED  = 1,
    parameter LATENCY = 3
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    output wire [WIDTH-1:0] q
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_f2i(
      input longint unsigned a, input int exp, input int width, input int is_signed);
  localparam W = WIDTH;
  generate
    if (EXP + MAN + 1 == 16 || WIDTH > 64) begin : g_gates
      sh_f2i_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .WIDTH(WIDTH), .SIGNED(SIGNED), .LATENCY(LATENCY)) gates (
          .clk(clk), .ce(ce), .a(a), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_f2i(64'(a), EXP, WIDTH, SIGNED));
    end else begin : g_clocked
      reg [W-1:0] first;
      always @(posedge clk) if (ce) first <= W'(sh_dpi_f2i(64'(a), EXP, WIDTH, SIGNED));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce), .d(first), .q(q));
    end
  endgenerate
`else
  sh_f2i_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .WIDTH(WIDTH), .SIGNED(SIGNED), .LATENCY(LATENCY)) gates (
      .clk(clk), .ce(ce), .a(a), .q(q));
`endif
endmodule

// Steps: unpack; shift; negate and saturate.
module sh_f2i_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter WIDTH   = 32,
    parameter SIGNED  = 1,
    parameter LATENCY = 3
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    output wire [WIDTH-1:0] q
);
  localparam [31:0] BIAS = (1 << (EXP - 1)) - 1;
  localparam        E    = (EXP > 7 ? EXP : 7) + 2; // holds exponents with sign, and WIDTH

  // Step 0: the integer part of a has `bits` bits, none if that is not positive.
  wire             a_sign, a_zero, a_inf, a_nan;
  wire [EXP-1:0]   a_exponent;
  wire [MAN:0]     a_significand;
  sh_unpack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) unpack_a (
      .x(a), .sign(a_sign), .exponent(a_exponent), .significand(a_significand),
      .zero(a_zero), .inf(a_inf), .nan(a_nan));
  localparam [31:0] OFFSET = BIAS - 1;
  wire [E-1:0]     bits   = {{(E - EXP) {1'b0}}, a_exponent} - OFFSET[E-1:0];
  wire             none   = bits[E-1] | ~|bits | a_nan;
  wire [E-1:0]     places = WIDTH[E-1:0] - bits;
  // An infinity of a small format has no more bits than a wide integer.
  wire             beyond  = (places[E-1] & ~bits[E-1]) | a_inf;
  wire             unused = &{1'b0, a_zero};
  // The significand at the top of WIDTH bits: what does not fit is fraction wherever the value does fit.
  wire [WIDTH-1:0] field;
  generate
    if (WIDTH > MAN + 1) begin : g_wide
      assign field = {a_significand, {(WIDTH - MAN - 1) {1'b0}}};
    end else begin : g_narrow
      wire unused_low = |a_significand;
      assign field = a_significand[MAN:MAN+1-WIDTH];
    end
  endgenerate

  wire             sign0, nan0, none0, beyond0;
  wire [E-1:0]     places0;
  wire [WIDTH-1:0] field0;
  sh_stage #(.WIDTH(4 + E + WIDTH), .STEP(0), .STEPS(3), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce),
      .d({a_sign, a_nan, none, beyond, places, field}),
      .q({sign0, nan0, none0, beyond0, places0, field0}));

  // Step 1.
  wire [WIDTH-1:0] magnitude = none0 ? {WIDTH{1'b0}} : field0 >> places0;
  wire             sign1, nan1, beyond1;
  wire [WIDTH-1:0] magnitude1;
  sh_stage #(.WIDTH(3 + WIDTH), .STEP(1), .STEPS(3), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce),
      .d({sign0, nan0, beyond0, magnitude}),
      .q({sign1, nan1, beyond1, magnitude1}));

  // Step 2. A magnitude of 2^(WIDTH-1) saturates too, which leaves MIN as it is.
  wire             over  = beyond1 | ((SIGNED != 0) & magnitude1[WIDTH-1]);
  wire [WIDTH-1:0] limit = (SIGNED == 0) ? {WIDTH{~sign1}} : {sign1, {(WIDTH - 1) {~sign1}}};
  wire [WIDTH-1:0] value = (SIGNED == 0) ? magnitude1 & {WIDTH{~sign1}}
                         : (magnitude1 ^ {WIDTH{sign1}}) + {{(WIDTH - 1) {1'b0}}, sign1};
  wire [WIDTH-1:0] result = nan1 ? {WIDTH{1'b0}} : over ? limit : value;
  sh_stage #(.WIDTH(WIDTH), .STEP(2), .STEPS(3), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce), .d(result), .q(q));
endmodule

`default_nettype wire
