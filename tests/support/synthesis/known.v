// A bit that never changes comes out of its line as it went in.
module sh_delay_bit #(
    parameter LATENCY = 0
) (
    input  clk,
    input  ce,
    input  d,
    output q
);
  parameter _TECHMAP_CONSTMSK_d_ = 0;
  parameter _TECHMAP_CONSTVAL_d_ = 0;
  wire _TECHMAP_FAIL_ = !_TECHMAP_CONSTMSK_d_;
  assign q = _TECHMAP_CONSTVAL_d_;
endmodule
