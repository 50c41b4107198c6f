// The host's side of the control registers: an AXI4-Lite master that makes one access at a time.
#pragma once

#include "kernel.hpp"
#include "timing.hpp"

namespace simulator {

class AxiLite {
public:
    // With `by_chance`, addresses, data and responses come in any order and after any delay.
    AxiLite(const LitePort &port, bool by_chance, uint64_t seed) : port_(port), by_chance_(by_chance), random_(seed) {}

    void reset() {
        *port_.awvalid = 0;
        *port_.wvalid = 0;
        *port_.bready = 0;
        *port_.arvalid = 0;
        *port_.rready = 0;
        begin(false, false, false);
    }

    void start_write(uint32_t offset, uint32_t value, uint8_t strobes) {
        check(offset);
        *port_.awaddr = static_cast<uint16_t>(offset);
        *port_.wdata = value;
        *port_.wstrb = strobes;
        begin(true, true, false);
    }

    void start_read(uint32_t offset) {
        check(offset);
        *port_.araddr = static_cast<uint16_t>(offset);
        begin(false, false, true);
    }

    bool done() const { return done_; }
    uint32_t value() const { return value_; }
    uint8_t response() const { return response_; }

    // What the rising edge that comes sees.
    void sample() {
        if (done_) return;
        address_.sample(*port_.awvalid && *port_.awready);
        data_.sample(*port_.wvalid && *port_.wready);
        read_.sample(*port_.arvalid && *port_.arready);
        if (*port_.bvalid && *port_.bready) finish(*port_.bresp);
        if (*port_.rvalid && *port_.rready) {
            value_ = *port_.rdata;
            finish(*port_.rresp);
        }
    }

    // The signals before the next rising edge.
    void drive() {
        *port_.awvalid = address_.offer();
        *port_.wvalid = data_.offer();
        *port_.arvalid = read_.offer();
        const bool ready = !done_ && (!by_chance_ || random_.below(3) == 0);
        *port_.bready = ready;
        *port_.rready = ready;
    }

private:
    // The signals have no more bits.
    static void check(uint32_t offset) {
        constexpr uint32_t END = 1u << 12;
        if (offset >= END) throw Failure("there is no control register at offset " + std::to_string(offset));
    }

    // A channel on which something is sent, after some cycles.
    struct Sender {
        bool wanted = false;
        uint32_t delay = 0;

        void sample(bool taken) { wanted = wanted && !taken; }
        bool offer() {
            if (delay > 0) {
                delay--;
                return false;
            }
            return wanted;
        }
    };

    void begin(bool address, bool data, bool read) {
        done_ = !(address || data || read);
        const auto delay = [this] { return by_chance_ ? random_.below(4) : 0; };
        address_ = {address, delay()};
        data_ = {data, delay()};
        read_ = {read, delay()};
    }

    void finish(uint8_t response) {
        response_ = response;
        done_ = true;
    }

    LitePort port_;
    bool by_chance_;
    Random random_;
    Sender address_, data_, read_;
    bool done_ = true;
    uint32_t value_ = 0;
    uint8_t response_ = 0;
};

}  // namespace simulator
