// Waits for n cycles. It has no memory at all.
`timescale 1ns / 1ps
module wait_ (
    `CONTROL_PORTS
);
    reg running, ap_done;
    reg [31:0] count;
    `CONTROL

    always @(posedge ap_clk) begin
        ap_done <= ap_rst_n && running && count == 0;
        if (!ap_rst_n) running <= 0;
        else if (running) begin
            count <= count - 1;
            if (count == 0) running <= 0;
        end else begin
            running <= ap_start && !ap_done;
            count <= arguments[31:0];
        end
    end
endmodule
