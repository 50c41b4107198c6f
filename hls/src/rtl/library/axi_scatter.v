`default_nettype none

// Puts elements of any number of bytes into beats, wherever they lie: a part of `sh_axi_write`.
//
// An element comes with `put`: `size` bytes, as many as a beat has at most, or `len` if that is less, to `addr`. `last` is
// the last one of its command. A beat that it completes is there in the same cycle (`done`), unless it is what is left of a
// last element that lies in two beats (`spans`): that is there from the next cycle on (`left_over`), until it is `taken`.
// Meanwhile no element may come. Bytes that are not marked are 0, and never unknown.

module sh_axi_scatter #(
    parameter DATA_WIDTH = 512,
    parameter ELEM_WIDTH = 512,
    parameter LEN_WIDTH  = 48,
    parameter SIZE_WIDTH = 7,
    parameter LB         = 6,
    parameter BW         = 58
) (
    input  wire                    clk,
    input  wire                    rst_n,
    input  wire                    put,
    input  wire                    last,
    input  wire [LB+BW-1:0]        addr,
    // Of a last element's length the lower bits are enough.
    /* verilator lint_off UNUSED */
    input  wire [LEN_WIDTH-1:0]    len,
    /* verilator lint_on UNUSED */
    input  wire [SIZE_WIDTH-1:0]   size,
    input  wire [ELEM_WIDTH-1:0]   data,
    output wire [DATA_WIDTH-1:0]   beat,
    output wire [DATA_WIDTH/8-1:0] strb,
    output wire                    done,
    output wire                    spans,
    input  wire                    taken,
    output reg                     left_over,
    output reg  [BW-1:0]           left_beat
);
    localparam BYTES = DATA_WIDTH / 8;
    localparam ELEM_BYTES = ELEM_WIDTH / 8;
    localparam SW = SIZE_WIDTH;
    localparam [BW-1:0] ONE_BEAT = 1;

    reg  [DATA_WIDTH-1:0] part;                       // The beat so far,
    reg  [BYTES-1:0]      part_strb;                  // and which of its bytes there are; the others are 0.

    // Known in every cycle, so that what is left over is.
    wire [LB-1:0] lane     = put ? addr[LB-1:0] : {LB{1'b0}};
    wire [SW-1:0] bytes    = last ? len[SW-1:0] : size;
    wire [LB:0]   lane_end = {1'b0, lane} + bytes[LB:0];

    // The element's own bytes, which of two beats' bytes they are, and the two beats.
    wire [ELEM_BYTES-1:0] marks = put ? ~({ELEM_BYTES{1'b1}} << bytes) : {ELEM_BYTES{1'b0}};
    wire [ELEM_WIDTH-1:0] own;
    genvar place;
    generate
        for (place = 0; place < ELEM_BYTES; place = place + 1) begin : owned
            assign own[8*place +: 8] = marks[place] ? data[8*place +: 8] : 8'd0;
        end
    endgenerate
    wire [2*DATA_WIDTH-1:0] moved = {{(2*DATA_WIDTH-ELEM_WIDTH){1'b0}}, own} << {lane, 3'd0};
    wire [2*BYTES-1:0]      placed = {{(2*BYTES-ELEM_BYTES){1'b0}}, marks} << lane;

    assign spans = lane_end[LB] && lane_end[LB-1:0] != {LB{1'b0}};
    assign done = left_over ? taken : put && (last || lane_end[LB]);
    assign beat = part | moved[DATA_WIDTH-1:0];
    assign strb = part_strb | placed[BYTES-1:0];

    always @(posedge clk) begin
        if (!rst_n) begin
            part <= {DATA_WIDTH{1'b0}};
            part_strb <= {BYTES{1'b0}};
        end else if (done) begin
            part <= moved[2*DATA_WIDTH-1:DATA_WIDTH];
            part_strb <= placed[2*BYTES-1:BYTES];
        end else if (put) begin
            part <= beat;
            part_strb <= strb;
        end
    end

    always @(posedge clk) begin
        if (!rst_n)
            left_over <= 1'b0;
        else
            left_over <= left_over ? !taken : put && last && spans;
        if (put)
            left_beat <= addr[LB+BW-1:LB] + ONE_BEAT;
    end
endmodule

`default_nettype wire
