`default_nettype none

// A queue with a registered head: what is pushed into an empty queue in cycle t is at `out` in t + 1.
//
// One push and one pop a cycle, also both at once. A full queue may not be pushed, `ready` says so; `roomy`: there is room
// for two. Both and `valid` are registers. `out` is stable from `valid` to `pop`.
//
// The memory has a write port and a read port with a register: a block RAM, or LUTs. It is never read at an address
// that is written in the same cycle, because an element that finds the memory empty and the head leaving goes around.
//
// Holds DEPTH elements, at least 2, behind the head. Control registers are reset, data is not.

module sh_fifo #(
    parameter WIDTH = 8,
    parameter DEPTH = 16
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
    // Bits of a number from 0 to value.
    function integer bits(input integer value);
        integer rest;
        begin
            bits = 1;
            for (rest = value >> 1; rest > 0; rest = rest >> 1)
                bits = bits + 1;
        end
    endfunction

    localparam AB = bits(DEPTH - 1);
    localparam CB = bits(DEPTH);
    // Parameters have 32 bits; these numbers have fewer by their definition.
    /* verilator lint_off WIDTH */
    localparam [AB-1:0] LAST = DEPTH - 1;
    localparam [CB-1:0] ALL_BUT_ONE = DEPTH - 1;
    localparam [CB-1:0] ALL_BUT_TWO = DEPTH - 2;
    /* verilator lint_on WIDTH */
    localparam [AB-1:0] START = 0;
    localparam [AB-1:0] NEXT = 1;
    localparam [CB-1:0] NONE = 0;
    localparam [CB-1:0] ONE = 1;

`ifdef SYCL_HLS_DPI
    // The same for simulators, of which each cycle asks less: a ring with its head in place, never all full.
    localparam RB = bits(DEPTH + 1);
    localparam [RB-1:0] FULL = DEPTH + 1;
    localparam [RB-1:0] ALMOST = DEPTH;
    reg [WIDTH-1:0] ring [0:(1<<RB)-1];
    reg [RB-1:0]    last;
    reg [RB-1:0]    first;
    wire [RB-1:0]   held = last - first;

    assign ready = held != FULL;
    assign roomy = held != FULL && held != ALMOST;
    assign valid = last != first;
    assign out = ring[first];

    always @(posedge clk) begin
        if (push) begin
            ring[last] <= in;
            last <= last + 1'b1;
        end
        if (pop)
            first <= first + 1'b1;
        if (!rst_n) begin
            last <= 0;
            first <= 0;
        end
    end
`else
    reg [WIDTH-1:0] memory [0:DEPTH-1];
    reg             full_head;
    reg [WIDTH-1:0] fetched;
    reg [WIDTH-1:0] around;
    reg             went_around;
    reg             empty;                            // The memory holds nothing,
    reg             full;                             // as much as it can,
    reg             almost;                           // or one less.
    reg [CB-1:0]    counted;                          // What it holds, without what the last cycle has changed:
    reg             stored;                           // pushes and pops come late in their cycle.
    reg             taken;
    reg [AB-1:0]    write_at;
    reg [AB-1:0]    read_at;

    wire vacant = !full_head || pop;
    wire fetch  = vacant && !empty;
    wire direct = vacant && empty && push;
    wire store  = push && !direct;
    wire [CB-1:0] count = counted + {{(CB-1){1'b0}}, stored} - {{(CB-1){1'b0}}, taken};

    assign ready = !full;
    assign roomy = !full && !almost;
    assign valid = full_head;
    assign out = went_around ? around : fetched;

    always @(posedge clk) begin
        if (store)
            memory[write_at] <= in;
        if (fetch)
            fetched <= memory[read_at];
        if (direct)
            around <= in;
    end

    always @(posedge clk) begin
        if (!rst_n) begin
            full_head <= 1'b0;
            went_around <= 1'b0;
            counted <= NONE;
            stored <= 1'b0;
            taken <= 1'b0;
            empty <= 1'b1;
            full <= 1'b0;
            almost <= 1'b0;
            write_at <= START;
            read_at <= START;
        end else begin
            full_head <= fetch || direct || (full_head && !pop);
            if (vacant)
                went_around <= direct;
            if (store)
                write_at <= (write_at == LAST) ? START : write_at + NEXT;
            if (fetch)
                read_at <= (read_at == LAST) ? START : read_at + NEXT;
            counted <= count;
            stored <= store;
            taken <= fetch;
            if (store && !fetch) begin
                empty <= 1'b0;
                full <= count == ALL_BUT_ONE;
                almost <= count == ALL_BUT_TWO;
            end else if (fetch && !store) begin
                empty <= count == ONE;
                full <= 1'b0;
                almost <= full;
            end
        end
    end
`endif

`ifdef SYCL_HLS_PROOF
    // What yosys proves of those who push.
    always @* begin
        if (rst_n && push) assert (ready);
    end
`endif
endmodule

`default_nettype wire
