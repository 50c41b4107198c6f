`default_nettype none

// The bit that travels along the cycles of a block.
//
// `q` is `d`, LENGTH enabled cycles later; after a reset it is 0 until what entered behind the reset has come that far.
//
// In hardware a long line is a shift register without reset, which synthesis puts into LUTs (SRL16E, SRLC32E), and a flip-flop.
// What the shift register held at the reset leaves it before anything that entered later: `q` ignores so many bits. Simulations
// have flip-flops, of which `busy` says that a bit is on its way.
module sh_line #(
    parameter LENGTH = 1
) (
    input  wire clk,
    input  wire rst_n,
    input  wire ce,
    input  wire d,
    output wire q
);
`ifdef SYCL_HLS_SIMULATION
  localparam LONG = LENGTH + 1;
  wire busy;
`else
  // With fewer cycles the count of what is left takes more than the flip-flops.
  localparam LONG = 16;
`endif

  generate
    if (LENGTH >= LONG) begin : g_long
      localparam BITS = $clog2(LENGTH);
      localparam BETWEEN = LENGTH - 1;
      localparam [BITS-1:0] ALL = BETWEEN[BITS-1:0];
      localparam [BITS-1:0] ONE = 1;
      wire            last;
      reg  [BITS-1:0] left;
      reg             settled;
      reg             value;
      sh_delay #(.WIDTH(1), .LATENCY(BETWEEN)) between (.clk(clk), .ce(ce), .d(d), .q(last));
      always @(posedge clk) begin
        if (!rst_n) begin
          left <= ALL;
          settled <= 1'b0;
          value <= 1'b0;
        end else if (ce) begin
          if (!settled) left <= left - ONE;
          settled <= settled | (left == ONE);
          value <= last & settled;
        end
      end
      assign q = value;
    end else begin : g_short
      reg [LENGTH-1:0] bits;
      if (LENGTH == 1) begin : g_one
        always @(posedge clk) begin
          if (!rst_n) bits <= 1'b0;
          else if (ce) bits <= d;
        end
      end else begin : g_many
        always @(posedge clk) begin
          if (!rst_n) bits <= {LENGTH{1'b0}};
          else if (ce) bits <= {bits[LENGTH-2:0], d};
        end
      end
      assign q = bits[LENGTH-1];
`ifdef SYCL_HLS_SIMULATION
      assign busy = |bits;
`endif
    end
  endgenerate
endmodule

`default_nettype wire
