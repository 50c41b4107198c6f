`default_nettype none

// Takes elements of any number of bytes out of beats, wherever they lie: a part of `sh_axi_read`.
//
// A request is `next_len` bytes, not 0, from byte `next_lane` of a beat on, in elements of `next_size` bytes, as many as a
// beat has at most; the last one may lack its end. Each request has beats of its own. The bytes that an element lacks are 0.
//
// Cycles: a beat goes from `data` to a register, then an element to another one. An element a cycle, as long as beats come.
// What the last element leaves of a second beat is dropped in a cycle without a new beat.

module sh_axi_gather #(
    parameter DATA_WIDTH = 512,
    parameter ELEM_WIDTH = 512,
    parameter LEN_WIDTH  = 48,
    parameter SIZE_WIDTH = 7,
    parameter LB         = 6
) (
    input  wire                  clk,
    input  wire                  rst_n,
    input  wire                  next_valid,
    output wire                  next_taken,
    input  wire [LB-1:0]         next_lane,
    input  wire [LEN_WIDTH-1:0]  next_len,
    input  wire [SIZE_WIDTH-1:0] next_size,
    input  wire                  data_valid,
    output wire                  data_taken,
    input  wire [DATA_WIDTH-1:0] data,
    output reg                   rsp_valid,
    input  wire                  rsp_ready,
    output reg  [ELEM_WIDTH-1:0] rsp_data
);
    localparam LW = LEN_WIDTH;
    localparam SW = SIZE_WIDTH;
    localparam BYTES = ELEM_WIDTH / 8;

    reg                   current;                    // Elements of this request are next:
    reg  [LB-1:0]         lane;                       // where in its beat the next one is,
    reg  [LW-1:0]         remaining;                  // how many bytes there are,
    reg                   last;                       // whether they are one element,
    reg  [SW-1:0]         size;                       // and the bytes of one.

    reg                   held_valid;                 // The beat with the next element's first byte.
    reg  [DATA_WIDTH-1:0] held;

    wire [LW-1:0] whole    = {{(LW-SW){1'b0}}, size};
    wire [LW-1:0] rest     = remaining - whole;
    wire [SW-1:0] bytes    = last ? remaining[SW-1:0] : size;
    // An element has no more bytes than a beat.
    wire [LB:0]   lane_end = {1'b0, lane} + bytes[LB:0];
    wire          spans    = lane_end[LB] && lane_end[LB-1:0] != {LB{1'b0}};
    wire          give     = current && held_valid && (!spans || data_valid) && (!rsp_valid || rsp_ready);
    wire          over     = give && (last || lane_end[LB]);
    wire          drop     = give && last && spans;
    wire          fill     = !held_valid || over;
    wire          load     = !current || (give && last);

    assign next_taken = load && next_valid;
    assign data_taken = fill && data_valid;

    always @(posedge clk) begin
        if (load) begin
            lane <= next_lane;
            remaining <= next_len;
            last <= next_len <= {{(LW-SW){1'b0}}, next_size};
            size <= next_size;
        end else if (give) begin
            lane <= lane_end[LB-1:0];
            remaining <= rest;
            last <= rest <= whole;
        end
        if (fill)
            held <= data;
    end

    always @(posedge clk) begin
        if (!rst_n) begin
            current <= 1'b0;
            held_valid <= 1'b0;
            rsp_valid <= 1'b0;
        end else begin
            if (load)
                current <= next_valid;
            if (fill)
                held_valid <= data_valid && !drop;
            rsp_valid <= give || (rsp_valid && !rsp_ready);
        end
    end

    // Only an element's own bytes are seen.
    wire [2*DATA_WIDTH-1:0] both = {data, held};
    /* verilator lint_off UNUSED */
    wire [2*DATA_WIDTH-1:0] moved = both >> {lane, 3'd0};
    /* verilator lint_on UNUSED */
    wire [BYTES-1:0]      marks = ~({BYTES{1'b1}} << bytes);
    wire [ELEM_WIDTH-1:0] element;
    genvar place;
    generate
        for (place = 0; place < BYTES; place = place + 1) begin : own
            assign element[8*place +: 8] = marks[place] ? moved[8*place +: 8] : 8'd0;
        end
    endgenerate

    always @(posedge clk) begin
        if (give)
            rsp_data <= element;
    end
endmodule

`default_nettype wire
