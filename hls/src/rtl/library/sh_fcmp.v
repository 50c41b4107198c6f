`default_nettype none

// Comparison of floats: lt for a < b, eq for a == b, unordered where one is NaN. All others follow from these.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_fcmp #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 1
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    output wire             lt,
    output wire             eq,
    output wire             unordered
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_fcmp(
      input longint unsigned a, input longint unsigned b, input int exp, input int flush);
  localparam W = 3;
  generate
    if (EXP + MAN + 1 == 16) begin : g_gates
      sh_fcmp_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) gates (
          .clk(clk), .ce(ce), .a(a), .b(b), .lt(lt), .eq(eq), .unordered(unordered));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign {lt, eq, unordered} = W'(sh_dpi_fcmp(64'(a), 64'(b), EXP, FLUSH));
    end else begin : g_clocked
      reg [W-1:0] first;
      always @(posedge clk) if (ce) first <= W'(sh_dpi_fcmp(64'(a), 64'(b), EXP, FLUSH));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce), .d(first), .q({lt, eq, unordered}));
    end
  endgenerate
`else
  sh_fcmp_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .LATENCY(LATENCY)) gates (
      .clk(clk), .ce(ce), .a(a), .b(b), .lt(lt), .eq(eq), .unordered(unordered));
`endif
endmodule

// One step.
module sh_fcmp_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter LATENCY = 1
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [EXP+MAN:0] a,
    input  wire [EXP+MAN:0] b,
    output wire             lt,
    output wire             eq,
    output wire             unordered
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
  // Values of equal sign compare like their bits, but for two zeros; so do flushed denormals, of which two are zeros.
  wire [EXP+MAN-1:0] a_magnitude = a[EXP+MAN-1:0];
  wire [EXP+MAN-1:0] b_magnitude = b[EXP+MAN-1:0];
  wire           same     = a_magnitude == b_magnitude;
  wire           below    = a_magnitude < b_magnitude;
  wire           zeros    = a_zero & b_zero;
  wire           any_nan  = a_nan | b_nan;
  wire           order    = (a_sign ? ~same & ~below : below) & ~((FLUSH != 0) & zeros);
  wire           less     = (a_sign != b_sign) ? a_sign & ~zeros : order;
  wire           equal    = zeros | (same & (a_sign == b_sign));
  wire           unused   = &{1'b0, a_inf, b_inf, a_exponent, b_exponent, a_significand, b_significand};

  sh_delay #(.WIDTH(3), .LATENCY(LATENCY)) bank (
      .clk(clk), .ce(ce),
      .d({less & ~any_nan, equal & ~any_nan, any_nan}),
      .q({lt, eq, unordered}));
endmodule

`default_nettype wire
