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

// Steps: magnitude; count leading zeros; normalize; put together; behind the last register, round.
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
  // Where steps end, in parts of the whole depth.
  localparam        D0   = 2, D1 = 4, D2 = 5, DEPTH = 6;
  localparam [31:0] BIAS = (1 << (EXP - 1)) - 1;
  // Normalized, the integer fills N bits: those of a significand, its guard bit and at least one more.
  localparam        N    = (WIDTH > MAN + 3) ? WIDTH : MAN + 3;
  localparam        E    = EXP + 2; // holds N and any exponent
  localparam [31:0] TOP  = BIAS + WIDTH - 1;

  // Step 0.
  wire             sign      = (SIGNED != 0) & a[WIDTH-1];
  wire [WIDTH-1:0] magnitude = (a ^ {WIDTH{sign}}) + {{(WIDTH - 1) {1'b0}}, sign};
  wire             sign0;
  wire [WIDTH-1:0] magnitude0;
  sh_stage #(.WIDTH(1 + WIDTH), .STEP(0), .SIZE(D0), .STEPS(DEPTH), .LATENCY(LATENCY)) bank0 (
      .clk(clk), .ce(ce),
      .d({sign, magnitude}),
      .q({sign0, magnitude0}));

  // Step 1.
  wire [N-1:0]     wide;
  generate
    if (N == WIDTH) begin : g_wide
      assign wide = magnitude0;
    end else begin : g_narrow
      assign wide = {magnitude0, {(N - WIDTH) {1'b0}}};
    end
  endgenerate
  wire [E-1:0]     count;
  sh_lead #(.WIDTH(N), .COUNT(E)) lead (.x(wide), .count(count));
  wire             sign1;
  wire [E-1:0]     count1;
  wire [N-1:0]     wide1;
  sh_stage #(.WIDTH(1 + E + N), .STEP(D0), .SIZE(D1 - D0), .STEPS(DEPTH), .LATENCY(LATENCY)) bank1 (
      .clk(clk), .ce(ce), .d({sign0, count, wide}), .q({sign1, count1, wide1}));

  // Step 2.
  wire [N-1:0]     normalized = wide1 << count1;
  wire [E-1:0]     exponent   = TOP[E-1:0] - count1;
  wire             sign2;
  wire [E-1:0]     exponent2;
  wire [N-1:0]     normalized2;
  sh_stage #(.WIDTH(1 + E + N), .STEP(D1), .SIZE(D2 - D1), .STEPS(DEPTH), .LATENCY(LATENCY)) bank2 (
      .clk(clk), .ce(ce), .d({sign1, exponent, normalized}), .q({sign2, exponent2, normalized2}));

  // Step 3. No integer is denormal: FLUSH has nothing to do.
  wire             over = exponent2[E-1] | exponent2[EXP] | &exponent2[EXP-1:0];
  wire [EXP+MAN+2:0] whole, whole3;
  sh_special #(.EXP(EXP), .MAN(MAN), .FLUSH(FLUSH)) special (
      .sign(sign2), .exponent(exponent2[EXP-1:0]),
      .significand({normalized2[N-1:N-MAN-2], |normalized2[N-MAN-3:0]}),
      .inf(over), .nan(1'b0), .d(whole));
  sh_stage #(.WIDTH(EXP + MAN + 3), .STEP(D2), .SIZE(DEPTH - D2), .STEPS(DEPTH), .LATENCY(LATENCY)) bank3 (
      .clk(clk), .ce(ce), .d(whole), .q(whole3));

  sh_round #(.EXP(EXP), .MAN(MAN)) round (.d(whole3), .q(q));
endmodule

`default_nettype wire
