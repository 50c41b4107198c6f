// AXI4-Lite registers of a test kernel: control at 0, four 64-bit arguments from 0x10 on, each with a reserved word.
`timescale 1ns / 1ps
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
