`default_nettype none

// The product of two floats of 32 bits in three stages, as one writes it by hand: denormals are zeros. It gives the estimate of
// `make timing` a scale, and is used nowhere else.
module fmul_by_hand (
    input  wire        clk,
    input  wire        ce,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output reg  [31:0] q
);
  wire a_normal = |a[30:23];
  wire b_normal = |b[30:23];
  wire a_special = &a[30:23];
  wire b_special = &b[30:23];
  wire a_nan = a_special & |a[22:0];
  wire b_nan = b_special & |b[22:0];

  // The product of the significands, and the sum of the exponents.
  reg         sign1, zero1, inf1, nan1;
  reg  [9:0]  exponent1;
  reg  [47:0] product1;
  always @(posedge clk) if (ce) begin
    sign1 <= a[31] ^ b[31];
    zero1 <= ~a_normal | ~b_normal;
    inf1 <= a_special | b_special;
    nan1 <= a_nan | b_nan | (a_special & ~b_normal) | (b_special & ~a_normal);
    exponent1 <= {2'b00, a[30:23]} + {2'b00, b[30:23]} - 10'd127;
    product1 <= {1'b1, a[22:0]} * {1'b1, b[22:0]};
  end

  // The highest bit goes to the top.
  reg         sign2, zero2, inf2, nan2, sticky2;
  reg  [9:0]  exponent2;
  reg  [24:0] significand2;
  always @(posedge clk) if (ce) begin
    {sign2, zero2, inf2, nan2} <= {sign1, zero1, inf1, nan1};
    exponent2 <= exponent1 + {9'd0, product1[47]};
    significand2 <= product1[47] ? product1[47:23] : product1[46:22];
    sticky2 <= |product1[21:0] | (product1[47] & product1[22]);
  end

  // To nearest even, and put together.
  wire [24:0] rounded = {1'b0, significand2[24:1]} + {24'd0, significand2[0] & (sticky2 | significand2[1])};
  wire [9:0]  exponent = exponent2 + {9'd0, rounded[24]};
  wire        tiny = exponent[9] | exponent == 10'd0;
  wire        over = ~exponent[9] & exponent >= 10'd255;
  always @(posedge clk) if (ce) begin
    q <= nan2 ? 32'h7fc00000
       : (inf2 | (over & ~zero2)) ? {sign2, 8'hff, 23'd0}
       : (zero2 | tiny) ? {sign2, 31'd0}
       : {sign2, exponent[7:0], rounded[24] ? rounded[23:1] : rounded[22:0]};
  end
endmodule

`default_nettype wire
