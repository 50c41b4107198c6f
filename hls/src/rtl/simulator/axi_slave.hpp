// Memory ports of each width.
#pragma once

#include "axi_read.hpp"
#include "axi_write.hpp"

namespace simulator {

template <unsigned BITS>
class AxiSlaveOf final : public AxiSlave {
    static_assert(BITS >= 8 && BITS <= 1024 && (BITS & (BITS - 1)) == 0, "AXI4 has no data of this width");

public:
    explicit AxiSlaveOf(Bus &&bus) : bus_(std::move(bus)), read_(bus_), write_(bus_) {}
    AxiSlaveOf(const AxiSlaveOf &) = delete;
    AxiSlaveOf &operator=(const AxiSlaveOf &) = delete;

    void reset() override {
        read_.reset();
        write_.reset();
    }

    void sample(uint64_t edge) override {
        read_.sample(edge);
        write_.sample(edge);
    }

    void drive(uint64_t next) override {
        read_.drive(next);
        write_.drive(next);
    }

    void check_reset(uint64_t edge) override {
        const char *rule = "VALID is high in reset";
        if (*bus_.port.arvalid) bus_.violation(Channel::AR, edge, *bus_.port.araddr, rule);
        if (*bus_.port.awvalid) bus_.violation(Channel::AW, edge, *bus_.port.awaddr, rule);
        if (*bus_.port.wvalid) bus_.violation(Channel::W, edge, 0, rule);
    }

    void check_done(uint64_t edge) override {
        if (write_.unanswered() == 0) return;
        bus_.violation(Channel::B, edge, 0, "ap_done before the response to the last write");
    }

    void describe_hang(uint64_t edge) override {
        const AxiPort &port = bus_.port;
        const auto record = [&](Channel channel, uint64_t address, const std::string &text) {
            bus_.records.add({RecordKind::Hang, bus_.index, channel, address, edge, text});
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

    Bus &bus() override { return bus_; }

private:
    Bus bus_;
    AxiRead<BITS / 8> read_;
    AxiWrite<BITS / 8> write_;
};

template <unsigned BITS>
std::unique_ptr<AxiSlave> make_slave_of(Bus &&bus) {
    return std::make_unique<AxiSlaveOf<BITS>>(std::move(bus));
}

}  // namespace simulator
