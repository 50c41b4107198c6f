`default_nettype none

// The float nearest to an integer of WIDTH bits, in one rounding.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

module sh_i2f #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter WIDTH   = 32,
    parameter SIGNED  = 1,
    parameter LATENCY = 3
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [WIDTH-1:0] a,
    output wire [EXP+MAN:0] q
);
`ifdef SYCL_HLS_DPI
  import "DPI-C" pure function longint unsigned sh_dpi_i2f(
      input longint unsigned a, input int exp, input int width, input int is_signed);
  localparam W = EXP + MAN + 1;
  generate
    if (EXP + MAN + 1 == 16 || WIDTH > 64) begin : g_gates
      sh_i2f_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .WIDTH(WIDTH), .SIGNED(SIGNED), .LATENCY(LATENCY)) gates (
          .clk(clk), .ce(ce), .a(a), .q(q));
    end else if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = W'(sh_dpi_i2f(64'(a), EXP, WIDTH, SIGNED));
    end else begin : g_clocked
      reg [W-1:0] first;
      always @(posedge clk) if (ce) first <= W'(sh_dpi_i2f(64'(a), EXP, WIDTH, SIGNED));
      sh_delay #(.WIDTH(W), .LATENCY(LATENCY - 1)) rest (.clk(clk), .ce(ce), .d(first), .q(q));
    end
  endgenerate
`else
  sh_i2f_gates #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH), .WIDTH(WIDTH), .SIGNED(SIGNED), .LATENCY(LATENCY)) gates (
      .clk(clk), .ce(ce), .a(a), .q(q));
`endif
endmodule

// Steps: magnitude; normalize; round.
module sh_i2f_gates #(
    parameter EXP     = 8,
    parameter MAN     = 23,
    parameter FLUSH   = 0,
    parameter WIDTH   = 32,
    parameter SIGNED  = 1,
    parameter LATENCY = 3
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [WIDTH-1:0] a,
    output wire [EXP+MAN:0] q
);
  localparam [31:0] BIAS = (1 << (EXP - 1)) - 1;
  // Normalized, the integer fills N bits: those of a significand, its guard bit and at least one more.
  localparam        N    = (WIDTH > MAN + 3) ? WIDTH : MAN + 3;
  localparam        E    = EXP + 2; // holds N and any exponent
  localparam [31:0] TOP  = BIAS + N - 1;

  // Step 0.
  wire             sign      = (SIGNED != 0) & a[WIDTH-1];
  wire [WIDTH-1:0] magnitude = (a ^ {WIDTH{sign}}) + {{(WIDTH - 1) {1'b0}}, sign};
  wire             sign0;
  wire [WIDTH-1:0] magnitude0;
  sh_stage #(.WIDTH(1 + WIDTH), .STEP(0), .STEPS(3), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce),
      .d({sign, magnitude}),
      .q({sign0, magnitude0}));

  // Step 1.
  wire [N-1:0]     wide;
  generate
    if (N == WIDTH) begin : g_wide
      assign wide = magnitude0;
    end else begin : g_narrow
      assign wide = {{(N - WIDTH) {1'b0}}, magnitude0};
    end
  endgenerate
  wire [N-1:0]     normalized;
  wire [E-1:0]     count;
  sh_normalize #(.WIDTH(N), .LIMIT(E)) normalize (
      .x(wide), .limit({E{1'b1}}), .y(normalized), .count(count));
  wire [E-1:0]     exponent = TOP[E-1:0] - count;
  wire             sign1, inf1;
  wire [EXP:0]     exponent1;
  wire [MAN+2:0]   significand1;
  sh_stage #(.WIDTH(2 + EXP + 1 + MAN + 3), .STEP(1), .STEPS(3), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce),
      .d({sign0, exponent[E-1], exponent[EXP:0], normalized[N-1:N-MAN-2], |normalized[N-MAN-3:0]}),
      .q({sign1, inf1, exponent1, significand1}));

  // Step 2. No integer is denormal: FLUSH has nothing to do.
  wire [EXP+MAN:0] result;
  sh_pack #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) pack (
      .sign(sign1), .exponent(exponent1), .significand(significand1), .inf(inf1), .nan(1'b0), .q(result));
  sh_stage #(.WIDTH(EXP + MAN + 1), .STEP(2), .STEPS(3), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce), .d(result), .q(q));
endmodule

`default_nettype wire
