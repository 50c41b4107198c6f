`default_nettype none

// The last two steps of most float operators. Combinational.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

// Shifts a significand right where its exponent is below that of the smallest normal. RANGE bits (two's complement)
// hold any exponent that occurs; exponents above what EXP + 1 bits hold are the caller's to notice.
module sh_denormalize #(
    parameter EXP   = 8,
    parameter MAN   = 23,
    parameter FLUSH = 0,
    parameter RANGE = 10
) (
    input  wire [RANGE-1:0] exponent,
    input  wire [MAN+2:0]   significand,
    output wire [EXP:0]     bounded,
    output wire [MAN+2:0]   shifted
);
  wire             low      = exponent[RANGE-1] | ~|exponent;
  wire [RANGE-1:0] distance = {{(RANGE - 1) {1'b0}}, 1'b1} - exponent;

  assign bounded = low ? {{EXP{1'b0}}, 1'b1} : exponent[EXP:0];
  generate
    if (FLUSH != 0) begin : g_flush
      // Only from just below the smallest normal may rounding lead up to it; all else is zero in the end.
      wire unused = |distance;
      assign shifted = exponent[RANGE-1] ? {(MAN + 3) {1'b0}}
          : low ? {1'b0, significand[MAN+2:2], |significand[1:0]} : significand;
    end else begin : g_shift
      sh_shift_right #(.WIDTH(MAN + 3), .BITS(RANGE)) shift (
          .x(significand), .distance(low ? distance : {RANGE{1'b0}}), .y(shifted));
    end
  endgenerate
endmodule

// Rounds to nearest even and puts a float together. The significand is {hidden bit, MAN bits, guard, sticky}; without
// a hidden bit it is a denormal's, and the exponent is of no account. An exponent that is too large gives an infinity.
module sh_pack #(
    parameter EXP   = 8,
    parameter MAN   = 23,
    parameter FLUSH = 0
) (
    input  wire             sign,
    input  wire [EXP:0]     exponent,
    input  wire [MAN+2:0]   significand,
    input  wire             inf,
    input  wire             nan,
    output wire [EXP+MAN:0] q
);
  wire [EXP:0]     field   = exponent & {(EXP + 1) {significand[MAN+2]}};
  wire             up      = significand[1] & (significand[0] | significand[2]);
  // A carry out of the fraction is a step of the exponent, from denormals to normals too.
  wire [EXP+MAN:0] rounded = {field, significand[MAN+1:2]} + {{(EXP + MAN) {1'b0}}, up};
  wire             overflow = inf | rounded[EXP+MAN] | &rounded[EXP+MAN-1:MAN];
  wire             tiny     = (FLUSH != 0) & ~|rounded[EXP+MAN:MAN];

  assign q = nan   ? {1'b0, {(EXP + 1) {1'b1}}, {(MAN - 1) {1'b0}}}
           : overflow ? {sign, {EXP{1'b1}}, {MAN{1'b0}}}
           : tiny ? {sign, {(EXP + MAN) {1'b0}}}
           : {sign, rounded[EXP+MAN-1:0]};
endmodule

`default_nettype wire
