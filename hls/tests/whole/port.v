// The memory behind a port of a kernel: a burst at a time, and nothing moves while `stall`. All that the kernel says
// must be known, whatever it started with.
module port #(
    parameter WIDTH  = 32,
    parameter IMAGE  = "",
    parameter WANTED = ""
) (
    input  wire               clk,
    input  wire               rst_n,
    input  wire               stall,
    input  wire               arvalid,
    output wire               arready,
    input  wire [63:0]        araddr,
    input  wire [7:0]         arlen,
    input  wire [2:0]         arsize,
    output wire               rvalid,
    input  wire               rready,
    output wire               rlast,
    output wire [WIDTH-1:0]   rdata,
    input  wire               awvalid,
    output wire               awready,
    input  wire [63:0]        awaddr,
    input  wire [7:0]         awlen,
    input  wire [2:0]         awsize,
    input  wire               wvalid,
    output wire               wready,
    input  wire [WIDTH-1:0]   wdata,
    input  wire [WIDTH/8-1:0] wstrb,
    input  wire               wlast,
    output wire               bvalid,
    input  wire               bready
);
    localparam BYTES = 256;
    localparam LATENCY = 2;

    reg [7:0]  memory [0:BYTES-1];
    reg [7:0]  wanted [0:BYTES-1];
    reg        reading, writing, answering;
    reg [7:0]  read_at, write_at;
    reg [7:0]  read_left;
    reg [3:0]  delay;
    integer    i;

    assign arready = !reading && !stall;
    assign rvalid  = reading && delay == 0 && !stall;
    assign rlast   = read_left == 0;
    assign awready = !writing && !answering && !stall;
    assign wready  = writing && !stall;
    assign bvalid  = answering && !stall;

    genvar lane;
    generate
        for (lane = 0; lane < WIDTH / 8; lane = lane + 1) begin : lanes
            wire [7:0] at = read_at + lane;
            assign rdata[8*lane +: 8] = memory[at];
        end
    endgenerate

    always @(posedge clk) begin
        if (!rst_n) begin
            reading <= 0;
            writing <= 0;
            answering <= 0;
        end else begin
            if (delay != 0) delay <= delay - 1;
            if (arvalid && arready) begin
                reading <= 1;
                read_at <= araddr[7:0];
                read_left <= arlen;
                delay <= LATENCY;
            end else if (rvalid && rready) begin
                reading <= !rlast;
                read_at <= read_at + WIDTH / 8;
                read_left <= read_left - 1;
            end
            if (awvalid && awready) begin
                writing <= 1;
                write_at <= awaddr[7:0];
            end
            if (wvalid && wready) begin
                for (i = 0; i < WIDTH / 8; i = i + 1)
                    if (wstrb[i]) memory[(write_at + i) % BYTES] = wdata[8*i +: 8];
                write_at <= write_at + WIDTH / 8;
                writing <= !wlast;
                answering <= wlast;
            end
            if (bvalid && bready) answering <= 0;
            if (^{arvalid, rready, awvalid, wvalid, bready} === 1'bx
                || arvalid && ^{araddr, arlen, arsize} === 1'bx || awvalid && ^{awaddr, awlen, awsize} === 1'bx
                || wvalid && ^{wdata, wstrb, wlast} === 1'bx) begin
                $display("failed: unknown at %0t in %m", $time);
                $finish;
            end
        end
    end

    task load;
        $readmemh(IMAGE, memory);
    endtask

    task check;
        for (i = 0; i < BYTES; i = i + 1)
            if (memory[i] !== wanted[i]) begin
                $display("failed: byte %0d is %h instead of %h in %m", i, memory[i], wanted[i]);
                $finish;
            end
    endtask

    initial $readmemh(WANTED, wanted);
endmodule
