`default_nettype none

// Shifters of the float operators, and where their distances come from. Combinational, and as flat as they can be.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

// x >> distance; whatever is lost sets the lowest bit, so that rounding knows that there was something. What is lost is
// found beside the shift, not behind it.
module sh_shift_right #(
    parameter WIDTH = 8,
    parameter BITS  = 3
) (
    input  wire [WIDTH-1:0] x,
    input  wire [BITS-1:0]  distance,
    output wire [WIDTH-1:0] y
);
  localparam NEEDED = $clog2(WIDTH + 1);
  localparam NEAR   = (BITS < NEEDED) ? BITS : NEEDED;

  wire             far;
  wire [NEAR-1:0]  near = distance[NEAR-1:0];
  generate
    if (BITS > NEAR) begin : g_far
      assign far = |distance[BITS-1:NEAR];
    end else begin : g_near
      assign far = 1'b0;
    end
  endgenerate
  wire [WIDTH-1:0] kept   = (x >> near) & {WIDTH{~far}};
  wire [WIDTH-1:0] beyond = ~({WIDTH{1'b1}} << near) | {WIDTH{far}};
  wire             lost   = |(x & beyond);

  assign y = {kept[WIDTH-1:1], kept[0] | lost};
endmodule

// How many zeros there are above the highest set bit; of 0, WIDTH. COUNT bits hold WIDTH.
module sh_lead #(
    parameter WIDTH = 8,
    parameter COUNT = 4
) (
    input  wire [WIDTH-1:0] x,
    output wire [COUNT-1:0] count
);
  localparam BITS = $clog2(WIDTH + 1);
  localparam SIZE = 1 << BITS;

  // Ones below x make it a power of two wide.
  wire            any;
  wire [BITS-1:0] zeros;
  sh_lead_part #(.BITS(BITS)) tree (.x({x, {(SIZE - WIDTH) {1'b1}}}), .any(any), .count(zeros));
  wire            unused = &{1'b0, any};
  generate
    if (COUNT > BITS) begin : g_extended
      assign count = {{(COUNT - BITS) {1'b0}}, zeros};
    end else begin : g_as_is
      assign count = zeros;
    end
  endgenerate
endmodule

// The zeros above the highest set bit of 2^BITS bits, where any is set: those of the upper half, or of the lower one and
// half as many as there are bits.
module sh_lead_part #(
    parameter BITS = 1
) (
    input  wire [(1<<BITS)-1:0] x,
    output wire                 any,
    output wire [BITS-1:0]      count
);
  localparam HALF = (1 << BITS) / 2;
  generate
    if (BITS == 1) begin : g_pair
      assign any   = |x;
      assign count = ~x[1];
    end else begin : g_halves
      wire            upper_any, lower_any;
      wire [BITS-2:0] upper_count, lower_count;
      sh_lead_part #(.BITS(BITS - 1)) upper (.x(x[2*HALF-1:HALF]), .any(upper_any), .count(upper_count));
      sh_lead_part #(.BITS(BITS - 1)) lower (.x(x[HALF-1:0]), .any(lower_any), .count(lower_count));
      assign any   = upper_any | lower_any;
      assign count = {~upper_any, upper_any ? upper_count : lower_count};
    end
  endgenerate
endmodule

`default_nettype wire
