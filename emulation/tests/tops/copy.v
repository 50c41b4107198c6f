// Moves n words of 512 bits, in bursts of up to 64 that end at 4 KiB boundaries. As many reads are asked for as there is
// room for their data: memory is the limit. The third argument picks what is done: 0 copies, 1 only reads, 2 follows
// pointers from word to word.
`timescale 1ns / 1ps
module copy (
    `CONTROL_PORTS,
    `MASTER(m_axi_gmem, 512)
);
    localparam COPY = 0, READ = 1, CHASE = 2;
    localparam ROOM = 1024;

    reg running, ap_done;
    `CONTROL

    wire [63:0] source = arguments[63:0], target = arguments[127:64], what = arguments[191:128];
    wire [31:0] n = arguments[223:192];

    // Words that were asked for, read, asked to be written, written; bursts that wait for their response.
    reg [31:0] asked, got, addressed, written, unanswered;
    reg [63:0] pointer;
    reg [511:0] room[0:ROOM-1];

    // The words of a burst at an address, if `left` are wanted.
    function [31:0] burst(input [63:0] address, input [31:0] left);
        burst = left < 64 - {26'b0, address[11:6]} ? left : 64 - {26'b0, address[11:6]};
    endfunction

    wire [63:0] read_address = what == CHASE ? pointer : source + {26'b0, asked, 6'b0};
    wire [31:0] read_words = what == CHASE ? 1 : burst(read_address, n - asked);
    wire space = what == CHASE ? asked == got : what == READ || asked + read_words - written <= ROOM;
    assign m_axi_gmem_ARVALID = running && asked != n && space;
    assign m_axi_gmem_ARADDR = read_address;
    assign m_axi_gmem_ARLEN = read_words[7:0] - 8'd1;
    assign m_axi_gmem_ARSIZE = 6;
    assign m_axi_gmem_ARBURST = 1;
    assign m_axi_gmem_ARID = 1;
    assign m_axi_gmem_RREADY = running;

    wire [63:0] write_address = target + {26'b0, addressed, 6'b0};
    wire [31:0] write_words = burst(write_address, n - addressed);
    assign m_axi_gmem_AWVALID = running && what == COPY && addressed != n && got - addressed >= write_words;
    assign m_axi_gmem_AWADDR = write_address;
    assign m_axi_gmem_AWLEN = write_words[7:0] - 8'd1;
    assign m_axi_gmem_AWSIZE = 6;
    assign m_axi_gmem_AWBURST = 1;
    assign m_axi_gmem_AWID = 1;
    // Data runs ahead of its address where that waits.
    assign m_axi_gmem_WVALID = running && what == COPY && written != got;
    assign m_axi_gmem_WDATA = room[written % ROOM];
    assign m_axi_gmem_WSTRB = ~64'd0;
    wire [63:0] next_address = target + {26'b0, written, 6'b0};
    assign m_axi_gmem_WLAST = written + 1 == n || next_address[11:6] == 63;
    assign m_axi_gmem_BREADY = 1;

    wire asks = m_axi_gmem_AWVALID && m_axi_gmem_AWREADY;
    wire answers = m_axi_gmem_BVALID && m_axi_gmem_BREADY;
    always @(posedge ap_clk) begin
        ap_done <= 0;
        if (!ap_rst_n) running <= 0;
        else if (!running) begin
            running <= ap_start && !ap_done;
            {asked, got, addressed, written, unanswered} <= 0;
            pointer <= source;
        end else begin
            if (m_axi_gmem_ARVALID && m_axi_gmem_ARREADY) asked <= asked + read_words;
            if (m_axi_gmem_RVALID) begin
                room[got % ROOM] <= m_axi_gmem_RDATA;
                got <= got + 1;
                pointer <= m_axi_gmem_RDATA[63:0];
            end
            if (asks) addressed <= addressed + write_words;
            if (m_axi_gmem_WVALID && m_axi_gmem_WREADY) written <= written + 1;
            unanswered <= unanswered + {31'b0, asks} - {31'b0, answers};
            if (what == COPY ? written == n && addressed == n && unanswered == 0 : got == n) begin
                running <= 0;
                ap_done <= 1;
            end
        end
    end
endmodule
