// A host that runs a kernel again and again: once as it is, then with a stall of every port in each cycle.
module bench;
    reg         clk = 0, rst_n = 0, stall = 0;
    reg  [11:0] awaddr = 0, araddr = 0;
    reg         awvalid = 0, wvalid = 0, bready = 1, arvalid = 0, rready = 1;
    reg  [31:0] wdata = 0;
    wire        awready, wready, bvalid, arready, rvalid, interrupt;
    wire [1:0]  bresp, rresp;
    wire [31:0] rdata;
    reg  [1:0]  reads_answer = 0, writes_answer = 0;
    integer     cycle, whole, from, length, runs;

    always #5 clk = !clk;

PORTS

    task write;
        input [11:0] at;
        input [31:0] value;
        begin
            awaddr = at;
            awvalid = 1;
            while (!awready) @(negedge clk);
            @(negedge clk);
            awvalid = 0;
            wdata = value;
            wvalid = 1;
            while (!wready) @(negedge clk);
            @(negedge clk);
            wvalid = 0;
            while (!bvalid) @(negedge clk);
            @(negedge clk);
        end
    endtask

    // What the kernel says to its host is known, too.
    always @(posedge clk) if (rst_n && (^{awready, wready, bvalid, bresp, arready, rvalid, interrupt} === 1'bx
                                        || rvalid && ^{rdata, rresp} === 1'bx)) begin
        $display("failed: unknown at %0t in %m", $time);
        $finish;
    end

    task run;
        begin
            load;
            awaddr = 0;
            write(12'h000, 32'h001);
            cycle = 0;
            while (dut.ap_done !== 1'b1) begin
                stall = cycle >= from && cycle < from + length;
                @(negedge clk);
                cycle = cycle + 1;
                if (cycle > 100000) begin
                    $display("failed: no end, with a stall of %0d from %0d on", length, from);
                    $finish;
                end
            end
            stall = 0;
            check;
            // What happens in a cycle is read from the next one on.
            @(negedge clk);
            if (runs == 0) ended;
            write(12'h000, 32'h010);
            runs = runs + 1;
        end
    endtask

    // Reads the control register.
    task control;
        begin
            arvalid = 1;
            while (!arready) @(negedge clk);
            @(negedge clk);
            arvalid = 0;
            while (!rvalid) @(negedge clk);
        end
    endtask

    // What waits for ap_continue is done, and idle.
    task ended;
        begin
            control;
            if (rdata[2:0] !== 3'b110) begin
                $display("failed: at its end the control register is %h", rdata);
                $finish;
            end
            @(negedge clk);
        end
    endtask

    // Which accesses the register of errors has.
    task errors;
        input [31:0] wanted;
        begin
            araddr = ERRORS;
            control;
            araddr = 0;
            if (rdata !== wanted) begin
                $display("failed: the register of errors is %h, not %h", rdata, wanted);
                $finish;
            end
            @(negedge clk);
        end
    endtask

    initial begin
        runs = 0;
        length = 0;
        from = 0;
        repeat (5) @(negedge clk);
        rst_n = 1;
        @(negedge clk);
        arguments;
        run;
        whole = cycle;
        length = 1;
        for (from = 0; from < whole; from = from + EACH) run;
        length = 0;
        errors(0);
        writes_answer = 2'd2;
        run;
        errors(WRITES);
        writes_answer = 2'd0;
        reads_answer = 2'd3;
        run;
        errors(READS);
        reads_answer = 2'd0;
        run;
        errors(0);
        $display("passed: %0d runs of %0d cycles", runs, whole);
        $finish;
    end
endmodule
