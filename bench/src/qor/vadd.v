// c[i] = a[i] + b[i] by hand, as fast as its ports are: each has bursts of 16 elements, asked for 16 ahead, and sums go
// from port to port without a register between them. For whole bursts at addresses that they do not cross a page from.
`timescale 1ns / 1ps
module vadd_long #(
    parameter [31:0] N = 32'd1048576
) (
    `CONTROL_PORTS,
    `MASTER(m_axi_gmem0, 32),
    `MASTER(m_axi_gmem1, 32),
    `MASTER(m_axi_gmem2, 32)
);
    reg running;
    wire ap_done;
    `CONTROL

    wire go = ap_start && !running;
    reg [31:0] asked_a, asked_b, announced, taken, answered;
    wire step = m_axi_gmem0_RVALID && m_axi_gmem1_RVALID && m_axi_gmem2_WREADY;
    assign ap_done = running && answered == N;

    always @(posedge ap_clk) begin
        if (!ap_rst_n) running <= 0;
        else if (go) running <= 1;
        else if (ap_done) running <= 0;
        if (go) begin
            asked_a <= 0;
            asked_b <= 0;
            announced <= 0;
            taken <= 0;
            answered <= 0;
        end else if (running) begin
            if (m_axi_gmem0_ARVALID && m_axi_gmem0_ARREADY) asked_a <= asked_a + 16;
            if (m_axi_gmem1_ARVALID && m_axi_gmem1_ARREADY) asked_b <= asked_b + 16;
            if (m_axi_gmem2_AWVALID && m_axi_gmem2_AWREADY) announced <= announced + 16;
            if (m_axi_gmem2_BVALID) answered <= answered + 16;
            if (step) taken <= taken + 1;
        end
    end

    assign m_axi_gmem0_ARVALID = running && asked_a != N && asked_a - taken < 32'd256;
    assign m_axi_gmem0_ARADDR = arguments[63:0] + {30'b0, asked_a, 2'b0};
    assign m_axi_gmem1_ARVALID = running && asked_b != N && asked_b - taken < 32'd256;
    assign m_axi_gmem1_ARADDR = arguments[127:64] + {30'b0, asked_b, 2'b0};
    assign {m_axi_gmem0_ARLEN, m_axi_gmem0_ARSIZE, m_axi_gmem0_ARBURST, m_axi_gmem0_ARID} = {8'd15, 3'd2, 2'd1, 1'b0};
    assign {m_axi_gmem1_ARLEN, m_axi_gmem1_ARSIZE, m_axi_gmem1_ARBURST, m_axi_gmem1_ARID} = {8'd15, 3'd2, 2'd1, 1'b0};
    assign m_axi_gmem0_RREADY = m_axi_gmem1_RVALID && m_axi_gmem2_WREADY;
    assign m_axi_gmem1_RREADY = m_axi_gmem0_RVALID && m_axi_gmem2_WREADY;
    assign {m_axi_gmem0_AWVALID, m_axi_gmem0_AWADDR, m_axi_gmem0_AWID, m_axi_gmem0_AWLEN, m_axi_gmem0_AWSIZE,
        m_axi_gmem0_AWBURST, m_axi_gmem0_WVALID, m_axi_gmem0_WDATA, m_axi_gmem0_WSTRB, m_axi_gmem0_WLAST,
        m_axi_gmem0_BREADY} = 0;
    assign {m_axi_gmem1_AWVALID, m_axi_gmem1_AWADDR, m_axi_gmem1_AWID, m_axi_gmem1_AWLEN, m_axi_gmem1_AWSIZE,
        m_axi_gmem1_AWBURST, m_axi_gmem1_WVALID, m_axi_gmem1_WDATA, m_axi_gmem1_WSTRB, m_axi_gmem1_WLAST,
        m_axi_gmem1_BREADY} = 0;

    assign m_axi_gmem2_AWVALID = running && announced != N && announced - answered < 32'd256;
    assign m_axi_gmem2_AWADDR = arguments[191:128] + {30'b0, announced, 2'b0};
    assign {m_axi_gmem2_AWLEN, m_axi_gmem2_AWSIZE, m_axi_gmem2_AWBURST, m_axi_gmem2_AWID} = {8'd15, 3'd2, 2'd1, 1'b0};
    assign m_axi_gmem2_WVALID = m_axi_gmem0_RVALID && m_axi_gmem1_RVALID;
    assign m_axi_gmem2_WDATA = m_axi_gmem0_RDATA + m_axi_gmem1_RDATA;
    assign m_axi_gmem2_WSTRB = 4'hf;
    assign m_axi_gmem2_WLAST = taken[3:0] == 4'd15;
    assign m_axi_gmem2_BREADY = 1;
    assign {m_axi_gmem2_ARVALID, m_axi_gmem2_ARADDR, m_axi_gmem2_ARID, m_axi_gmem2_ARLEN, m_axi_gmem2_ARSIZE,
        m_axi_gmem2_ARBURST, m_axi_gmem2_RREADY} = 0;
endmodule
