`default_nettype none

// The parts of a float, without the special case of denormals: value = significand * 2^(exponent - bias - MAN).
//
// A denormal has the exponent of the smallest normal, and no hidden bit. Combinational.
module sh_unpack #(
    parameter EXP   = 8,
    parameter MAN   = 23,
    parameter FLUSH = 0
) (
    input  wire [EXP+MAN:0] x,
    output wire             sign,
    output wire [EXP-1:0]   exponent,
    output wire [MAN:0]     significand,
    output wire             zero,
    output wire             inf,
    output wire             nan
);
  wire [EXP-1:0] field    = x[EXP+MAN-1:MAN];
  wire [MAN-1:0] fraction = x[MAN-1:0];
  wire           normal   = |field;
  wire           special  = &field;
  wire [MAN-1:0] kept     = fraction & {MAN{normal | (FLUSH == 0)}};

  assign sign        = x[EXP+MAN];
  assign exponent    = {field[EXP-1:1], field[0] | ~normal};
  assign significand = {normal, kept};
  assign zero        = ~normal & ((FLUSH != 0) | ~|fraction);
  assign inf         = special & ~|fraction;
  assign nan         = special & |fraction;
endmodule

`default_nettype wire
