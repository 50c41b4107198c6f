// c[i] = a[i] + b[i], one element after another, with transfers of one beat: reads on a 32-bit port, writes on a
// 512-bit one. The upper half of the last argument picks a mistake.
`timescale 1ns / 1ps
module vadd (
    `CONTROL_PORTS,
    `MASTER(m_axi_gmem0, 32),
    `MASTER(m_axi_out__1, 512)
);
    localparam WITHDRAW = 1, CHANGE = 2, CROSS = 3, NO_LAST = 4, SILENT = 5, DEAF = 6, WIDE_STROBE = 7, DIE = 8,
        SPIN = 9, EARLY = 10, IMPATIENT = 11;
    localparam IDLE = 0, READ_A = 1, GET_A = 2, READ_B = 3, GET_B = 4, WRITE = 5, RESPONSE = 6, DONE = 7, STUCK = 8;

    reg [3:0] state;
    wire ap_done = state == DONE;
    `CONTROL

    wire [63:0] a = arguments[63:0], b = arguments[127:64], c = arguments[191:128];
    wire [31:0] n = arguments[223:192], mistake = arguments[255:224];

    reg [31:0] i, left, right;
    reg address_sent, data_sent;
    reg [7:0] age;

    wire reading = state == READ_A || state == READ_B;
    wire [63:0] read_base = state == READ_A ? a : b;
    assign m_axi_gmem0_ARVALID = reading && !(mistake == WITHDRAW && age == 1) || mistake == EARLY;
    assign m_axi_gmem0_ARADDR = read_base + {30'b0, i, 2'b0} + (mistake == CHANGE && age != 0 ? 64'd4 : 64'd0);
    assign m_axi_gmem0_ARLEN = mistake == CROSS ? 8'd255 : 8'd0;
    assign m_axi_gmem0_ARSIZE = mistake == CROSS ? 3'd2 : 3'd2;
    assign m_axi_gmem0_ARBURST = 1;
    assign m_axi_gmem0_ARID = 0;
    assign m_axi_gmem0_RREADY = (state == GET_A || state == GET_B) && mistake != DEAF;
    assign {m_axi_gmem0_AWVALID, m_axi_gmem0_AWADDR, m_axi_gmem0_AWID, m_axi_gmem0_AWLEN, m_axi_gmem0_AWSIZE,
        m_axi_gmem0_AWBURST, m_axi_gmem0_WVALID, m_axi_gmem0_WDATA, m_axi_gmem0_WSTRB, m_axi_gmem0_WLAST,
        m_axi_gmem0_BREADY} = 0;

    wire [63:0] target = c + {30'b0, i, 2'b0};
    assign m_axi_out__1_AWVALID = state == WRITE && !address_sent;
    assign m_axi_out__1_AWADDR = target;
    assign m_axi_out__1_AWLEN = 0;
    assign m_axi_out__1_AWSIZE = 2;
    assign m_axi_out__1_AWBURST = 1;
    assign m_axi_out__1_AWID = 0;
    assign m_axi_out__1_WVALID = state == WRITE && !data_sent;
    assign m_axi_out__1_WDATA = {16{left + right}};
    assign m_axi_out__1_WSTRB = mistake == WIDE_STROBE ? 64'hff << {target[5:3], 3'b0} : 64'hf << {target[5:2], 2'b0};
    assign m_axi_out__1_WLAST = mistake != NO_LAST;
    assign m_axi_out__1_BREADY = state == RESPONSE || mistake == IMPATIENT;
    assign {m_axi_out__1_ARVALID, m_axi_out__1_ARADDR, m_axi_out__1_ARID, m_axi_out__1_ARLEN,
        m_axi_out__1_ARSIZE, m_axi_out__1_ARBURST, m_axi_out__1_RREADY} = 0;

    always @(posedge ap_clk) begin
        if (!ap_rst_n) state <= IDLE;
        else begin
            age <= age + 1;
            case (state)
                IDLE: if (ap_start) begin
                    i <= 0;
                    age <= 0;
                    state <= mistake == SILENT ? STUCK : n == 0 ? DONE : READ_A;
                    if (mistake == DIE) $fatal(1, "a mistake of the design");
                    if (mistake == SPIN) $c("for (;;) asm volatile(\"\");");
                end
                READ_A, READ_B: if (m_axi_gmem0_ARVALID && m_axi_gmem0_ARREADY) state <= state + 1;
                GET_A: if (m_axi_gmem0_RVALID && m_axi_gmem0_RREADY) begin
                    left <= m_axi_gmem0_RDATA;
                    age <= 0;
                    state <= READ_B;
                end
                GET_B: if (m_axi_gmem0_RVALID && m_axi_gmem0_RREADY) begin
                    right <= m_axi_gmem0_RDATA;
                    address_sent <= 0;
                    data_sent <= 0;
                    state <= WRITE;
                end
                WRITE: begin
                    address_sent <= address_sent || m_axi_out__1_AWREADY;
                    data_sent <= data_sent || m_axi_out__1_WREADY;
                    if ((address_sent || m_axi_out__1_AWREADY) && (data_sent || m_axi_out__1_WREADY))
                        state <= RESPONSE;
                end
                RESPONSE: if (m_axi_out__1_BVALID || mistake == IMPATIENT) begin
                    i <= i + 1;
                    age <= 0;
                    state <= i + 1 == n ? DONE : READ_A;
                end
                DONE: state <= IDLE;
                default: ;
            endcase
        end
    end
endmodule
