`default_nettype none

// A queue of few elements, whose memory is LUTs: what is pushed in cycle t is at `out` in t + 1 if it is the first one.
//
// One push and one pop a cycle, also both at once. A full queue may not be pushed, `ready` says so; `roomy`: there is room
// for two. Both and `valid` are registers. `out` is read in place, without a register: a pop, which may come late in its
// cycle, moves nothing but the place. It is stable from `valid` to `pop`.
//
// Holds 2^PLACE_BITS elements, at least 4. Control registers are reset, data is not.

module sh_short_fifo #(
    parameter WIDTH      = 8,
    parameter PLACE_BITS = 5
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire             push,
    input  wire [WIDTH-1:0] in,
    output wire             ready,
    output wire             roomy,
    input  wire             pop,
    output wire             valid,
    output wire [WIDTH-1:0] out
);
    localparam [PLACE_BITS-1:0] START = 0;
    localparam [PLACE_BITS-1:0] NEXT = 1;
    localparam [PLACE_BITS-1:0] ALL_BUT_ONE = {PLACE_BITS{1'b1}};
    localparam [PLACE_BITS-1:0] ALL_BUT_TWO = ALL_BUT_ONE - NEXT;

    (* ram_style = "distributed" *)
    reg [WIDTH-1:0]      memory [0:(1<<PLACE_BITS)-1];
    reg                  empty;                       // It holds nothing,
    reg                  full;                        // as much as it can,
    reg                  almost;                      // or one less.
    reg [PLACE_BITS-1:0] write_at;
    reg [PLACE_BITS-1:0] read_at;

    // What it holds; 0 when it is full, too.
    wire [PLACE_BITS-1:0] count = write_at - read_at;

    assign ready = !full;
    assign roomy = !full && !almost;
    assign valid = !empty;
    assign out = memory[read_at];

    always @(posedge clk) begin
        if (push)
            memory[write_at] <= in;
    end

    always @(posedge clk) begin
        if (!rst_n) begin
            empty <= 1'b1;
            full <= 1'b0;
            almost <= 1'b0;
            write_at <= START;
            read_at <= START;
        end else begin
            if (push)
                write_at <= write_at + NEXT;
            if (pop)
                read_at <= read_at + NEXT;
            if (push && !pop) begin
                empty <= 1'b0;
                full <= count == ALL_BUT_ONE;
                almost <= count == ALL_BUT_TWO;
            end else if (pop && !push) begin
                empty <= count == NEXT;
                full <= 1'b0;
                almost <= full;
            end
        end
    end

`ifdef SYCL_HLS_PROOF
    // What yosys proves of those who push.
    always @* begin
        if (rst_n && push) assert (ready);
    end
`endif
endmodule

`default_nettype wire
