`default_nettype none

// The smaller (MAX = 0) or larger (MAX = 1) of two floats, as in Rust: a NaN counts as missing, and -0 is below +0.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_fminmax #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter MAX     = 0,
    parameter LATENCY = 1
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    output wire [EXP+MAN:0] q
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_fminmax(
      input longint unsigned a, input longint unsigned b, input int exp, input int flush, input int max);
  localparam W = EXP + MAN + 1;
  generate
    if (EXP + MAN + 1 == 16) begin : g_gates
      sh_fminmax_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .MAX(MAX), .LATENCY(LATENCY)) gates (
          .clk(clk), .ce(ce), .a(a), .b(b), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_fminmax(64'(a), 64'(b), EXP, FLUSH, MAX));
    end else begin : g_clocked
      reg [W-1:0] first;
      always @(posedge clk) if (ce) first <= W'(sh_dpi_fminmax(64'(a), 64'(b), EXP, FLUSH, MAX));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce), .d(first), .q(q));
    end
  endgenerate
`else
  sh_fminmax_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .MAX(MAX), .LATENCY(LATENCY)) gates (
      .clk(clk), .ce(ce), .a(a), .b(b), .q(q));
`endif
endmodule

// One step.
module sh_fminmax_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter MAX     = 0,
    parameter LATENCY = 1
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    output wire [EXP+MAN:0] q
);
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
  // -0 is below +0 because their signs differ: unlike a comparison, this needs no look at zeros. Of two flushed denormals of one
  // sign, both are this zero.
  wire [EXP+MAN-1:0] a_magnitude = a[EXP+MAN-1:0];
  wire [EXP+MAN-1:0] b_magnitude = b[EXP+MAN-1:0];
  wire             below  = a_magnitude < b_magnitude;
  wire             above  = a_magnitude > b_magnitude;
  wire             less   = (a_sign != b_sign) ? a_sign : a_sign ? above : below;
  wire             take_a = b_nan | (~a_nan & (less ^ (MAX != 0)));
  wire             nan    = a_nan & b_nan;
  // A zero's magnitude is given anew, for flushed denormals.
  wire [EXP+MAN:0] a_flushed = {a_sign, a_magnitude & {(EXP + MAN) {~a_zero}}};
  wire [EXP+MAN:0] b_flushed = {b_sign, b_magnitude & {(EXP + MAN) {~b_zero}}};
  wire [EXP+MAN:0] result = nan ? {1'b0, {(EXP + 1) {1'b1}}, {(MAN - 1) {1'b0}}} : take_a ? a_flushed : b_flushed;
  wire             unused = &{1'b0, a_inf, b_inf, a_exponent, b_exponent, a_significand, b_significand};

  sh_delay #(.WIDTH(EXP + MAN + 1), .LATENCY(LATENCY)) bank (.clk(clk), .ce(ce), .d(result), .q(q));
endmodule

`default_nettype wire
