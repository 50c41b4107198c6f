// A host of the control registers: its signals, a clock, and its accesses. Part of the benches.

reg         clk = 0;
reg         rst_n = 0;
reg  [11:0] awaddr = 0, araddr = 0;
reg         awvalid = 0, wvalid = 0, bready = 0, arvalid = 0, rready = 0;
reg  [31:0] wdata = 0;
reg  [3:0]  wstrb = 0;
wire        awready, wready, bvalid, arready, rvalid, interrupt, start, continue_;
wire [1:0]  bresp, rresp;
wire [31:0] rdata;

always #5 clk = !clk;

integer cycle = 0;
always @(posedge clk) cycle <= cycle + 1;

task fail;
    input [8*40-1:0] what;
    begin
        $display("failed: %0s at cycle %0d", what, cycle);
        $finish;
    end
endtask

integer lazy = 0;                   // Whether it pauses here and there.
integer asked_cycle = 0;            // When an address to read was last accepted.
reg [31:0] value;

task pause;
    begin
        while (lazy && ($random & 3) == 0) @(negedge clk);
    end
endtask

task write_some;
    input [11:0] at;
    input [31:0] data;
    input [3:0]  strb;
    begin
        @(negedge clk);
        fork
            begin
                pause;
                awaddr = at;
                awvalid = 1;
                while (!awready) @(negedge clk);
                @(negedge clk);
                awvalid = 0;
                awaddr = $random;
            end
            begin
                pause;
                wdata = data;
                wstrb = strb;
                wvalid = 1;
                while (!wready) @(negedge clk);
                @(negedge clk);
                wvalid = 0;
                wdata = $random;
                wstrb = $random;
            end
        join
        pause;
        bready = 1;
        while (!bvalid) @(negedge clk);
        @(negedge clk);
        bready = 0;
    end
endtask

task write;
    input [11:0] at;
    input [31:0] data;
    write_some(at, data, 4'hf);
endtask

task read;
    input [11:0] at;
    begin
        @(negedge clk);
        pause;
        araddr = at;
        arvalid = 1;
        while (!arready) @(negedge clk);
        asked_cycle = cycle;
        @(negedge clk);
        arvalid = 0;
        araddr = $random;
        pause;
        rready = 1;
        while (!rvalid) @(negedge clk);
        value = rdata;
        @(negedge clk);
        rready = 0;
    end
endtask

task expect;
    input [11:0]     at;
    input [31:0]     wanted;
    input [8*40-1:0] what;
    begin
        read(at);
        if (value !== wanted) begin
            $display("%h, wanted %h", value, wanted);
            fail(what);
        end
    end
endtask
