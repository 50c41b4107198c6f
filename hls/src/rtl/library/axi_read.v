`default_nettype none

// Reads elements of 1, 2, 4 or 8 bytes from an AXI4 memory, in the order in which they were requested.
//
// Core side: a request is `req_len` elements of 2^`req_size` bytes from `req_addr` on, a multiple of the element's
// size. A length of 0 is accepted and does nothing. An element is no wider than the bus or ELEM_WIDTH; with ONE_SIZE all
// are as wide as ELEM_WIDTH, with WHOLE as the bus, and each beat is one. With GROUPS, lengths are bytes, `req_size` is the
// bytes of an element, as many as the bus has at most, addresses are any, and the last element may lack its end. `rsp_data`
// is zero-extended.
// `req_ready` and `rsp_valid` depend on registers alone, never on an input of the same cycle.
//
// Cycles: request accepted in t, ARVALID in t + 1; beat in t, its first element at `rsp_data` in t + 1. Every further
// element takes a cycle: a memory that gives a beat a cycle gives an element a cycle, across bursts and requests.
// A request's later bursts follow one a cycle. A request that finds others waiting is issued in the cycle after the
// last burst of those. With a memory that answers an address in L cycles a single read takes L + 2 from acceptance,
// and no stream has bubbles when CAPACITY >= L + MAX_BURST + 4.
//
// A request comes late in its cycle t, so that nothing but registers takes it there: its bursts, its end, and whether its
// length is 0 are computed in t + 1. `req_ready` may be 0 for a cycle behind a length of 0.
//
// With GROUPS, an element takes two cycles more, wherever it lies. The request behind one whose last element lies in two
// beats gets its first one a cycle later than without that.
//
// Bursts are INCR, of the bus' full width, at most MAX_BURST beats, and never cross 4 KiB. Room for every beat is
// reserved before its address is sent, so RREADY is always 1, whatever the core does. A core that is at most CAPACITY
// elements ahead (requested and not popped) never has to pop one before the others are read: it may freeze at any
// time. A longer request is sent in parts, as elements are popped. At most OUTSTANDING bursts wait for their last
// beat. CAPACITY requests may be on their way; the next REQUESTS of them may wait for the address channel.
//
// `error` is 1 in the cycle behind each answer whose RRESP is SLVERR or DECERR.
//
// Reset is synchronous and active low. Control registers are reset, data is not.

module sh_axi_read #(
    parameter ADDR_WIDTH  = 64,
    parameter DATA_WIDTH  = 32,
    parameter ELEM_WIDTH  = 64,
    parameter ONE_SIZE    = 0,
    parameter WHOLE       = 0,
    parameter GROUPS      = 0,
    parameter LEN_WIDTH   = 32,
    parameter SIZE_WIDTH  = 2,
    parameter MAX_BURST   = 16,
    parameter OUTSTANDING = 128,
    parameter CAPACITY    = 128
) (
    input  wire                  clk,
    input  wire                  rst_n,

    input  wire                  req_valid,
    output wire                  req_ready,
    input  wire [ADDR_WIDTH-1:0] req_addr,
    input  wire [LEN_WIDTH-1:0]  req_len,
    input  wire [SIZE_WIDTH-1:0] req_size,

    output wire                  rsp_valid,
    input  wire                  rsp_ready,
    output wire [ELEM_WIDTH-1:0] rsp_data,

    output reg                   error,

    output wire [0:0]            m_axi_ARID,
    output wire [ADDR_WIDTH-1:0] m_axi_ARADDR,
    output wire [7:0]            m_axi_ARLEN,
    output wire [2:0]            m_axi_ARSIZE,
    output wire [1:0]            m_axi_ARBURST,
    output wire [1:0]            m_axi_ARLOCK,
    output wire [3:0]            m_axi_ARCACHE,
    output wire [2:0]            m_axi_ARPROT,
    output wire [3:0]            m_axi_ARQOS,
    output wire [3:0]            m_axi_ARREGION,
    output wire                  m_axi_ARVALID,
    input  wire                  m_axi_ARREADY,
    // All transfers have id 0, so answers come in order.
    /* verilator lint_off UNUSED */
    input  wire [0:0]            m_axi_RID,
    // Of the four answers the upper bit tells errors.
    input  wire [1:0]            m_axi_RRESP,
    /* verilator lint_on UNUSED */
    input  wire [DATA_WIDTH-1:0] m_axi_RDATA,
    input  wire                  m_axi_RLAST,
    input  wire                  m_axi_RVALID,
    output wire                  m_axi_RREADY
);
    // Bits of a number from 0 to value.
    function integer bits(input integer value);
        integer rest;
        begin
            bits = 1;
            for (rest = value >> 1; rest > 0; rest = rest >> 1)
                bits = bits + 1;
        end
    endfunction

    localparam REQUESTS = 32;
    localparam LB = bits(DATA_WIDTH / 8) - 1;         // Bits of a byte's place in a beat.
    localparam BW = ADDR_WIDTH - LB;                  // Bits of a beat's address.
    localparam PB = 12 - LB;                          // Bits of a beat's place in a page of 4 KiB.
    localparam PAGE = 1 << PB;
    localparam WANTED = (MAX_BURST < 256) ? MAX_BURST : 256;
    localparam BURST = (WANTED < PAGE) ? WANTED : PAGE;
    // What is reserved is counted a cycle late: hence two bursts more than is promised.
    localparam ROOM = CAPACITY + 2 * BURST;
    localparam RB = (ROOM < 256) ? 9 : bits(ROOM);
    localparam OB = bits(OUTSTANDING);
    localparam LW = LEN_WIDTH;
    localparam SW = SIZE_WIDTH;
    localparam FIXED = ONE_SIZE != 0 || WHOLE != 0;
    localparam QW = LW + SW + ADDR_WIDTH;             // Bits of a request,
    localparam MW = LW + SW + LB;                     // and of what is kept of it until its elements come.

    // Parameters have 32 bits; these numbers have fewer by their definition.
    /* verilator lint_off WIDTH */
    localparam [2:0] SIZE = LB;
    localparam [1:0] ELEM_SIZE = (GROUPS != 0) ? 0 : bits(ELEM_WIDTH / 8) - 1;
    localparam [7:0] MOST = BURST - 1;
    localparam [RB-1:0] ALL_FREE = ROOM;
    localparam [RB-1:0] ENOUGH = 2 * BURST;
    localparam [OB-1:0] LIMIT = OUTSTANDING;
    localparam [OB-1:0] LIMIT_BUT_ONE = OUTSTANDING - 1;
    /* verilator lint_on WIDTH */
    localparam [BW-1:0] ONE_BEAT = 1;
    localparam [LB:0] ONE_LANE = 1;
    localparam [RB-1:0] NO_BEATS = 0;
    localparam [OB-1:0] NO_BURSTS = 0;
    localparam [OB-1:0] ONE_BURST = 1;

    // ---- Requests ----
    wire          queue_ready;
    wire          queue_roomy;
    wire          queued;
    wire [QW-1:0] first;
    wire          kept_ready;

    // What the core asked for in the last cycle. A length of 0 is found out here.
    /* verilator lint_off UNUSED */
    reg           asked;
    /* verilator lint_on UNUSED */
    reg           late;                               // It was not issued at once.
    reg  [QW-1:0] request;

    wire asks    = req_valid && req_ready;
    wire counts  = request[ADDR_WIDTH +: LW] != {LW{1'b0}};
    wire here    = late && counts;
    wire waiting = queued || here;

    assign req_ready = queue_ready && (queue_roomy || !late) && kept_ready;

    // ---- Bursts: each is what these registers hold, as far as a burst goes; the next one begins behind it ----
    reg           full;                               // There is one,
    reg           fresh;                              // the first one of its request.
    reg  [BW-1:0] ar_beat;                            // Where it begins. The request's last element is, counted from there,
    reg  [LW-1:0] ar_last;                            // this one,
    reg  [LB:0]   ar_place;                           // or of the first burst so many more: -1 if its beat begins with one.
    // With GROUPS a burst does not depend on the size.
    /* verilator lint_off UNUSED */
    reg  [SW-1:0] ar_size;
    /* verilator lint_on UNUSED */
    reg           begun;                              // Something was there since the reset.
    reg           sent;                               // The registers were filled in the last cycle.
    reg  [RB-1:0] free;                               // Beats that are not reserved, without what was just sent.
    reg  [OB-1:0] bursts;                             // Bursts on their way, without what was just sent.

    // What lengths count has 2^unit bytes.
    wire [2:0]    unit = (WHOLE != 0) ? SIZE : (GROUPS != 0) ? 3'd0 : {1'b0, FIXED ? ELEM_SIZE : ar_size[1:0]};
    wire [LW+1:0] end_at = {2'd0, ar_last} + {{(LW+1-LB){ar_place[LB]}}, ar_place};
    wire [10:0]   left   = {{(11-PB){1'b0}}, ~ar_beat[PB-1:0]};
    // Counts of beats are one less than they are, as AXI has them.
    wire [7:0]    most   = (left > {3'd0, MOST}) ? MOST : left[7:0];
    wire [LB+8:0] span  = {{1'b0, most} + 9'd1, {LB{1'b0}}} >> unit;
    wire [LW-1:0] after = end_at[LW-1:0] - {{(LW-LB-9){1'b0}}, span};
    // Does a burst follow? The signs of two differences, neither of which waits for `most`. A length of 0 may end at -1.
    wire [LB+7:0]  longest = {MOST, {LB{1'b1}}} >> unit;
    wire [LB+10:0] page    = {left, {LB{1'b1}}} >> unit;
    /* verilator lint_off UNUSED */
    wire [LW+1:0] over_burst = {{(LW-LB-6){1'b0}}, longest} - end_at;
    wire [LW+1:0] over_page  = {{(LW-LB-9){1'b0}}, page} - end_at;
    wire          more = over_burst[LW+1] || over_page[LW+1];
    wire [LW+LB+1:0] rest = {{LB{1'b0}}, end_at} << unit;
    /* verilator lint_on UNUSED */
    wire [7:0]    ar_len   = more ? most : rest[LB +: 8];
    wire          ar_valid = full && !(fresh && ar_last == {LW{1'b0}});

    wire splitting = begun && more;                   // Later bursts of a request are to follow.
    wire starts    = sent && ar_valid;                // This burst is not counted yet.
    wire vacant    = !ar_valid || m_axi_ARREADY;
    wire room      = free >= ENOUGH && bursts != LIMIT && !(starts && bursts == LIMIT_BUT_ONE);
    wire open      = vacant && room && !splitting;    // The next burst is that of the oldest request.
    wire issue     = vacant && room && (splitting || waiting || asks);
    wire done_burst = m_axi_RVALID && m_axi_RLAST;
    wire beat_popped;

    // The complement takes a beat more; a beat that is popped is the sum's carry in.
    wire [RB-1:0] taken = starts ? ~{{(RB-8){1'b0}}, ar_len} : NO_BEATS;
    /* verilator lint_off UNUSED */
    wire [RB:0]   freed = {free, 1'b1} + {taken, beat_popped};
    /* verilator lint_on UNUSED */

    // What is at the port comes last of all, so that it is chosen last.
    wire          at_port = !splitting && !queued && !here;
    wire [QW-1:0] oldest  = queued ? first : request;
    wire [BW-1:0] behind  = ar_beat + {{(BW-8){1'b0}}, most} + ONE_BEAT;

    // The number of a request's first element in its beat, less one.
    /* verilator lint_off UNUSED */
    function [LB:0] place(input [LB-1:0] lane, input [SW-1:0] size);
        place = {1'b0, (WHOLE != 0) ? {LB{1'b0}} : (GROUPS != 0) ? lane : lane >> (FIXED ? ELEM_SIZE : size[1:0])} - ONE_LANE;
    endfunction
    /* verilator lint_on UNUSED */

    always @(posedge clk) begin
        if (issue) begin
            fresh <= !splitting;
            if (at_port) begin
                ar_beat <= req_addr[ADDR_WIDTH-1:LB];
                ar_last <= req_len;
                ar_place <= place(req_addr[LB-1:0], req_size);
                ar_size <= req_size;
            end else begin
                ar_beat <= splitting ? behind : oldest[ADDR_WIDTH-1:LB];
                ar_last <= splitting ? after : oldest[ADDR_WIDTH +: LW];
                ar_place <= splitting ? {(LB+1){1'b0}} : place(oldest[LB-1:0], oldest[ADDR_WIDTH+LW +: SW]);
                ar_size <= splitting ? ar_size : oldest[ADDR_WIDTH+LW +: SW];
            end
        end
        if (asks)
            request <= {req_size, req_len, req_addr};
    end

    always @(posedge clk) begin
        if (!rst_n) begin
            asked <= 1'b0;
            late <= 1'b0;
            full <= 1'b0;
            begun <= 1'b0;
            sent <= 1'b0;
            free <= ALL_FREE;
            bursts <= NO_BURSTS;
        end else begin
            asked <= asks;
            late <= asks && (waiting || !open);
            full <= issue || (ar_valid && !m_axi_ARREADY);
            begun <= begun || issue;
            sent <= issue;
            free <= freed[RB:1];
            if (starts && !done_burst)
                bursts <= bursts + ONE_BURST;
            else if (done_burst && !starts)
                bursts <= bursts - ONE_BURST;
        end
    end

    assign m_axi_ARVALID = ar_valid;
    assign m_axi_ARADDR = {ar_beat, {LB{1'b0}}};
    assign m_axi_ARLEN = ar_len;
    assign m_axi_ARSIZE = SIZE;
    assign m_axi_ARID = 1'b0;
    assign m_axi_ARBURST = 2'b01;
    assign m_axi_ARLOCK = 2'b00;
    assign m_axi_ARCACHE = 4'b0011;
    assign m_axi_ARPROT = 3'b000;
    assign m_axi_ARQOS = 4'b0000;
    assign m_axi_ARREGION = 4'b0000;
    assign m_axi_RREADY = 1'b1;

    sh_short_fifo #(.WIDTH(QW), .PLACE_BITS(bits(REQUESTS - 1))) requests (
        .clk(clk), .rst_n(rst_n),
        .push(here && (queued || !open)), .in(request), .ready(queue_ready), .roomy(queue_roomy),
        .pop(queued && open), .valid(queued), .out(first)
    );

    // ---- Answers ----
    wire                  data_valid;
    wire [DATA_WIDTH-1:0] data;

    // There is room: it was reserved.
    /* verilator lint_off PINCONNECTEMPTY */
    sh_fifo #(.WIDTH(DATA_WIDTH), .DEPTH(ROOM)) beats (
        .clk(clk), .rst_n(rst_n),
        .push(m_axi_RVALID), .in(m_axi_RDATA), .ready(), .roomy(),
        .pop(beat_popped), .valid(data_valid), .out(data)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    generate
        if (WHOLE != 0) begin : whole
            assign kept_ready = 1'b1;
            assign rsp_valid = data_valid;
            assign rsp_data = data;
            assign beat_popped = rsp_valid && rsp_ready;
        end else begin : parts
            wire          next_valid;
            wire [MW-1:0] next;
            wire          next_taken;

            wire          has_room;
            wire          has_more;

            assign kept_ready = has_room && (has_more || !asked);

            // A cycle late, and early enough: its first beat is not here before the cycle behind that of its address.
            sh_fifo #(.WIDTH(MW), .DEPTH(CAPACITY)) kept (
                .clk(clk), .rst_n(rst_n),
                .push(asked && counts), .in({request[QW-1:ADDR_WIDTH], request[LB-1:0]}), .ready(has_room), .roomy(has_more),
                .pop(next_taken), .valid(next_valid), .out(next)
            );

            if (GROUPS != 0) begin : groups
                sh_axi_gather #(.DATA_WIDTH(DATA_WIDTH), .ELEM_WIDTH(ELEM_WIDTH), .LEN_WIDTH(LW), .SIZE_WIDTH(SW), .LB(LB)) gather (
                    .clk(clk), .rst_n(rst_n),
                    .next_valid(next_valid), .next_taken(next_taken),
                    .next_lane(next[LB-1:0]), .next_len(next[LB +: LW]), .next_size(next[LB+LW +: SW]),
                    .data_valid(data_valid), .data_taken(beat_popped), .data(data),
                    .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_data(rsp_data)
                );
            end else begin : elements
                reg                   current;            // Elements of this request are next:
                reg  [1:0]            size_asked;
                reg  [LB-1:0]         lane;               // where in its beat the next one is,
                reg  [31:0]           remaining;          // how many there are,
                reg                   last;               // and whether it is one.

                wire [1:0]  current_size = FIXED ? ELEM_SIZE : size_asked;
                wire [LB:0] lane_end = {1'b0, lane} + (ONE_LANE << current_size);
                wire        popped   = rsp_valid && rsp_ready;
                wire        load     = !current || (popped && last);

                assign next_taken = load && next_valid;
                assign rsp_valid = data_valid && current;
                assign beat_popped = popped && (last || lane_end[LB]);

                always @(posedge clk) begin
                    if (load) begin
                        lane <= next[LB-1:0];
                        remaining <= next[LB +: 32];
                        last <= next[LB +: 32] == 32'd1;
                        size_asked <= next[LB+32 +: 2];
                    end else if (popped) begin
                        lane <= lane_end[LB-1:0];
                        remaining <= remaining - 32'd1;
                        last <= remaining == 32'd2;
                    end
                end

                always @(posedge clk) begin
                    if (!rst_n)
                        current <= 1'b0;
                    else if (load)
                        current <= next_valid;
                end

                // From a beat to an element: halves of halves, because elements are aligned.
                wire [63:0] word;
                if (DATA_WIDTH > 64) begin : wide
                    assign word = data[{lane[LB-1:3], 6'd0} +: 64];
                end else if (DATA_WIDTH == 64) begin : same
                    assign word = data;
                end else begin : narrow
                    assign word = {data, data};
                end

                wire [31:0] half    = (LB > 2 && lane[LB > 2 ? 2 : 0]) ? word[63:32] : word[31:0];
                wire [15:0] quarter = lane[1] ? half[31:16] : half[15:0];
                wire [7:0]  eighth  = lane[0] ? quarter[15:8] : quarter[7:0];
                /* verilator lint_off UNUSED */
                wire [63:0] element = (current_size == 2'd3) ? word
                                    : (current_size == 2'd2) ? {32'd0, half}
                                    : (current_size == 2'd1) ? {48'd0, quarter} : {56'd0, eighth};
                /* verilator lint_on UNUSED */
                assign rsp_data = element[ELEM_WIDTH-1:0];
            end
        end
    endgenerate

    always @(posedge clk) begin
        if (!rst_n)
            error <= 1'b0;
        else
            error <= m_axi_RVALID && m_axi_RRESP[1];
    end
endmodule

`default_nettype wire
