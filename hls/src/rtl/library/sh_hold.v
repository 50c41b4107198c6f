`default_nettype none

// The results of an operator that never waits, in a pipeline whose cycles wait by themselves.
//
// `push` says in which cycles operands are taken; LATENCY cycles later the result is at `d`. Results stay here until `pop` takes
// them, in order: the oldest one is at `q`, which is `d` itself if there is no other.
module sh_hold #(
    parameter WIDTH   = 1,
    parameter LATENCY = 1
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire             push,
    input  wire             pop,
    input  wire [WIDTH-1:0] d,
    output wire [WIDTH-1:0] q
);
  // Bits of a number from 0 to value.
  function integer bits(input integer value);
    integer rest;
    begin
      bits = 1;
      for (rest = value >> 1; rest > 0; rest = rest >> 1) bits = bits + 1;
    end
  endfunction

  // At most LATENCY iterations lie between the operands and the result.
  localparam AB = bits(LATENCY);
  localparam [AB-1:0] START = 0;
  localparam [AB-1:0] NEXT = 1;

  reg [LATENCY-1:0] coming;
  reg [WIDTH-1:0] memory [0:(1<<AB)-1];
  reg [AB-1:0] write_at;
  reg [AB-1:0] read_at;

  wire arrives = coming[LATENCY-1];
  wire empty = write_at == read_at;

  assign q = empty ? d : memory[read_at];

  generate
    if (LATENCY == 1) begin : g_one
      always @(posedge clk) coming <= rst_n & push;
    end else begin : g_many
      always @(posedge clk) coming <= rst_n ? {coming[LATENCY-2:0], push} : {LATENCY{1'b0}};
    end
  endgenerate

  always @(posedge clk) if (arrives) memory[write_at] <= d;
  always @(posedge clk) begin
    if (!rst_n) begin
      write_at <= START;
      read_at <= START;
    end else begin
      if (arrives) write_at <= write_at + NEXT;
      if (pop) read_at <= read_at + NEXT;
    end
  end
endmodule

`default_nettype wire
