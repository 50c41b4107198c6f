// The host's side of the control registers: an AXI4-Lite master that makes one access at a time.
#pragma once

#include "Vtop.h"
#include "harness.hpp"
#include "timing.hpp"

namespace simulator {

class AxiLite {
public:
    // With `by_chance`, addresses, data and responses come in any order and after any delay.
    AxiLite(Vtop &top, bool by_chance, uint64_t seed) : top_(top), by_chance_(by_chance), random_(seed) {}

    void reset() {
        top_.CONTROL(AWVALID) = 0;
        top_.CONTROL(WVALID) = 0;
        top_.CONTROL(BREADY) = 0;
        top_.CONTROL(ARVALID) = 0;
        top_.CONTROL(RREADY) = 0;
        begin(false, false, false);
    }

    void start_write(uint32_t offset, uint32_t value, uint8_t strobes) {
        check(offset);
        top_.CONTROL(AWADDR) = static_cast<SData>(offset);
        top_.CONTROL(WDATA) = value;
        top_.CONTROL(WSTRB) = strobes;
        begin(true, true, false);
    }

    void start_read(uint32_t offset) {
        check(offset);
        top_.CONTROL(ARADDR) = static_cast<SData>(offset);
        begin(false, false, true);
    }

    bool done() const { return done_; }
    uint32_t value() const { return value_; }
    uint8_t response() const { return response_; }

    // What the rising edge that comes sees.
    void sample() {
        if (done_) return;
        address_.sample(top_.CONTROL(AWVALID) && top_.CONTROL(AWREADY));
        data_.sample(top_.CONTROL(WVALID) && top_.CONTROL(WREADY));
        read_.sample(top_.CONTROL(ARVALID) && top_.CONTROL(ARREADY));
        if (top_.CONTROL(BVALID) && top_.CONTROL(BREADY)) finish(top_.CONTROL(BRESP));
        if (top_.CONTROL(RVALID) && top_.CONTROL(RREADY)) {
            value_ = top_.CONTROL(RDATA);
            finish(top_.CONTROL(RRESP));
        }
    }

    // The signals before the next rising edge.
    void drive() {
        top_.CONTROL(AWVALID) = address_.offer();
        top_.CONTROL(WVALID) = data_.offer();
        top_.CONTROL(ARVALID) = read_.offer();
        const bool ready = !done_ && (!by_chance_ || random_.below(3) == 0);
        top_.CONTROL(BREADY) = ready;
        top_.CONTROL(RREADY) = ready;
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

    Vtop &top_;
    bool by_chance_;
    Random random_;
    Sender address_, data_, read_;
    bool done_ = true;
    uint32_t value_ = 0;
    uint8_t response_ = 0;
};

}  // namespace simulator
