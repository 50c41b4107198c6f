`default_nettype none

// Registers between the steps of an operator.
// A file holds a family of modules:
// verilator lint_off DECLFILENAME

// d, LATENCY enabled cycles later. No reset: a value that was never computed is never used. Shift registers for tools
// of synthesis; a ring for simulators, where only one place of it changes in a cycle.
module sh_delay #(
    parameter WIDTH   = 1,
    parameter LATENCY = 0
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [WIDTH-1:0] d,
    output wire [WIDTH-1:0] q
);
  genvar i;
  generate
    if (LATENCY == 0) begin : g_wire
      wire unused = &{1'b0, clk, ce};
      assign q = d;
`ifdef SYCL_HLS_DPI
    end else if (LATENCY >= 4) begin : g_ring
      localparam BITS = $clog2(LATENCY);
      localparam [BITS-1:0] BEHIND = LATENCY[BITS-1:0];
      reg [WIDTH-1:0] ring [0:(1<<BITS)-1];
      reg [BITS-1:0] place;
      // Wherever it begins, it comes to all places.
      wire [BITS-1:0] last = place - BEHIND;
      always @(posedge clk) if (ce) begin
        ring[place] <= d;
        place <= place + 1'b1;
      end
      assign q = ring[last];
`endif
    end else begin : g_registers
      for (i = 0; i < LATENCY; i = i + 1) begin : bank
        reg [WIDTH-1:0] value;
        if (i == 0) begin : g_first
          always @(posedge clk) if (ce) value <= d;
        end else begin : g_next
          always @(posedge clk) if (ce) value <= bank[i-1].value;
        end
      end
      assign q = bank[LATENCY-1].value;
    end
  endgenerate
endmodule

// The registers behind a step of an operator of LATENCY cycles. They are spread evenly over the depth STEPS, of which the step
// begins at STEP and takes SIZE, from the end backwards: with one register it is what is there at STEPS that is registered.
module sh_stage #(
    parameter WIDTH   = 1,
    parameter STEP    = 0,
    parameter SIZE    = 1,
    parameter STEPS   = 1,
    parameter LATENCY = 0
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [WIDTH-1:0] d,
    output wire [WIDTH-1:0] q
);
  localparam BEFORE = (STEP * LATENCY) / STEPS;
  localparam BEHIND = ((STEP + SIZE) * LATENCY) / STEPS;
  sh_delay #(.WIDTH(WIDTH), .LATENCY(BEHIND - BEFORE)) bank (.clk(clk), .ce(ce), .d(d), .q(q));
endmodule

`default_nettype wire
