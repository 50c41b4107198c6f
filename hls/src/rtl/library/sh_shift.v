`default_nettype none

// Shifters of the float operators. Combinational, a row of multiplexers for each bit of the distance.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

// x >> distance; whatever is lost sets the lowest bit, so that rounding knows that there was something.
module sh_shift_right #(
    parameter WIDTH = 8,
    parameter BITS  = 3
) (
    input  wire     [WIDTH-1:0] x,
    input  wire     [BITS-1:0]  distance,
    output wire     [WIDTH-1:0] y
);
  reg [WIDTH-1:0] value;
  reg             lost;
  integer         k;

  always @* begin
    value = x;
    lost  = 1'b0;
    for (k = 0; k < BITS; k = k + 1) begin
      if (distance[k]) begin
        // From a row of 2^k >= WIDTH nothing comes back. The shifts are by constants.
        lost  = lost | |(k < 31 && (1 << k) < WIDTH ? value & ~({WIDTH{1'b1}} << (1 << k)) : value);
        value = k < 31 && (1 << k) < WIDTH ? value >> (1 << k) : {WIDTH{1'b0}};
      end
    end
  end

  assign y = {value[WIDTH-1:1], value[0] | lost};
endmodule

// How many zeros there are above the highest set bit; of 0, WIDTH. COUNT bits hold WIDTH.
module sh_lead #(
    parameter WIDTH = 8,
    parameter COUNT = 4
) (
    input  wire [WIDTH-1:0] x,
    output wire [COUNT-1:0] count
);
  // The smallest k with 2^k > value.
  function integer bits_of;
    input integer value;
    begin
      bits_of = 0;
      while ((1 << bits_of) <= value) bits_of = bits_of + 1;
    end
  endfunction

  localparam BITS = bits_of(WIDTH);
  localparam SIZE = 1 << BITS;

  reg [SIZE-1:0]  rest;
  reg [SIZE-1:0]  upper;
  reg [COUNT-1:0] zeros;
  integer         k;

  // Ones below x make it a power of two wide. Each step keeps the half with the highest set bit.
  always @* begin
    rest  = {x, {(SIZE - WIDTH) {1'b1}}};
    zeros = {COUNT{1'b0}};
    for (k = BITS - 1; k >= 0; k = k - 1) begin
      upper = rest >> (1 << k);
      if (|upper) rest = upper;
      else zeros = zeros | ({{(COUNT - 1) {1'b0}}, 1'b1} << k);
    end
  end

  assign count = zeros;
endmodule

// x << count: as far left as it goes, and no farther than the limit. LIMIT bits hold WIDTH.
module sh_normalize #(
    parameter WIDTH = 8,
    parameter LIMIT = 4
) (
    input  wire [WIDTH-1:0] x,
    input  wire [LIMIT-1:0] limit,
    output wire [WIDTH-1:0] y,
    output wire [LIMIT-1:0] count
);
  wire [LIMIT-1:0] zeros;
  sh_lead #(.WIDTH(WIDTH), .COUNT(LIMIT)) lead (.x(x), .count(zeros));
  assign count = (zeros < limit) ? zeros : limit;
  assign y     = x << count;
endmodule

`default_nettype wire
