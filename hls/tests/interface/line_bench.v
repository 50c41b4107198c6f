// Lines of several lengths beside flip-flops that are all reset. At the beginning nobody knows what they hold.
module bench;
    reg clk = 0;
    always #1 clk = ~clk;

    reg rst_n = 0;
    reg ce = 0;
    reg d = 0;
    wire [3:0] q;
    sh_line #(.LENGTH(3))   l3   (.clk(clk), .rst_n(rst_n), .ce(ce), .d(d), .q(q[0]));
    sh_line #(.LENGTH(16))  l16  (.clk(clk), .rst_n(rst_n), .ce(ce), .d(d), .q(q[1]));
    sh_line #(.LENGTH(17))  l17  (.clk(clk), .rst_n(rst_n), .ce(ce), .d(d), .q(q[2]));
    sh_line #(.LENGTH(100)) l100 (.clk(clk), .rst_n(rst_n), .ce(ce), .d(d), .q(q[3]));

    reg [99:0] bits;
    always @(posedge clk)
        if (!rst_n) bits <= 0;
        else if (ce) bits <= {bits[98:0], d};

    integer i, seed, ones;
    initial begin
        seed = 1;
        ones = 0;
        repeat (2) @(negedge clk);
        for (i = 0; i < 20000; i = i + 1) begin
            rst_n = ($random(seed) & 255) != 0;
            ce = ($random(seed) & 3) != 0;
            d = $random(seed);
            @(negedge clk);
            if (q !== {bits[99], bits[16], bits[15], bits[2]}) begin
                $display("failed: %b in cycle %0d", q, i);
                $finish;
            end
            ones = ones + q[3];
        end
        $display("passed: %0d bits at the end of the longest line", ones);
        $finish;
    end
endmodule
