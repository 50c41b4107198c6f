// Both bridges from power-up, nothing initialised: whatever is valid is known. A reset in the middle, too.
`timescale 1ns / 1ps

module bench;
    reg         clk = 0;
    reg         rst_n = 0;
    reg         valid = 0;
    reg  [63:0] addr = 64'h1000;
    reg  [31:0] len = 3;
    reg  [1:0]  size = 0;
    reg         arready = 0, awready = 0, wready = 0, popped = 0;
    reg         rvalid = 0, bvalid = 0;
    reg  [31:0] owed_r = 0, owed_b = 0, owed_data = 0;
    integer     checked = 0, i;

    wire         req_ready, rsp_valid, cmd_ready, dat_ready, idle;
    wire [63:0]  rsp_data;
    wire         read_error, write_error;
    wire [63:0]  araddr, awaddr;
    wire [7:0]   arlen, awlen;
    wire         arvalid, awvalid, wvalid, wlast, rready, bready;
    wire [127:0] wdata;
    wire [15:0]  wstrb;
    wire         both = valid && req_ready && cmd_ready;
    wire         give = owed_data != 0;

    sh_axi_read #(.DATA_WIDTH(128), .CAPACITY(16)) reader (
        .clk(clk), .rst_n(rst_n),
        .req_valid(both), .req_ready(req_ready), .req_addr(addr), .req_len(len), .req_size(size),
        .rsp_valid(rsp_valid), .rsp_ready(popped), .rsp_data(rsp_data), .error(read_error),
        .m_axi_ARADDR(araddr), .m_axi_ARLEN(arlen), .m_axi_ARVALID(arvalid), .m_axi_ARREADY(arready),
        .m_axi_RID(1'b0), .m_axi_RRESP(2'b00), .m_axi_RDATA({4{32'h01234567}}), .m_axi_RLAST(owed_r == 1),
        .m_axi_RVALID(rvalid), .m_axi_RREADY(rready)
    );

    sh_axi_write #(.DATA_WIDTH(128), .CAPACITY(16)) writer (
        .clk(clk), .rst_n(rst_n),
        .cmd_valid(both), .cmd_ready(cmd_ready), .cmd_addr(addr), .cmd_len(len), .cmd_size(size),
        .dat_valid(give), .dat_ready(dat_ready), .dat_data(64'h0123456789abcdef), .idle(idle), .error(write_error),
        .m_axi_AWADDR(awaddr), .m_axi_AWLEN(awlen), .m_axi_AWVALID(awvalid), .m_axi_AWREADY(awready),
        .m_axi_WDATA(wdata), .m_axi_WSTRB(wstrb), .m_axi_WLAST(wlast), .m_axi_WVALID(wvalid), .m_axi_WREADY(wready),
        .m_axi_BID(1'b0), .m_axi_BRESP(2'b00), .m_axi_BVALID(bvalid), .m_axi_BREADY(bready)
    );

    always #5 clk = !clk;

    // One burst is read at a time, so that the last beat is known.
    always @(posedge clk) begin
        if (!rst_n) begin
            owed_r <= 0;
            owed_b <= 0;
            owed_data <= 0;
        end else begin
            owed_r <= owed_r + ((arvalid && arready) ? arlen + 1 : 0) - (rvalid ? 1 : 0);
            owed_b <= owed_b + ((wvalid && wready && wlast) ? 1 : 0) - (bvalid ? 1 : 0);
            owed_data <= owed_data + (both ? len : 0) - ((give && dat_ready) ? 1 : 0);
            if (^{req_ready, cmd_ready, dat_ready, rsp_valid, idle, read_error, write_error, arvalid, awvalid, wvalid,
                  rready, bready} === 1'bx || arvalid && ^{araddr, arlen} === 1'bx || awvalid && ^{awaddr, awlen} === 1'bx
                  || wvalid && ^{wdata, wstrb, wlast} === 1'bx || rsp_valid && ^rsp_data === 1'bx) begin
                $display("failed: unknown at %0t", $time);
                $finish;
            end
            if (wvalid && wready) checked = checked + 1;
            if (rsp_valid && popped) checked = checked + 1;
        end
    end

    always @(negedge clk) begin
        valid = $random;
        size = $random;
        len = $random & 31;
        addr = (64'h1000 + ($random & 4095)) >> size << size;
        wready = $random;
        awready = $random;
        popped = $random;
        arready = owed_r == 0;
        rvalid = owed_r != 0 && ($random & 1);
        bvalid = owed_b != 0 && ($random & 1);
    end

    initial begin
        for (i = 0; i < 4; i = i + 1) begin
            rst_n = 0;
            repeat (3) @(negedge clk);
            rst_n = 1;
            repeat (2000) @(negedge clk);
        end
        if (checked < 1000) $display("failed: only %0d", checked);
        else $display("passed");
        $finish;
    end
endmodule
