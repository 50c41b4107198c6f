`default_nettype none

// A copy of a process's clock enable: 1 unless something that is wanted is not there. Tools keep the copies apart, where
// they would make one net of equal ones, so that each goes to a part of the registers only.
(* keep_hierarchy = "yes" *)
module sh_enable #(
    parameter TERMS = 1
) (
    input  wire [TERMS-1:0] wanted,
    input  wire [TERMS-1:0] there,
    output wire             ce
);
  assign ce = &(~wanted | there);
endmodule

`default_nettype wire
