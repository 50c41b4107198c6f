// The rules of AXI4 that a master can break. They are checked in every simulation.
#pragma once

#include "axi_port.hpp"

namespace simulator {

// While VALID waits for READY, it stays, and so does what it offers (AXI A3.2.1).
template <typename Payload>
class Stable {
public:
    // The broken rule, or null. `payload` is called only where it must be known.
    template <typename Read>
    const char *check(bool valid, bool ready, Read payload) {
        const char *broken = nullptr;
        if (waiting_) {
            if (!valid) {
                broken = "VALID was withdrawn before READY";
            } else if (!(payload() == held_)) {
                broken = "the payload changed while VALID waited for READY";
            }
        }
        waiting_ = valid && !ready;
        if (waiting_) held_ = payload();
        return broken;
    }

    bool waiting() const { return waiting_; }
    void reset() { waiting_ = false; }

private:
    bool waiting_ = false;
    Payload held_ = {};
};

// The broken rule of a burst, or null (AXI A3.4.1; Vitis' masters, and ours, only increment).
template <unsigned BYTES>
const char *broken_rule(const Request &request) {
    constexpr uint8_t INCREMENT = 1;
    if (request.burst != INCREMENT) return "the burst type is not INCR";
    if (request.size > 7 || (1u << request.size) > BYTES) return "SIZE is more than the width of the data";
    if ((request.address >> 12) != ((request.end() - 1) >> 12)) return "the burst crosses a 4 KiB boundary";
    return nullptr;
}

}  // namespace simulator
