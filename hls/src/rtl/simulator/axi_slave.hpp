// A memory port: what an AXI4 master of the kernel is connected to.
#pragma once

#include "axi_read.hpp"
#include "axi_write.hpp"

namespace simulator {

// A bundle, as it is told to the host.
struct Bundle {
    const char *name;
    uint32_t data_bits;
};

template <unsigned BITS>
class AxiSlave {
    static_assert(BITS >= 8 && BITS <= 1024 && (BITS & (BITS - 1)) == 0, "AXI4 has no data of this width");

public:
    explicit AxiSlave(Bus bus) : bus(std::move(bus)), read_(this->bus), write_(this->bus) {}
    AxiSlave(const AxiSlave &) = delete;
    AxiSlave &operator=(const AxiSlave &) = delete;

    void reset() {
        read_.reset();
        write_.reset();
    }

    void sample(uint64_t edge) {
        read_.sample(edge);
        write_.sample(edge);
    }

    void drive(uint64_t next) {
        read_.drive(next);
        write_.drive(next);
    }

    // In reset a master must not offer anything (AXI A3.1.2).
    void check_reset(uint64_t edge) {
        const char *rule = "VALID is high in reset";
        if (*bus.port.arvalid) bus.violation(Channel::AR, edge, *bus.port.araddr, rule);
        if (*bus.port.awvalid) bus.violation(Channel::AW, edge, *bus.port.awaddr, rule);
        if (*bus.port.wvalid) bus.violation(Channel::W, edge, 0, rule);
    }

    // What a kernel wrote must be in memory when it says that it is done.
    void check_done(uint64_t edge) {
        if (write_.unanswered() == 0) return;
        bus.violation(Channel::B, edge, 0, "ap_done before the response to the last write");
    }

    // What the bundle is waiting for, for the report of a hang: a record for each channel with something under way.
    void describe_hang(uint64_t edge) {
        const AxiPort &port = bus.port;
        const auto record = [&](Channel channel, uint64_t address, const std::string &text) {
            bus.records.add({RecordKind::Hang, bus.index, channel, address, edge, text});
        };
        if (*port.arvalid) record(Channel::AR, *port.araddr, "a read address waits for memory");
        if (*port.awvalid) record(Channel::AW, *port.awaddr, "a write address waits for memory");
        if (*port.wvalid) record(Channel::W, 0, "write data waits for memory");
        if (read_.unanswered() > 0) {
            const std::string count = std::to_string(read_.unanswered());
            record(Channel::R, 0, count + (*port.rvalid ? " reads: data waits for the kernel" : " reads await data"));
        }
        if (write_.unanswered() > 0) {
            const std::string count = std::to_string(write_.unanswered());
            record(Channel::B, 0,
                   count + (*port.bvalid ? " writes: the response waits for the kernel" : " writes are incomplete"));
        }
    }

    Bus bus;

private:
    AxiRead<BITS / 8> read_;
    AxiWrite<BITS / 8> write_;
};

}  // namespace simulator
