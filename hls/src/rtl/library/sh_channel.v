`default_nettype none

// A channel between two processes: a queue of DEPTH elements, at least 1.
//
// What is pushed in cycle t is at `out` in t + 1, and a place that is left in cycle t is there in t + 1: `ready` and `valid` depend
// on registers alone. An element can pass in each cycle from a depth of 2 on. A full channel may not be pushed and an empty one
// not popped; `out` is stable from `valid` to `pop`.
module sh_channel #(
    parameter WIDTH = 8,
    parameter DEPTH = 2
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire             push,
    input  wire [WIDTH-1:0] in,
    output wire             ready,
    input  wire             pop,
    output wire             valid,
    output wire [WIDTH-1:0] out
);
  // Bits of a number from 0 to value.
  function integer bits(input integer value);
    integer rest;
    begin
      bits = 1;
      for (rest = value >> 1; rest > 0; rest = rest >> 1) bits = bits + 1;
    end
  endfunction

  localparam AB = bits(DEPTH - 1);
  localparam CB = bits(DEPTH);
  // Parameters have 32 bits; these numbers have fewer by their definition.
  /* verilator lint_off WIDTH */
  localparam [AB-1:0] LAST = DEPTH - 1;
  localparam [CB-1:0] ALL = DEPTH;
  /* verilator lint_on WIDTH */
  localparam [AB-1:0] START = 0;
  localparam [AB-1:0] NEXT = 1;
  localparam [CB-1:0] NONE = 0;
  localparam [CB-1:0] ONE = 1;

  reg [WIDTH-1:0] memory [0:DEPTH-1];
  reg [AB-1:0] write_at;
  reg [AB-1:0] read_at;
  reg [CB-1:0] count;

  assign ready = count != ALL;
  assign valid = count != NONE;
  assign out = memory[read_at];

  always @(posedge clk) if (push) memory[write_at] <= in;
  always @(posedge clk) begin
    if (!rst_n) begin
      write_at <= START;
      read_at <= START;
      count <= NONE;
    end else begin
      if (push) write_at <= (write_at == LAST) ? START : write_at + NEXT;
      if (pop) read_at <= (read_at == LAST) ? START : read_at + NEXT;
      if (push & ~pop) count <= count + ONE;
      else if (pop & ~push) count <= count - ONE;
    end
  end
endmodule

`default_nettype wire
