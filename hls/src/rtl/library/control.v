`default_nettype none

// What the control registers of every kernel have: AXI4-Lite, start and done, interrupts. The registers of arguments
// are in the module around this one, behind `write_*` and `read_*`.
//
//   0x00  bit 0  ap_start      written 1: runs; stays 1 until ap_ready, and with auto_restart while runs follow. What is written
//                              while a run is on starts the next one behind it
//         bit 1  ap_done       ap_ctrl_hs: a run ended since the last read; ap_ctrl_chain: waits for ap_continue
//         bit 2  ap_idle       nothing runs, nothing was started
//         bit 3  ap_ready      the next run could be started since the last read
//         bit 4  ap_continue   ap_ctrl_chain, written 1: the core may forget that it is done; reads 1 for a cycle
//         bit 7  auto_restart  a run starts the next; done and ready mean the last one then
//         bit 9  interrupt     as the signal
//   0x04  bit 0  global interrupt enable
//   0x08  bit 0  enables the interrupt of ap_done, bit 1 that of ap_ready
//   0x0c  bit 0  ap_done's interrupt is pending, bit 1 ap_ready's; writing 1 toggles
//   0x10  COUNTED: how many runs are left, the current one included; above 1, a run starts the next as with
//         auto_restart. All ones stay. Hosts may write it at any time: 0 ends with the current run
//
// Core side: `ap_start` stays until the cycle of `ap_ready`, in which the core has taken its arguments, and may begin another
// run in the cycle after it; a start written in the very cycle of ap_ready is not lost. A run that starts the next does so in
// the first cycle of its `ap_done`, so that a host may decide until then. `ap_done` of ap_ctrl_hs is 1 for a cycle; that of
// ap_ctrl_chain stays up to and with the cycle of `ap_continue`.
//
// Cycles: WDATA accepted in t, ap_start or an argument in t + 1, BVALID in t + 1. ARADDR accepted in t, RVALID in
// t + 1. ap_done in t, its bit in t + 1 (read by an address of t + 1), `interrupt` in t + 2. Between
// two ends of ap_ctrl_chain the bit is 0 for a cycle, that behind ap_continue. A transfer at a time: three
// cycles for a write, two for a read, both sides at once. Every address is answered with OKAY, an unmapped one reads 0.
//
// Reset is synchronous and active low, of everything but what is read and the place that is written.

module sh_control #(
    parameter ADDR_WIDTH = 12,
    parameter CHAIN      = 0,
    parameter COUNTED    = 0
) (
    input  wire                  clk,
    input  wire                  rst_n,

    // The lower two bits are of no interest: all registers are words.
    /* verilator lint_off UNUSED */
    input  wire [ADDR_WIDTH-1:0] s_axi_AWADDR,
    input  wire [ADDR_WIDTH-1:0] s_axi_ARADDR,
    /* verilator lint_on UNUSED */
    input  wire                  s_axi_AWVALID,
    output wire                  s_axi_AWREADY,
    input  wire [31:0]           s_axi_WDATA,
    input  wire [3:0]            s_axi_WSTRB,
    input  wire                  s_axi_WVALID,
    output wire                  s_axi_WREADY,
    output wire [1:0]            s_axi_BRESP,
    output wire                  s_axi_BVALID,
    input  wire                  s_axi_BREADY,
    input  wire                  s_axi_ARVALID,
    output wire                  s_axi_ARREADY,
    output reg  [31:0]           s_axi_RDATA,
    output wire [1:0]            s_axi_RRESP,
    output reg                   s_axi_RVALID,
    input  wire                  s_axi_RREADY,
    /* verilator lint_off SYMRSVDWORD */              // Vitis calls it so; C++ does not mind in a class.
    output reg                   interrupt,
    /* verilator lint_on SYMRSVDWORD */

    output reg                   ap_start,
    input  wire                  ap_done,
    input  wire                  ap_ready,
    input  wire                  ap_idle,
    output wire                  ap_continue,
    output wire                  first_start,         // A host starts the core while it is idle.

    output wire                  write,
    output wire [ADDR_WIDTH-3:0] write_word,
    output wire [31:0]           write_data,
    output wire [31:0]           write_mask,
    output wire                  read,
    output wire [ADDR_WIDTH-3:0] read_word,
    input  wire [31:0]           read_data
);
    localparam [ADDR_WIDTH-3:0] CONTROL = 0;
    localparam [ADDR_WIDTH-3:0] GLOBAL  = 1;
    localparam [ADDR_WIDTH-3:0] ENABLE  = 2;
    localparam [ADDR_WIDTH-3:0] STATUS  = 3;
    localparam [ADDR_WIDTH-3:0] COUNTER = 4;

    localparam [1:0] WAIT_ADDRESS = 2'd0;
    localparam [1:0] WAIT_DATA    = 2'd1;
    localparam [1:0] RESPOND      = 2'd2;

    // ---- Transfers ----
    reg  [1:0]            state;
    reg  [ADDR_WIDTH-3:0] word;
    wire [31:0]           control;
    reg  [31:0]           answer;

    assign s_axi_AWREADY = state == WAIT_ADDRESS;
    assign s_axi_WREADY  = state == WAIT_DATA;
    assign s_axi_BVALID  = state == RESPOND;
    assign s_axi_ARREADY = !s_axi_RVALID;
    assign s_axi_BRESP   = 2'b00;
    assign s_axi_RRESP   = 2'b00;

    assign write      = s_axi_WVALID && s_axi_WREADY;
    assign write_word = word;
    assign write_data = s_axi_WDATA;
    assign write_mask = {{8{s_axi_WSTRB[3]}}, {8{s_axi_WSTRB[2]}}, {8{s_axi_WSTRB[1]}}, {8{s_axi_WSTRB[0]}}};
    assign read       = s_axi_ARVALID && s_axi_ARREADY;
    assign read_word  = s_axi_ARADDR[ADDR_WIDTH-1:2];

    always @(posedge clk) begin
        if (!rst_n)
            state <= WAIT_ADDRESS;
        else if (state == WAIT_ADDRESS && s_axi_AWVALID)
            state <= WAIT_DATA;
        else if (state == WAIT_DATA && s_axi_WVALID)
            state <= RESPOND;
        else if (state == RESPOND && s_axi_BREADY)
            state <= WAIT_ADDRESS;
    end

    always @(posedge clk) begin
        if (s_axi_AWVALID && s_axi_AWREADY)
            word <= s_axi_AWADDR[ADDR_WIDTH-1:2];
        if (read)
            s_axi_RDATA <= answer;
    end

    always @(posedge clk) begin
        if (!rst_n)
            s_axi_RVALID <= 1'b0;
        else
            s_axi_RVALID <= read || (s_axi_RVALID && !s_axi_RREADY);
    end

    // ---- Start, done, ready, continue ----
    wire low_byte      = write && s_axi_WSTRB[0];
    wire write_control = low_byte && word == CONTROL;
    wire read_control  = read && read_word == CONTROL;

    reg  auto_restart;
    reg  restarted;                                   // Some run was, and its successors have not all ended.
    reg  was_resting;
    reg  held;                                        // ap_done of ap_ctrl_chain was not taken in the last cycle.
    reg  done;
    reg  ready;
    reg  withheld;                                    // The core was ready for the run that the current one starts.
    reg  continued;
    wire [31:0] counter;
    wire again       = auto_restart || counter > 32'd1;
    wire resting     = ap_idle && !ap_start;          // Between two runs a core is idle, too.
    wire ended       = ap_done && !held;
    wire starts_more = again && !resting;
    wire restarting  = starts_more || restarted;
    wire last_ended  = restarted && !again && resting && !was_resting;
    wire done_event  = (ended && !restarting) || last_ended;
    wire ready_event = !again && (ap_ready || (withheld && !ap_start));

    assign first_start = write_control && s_axi_WDATA[0] && resting;
    assign ap_continue = (CHAIN == 0) || continued || restarting;

    always @(posedge clk) begin
        if (!rst_n) begin
            ap_start <= 1'b0;
            auto_restart <= 1'b0;
            restarted <= 1'b0;
            was_resting <= 1'b1;
            held <= 1'b0;
            done <= 1'b0;
            ready <= 1'b0;
            withheld <= 1'b0;
            continued <= 1'b0;
        end else begin
            if ((write_control && s_axi_WDATA[0]) || (ended && again))
                ap_start <= 1'b1;
            else if (ap_ready)
                ap_start <= 1'b0;
            if (write_control)
                auto_restart <= s_axi_WDATA[7];
            restarted <= starts_more || (restarted && !resting);
            was_resting <= resting;
            held <= ap_done && !ap_continue;
            // What happens in the cycle of a read is for the next one.
            if (done_event)
                done <= 1'b1;
            else if ((CHAIN == 0) ? read_control : (ap_continue || (read_control && !held)))
                done <= 1'b0;
            if (ready_event)
                ready <= 1'b1;
            else if (read_control)
                ready <= 1'b0;
            withheld <= ap_ready ? again : withheld && (again || ap_start);
            continued <= (CHAIN != 0) && write_control && s_axi_WDATA[4];
        end
    end

    generate
        if (COUNTED != 0) begin : g_counter
            reg  [31:0] left;
            wire        write_counter = write && word == COUNTER;
            assign counter = left;
            always @(posedge clk) begin
                if (!rst_n)
                    left <= 32'd0;
                else if (write_counter)
                    left <= (left & ~write_mask) | (write_data & write_mask);
                else if (ended && left != 32'd0 && left != 32'hffffffff)
                    left <= left - 32'd1;
            end
        end else begin : g_no_counter
            assign counter = 32'd0;
        end
    endgenerate

    // ---- Interrupts ----
    reg        interrupts;
    reg  [1:0] enable;
    reg  [1:0] status;
    wire [1:0] events = {ready_event, done_event} & enable;
    wire [1:0] toggle = (low_byte && word == STATUS) ? s_axi_WDATA[1:0] : 2'b00;

    always @(posedge clk) begin
        if (!rst_n) begin
            interrupts <= 1'b0;
            enable <= 2'b00;
            status <= 2'b00;
            interrupt <= 1'b0;
        end else begin
            if (low_byte && word == GLOBAL)
                interrupts <= s_axi_WDATA[0];
            if (low_byte && word == ENABLE)
                enable <= s_axi_WDATA[1:0];
            status <= (status ^ toggle) | events;
            interrupt <= interrupts && (status != 2'b00);
        end
    end

    assign control = {22'd0, interrupt, 1'b0, auto_restart, 2'b00, continued, ready, resting, done, ap_start || starts_more};

    always @* begin
        case (read_word)
            CONTROL: answer = control;
            GLOBAL:  answer = {31'd0, interrupts};
            ENABLE:  answer = {30'd0, enable};
            STATUS:  answer = {30'd0, status};
            COUNTER: answer = (COUNTED != 0) ? counter : read_data;
            default: answer = read_data;
        endcase
    end
endmodule

`default_nettype wire
