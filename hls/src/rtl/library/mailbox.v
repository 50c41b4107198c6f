`default_nettype none

// The mailboxes of a kernel that starts itself again: hosts exchange arguments and results with it while it runs. Hosts
// acquire a mailbox, access its registers, and release it.
//
//   0x14  bit 0  input mailbox: released. What hosts have written is for the next run
//         bit 1  busy: no run has taken it since the release
//   0x18  bit 0  output mailbox: released. A run that begins from then on brings its results at its end
//         bit 1  busy: there are none since the release
//
// A write to bit 0 releases (1) or acquires (0). What was released for the next run stays so when the input mailbox is acquired
// again; the output mailbox brings nothing while it is acquired. Both are released after reset, so that hosts which know nothing of
// mailboxes find an ordinary kernel. While the core is idle, a release takes effect at once.
//
// Around it are the registers of arguments. `take_inputs`: the core may see what hosts have written. `give_outputs`, for a
// cycle: hosts may see what the core has written; all results of a run are there in the cycle after its first ap_done.
//
// A core is idle for a cycle between two runs. It takes its arguments between ap_idle and the next cycle, in which nobody can write: transfers
// are whole.

module sh_mailbox #(
    parameter ADDR_WIDTH = 12
) (
    input  wire                  clk,
    input  wire                  rst_n,

    input  wire                  write,
    input  wire [ADDR_WIDTH-3:0] write_word,
    input  wire                  write_bit,           // Bit 0 of the data,
    input  wire                  write_enable,        // and whether it is written.

    input  wire                  ap_start,
    input  wire                  ap_done,
    input  wire                  ap_idle,
    input  wire                  ap_continue,

    output wire                  take_inputs,
    output reg                   give_outputs,
    output wire [1:0]            input_state,
    output wire [1:0]            output_state
);
    localparam [ADDR_WIDTH-3:0] INPUT  = 5;
    localparam [ADDR_WIDTH-3:0] OUTPUT = 6;

    wire write_input  = write && write_enable && write_word == INPUT;
    wire write_output = write && write_enable && write_word == OUTPUT;

    // ---- Inputs: the core's copy follows that of hosts while the mailbox is released ----
    reg input_released;
    reg input_busy;
    reg followed;                                     // The core's copy is that of the release.

    assign take_inputs = input_released;
    assign input_state = {input_busy, input_released};

    always @(posedge clk) begin
        if (!rst_n) begin
            input_released <= 1'b1;
            input_busy <= 1'b0;
            followed <= 1'b0;
        end else begin
            if (write_input)
                input_released <= write_bit;
            followed <= !(write_input && write_bit) && (followed || input_released);
            if (write_input && write_bit)
                input_busy <= 1'b1;
            else if (followed && ap_idle)
                input_busy <= 1'b0;
        end
    end

    // ---- Outputs ----
    reg  output_released;
    reg  output_busy;
    reg  armed;                                       // The run under way began after the release.
    reg  held;                                        // ap_done is that of the last cycle.
    wire ended = ap_done && !held;
    wire give  = (ended && armed) || (output_busy && ap_idle && !ap_start);

    assign output_state = {output_busy, output_released};

    always @(posedge clk) begin
        if (!rst_n) begin
            output_released <= 1'b1;
            output_busy <= 1'b0;
            armed <= 1'b1;
            held <= 1'b0;
            give_outputs <= 1'b0;
        end else begin
            held <= ap_done && !ap_continue;
            give_outputs <= give && !write_output;
            if (write_output) begin
                output_released <= write_bit;
                output_busy <= write_bit;
                armed <= 1'b0;
            end else begin
                if (give)
                    output_busy <= 1'b0;
                armed <= output_released && (armed || ap_idle);
            end
        end
    end
endmodule

`default_nettype wire
