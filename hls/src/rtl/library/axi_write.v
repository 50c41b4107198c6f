`default_nettype none

// Writes elements of 1, 2, 4 or 8 bytes to an AXI4 memory, in the order in which they come.
//
// Core side: a command is `cmd_len` elements of 2^`cmd_size` bytes from `cmd_addr` on, a multiple of the element's
// size. A length of 0 is accepted and does nothing. An element is no wider than the bus or ELEM_WIDTH; with ONE_SIZE all
// are as wide as ELEM_WIDTH, with WHOLE as the bus, and each is a beat. With GROUPS, lengths are bytes, `cmd_size` is the
// bytes of an element, as many as the bus has at most, addresses are any, and the last element may lack its end. The elements
// of commands come at `dat_data` in the order of the commands, in the cycle of their command or later, never before: each is
// one of a command.
// `cmd_ready` and `dat_ready` depend on registers alone, never on an input of the same cycle.
//
// Cycles: an element that completes a beat, accepted in t: WVALID in t + 1; if it completes a burst, AWVALID in t + 1
// too. An element a cycle, and a single-element command with its element a cycle, as long as the memory takes them.
//
// With GROUPS, what is left of a command's last element that lies in two beats goes in the cycle behind it, in which no
// element is taken; and `idle` is set a cycle later than without GROUPS, wherever the last element lies.
//
// Bursts are INCR, of the bus' full width, at most MAX_BURST beats, and never cross 4 KiB. WSTRB marks the bytes of
// elements alone. A burst's address is sent when all its data is here, or gone: data may precede its address, as AXI
// allows, and a core that freezes within a burst holds up no interconnect. Neither channel waits for the other's
// READY. CAPACITY beats wait for WREADY, CAPACITY commands for their elements, ADDRESSES bursts for AWREADY, and at
// most OUTSTANDING bursts for their response.
//
// `idle`, of registers alone: all commands accepted so far have had all their elements, and each burst its response.
// A command of at least one element that is accepted in t clears it from t + 1 on, until and with the cycle of its
// last BVALID: a response in t sets it in t + 1.
// `error` is 1 in the cycle behind each answer whose BRESP is SLVERR or DECERR.
//
// Reset is synchronous and active low. Control registers are reset, data is not.

module sh_axi_write #(
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
    input  wire                    clk,
    input  wire                    rst_n,

    input  wire                    cmd_valid,
    output wire                    cmd_ready,
    input  wire [ADDR_WIDTH-1:0]   cmd_addr,
    input  wire [LEN_WIDTH-1:0]    cmd_len,
    input  wire [SIZE_WIDTH-1:0]   cmd_size,

    input  wire                    dat_valid,
    output wire                    dat_ready,
    input  wire [ELEM_WIDTH-1:0]   dat_data,

    output wire                    idle,
    output reg                     error,

    output wire [0:0]              m_axi_AWID,
    output wire [ADDR_WIDTH-1:0]   m_axi_AWADDR,
    output wire [7:0]              m_axi_AWLEN,
    output wire [2:0]              m_axi_AWSIZE,
    output wire [1:0]              m_axi_AWBURST,
    output wire [1:0]              m_axi_AWLOCK,
    output wire [3:0]              m_axi_AWCACHE,
    output wire [2:0]              m_axi_AWPROT,
    output wire [3:0]              m_axi_AWQOS,
    output wire [3:0]              m_axi_AWREGION,
    output wire                    m_axi_AWVALID,
    input  wire                    m_axi_AWREADY,
    output wire [DATA_WIDTH-1:0]   m_axi_WDATA,
    output wire [DATA_WIDTH/8-1:0] m_axi_WSTRB,
    output wire                    m_axi_WLAST,
    output wire                    m_axi_WVALID,
    input  wire                    m_axi_WREADY,
    // All transfers have id 0, so responses come in order; of the four the upper bit tells errors.
    /* verilator lint_off UNUSED */
    input  wire [0:0]              m_axi_BID,
    input  wire [1:0]              m_axi_BRESP,
    /* verilator lint_on UNUSED */
    input  wire                    m_axi_BVALID,
    output wire                    m_axi_BREADY
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

    localparam ADDRESSES = 32;
    localparam BYTES = DATA_WIDTH / 8;
    localparam LB = bits(BYTES) - 1;                  // Bits of a byte's place in a beat.
    localparam BW = ADDR_WIDTH - LB;                  // Bits of a beat's address.
    localparam PB = 12 - LB;                          // Bits of a beat's place in a page of 4 KiB.
    localparam PAGE = 1 << PB;
    localparam WANTED = (MAX_BURST < 256) ? MAX_BURST : 256;
    localparam BURST = (WANTED < PAGE) ? WANTED : PAGE;
    // A burst has to fit: its address waits for its data.
    localparam ROOM = (CAPACITY > 2 * BURST) ? CAPACITY : 2 * BURST;
    localparam OB = bits(OUTSTANDING);
    localparam COPIES = (DATA_WIDTH + 32) / 64;
    localparam LW = LEN_WIDTH;
    localparam SW = SIZE_WIDTH;
    localparam FIXED = ONE_SIZE != 0 || WHOLE != 0;
    localparam CW = LW + SW + ADDR_WIDTH;

    // Parameters have 32 bits; these numbers have fewer by their definition.
    /* verilator lint_off WIDTH */
    localparam [2:0] SIZE = LB;
    localparam [SW-1:0] ELEM_SIZE = bits(ELEM_WIDTH / 8) - 1;
    localparam [7:0] MOST = BURST - 1;
    localparam [OB-1:0] LIMIT_BUT_ONE = OUTSTANDING - 1;
    /* verilator lint_on WIDTH */
    localparam [OB-1:0] NO_BURSTS = 0;
    localparam [OB-1:0] ONE_BURST = 1;
    localparam [ADDR_WIDTH-1:0] ONE_BYTE = 1;
    localparam [LB:0] ONE_LANE = 1;
    localparam [PB-1:0] LAST_OF_PAGE = {PB{1'b1}};

    // ---- Commands: the current one, that of the next element, and those behind it ----
    wire          queue_ready;
    wire          waiting;
    wire [CW-1:0] oldest;
    wire          oldest_last;

    reg                   active;                     // The current command is here, not at the port.
    reg  [ADDR_WIDTH-1:0] active_addr;                // Where its next element goes,
    reg  [LW-1:0]         active_len;                 // how many there are,
    reg                   active_last;                // whether it is one,
    reg  [SW-1:0]         active_size;               // and its size.

    wire                  accepted = cmd_valid && cmd_ready && (cmd_len != {LW{1'b0}});
    wire [ADDR_WIDTH-1:0] addr = active ? active_addr : cmd_addr;
    wire [LW-1:0]         len  = active ? active_len : cmd_len;
    wire [SW-1:0]         size = FIXED ? ELEM_SIZE : active ? active_size : cmd_size;

    // What an element takes of a length, and of the addresses.
    wire [LW-1:0]         step   = (GROUPS != 0) ? {{(LW-SW){1'b0}}, size} : {{(LW-1){1'b0}}, 1'b1};
    wire [ADDR_WIDTH-1:0] stride = (GROUPS != 0) ? {{(ADDR_WIDTH-SW){1'b0}}, size} : ONE_BYTE << size[1:0];
    wire [LW-1:0]         rest   = len - step;

    // Is there one element, or less?
    function is_last(input [LW-1:0] length, input [SW-1:0] bytes);
        is_last = length <= ((GROUPS != 0) ? {{(LW-SW){1'b0}}, bytes} : {{(LW-1){1'b0}}, 1'b1});
    endfunction

    wire                  last = active ? active_last : is_last(cmd_len, cmd_size);

    wire put  = dat_valid && dat_ready;
    wire over = put && last;
    wire load = active ? over : !put;                 // The active command is replaced by the next one, if any.
    // The next one is the oldest of the queue, or else at the port; when one waits, one is active.
    wire take_port = load && !waiting;

    assign cmd_ready = queue_ready;

    always @(posedge clk) begin
        if (load) begin
            active_addr <= waiting ? oldest[ADDR_WIDTH-1:0] : cmd_addr;
            active_len  <= waiting ? oldest[ADDR_WIDTH +: LW] : cmd_len;
            active_last <= waiting ? oldest_last : is_last(cmd_len, cmd_size);
            active_size <= waiting ? oldest[ADDR_WIDTH+LW +: SW] : cmd_size;
        end else if (put) begin
            active_addr <= addr + stride;
            active_len  <= rest;
            active_last <= len <= {step[LW-2:0], 1'b0};   // Is `rest` one, without waiting for it?
            active_size <= size;
        end
    end

    always @(posedge clk) begin
        if (!rst_n)
            active <= 1'b0;
        else if (load)
            active <= waiting || accepted;
        else if (put)
            active <= !last;
    end

    /* verilator lint_off PINCONNECTEMPTY */
    sh_fifo #(.WIDTH(1 + CW), .DEPTH(CAPACITY)) commands (
        .clk(clk), .rst_n(rst_n),
        .push(accepted && active && !take_port), .in({is_last(cmd_len, cmd_size), cmd_size, cmd_len, cmd_addr}),
        .ready(queue_ready), .roomy(), .pop(load && waiting), .valid(waiting), .out({oldest_last, oldest})
    );
    /* verilator lint_on PINCONNECTEMPTY */

    // ---- Elements become beats ----
    wire                  beats_ready;
    wire                  bursts_ready;
    reg                   all_under_way;              // As many bursts as there may be.
    wire [DATA_WIDTH-1:0] beat;
    wire [BYTES-1:0]      beat_strb;
    wire                  beat_done;
    wire                  left_over;                  // What is left of the last element is the next beat,
    wire [BW-1:0]         left_beat;                  // and goes here.
    wire                  spans;                      // The element at hand lies in two beats.
    wire                  beat_taken;

    genvar place;
    generate
        if (WHOLE != 0) begin : whole
            assign beat = dat_data;
            assign beat_strb = {BYTES{1'b1}};
            assign beat_done = put;
            assign {left_over, left_beat, spans} = {(BW+2){1'b0}};
        end else if (GROUPS != 0) begin : groups
            sh_axi_scatter #(.DATA_WIDTH(DATA_WIDTH), .ELEM_WIDTH(ELEM_WIDTH), .LEN_WIDTH(LW), .SIZE_WIDTH(SW), .LB(LB), .BW(BW)) scatter (
                .clk(clk), .rst_n(rst_n),
                .put(put), .last(last), .addr(addr[LB+BW-1:0]), .len(len), .size(size), .data(dat_data),
                .beat(beat), .strb(beat_strb), .done(beat_done), .spans(spans), .taken(beat_taken),
                .left_over(left_over), .left_beat(left_beat)
            );
        end else begin : elements
            assign {left_over, left_beat, spans} = {(BW+2){1'b0}};
            reg  [DATA_WIDTH-1:0] part;               // The beat so far,
            reg  [BYTES-1:0]      part_strb;          // and which of its bytes there are.

            // The element in every place where it could lie; unmarked bytes of a beat repeat it, and are never unknown.
            /* verilator lint_off UNUSED */
            wire [64:0]           element = {{(65-ELEM_WIDTH){1'b0}}, dat_data};
            wire [63:0]           copy = (size == 2'd3) ? element[63:0]
                                       : (size == 2'd2) ? {2{element[31:0]}}
                                       : (size == 2'd1) ? {4{element[15:0]}} : {8{element[7:0]}};
            wire [64*COPIES-1:0]  copies = {COPIES{copy}};
            wire [7:0]            marks = (size == 2'd3) ? 8'hff : (size == 2'd2) ? 8'h0f
                                        : (size == 2'd1) ? 8'h03 : 8'h01;
            wire [LB-1:0]         lane = addr[LB-1:0];
            wire [BYTES+7:0]      placed = {{BYTES{1'b0}}, marks} << lane;
            wire [LB:0]           lane_end = {1'b0, lane} + (ONE_LANE << size);
            /* verilator lint_on UNUSED */

            assign beat_strb = part_strb | placed[BYTES-1:0];
            assign beat_done = put && (last || lane_end[LB]);
            for (place = 0; place < BYTES; place = place + 1) begin : bytes
                assign beat[8*place +: 8] = part_strb[place] ? part[8*place +: 8] : copies[8*place +: 8];
            end

            always @(posedge clk) begin
                if (put)
                    part <= beat;
                if (!rst_n)
                    part_strb <= {BYTES{1'b0}};
                else if (put)
                    part_strb <= beat_done ? {BYTES{1'b0}} : beat_strb;
            end
        end
    endgenerate

    // ---- Beats become bursts ----
    reg  [7:0]    count;                              // Complete beats of the current burst,
    reg  [BW-1:0] burst_beat;                         // and where it begins, if there are any.

    wire [BW-1:0] this_beat  = left_over ? left_beat : addr[ADDR_WIDTH-1:LB];
    wire [BW-1:0] first_beat = (count == 8'd0) ? this_beat : burst_beat;
    wire          full       = count == MOST || this_beat[PB-1:0] == LAST_OF_PAGE;
    wire          burst_done = beat_done && (left_over || (last && !spans) || full);

    assign beat_taken = beats_ready && bursts_ready && !all_under_way;
    assign dat_ready = beat_taken && !left_over;

    // Bursts on their way, without one that the last cycle has completed: elements come late in their cycle.
    reg  [OB-1:0] counted;
    reg           completed;
    reg           answered;                           // There are none.
    wire [OB-1:0] bursts = counted + {{(OB-1){1'b0}}, completed};

    wire done = !active && !left_over && answered;

    generate
        if (GROUPS != 0) begin : late
            // As late as if something had been left over.
            reg was_done;
            reg was_left;
            assign idle = done && (was_left || was_done);

            always @(posedge clk) begin
                if (!rst_n) begin
                    was_done <= 1'b1;
                    was_left <= 1'b0;
                end else begin
                    was_done <= done;
                    if (left_over || put)
                        was_left <= left_over;
                end
            end
        end else begin : soon
            assign idle = done;
        end
    endgenerate

    always @(posedge clk) begin
        if (beat_done)
            burst_beat <= first_beat;
    end

    always @(posedge clk) begin
        if (!rst_n) begin
            count <= 8'd0;
            counted <= NO_BURSTS;
            completed <= 1'b0;
            answered <= 1'b1;
            all_under_way <= 1'b0;
        end else begin
            if (beat_done)
                count <= burst_done ? 8'd0 : count + 8'd1;
            counted <= m_axi_BVALID ? bursts - ONE_BURST : bursts;
            completed <= burst_done;
            if (burst_done && !m_axi_BVALID) begin
                answered <= 1'b0;
                all_under_way <= bursts == LIMIT_BUT_ONE;
            end else if (m_axi_BVALID && !burst_done) begin
                answered <= bursts == ONE_BURST;
                all_under_way <= 1'b0;
            end
        end
    end

    /* verilator lint_off PINCONNECTEMPTY */
    sh_fifo #(.WIDTH(1 + BYTES + DATA_WIDTH), .DEPTH(ROOM)) beats (
        .clk(clk), .rst_n(rst_n),
        .push(beat_done), .in({burst_done, beat_strb, beat}), .ready(beats_ready), .roomy(),
        .pop(m_axi_WVALID && m_axi_WREADY), .valid(m_axi_WVALID), .out({m_axi_WLAST, m_axi_WSTRB, m_axi_WDATA})
    );

    sh_fifo #(.WIDTH(8 + BW), .DEPTH(ADDRESSES)) addresses (
        .clk(clk), .rst_n(rst_n),
        .push(burst_done), .in({count, first_beat}), .ready(bursts_ready), .roomy(),
        .pop(m_axi_AWVALID && m_axi_AWREADY), .valid(m_axi_AWVALID),
        .out({m_axi_AWLEN, m_axi_AWADDR[ADDR_WIDTH-1:LB]})
    );
    /* verilator lint_on PINCONNECTEMPTY */

    assign m_axi_AWADDR[LB-1:0] = {LB{1'b0}};
    assign m_axi_AWSIZE = SIZE;
    assign m_axi_AWID = 1'b0;
    assign m_axi_AWBURST = 2'b01;
    assign m_axi_AWLOCK = 2'b00;
    assign m_axi_AWCACHE = 4'b0011;
    assign m_axi_AWPROT = 3'b000;
    assign m_axi_AWQOS = 4'b0000;
    assign m_axi_AWREGION = 4'b0000;
    assign m_axi_BREADY = 1'b1;

    always @(posedge clk) begin
        if (!rst_n)
            error <= 1'b0;
        else
            error <= m_axi_BVALID && m_axi_BRESP[1];
    end
endmodule

`default_nettype wire
