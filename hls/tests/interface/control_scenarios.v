// What the host does in each scenario, and what it has to see. Part of the bench.

integer i, j, seen, hits, before;

task choose;
    input [8*40-1:0] name;
    case (name)
        "start": start_and_done;
        "second_start": second_start;
        "done_read": done_read;
        "chain": chain;
        "auto_restart": auto_restart;
        "interrupt": interrupts;
        "halves": halves;
        "strobes": strobes;
        "read_back": read_back;
        "unmapped": unmapped;
        "arguments": arguments;
        "reset": reset_within;
        default: fail("no such scenario");
    endcase
endtask

// The bits of a run, from start to idle.
task start_and_done;
    begin
        expect(12'h000, 32'h004, "idle at first");
        write(12'h000, 32'h001);
        if (!start && runs == 0 && first == 0) fail("start");
        expect(12'h000, (CHAIN != 0) ? 32'h001 : 32'h008, "started, or ready; not idle");
        while (!done) @(negedge clk);
        read(12'h000);
        if (CHAIN != 0) begin
            if ((value & 32'h00a) != 32'h00a) read(12'h000);
            if ((value & 32'h002) != 32'h002) fail("done");
            expect(12'h000, 32'h002, "still done, ready was read");
            expect(12'h000, 32'h002, "still done");
            write(12'h000, 32'h010);
        end else begin
            if (value == 32'h000) read(12'h000);
            if (value != 32'h006) fail("done and idle, ready was read");
        end
        expect(12'h000, 32'h004, "idle");
        if (runs != 1) fail("one run");
    end
endtask

// A start that is written in any cycle around the end of a run: before the cycle of ap_ready it belongs to the run, from then on
// it is another one.
task second_start;
    begin
        first_cycles = 9;
        hits = 0;
        for (i = 0; i < 24; i = i + 1) begin
            reset;
            write(12'h000, 32'h001);
            repeat (i) @(negedge clk);
            write(12'h000, 32'h001);
            repeat (60) begin
                @(negedge clk);
                // A chain's second run waits for it.
                if (CHAIN != 0 && done) write(12'h000, 32'h010);
            end
            if (runs < 1 || runs > 2) fail("one run or two");
            if (runs == 2) hits = hits + 1;
            if (i == 0 && CHAIN != 0 && runs != 1) fail("an early start is the same");
            if (CHAIN == 0 && runs != 2) fail("a start within a run is the next");
            if (i == 23 && runs != 2) fail("a late start is another");
            if (lost) fail("a start was lost");
        end
        if (CHAIN != 0 && (hits == 0 || coincided == 0)) fail("no start met ap_ready");
    end
endtask

// A start in the cycle of ap_ready or after it makes a run.
reg     lost = 0;
reg     owed = 0;
integer coincided = 0;
always @(posedge clk) begin
    if (!rst_n) begin
        owed <= 0;
    end else begin
        if (owed && !start) lost <= 1;
        owed <= wvalid && wready && dut.common.word == 0 && wdata[0] && wstrb[0];
        if (wvalid && wready && dut.common.word == 0 && wdata[0] && wstrb[0] && ready) coincided <= coincided + 1;
    end
end

// Each run is seen once, however reads and the end of runs meet.
task done_read;
    begin
        hits = 0;
        for (i = 1; i < 20; i = i + 1) begin
            first_cycles = 2 + i;
            write(12'h000, 32'h001);
            seen = 0;
            for (j = 0; j < 30; j = j + 1) begin
                read(12'h000);
                if (asked_cycle == done_cycle) hits = hits + 1;
                if (value[1]) seen = seen + 1;
                if (value[1] && asked_cycle <= done_cycle) fail("done too early");
                // Once seen in idle, all is over.
                if (value[2] && !value[1] && seen == 0) fail("idle before done");
            end
            if (seen != 1) fail("done was read once");
        end
        if (hits == 0) fail("no read met ap_done");
    end
endtask

integer overlaps = 0;
always @(posedge clk) if (first > 1 && second > 1) overlaps <= overlaps + 1;

// Runs that overlap: the next is started when the core is ready, results are taken one by one.
task chain;
    begin
        second_cycles = 9;
        seen = 0;
        write(12'h000, 32'h001);
        before = 1;
        while (seen < 12) begin
            read(12'h000);
            // Ready for the next: bit 0 has gone.
            if (value[1]) begin
                seen = seen + 1;
                for (j = 0; j < (seen & 3); j = j + 1) begin
                    read(12'h000);
                    if (!value[1]) fail("done stays until continue");
                end
                if (runs != seen - 1) fail("a result was taken early");
                // Continue and the next start in one write, sometimes.
                if ((seen & 1) && !value[0] && before < 12) begin
                    write(12'h000, 32'h011);
                    before = before + 1;
                end else begin
                    write(12'h000, 32'h010);
                end
            end else if (!value[0] && before < 12) begin
                write(12'h000, 32'h001);
                before = before + 1;
            end
        end
        wait_idle;
        if (runs != 12 || before != 12) fail("a run for each start");
        if (overlaps == 0) fail("runs never overlapped");
        read(12'h000);
        if ((value & 32'hfff7) != 32'h004) fail("nothing is left");
        expect(12'h000, 32'h004, "idle");
    end
endtask

// Run follows run until the bit is cleared; the end is told once.
task auto_restart;
    begin
        write(12'h004, 32'h001);
        write(12'h008, 32'h001);
        write(12'h000, 32'h081);
        repeat (100) begin
            read(12'h000);
            if (value[1]) fail("done within");
            if (interrupt) fail("an interrupt within");
            if (!value[7] || !value[0] || value[2]) fail("runs on");
        end
        if (runs < 10) fail("many runs");
        write(12'h000, 32'h000);
        wait_idle;
        before = runs;
        repeat (5) @(negedge clk);
        if (!interrupt) fail("the last interrupt");
        read(12'h000);
        if ((value & 32'h08f) != 32'h00e) fail("done, idle, ready");
        if (CHAIN != 0) write(12'h000, 32'h010);
        expect(12'h000, 32'h204, "done was read");
        repeat (50) @(negedge clk);
        if (runs != before) fail("it stopped");
        write(12'h00c, 32'h001);
        // An ordinary run afterwards.
        write(12'h000, 32'h001);
        repeat (30) @(negedge clk);
        read(12'h000);
        if (!value[1] || !interrupt) fail("an ordinary run");
        if (CHAIN != 0) write(12'h000, 32'h010);
        @(negedge clk);
        if (runs != before + 1) fail("one more");
    end
endtask

task run_once;
    begin
        write(12'h000, 32'h001);
        while (!done) @(negedge clk);
        repeat (4) @(negedge clk);
    end
endtask

task finish_run;
    begin
        if (CHAIN != 0) write(12'h000, 32'h010);
        wait_idle;
    end
endtask

task interrupts;
    begin
        run_once;
        expect(12'h00c, 32'h0, "not enabled");
        finish_run;
        write(12'h008, 32'h001);
        run_once;
        expect(12'h00c, 32'h1, "pending");
        if (interrupt) fail("not enabled globally");
        write(12'h004, 32'h001);
        @(negedge clk);
        if (!interrupt) fail("interrupt");
        expect(12'h00c, 32'h1, "reading changes nothing");
        write_some(12'h00c, 32'hffff_ffff, 4'he);
        expect(12'h00c, 32'h1, "other bytes");
        write(12'h00c, 32'h001);
        @(negedge clk);
        if (interrupt) fail("toggled off");
        expect(12'h00c, 32'h0, "toggled off");
        repeat (10) @(negedge clk);
        if (interrupt) fail("once a run, also while ap_done stays");
        write(12'h00c, 32'h003);
        @(negedge clk);
        if (!interrupt) fail("toggled on");
        expect(12'h00c, 32'h3, "toggled on");
        write(12'h00c, 32'h003);
        finish_run;
        write(12'h008, 32'h002);
        run_once;
        expect(12'h00c, 32'h2, "ready alone");
        write(12'h00c, 32'h002);
        finish_run;
        write(12'h008, 32'h003);
        run_once;
        expect(12'h00c, 32'h3, "both");
        finish_run;
        read(12'h000);
        if (!value[9]) fail("the bit of the signal");
    end
endtask

task halves;
    begin
        write(12'h014, 32'h01234567);
        write(12'h010, 32'h89abcdef);
        if (x !== 64'h0123456789abcdef) fail("upper half first");
        write(12'h024, 32'h11111111);
        write(12'h010, 32'h00000001);
        write(12'h028, 32'h22222222);
        write(12'h014, 32'h00000002);
        if (x !== 64'h0000000200000001 || f !== 64'h2222222211111111) fail("mixed with others");
        write(12'h014, 32'h00000003);
        if (x !== 64'h0000000300000001) fail("one half");
    end
endtask

reg [63:0] model;
task strobes;
    begin
        lazy = 1;
        model = 0;
        for (i = 0; i < 64; i = i + 1) begin
            value = $random;
            for (j = 0; j < 4; j = j + 1)
                if (i & (1 << j)) model[((i & 16) ? 32 : 0) + 8 * j +: 8] = value[8 * j +: 8];
            write_some((i & 16) ? 12'h014 : 12'h010, value, i);
            if (x !== model) fail("bytes of an argument");
        end
        write_some(12'h000, 32'hffff_ffff, 4'he);
        write_some(12'h004, 32'hffff_ffff, 4'he);
        write_some(12'h008, 32'hffff_ffff, 4'he);
        write_some(12'h01c, 32'hffff_ffff, 4'he);
        expect(12'h000, 32'h004, "not started");
        expect(12'h004, 32'h000, "not enabled");
        expect(12'h008, 32'h000, "not enabled");
        if (n !== 8'h00) fail("a narrow argument");
    end
endtask

task read_back;
    begin
        lazy = 1;
        for (i = 12'h010; i < 12'h03c; i = i + 4) expect(i, 32'd0, "zero at first");
        for (i = 12'h010; i < 12'h03c; i = i + 4) write(i, {4{i[7:0]}} ^ 32'hdead_0000);
        expect(12'h010, 32'hcebd_1010, "x");
        expect(12'h014, 32'hcab9_1414, "x, upper half");
        expect(12'h01c, 32'h0000_001c, "n");
        expect(12'h024, 32'hfa89_2424, "f");
        expect(12'h028, 32'hf685_2828, "f, upper half");
        expect(12'h030, 32'hee9d_3030, "s");
        expect(12'h034, 32'h0000_3434, "s, upper half");
        if (x !== 64'hcab91414_cebd1010 || n !== 8'h1c || f !== 64'hf6852828_fa892424 || s !== 48'h3434_ee9d3030)
            fail("the ports");
        // Any address within a word is the word's.
        expect(12'h017, 32'hcab9_1414, "x, upper half");
        write(12'h004, 32'hffff_ffff);
        write(12'h008, 32'hffff_ffff);
        expect(12'h004, 32'h0000_0001, "global enable");
        expect(12'h008, 32'h0000_0003, "enable");
        write(12'h000, 32'h080);
        expect(12'h000, 32'h084, "auto_restart");
    end
endtask

task unmapped;
    begin
        lazy = 1;
        write(12'h010, 32'h5555_5555);
        for (i = 0; i < 4096; i = i + 4)
            if (i == 12'h018 || i == 12'h020 || i == 12'h02c || i >= 12'h038) begin
                if (i < 12'h060 || (i & 12'h3fc) == 12'h010 || i == 4092) begin
                    write(i, 32'hffff_ffff);
                    expect(i, 32'd0, "nothing is there");
                end
            end
        if (x !== 64'h5555_5555 || n !== 0 || f !== 0 || s !== 0 || start) fail("something was written");
        expect(12'h010, 32'h5555_5555, "x");
    end
endtask

// Arguments may be written while a run goes on: it is the core that keeps those of its start.
task arguments;
    begin
        first_cycles = 40;
        write(12'h010, 32'd1);
        write(12'h000, 32'h001);
        write(12'h010, 32'd2);
        if (idle || x !== 64'd2) fail("written within a run");
        before = cycle;
        repeat (100) @(negedge clk);
        if (x !== 64'd2) fail("kept");
    end
endtask

task reset_within;
    begin
        for (i = 0; i < 20; i = i + 1) begin
            first_cycles = 6;
            write(12'h010, 32'hffff_ffff);
            write(12'h01c, 32'hffff_ffff);
            write(12'h004, 32'h001);
            write(12'h008, 32'h003);
            write(12'h000, 32'h081);
            repeat (i) @(negedge clk);
            // Also within transfers.
            awvalid = i[0];
            arvalid = i[1];
            @(negedge clk);
            reset;
            if (start || interrupt || bvalid || rvalid) fail("after reset");
            expect(12'h000, 32'h004, "after reset");
            expect(12'h004, 32'h000, "after reset");
            expect(12'h008, 32'h000, "after reset");
            expect(12'h00c, 32'h000, "after reset");
            expect(12'h010, 32'h000, "after reset");
            expect(12'h01c, 32'h000, "after reset");
            run_once;
            finish_run;
            if (runs != 1) fail("a run after reset");
            read(12'h000);
        end
    end
endtask
