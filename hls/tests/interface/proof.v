// What yosys proves of the bridges: small parameters, any core, any memory that answers no more than it was asked. And of channels.

module proof_read #(
    parameter MAX_BURST  = 2,
    parameter GROUPS     = 0,
    parameter SIZE_WIDTH = 2
) (
    input wire        clk,
    input wire        rst_n,
    input wire        req_valid,
    input wire [14:0] req_addr,
    input wire [31:0] req_len,
    input wire [SIZE_WIDTH-1:0] req_size,
    input wire        rsp_ready,
    input wire        arready,
    input wire        rvalid,
    input wire        rlast,
    input wire [31:0] rdata,
    input wire [1:0]  rresp
);
    wire        req_ready, rsp_valid, arvalid, rready;
    wire [31:0] rsp_data;
    wire [14:0] araddr;
    wire [7:0]  arlen;

    sh_axi_read #(.ADDR_WIDTH(15), .DATA_WIDTH(32), .ELEM_WIDTH(32), .MAX_BURST(MAX_BURST), .OUTSTANDING(3), .CAPACITY(2), .GROUPS(GROUPS), .SIZE_WIDTH(SIZE_WIDTH)) dut (
        .clk(clk), .rst_n(rst_n),
        .req_valid(req_valid), .req_ready(req_ready), .req_addr(req_addr), .req_len(req_len), .req_size(req_size),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_data(rsp_data),
        .m_axi_ARADDR(araddr), .m_axi_ARLEN(arlen), .m_axi_ARVALID(arvalid), .m_axi_ARREADY(arready),
        .m_axi_RID(1'b0), .m_axi_RRESP(rresp), .m_axi_RDATA(rdata), .m_axi_RLAST(rlast), .m_axi_RVALID(rvalid),
        .m_axi_RREADY(rready)
    );

    // Both channels' payload while they wait.
    reg        ar_held = 0, rsp_held = 0;
    reg [22:0] ar;
    reg [31:0] rsp;
    always @(posedge clk) begin
        ar_held <= rst_n && arvalid && !arready;
        ar <= {araddr, arlen};
        rsp_held <= rst_n && rsp_valid && !rsp_ready;
        rsp <= rsp_data;
    end

`ifdef STABLE
    always @* begin
        if (ar_held) assert (arvalid && {araddr, arlen} == ar);
        if (rsp_held) assert (rsp_valid && rsp_data == rsp);
        assert (rready);
    end
    // No burst is longer than it may be, or crosses 4 KiB, from the first reset on.
    reg ran = 0;
    always @(posedge clk) ran <= ran || !rst_n;
    always @* if (ran && arvalid) assert (arlen < MAX_BURST && {1'b0, araddr[11:0]} + 4 * (arlen + 1) <= 4096);
`endif

`ifdef BOUNDED
    // The memory answers in whole bursts; beats that were asked for, and not all of them given.
    reg  [7:0] beats = 0;
    reg        started = 0;
    wire [7:0] asked = (arvalid && arready) ? arlen + 8'd1 : 8'd0;
    always @(posedge clk) begin
        started <= 1;
        beats <= rst_n ? beats + asked - rvalid : 8'd0;
    end
    always @* begin
        assume (rst_n == started);
        if (beats == 0) assume (!rvalid);
    end
    // The queues assert that nobody pushes them when they are full.
`endif
endmodule

module proof_write #(
    parameter GROUPS     = 0,
    parameter SIZE_WIDTH = 2
) (
    input wire        clk,
    input wire        rst_n,
    input wire        cmd_valid,
    input wire [14:0] cmd_addr,
    input wire [31:0] cmd_len,
    input wire [SIZE_WIDTH-1:0] cmd_size,
    input wire        dat_valid,
    input wire [31:0] dat_data,
    input wire        awready,
    input wire        wready,
    input wire        bvalid,
    input wire [1:0]  bresp
);
    wire        cmd_ready, dat_ready, idle, awvalid, wvalid, wlast, bready;
    wire [14:0] awaddr;
    wire [7:0]  awlen;
    wire [31:0] wdata;
    wire [3:0]  wstrb;

    sh_axi_write #(.ADDR_WIDTH(15), .DATA_WIDTH(32), .ELEM_WIDTH(32), .MAX_BURST(2), .OUTSTANDING(3), .CAPACITY(2), .GROUPS(GROUPS), .SIZE_WIDTH(SIZE_WIDTH)) dut (
        .clk(clk), .rst_n(rst_n),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_addr(cmd_addr), .cmd_len(cmd_len), .cmd_size(cmd_size),
        .dat_valid(dat_valid), .dat_ready(dat_ready), .dat_data(dat_data), .idle(idle),
        .m_axi_AWADDR(awaddr), .m_axi_AWLEN(awlen), .m_axi_AWVALID(awvalid), .m_axi_AWREADY(awready),
        .m_axi_WDATA(wdata), .m_axi_WSTRB(wstrb), .m_axi_WLAST(wlast), .m_axi_WVALID(wvalid), .m_axi_WREADY(wready),
        .m_axi_BID(1'b0), .m_axi_BRESP(bresp), .m_axi_BVALID(bvalid), .m_axi_BREADY(bready)
    );

`ifdef STABLE
    reg        aw_held = 0, w_held = 0, commanded = 0;
    reg [22:0] aw;
    reg [36:0] w;
    always @(posedge clk) begin
        aw_held <= rst_n && awvalid && !awready;
        aw <= {awaddr, awlen};
        w_held <= rst_n && wvalid && !wready;
        w <= {wdata, wstrb, wlast};
        commanded <= rst_n && cmd_valid && cmd_ready && cmd_len != 0;
    end
    always @* begin
        if (aw_held) assert (awvalid && {awaddr, awlen} == aw);
        if (w_held) assert (wvalid && {wdata, wstrb, wlast} == w);
        if (commanded && !past_answer) assert (!idle);
        assert (bready);
    end
    reg past_answer = 0;
    always @(posedge clk) past_answer <= bvalid;
`endif
endmodule

`ifdef EQUAL
// The queue as it is simulated beside the one that is synthesized: whoever keeps to `ready` and `valid` sees one like the other.
module proof_fifo (
    input wire       clk,
    input wire       rst_n,
    input wire       push,
    input wire [1:0] in,
    input wire       pop
);
    wire       ready, valid, ring_ready, ring_valid;
    wire [1:0] out, ring_out;

    sh_fifo #(.WIDTH(2), .DEPTH(3)) dut (
        .clk(clk), .rst_n(rst_n), .push(push), .in(in), .ready(ready), .pop(pop), .valid(valid), .out(out)
    );
    simulated_fifo #(.WIDTH(2), .DEPTH(3)) ring (
        .clk(clk), .rst_n(rst_n), .push(push), .in(in), .ready(ring_ready), .pop(pop), .valid(ring_valid), .out(ring_out)
    );

    reg started = 0;
    always @(posedge clk) started <= 1;
    always @* begin
        assume (rst_n == started);
        assume (!push || ready);
        assume (!pop || valid);
        if (started) assert (ring_ready == ready && ring_valid == valid && (!valid || ring_out == out));
    end
endmodule

// What was given comes out again so many enabled cycles later, from registers as from the ring.
module proof_delay (
    input wire       clk,
    input wire       ce,
    input wire [1:0] d
);
    wire [1:0] q, ring_q;
    sh_delay #(.WIDTH(2), .LATENCY(5)) dut (.clk(clk), .ce(ce), .d(d), .q(q));
    simulated_delay #(.WIDTH(2), .LATENCY(5)) ring (.clk(clk), .ce(ce), .d(d), .q(ring_q));

    reg [2:0] given = 0;
    always @(posedge clk) if (ce && given != 5) given <= given + 1;
    always @* if (given == 5) assert (ring_q == q);
endmodule
`endif

`ifdef ORDER
// A channel between processes, whoever sends and receives: what was sent and not received, the oldest element at the bottom.
module proof_channel #(
    parameter DEPTH = 3
) (
    input wire       clk,
    input wire       rst_n,
    input wire       sends,
    input wire       receives,
    input wire [1:0] in
);
    wire       ready, valid;
    wire [1:0] out;
    wire       push = sends && ready;
    wire       pop = receives && valid;
    sh_channel #(.WIDTH(2), .DEPTH(DEPTH)) dut (
        .clk(clk), .rst_n(rst_n), .push(push), .in(in), .ready(ready), .pop(pop), .valid(valid), .out(out)
    );

    reg        started = 0;
    reg  [7:0] queue = 0;
    reg  [2:0] count = 0;
    wire [2:0] left = count - pop;
    always @(posedge clk) begin
        started <= 1;
        count <= rst_n ? left + push : 3'd0;
        queue <= pop ? queue >> 2 : queue;
        if (push) queue[2 * left +: 2] <= in;
    end

    always @* begin
        assume (rst_n == started);
        // Each element can be received from the cycle on that follows its own, and each place is free for the next one.
        if (started) begin
            assert (valid == (count != 0));
            assert (ready == (count != DEPTH));
            if (valid) assert (out == queue[1:0]);
        end
    end
endmodule
`endif
