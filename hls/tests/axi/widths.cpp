// Ports of every width, driven without a kernel: whole bursts, single bytes, an unaligned start.
#include <cassert>

#include "axi_slave.hpp"

using namespace simulator;

// The signals of a port that a Verilated kernel would have.
template <unsigned BYTES>
struct Signals {
    uint8_t awvalid = 0, awid = 0, awlen = 0, awsize = 0, awburst = 1, awready = 0;
    uint8_t wvalid = 0, wlast = 0, wready = 0, wdata[BYTES], wstrb[16] = {};
    uint8_t bvalid = 0, bid = 0, bresp = 0, bready = 1;
    uint8_t arvalid = 0, arid = 0, arlen = 0, arsize = 0, arburst = 1, arready = 0;
    uint8_t rvalid = 0, rid = 0, rresp = 0, rlast = 0, rready = 1, rdata[BYTES];
    uint64_t awaddr = 0, araddr = 0;

    AxiPort port() {
        AxiPort port = {};
        port.awvalid = &awvalid, port.awid = &awid, port.awlen = &awlen, port.awsize = &awsize;
        port.awburst = &awburst, port.awaddr = &awaddr, port.awready = &awready;
        port.wvalid = &wvalid, port.wlast = &wlast, port.wdata = wdata, port.wstrb = wstrb, port.wready = &wready;
        port.bvalid = &bvalid, port.bid = &bid, port.bresp = &bresp, port.bready = &bready;
        port.arvalid = &arvalid, port.arid = &arid, port.arlen = &arlen, port.arsize = &arsize;
        port.arburst = &arburst, port.araddr = &araddr, port.arready = &arready;
        port.rvalid = &rvalid, port.rid = &rid, port.rresp = &rresp, port.rlast = &rlast;
        port.rdata = rdata, port.rready = &rready;
        return port;
    }
};

template <unsigned BYTES>
class Bench {
public:
    Bench() : slave_(Bus{0, "gmem", signals_.port(), memory_, timing_, records_}) {
        memory_.allocate(0x1000, 0x1000);
        for (unsigned i = 0; i < BYTES; i++) signals_.wdata[i] = static_cast<uint8_t>(i + 1);
        while ((1u << size_) < BYTES) size_++;
        slave_.reset();
        slave_.drive(edge_);
    }

    void run() {
        writes_two_whole_words();
        if (BYTES > 1) writes_a_byte();
        reads_from(0x1400);
        if (BYTES > 1) reads_from(0x1401);
        assert(!records_.violated() && records_.bus_errors() == 0);
    }

private:
    void step() {
        slave_.sample(edge_);
        slave_.drive(++edge_);
    }

    void writes_two_whole_words() {
        for (unsigned i = 0; i < BYTES; i++) signals_.wstrb[i / 8] |= static_cast<uint8_t>(1u << i % 8);
        signals_.awaddr = 0x1400, signals_.awlen = 1, signals_.awsize = size_;
        signals_.awvalid = signals_.wvalid = 1, signals_.wlast = 0;
        step();
        signals_.awvalid = 0, signals_.wlast = 1;
        step();
        signals_.wvalid = 0;
        for (int i = 0; i < 12; i++) step();
        const uint8_t *bytes = memory_.part(0x1400, 2 * BYTES);
        for (unsigned i = 0; i < 2 * BYTES; i++) assert(bytes[i] == i % BYTES + 1);
    }

    void writes_a_byte() {
        std::memset(signals_.wstrb, 0, sizeof signals_.wstrb);
        signals_.wstrb[0] = 2;
        signals_.awaddr = 0x1001, signals_.awlen = 0, signals_.awsize = 0;
        signals_.awvalid = signals_.wvalid = 1;
        step();
        signals_.awvalid = signals_.wvalid = 0;
        for (int i = 0; i < 12; i++) step();
        const uint8_t *bytes = memory_.part(0x1000, 3);
        assert(bytes[0] == 0 && bytes[1] == 2 && bytes[2] == 0);
    }

    // Two beats: the first begins within a word where the address does.
    void reads_from(uint64_t address) {
        const uint64_t asked = edge_;
        signals_.araddr = address, signals_.arlen = 1, signals_.arsize = size_, signals_.arvalid = 1;
        step();
        signals_.arvalid = 0;
        for (unsigned beat = 0; beat < 2; step()) {
            if (!signals_.rvalid) continue;
            assert(edge_ == asked + 64 + beat);
            const unsigned first = beat == 0 ? static_cast<unsigned>(address % BYTES) : 0;
            for (unsigned i = first; i < BYTES; i++) assert(signals_.rdata[i] == i + 1);
            assert(signals_.rlast == beat && signals_.rresp == OKAY);
            beat++;
        }
    }

    Signals<BYTES> signals_;
    Memory memory_;
    IdealTiming timing_;
    Records records_;
    AxiSlaveOf<8 * BYTES> slave_;
    uint64_t edge_ = 0;
    uint8_t size_ = 0;
};

int main() {
    Bench<1>().run();
    Bench<2>().run();
    Bench<4>().run();
    Bench<8>().run();
    Bench<16>().run();
    Bench<32>().run();
    Bench<64>().run();
    Bench<128>().run();
}
