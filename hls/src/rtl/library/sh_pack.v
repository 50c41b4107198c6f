`default_nettype none

// The last steps of most float operators. Combinational.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

// How far a significand has to be shifted right because its exponent is below that of the smallest normal, and the exponent
// that it has then. RANGE bits (two's complement) hold any exponent that occurs.
module sh_underflow #(
    parameter RANGE = 10
) (
    input  wire [RANGE-1:0] exponent,
    output wire [RANGE-1:0] bounded,
    output wire [RANGE-1:0] distance
);
  localparam [31:0] ONE = 1;
  wire low = exponent[RANGE-1] | ~|exponent;

  assign bounded  = low ? ONE[RANGE-1:0] : exponent;
  assign distance = (ONE[RANGE-1:0] - exponent) & {RANGE{low}};
endmodule

// Shifts a significand to the exponent of the smallest normal.
module sh_denormalize #(
    parameter WIDTH = 26,
    parameter FLUSH = 0,
    parameter RANGE = 10
) (
    input  wire [RANGE-1:0] distance,
    input  wire [WIDTH-1:0] significand,
    output wire [WIDTH-1:0] shifted
);
  generate
    if (FLUSH != 0) begin : g_flush
      // Only from just below the smallest normal may rounding lead up to it; all else is zero in the end.
      assign shifted = (|distance[RANGE-1:1]) ? {WIDTH{1'b0}}
          : distance[0] ? {1'b0, significand[WIDTH-1:2], |significand[1:0]} : significand;
    end else begin : g_shift
      sh_shift_right #(.WIDTH(WIDTH), .BITS(RANGE)) shift (.x(significand), .distance(distance), .y(shifted));
    end
  endgenerate
endmodule

// What sh_round takes: a float whose fraction may still step up, and the bits below it. The significand is {hidden bit, MAN
// bits, guard, sticky}; without a hidden bit it is a denormal's, and the exponent is of no account. `inf` says that the
// exponent is too large, too. What does not round has no guard bit.
module sh_special #(
    parameter EXP   = 8,
    parameter MAN   = 23,
    parameter FLUSH = 0
) (
    input  wire               sign,
    input  wire [EXP-1:0]     exponent,
    input  wire [MAN+2:0]     significand,
    input  wire               inf,
    input  wire               nan,
    output wire [EXP+MAN+2:0] d
);
  wire           hidden   = significand[MAN+2];
  wire [MAN-1:0] fraction = significand[MAN+1:2];
  wire           guard    = significand[1];
  // Denormal after rounding too: only a fraction of ones steps up to the smallest normal.
  wire           tiny     = (FLUSH != 0) & ~hidden & ~(guard & (&fraction));
  wire           as_is    = ~(nan | inf | tiny);

  assign d = {sign & ~nan,
              (exponent & {EXP{hidden & as_is}}) | {EXP{nan | inf}},
              (fraction[MAN-1] & as_is) | nan, fraction[MAN-2:0] & {(MAN - 1) {as_is}},
              guard & as_is, significand[0]};
endmodule

// Rounds to nearest even. A carry out of the fraction is a step of the exponent, from denormals to normals and from the
// largest float to infinity too.
module sh_round #(
    parameter EXP = 8,
    parameter MAN = 23
) (
    input  wire [EXP+MAN+2:0] d,
    output wire [EXP+MAN:0]   q
);
  wire up = d[1] & (d[0] | d[2]);

  assign q = {d[EXP+MAN+2], d[EXP+MAN+1:2] + {{(EXP + MAN - 1) {1'b0}}, up}};
endmodule

`default_nettype wire
