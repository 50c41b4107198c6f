// A host and a core around the control registers of a kernel `sample`. +scenario=NAME chooses what happens, CHAIN is
// the protocol. With ap_ctrl_hs the core is ready when it starts, as ours are. In a chain it is ready later, after the first of a
// run's two parts, and one run's second part overlaps with the next one's first.
`timescale 1ns / 1ps

module bench;
    parameter CHAIN = 0;

    `include "control_host.v"

    wire [63:0] x;
    wire [7:0]  n;
    wire [63:0] f;
    wire [47:0] s;
    reg         done = 0, consumed = 0;
    wire        idle, ready;

    sample_control_s_axi dut (
        .clk(clk), .rst_n(rst_n),
        .s_axi_AWADDR(awaddr), .s_axi_AWVALID(awvalid), .s_axi_AWREADY(awready),
        .s_axi_WDATA(wdata), .s_axi_WSTRB(wstrb), .s_axi_WVALID(wvalid), .s_axi_WREADY(wready),
        .s_axi_BRESP(bresp), .s_axi_BVALID(bvalid), .s_axi_BREADY(bready),
        .s_axi_ARADDR(araddr), .s_axi_ARVALID(arvalid), .s_axi_ARREADY(arready),
        .s_axi_RDATA(rdata), .s_axi_RRESP(rresp), .s_axi_RVALID(rvalid), .s_axi_RREADY(rready),
        .interrupt(interrupt), .ap_start(start), .ap_done(done), .ap_ready(ready), .ap_idle(idle),
        .ap_continue(continue_), .errors(2'b00), .arg_x(x), .arg_n(n), .arg_f(f), .arg_s(s)
    );

    // ---- The core: outputs are registers, as of an FSM whose last state is `done` ----
    integer first = 0, second = 0;      // Cycles left in each part, 0 if it is empty.
    integer first_cycles = 6, second_cycles = 0;
    integer runs = 0;                   // Completed ones.
    integer done_cycle = -1;
    assign idle = first == 0 && second == 0 && !done && !consumed;
    assign ready = (CHAIN == 0) ? start && first == 0 : consumed;

    always @(posedge clk) begin
        if (!rst_n) begin
            first <= 0;
            second <= 0;
            done <= 0;
            consumed <= 0;
        end else if (CHAIN == 0) begin
            done <= first == 2;
            first <= (first > 0) ? first - 1 : start ? first_cycles : 0;
        end else begin
            consumed <= first == 2;
            if (first == 1 && !(second > 0 || done && !continue_))
                second <= second_cycles + 1;
            else if (second > 1)
                second <= second - 1;
            else if (second == 1 && (!done || continue_))
                second <= 0;
            if (first > 1)
                first <= first - 1;
            else if (first == 1 && !(second > 0 || done && !continue_))
                first <= 0;
            else if (first == 0 && start && !consumed)
                first <= first_cycles;
            if (second == 1 && (!done || continue_))
                done <= 1;
            else if (continue_)
                done <= 0;
        end
        if (rst_n && done && (CHAIN == 0 || continue_)) runs <= runs + 1;
        if (done) done_cycle <= cycle;
    end

    // ---- What holds at any time ----
    reg        had_b = 0, had_r = 0;
    reg [31:0] had_rdata = 0;
    always @(posedge clk) begin
        if (rst_n) begin
            if (^{awready, wready, bvalid, arready, rvalid, interrupt, start, continue_, x, n, f, s} === 1'bx)
                fail("unknown signal");
            if (rvalid && (^rdata === 1'bx || rresp !== 2'b00)) fail("unknown or bad answer");
            if (bvalid && bresp !== 2'b00) fail("bad response");
            if (had_b && !bvalid) fail("BVALID fell");
            if (had_r && (!rvalid || rdata !== had_rdata)) fail("R changed");
        end
        had_b <= rst_n && bvalid && !bready;
        had_r <= rst_n && rvalid && !rready;
        had_rdata <= rdata;
    end

    task reset;
        begin
            @(negedge clk);
            rst_n = 0;
            awvalid = 0; wvalid = 0; bready = 0; arvalid = 0; rready = 0;
            @(negedge clk);
            @(negedge clk);
            rst_n = 1;
            runs = 0;
        end
    endtask

    task wait_idle;
        begin
            @(negedge clk);
            while (!(idle && !start)) @(negedge clk);
        end
    endtask

    `include "control_scenarios.v"

    reg [8*40-1:0] scenario;
    initial begin
        if (!$value$plusargs("scenario=%s", scenario)) fail("no scenario");
        reset;
        choose(scenario);
        repeat (5) @(negedge clk);
        $display("passed %0s", scenario);
        $finish;
    end

    initial begin
        #2000000 fail("stuck");
    end
endmodule
