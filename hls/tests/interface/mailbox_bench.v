// A host and a core around the control registers of a kernel `sample` that starts itself again, with mailboxes. +scenario=NAME
// chooses what happens. The core is like ours: it takes its arguments when it starts, which is ap_ready, and is idle
// for a cycle between two runs. Arguments `a` and `b`, results `r` and `q`.
`timescale 1ns / 1ps

module bench;
    localparam [11:0] CONTROL = 12'h000, COUNTER = 12'h010, INPUT = 12'h014, OUTPUT = 12'h018;
    localparam [11:0] A = 12'h01c, B = 12'h024, R = 12'h02c, R_VALID = 12'h030, Q = 12'h034, Q_VALID = 12'h038;

    `include "control_host.v"

    wire [31:0] a, b;

    // ---- The core ----
    integer    cycles = 4;
    integer    left = 0;
    reg        running = 0, held = 0;
    reg [31:0] taken_a = 0, taken_b = 0;
    integer    begun = 0, runs = 0;
    wire       begins = start && !running;
    wire       last = running && left == 1;
    wire       done = last || held;
    always @(posedge clk) begin
        if (!rst_n) begin
            running <= 0;
            held <= 0;
            left <= 0;
        end else begin
            if (begins) begin
                running <= 1;
                left <= cycles;
                taken_a <= a;
                taken_b <= b;
                begun <= begun + 1;
                if (a + b != 0) fail("arguments of two releases");
            end else if (left > 0)
                left <= left - 1;
            if (last) runs <= runs + 1;
            if (done && continue_) running <= 0;
            held <= done && !continue_;
        end
    end

    // The results of a run are its number, and the complement.
    sample_control_s_axi dut (
        .clk(clk), .rst_n(rst_n),
        .s_axi_AWADDR(awaddr), .s_axi_AWVALID(awvalid), .s_axi_AWREADY(awready),
        .s_axi_WDATA(wdata), .s_axi_WSTRB(wstrb), .s_axi_WVALID(wvalid), .s_axi_WREADY(wready),
        .s_axi_BRESP(bresp), .s_axi_BVALID(bvalid), .s_axi_BREADY(bready),
        .s_axi_ARADDR(araddr), .s_axi_ARVALID(arvalid), .s_axi_ARREADY(arready),
        .s_axi_RDATA(rdata), .s_axi_RRESP(rresp), .s_axi_RVALID(rvalid), .s_axi_RREADY(rready),
        .interrupt(interrupt), .ap_start(start), .ap_done(done), .ap_ready(begins), .ap_idle(!running),
        .ap_continue(continue_), .errors(2'b00), .arg_a(a), .arg_b(b),
        .out_r(begun), .out_r_vld(left == 2), .out_q(~begun), .out_q_vld(last)
    );

    task poll;
        input [11:0] at;
        input [31:0] mask;
        input [31:0] wanted;
        begin
            read(at);
            while ((value & mask) != wanted) read(at);
        end
    endtask

    // Starts so many runs, and waits for the last.
    task start_runs;
        input [31:0] count;
        begin
            write(COUNTER, count);
            write(CONTROL, 32'h1);
        end
    endtask

    task stop;
        begin
            write(COUNTER, 0);
            poll(CONTROL, 32'h2, 32'h2);
            write(CONTROL, 32'h10);
        end
    endtask

    integer i, before;

    // A counter of N makes N runs, which are done when the last is; afterwards a start is one run.
    task counted;
        begin
            for (i = 0; i < 8; i = i + 1) begin
                cycles = 1 + (i & 3);
                before = runs;
                start_runs(i);
                poll(CONTROL, 32'h2, 32'h2);
                if (runs - before != (i == 0 ? 1 : i)) fail("so many runs");
                repeat (30) @(negedge clk);
                if (runs - before != (i == 0 ? 1 : i)) fail("no more runs");
                // Of runs that took their own end, as with auto_restart, the last end is read once.
                expect(CONTROL, i < 2 ? 32'h2 : 32'h4, "done");
                write(CONTROL, 32'h10);
                expect(CONTROL, 32'h4, "idle");
                expect(COUNTER, 0, "none is left");
            end
            before = runs;
            cycles = 200;
            start_runs(3);
            expect(COUNTER, 3, "three are left");
            while (runs == before) @(negedge clk);
            expect(COUNTER, 2, "two are left");
            stop;
            if (runs - before != 2) fail("the current run is the last");
        end
    endtask

    task forever_;
        begin
            start_runs(32'hffffffff);
            while (runs < 300) @(negedge clk);
            expect(COUNTER, 32'hffffffff, "for ever");
            read(CONTROL);
            if (value[1] || !value[0]) fail("not done, started");
            stop;
            before = runs;
            repeat (50) @(negedge clk);
            if (runs != before) fail("stopped");
        end
    endtask

    // Who never writes to a mailbox finds an ordinary kernel.
    task ordinary;
        begin
            for (i = 1; i < 4; i = i + 1) begin
                write(A, i);
                write(B, -i);
                write(CONTROL, 32'h1);
                poll(CONTROL, 32'h2, 32'h2);
                write(CONTROL, 32'h10);
                if (taken_a != i) fail("taken");
                expect(R_VALID, 1, "written");
                expect(R_VALID, 0, "read");
                expect(R, i, "result");
                expect(Q, ~i, "other result");
                expect(INPUT, 1, "input");
                expect(OUTPUT, 1, "output");
            end
        end
    endtask

    // What the host writes lands at the release, all of it, whatever the core does at that moment.
    task inputs;
        begin
            start_runs(32'hffffffff);
            for (i = 1; i < 200; i = i + 1) begin
                cycles = 1 + i % 7;
                write(INPUT, 0);
                write(A, i);
                repeat (i & 15) @(negedge clk);
                write(B, -i);
                repeat (20) @(negedge clk);
                if (taken_a != i - 1) fail("before the release");
                write(INPUT, 1);
                poll(INPUT, 32'h2, 0);
                expect(INPUT, 1, "released");
                if (taken_a != i) fail("after the release");
            end
            // What was released is taken, though the mailbox is acquired again and changed.
            cycles = 100;
            poll(CONTROL, 32'h0, 0);
            while (left > 90 || left < 60) @(negedge clk);
            write(INPUT, 0);
            write(A, 1000);
            write(B, -1000);
            write(INPUT, 1);
            expect(INPUT, 3, "busy");
            write(INPUT, 0);
            write(A, 2000);
            while (taken_a != 1000) @(negedge clk);
            repeat (300) @(negedge clk);
            if (taken_a != 1000) fail("released only");
            expect(INPUT, 0, "acquired");
            stop;
            write(B, -2000);
            write(INPUT, 1);
            expect(INPUT, 1, "at once");
            start_runs(1);
            poll(CONTROL, 32'h2, 32'h2);
            if (taken_a != 2000) fail("of an idle kernel");
        end
    endtask

    // Results are of one run, which began after the release, and stay while the mailbox is acquired.
    task outputs;
        begin
            start_runs(32'hffffffff);
            for (i = 1; i < 200; i = i + 1) begin
                cycles = 2 + i % 7;
                before = begun;
                write(OUTPUT, 1);
                poll(OUTPUT, 32'h2, 0);
                write(OUTPUT, 0);
                expect(R_VALID, 1, "written");
                read(R);
                if ($signed(value) <= before) fail("the run began before the release");
                before = value;
                repeat (40) @(negedge clk);
                expect(Q, ~before, "of another run");
                expect(R, before, "it stays");
                expect(R_VALID, 0, "nothing new");
                expect(Q_VALID, 1, "written, too");
                expect(OUTPUT, 0, "acquired");
            end
            stop;
            write(OUTPUT, 1);
            expect(OUTPUT, 1, "at once");
            expect(R, begun, "of the last run");
        end
    endtask

    reg [8*40-1:0] scenario;
    initial begin
        if (!$value$plusargs("scenario=%s", scenario)) fail("no scenario");
        repeat (3) @(negedge clk);
        rst_n = 1;
        case (scenario)
            "counted": counted;
            "forever": forever_;
            "ordinary": ordinary;
            "inputs": inputs;
            "outputs": outputs;
            default: fail("no such scenario");
        endcase
        repeat (5) @(negedge clk);
        $display("passed %0s", scenario);
        $finish;
    end

    initial begin
        #2000000 fail("stuck");
    end
endmodule
