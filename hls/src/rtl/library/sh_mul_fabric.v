`default_nettype none

// q = the low WIDTH bits of a * b, without DSPs: a tree of sums of a, shifted by each bit of b.
module sh_mul_fabric #(
    parameter WIDTH   = 32,
    parameter LATENCY = 0
) (
    input  wire             clk,
    input  wire             ce,
    input  wire [WIDTH-1:0] a,
    input  wire [WIDTH-1:0] b,
    output wire [WIDTH-1:0] q
);
  localparam LEVELS = $clog2(WIDTH);
  genvar i, l;
  generate
    for (l = 0; l <= LEVELS; l = l + 1) begin : level
      localparam TERMS  = (WIDTH + (1 << l) - 1) >> l;
      localparam BEFORE = (l == 0) ? 0 : (WIDTH + (1 << l) / 2 - 1) / (((1 << l) + 1) / 2);
      wire [TERMS*WIDTH-1:0] sums;
      wire [TERMS*WIDTH-1:0] terms;
      for (i = 0; i < TERMS; i = i + 1) begin : term
        if (l == 0) begin : g_shifted
          assign sums[i*WIDTH+:WIDTH] = b[i] ? a << i : {WIDTH{1'b0}};
        end else if (2 * i + 1 < BEFORE) begin : g_sum
          assign sums[i*WIDTH+:WIDTH] =
              level[l-1].terms[2*i*WIDTH+:WIDTH] + level[l-1].terms[(2*i+1)*WIDTH+:WIDTH];
        end else begin : g_odd
          assign sums[i*WIDTH+:WIDTH] = level[l-1].terms[2*i*WIDTH+:WIDTH];
        end
      end
      if (l == 0) begin : g_first
        assign terms = sums;
      end else begin : g_next
        sh_stage #(.WIDTH(TERMS * WIDTH), .STEP(l - 1), .STEPS(LEVELS), .LATENCY(LATENCY)) bank (
            .clk(clk), .ce(ce), .d(sums), .q(terms));
      end
    end
    if (LEVELS == 0) begin : g_bit
      sh_delay #(.WIDTH(WIDTH), .LATENCY(LATENCY)) bank (.clk(clk), .ce(ce), .d(level[0].terms), .q(q));
    end else begin : g_tree
      assign q = level[LEVELS].terms;
    end
  endgenerate
endmodule

`default_nettype wire
