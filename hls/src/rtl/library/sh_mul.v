`default_nettype none

// q = the low WIDTH bits of a * b; they are the same with and without sign. Bits of a from A_WIDTH on are 0, and so are
// those of b from B_WIDTH on.
//
// Steps: tiles of 26 x 17 bits, as a DSP48E2 takes, as far as operands reach and the product is below WIDTH; their sum.
module sh_mul #(
    parameter WIDTH   = 32,
    parameter A_WIDTH = WIDTH,
    parameter B_WIDTH = WIDTH,
    parameter LATENCY = 0
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [WIDTH-1:0] a,
    input  wire [WIDTH-1:0] b,
    output wire [WIDTH-1:0] q
);
  localparam COLUMNS = (A_WIDTH + 25) / 26;
  localparam ROWS    = (B_WIDTH + 16) / 17;
  wire unused_operands = &{1'b0, a, b};
  genvar i, j;
  generate
    for (j = 0; j < ROWS; j = j + 1) begin : row
      for (i = 0; i < COLUMNS; i = i + 1) begin : column
        localparam AT   = 26 * i + 17 * j;
        localparam LEFT = (AT < WIDTH) ? WIDTH - AT : 0;
        wire [WIDTH-1:0] sum;
        wire [WIDTH-1:0] others;
        if (i > 0) begin : g_same_row
          assign others = column[i-1].sum;
        end else if (j > 0) begin : g_row_before
          assign others = row[j-1].column[COLUMNS-1].sum;
        end else begin : g_none
          assign others = {WIDTH{1'b0}};
        end
        if (LEFT > 0) begin : g_tile
          localparam A_LEFT = (A_WIDTH - 26 * i < LEFT) ? A_WIDTH - 26 * i : LEFT;
          localparam B_LEFT = (B_WIDTH - 17 * j < LEFT) ? B_WIDTH - 17 * j : LEFT;
          localparam A = (A_LEFT < 26) ? A_LEFT : 26;
          localparam B = (B_LEFT < 17) ? B_LEFT : 17;
          localparam P = (LEFT < A + B) ? LEFT : A + B;
          // A tile at the edge needs its lowest bits only.
          wire [42:0]  full = {{(43 - A) {1'b0}}, a[26*i+A-1:26*i]} * {{(43 - B) {1'b0}}, b[17*j+B-1:17*j]};
          wire [P-1:0] tile;
          wire         unused = &{1'b0, full};
          sh_stage #(.WIDTH(P), .STEP(0), .STEPS(2), .LATENCY(LATENCY)) bank (
              .clk(clk), .ce(ce), .d(full[P-1:0]), .q(tile));
          wire [WIDTH+42:0] placed = {{(WIDTH + 43 - P) {1'b0}}, tile} << AT;
          wire              unused_high = &{1'b0, placed};
          assign sum = others + placed[WIDTH-1:0];
        end else begin : g_beyond
          assign sum = others;
        end
      end
    end
  endgenerate
  sh_stage #(.WIDTH(WIDTH), .STEP(1), .STEPS(2), .LATENCY(LATENCY)) bank (
      .clk(clk), .ce(ce), .d(row[ROWS-1].column[COLUMNS-1].sum), .q(q));
endmodule

`default_nettype wire
