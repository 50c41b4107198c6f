// What the test kernels share: the ports of all kernels, their registers, and the ports of a bundle.
`timescale 1ns / 1ps

`define CONTROL_PORTS \
    input wire ap_clk, \
    input wire ap_rst_n, \
    output wire interrupt, \
    output wire ap_start_probe, \
    output wire ap_done_probe, \
    input wire s_axi_control_AWVALID, \
    output wire s_axi_control_AWREADY, \
    input wire [11:0] s_axi_control_AWADDR, \
    input wire s_axi_control_WVALID, \
    output wire s_axi_control_WREADY, \
    input wire [31:0] s_axi_control_WDATA, \
    input wire [3:0] s_axi_control_WSTRB, \
    output wire s_axi_control_BVALID, \
    input wire s_axi_control_BREADY, \
    output wire [1:0] s_axi_control_BRESP, \
    input wire s_axi_control_ARVALID, \
    output wire s_axi_control_ARREADY, \
    input wire [11:0] s_axi_control_ARADDR, \
    output wire s_axi_control_RVALID, \
    input wire s_axi_control_RREADY, \
    output wire [31:0] s_axi_control_RDATA, \
    output wire [1:0] s_axi_control_RRESP

`define CONTROL \
    wire ap_start; \
    wire [255:0] arguments; \
    assign interrupt = ap_done; \
    assign ap_start_probe = ap_start; \
    assign ap_done_probe = ap_done; \
    assign s_axi_control_BRESP = 0; \
    assign s_axi_control_RRESP = 0; \
    control registers ( \
        .clk(ap_clk), .rst_n(ap_rst_n), .ap_start(ap_start), .ap_done(ap_done), .arguments(arguments), \
        .awvalid(s_axi_control_AWVALID), .awready(s_axi_control_AWREADY), .awaddr(s_axi_control_AWADDR), \
        .wvalid(s_axi_control_WVALID), .wready(s_axi_control_WREADY), .wdata(s_axi_control_WDATA), \
        .wstrb(s_axi_control_WSTRB), .bvalid(s_axi_control_BVALID), .bready(s_axi_control_BREADY), \
        .arvalid(s_axi_control_ARVALID), .arready(s_axi_control_ARREADY), .araddr(s_axi_control_ARADDR), \
        .rvalid(s_axi_control_RVALID), .rready(s_axi_control_RREADY), .rdata(s_axi_control_RDATA) \
    );

`define MASTER(BUNDLE, WIDTH) \
    output wire BUNDLE``_AWVALID, \
    input wire BUNDLE``_AWREADY, \
    output wire [63:0] BUNDLE``_AWADDR, \
    output wire [0:0] BUNDLE``_AWID, \
    output wire [7:0] BUNDLE``_AWLEN, \
    output wire [2:0] BUNDLE``_AWSIZE, \
    output wire [1:0] BUNDLE``_AWBURST, \
    output wire BUNDLE``_WVALID, \
    input wire BUNDLE``_WREADY, \
    output wire [WIDTH-1:0] BUNDLE``_WDATA, \
    output wire [WIDTH/8-1:0] BUNDLE``_WSTRB, \
    output wire BUNDLE``_WLAST, \
    input wire BUNDLE``_BVALID, \
    output wire BUNDLE``_BREADY, \
    input wire [0:0] BUNDLE``_BID, \
    input wire [1:0] BUNDLE``_BRESP, \
    output wire BUNDLE``_ARVALID, \
    input wire BUNDLE``_ARREADY, \
    output wire [63:0] BUNDLE``_ARADDR, \
    output wire [0:0] BUNDLE``_ARID, \
    output wire [7:0] BUNDLE``_ARLEN, \
    output wire [2:0] BUNDLE``_ARSIZE, \
    output wire [1:0] BUNDLE``_ARBURST, \
    input wire BUNDLE``_RVALID, \
    output wire BUNDLE``_RREADY, \
    input wire [WIDTH-1:0] BUNDLE``_RDATA, \
    input wire [0:0] BUNDLE``_RID, \
    input wire [1:0] BUNDLE``_RRESP, \
    input wire BUNDLE``_RLAST

// AXI4-Lite registers of a test kernel: control at 0, from 0x0c on words that are read back, four 64-bit arguments from 0x10 on, each with a reserved word.
module control (
    input wire clk,
    input wire rst_n,
    input wire awvalid,
    output wire awready,
    input wire [11:0] awaddr,
    input wire wvalid,
    output wire wready,
    input wire [31:0] wdata,
    input wire [3:0] wstrb,
    output reg bvalid,
    input wire bready,
    input wire arvalid,
    output wire arready,
    input wire [11:0] araddr,
    output reg rvalid,
    input wire rready,
    output reg [31:0] rdata,
    output reg ap_start,
    input wire ap_done,
    output wire [255:0] arguments
);
    reg [31:0] words[0:15];
    reg done;

    assign arguments = {
        words[11], words[10], words[8], words[7], words[5], words[4], words[2], words[1]
    };

    // Address and data are taken together.
    wire write = awvalid && wvalid && !bvalid;
    assign awready = write;
    assign wready = write;
    assign arready = arvalid && !rvalid;

    integer i;
    always @(posedge clk) begin
        if (!rst_n) begin
            bvalid <= 0;
            rvalid <= 0;
            ap_start <= 0;
            done <= 0;
            words[0] <= 0;
        end else begin
            if (bready) bvalid <= 0;
            if (rready) rvalid <= 0;
            if (ap_done) begin
                ap_start <= 0;
                done <= 1;
            end
            if (write) begin
                bvalid <= 1;
                if (awaddr == 0) ap_start <= wdata[0];
                else if (awaddr >= 12) begin
                    for (i = 0; i < 4; i = i + 1)
                        if (wstrb[i]) words[(awaddr - 12) >> 2][8*i+:8] <= wdata[8*i+:8];
                end
            end
            if (arready) begin
                rvalid <= 1;
                if (araddr == 0) begin
                    rdata <= {29'b0, !ap_start, done, ap_start};
                    done <= 0;
                end else rdata <= words[(araddr - 12) >> 2];
            end
        end
    end
endmodule
