// What is outside of the kernel at an AXI-stream port: the host, which sends what it has and takes what comes.
//
// Without `by_chance` it offers an element, and is ready for one, in every cycle.
#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include "kernel.hpp"
#include "timing.hpp"

namespace simulator {

class AxiStream {
public:
    AxiStream(const StreamPort &port, bool by_chance, uint64_t seed)
        : port_(port), by_chance_(by_chance), random_(seed) {}

    void reset() {
        offered_ = false;
        *driven() = 0;
    }

    // Elements that the kernel can read from here on.
    void send(const uint8_t *bytes, size_t length) { elements_.insert(elements_.end(), bytes, bytes + length); }

    // What the kernel has written and nobody has taken yet.
    std::vector<uint8_t> take() { return std::exchange(elements_, {}); }

    // True while the kernel offers an element.
    bool offers() const { return !port_.input && *port_.valid; }

    // What the rising edge that comes sees; true if an element passes.
    bool sample() {
        if (!(*port_.valid && *port_.ready)) return false;
        if (port_.input) {
            next_ += port_.bytes;
            offered_ = false;
        } else {
            send(static_cast<const uint8_t *>(port_.data), port_.bytes);
        }
        return true;
    }

    // The signals before the next rising edge. An element that is offered stays until it is taken.
    void drive() {
        const bool goes = !by_chance_ || random_.below(3) == 0;
        if (!port_.input) {
            *port_.ready = goes;
            return;
        }
        if (!offered_ && goes && next_ < elements_.size()) {
            offered_ = true;
            std::memcpy(port_.data, elements_.data() + next_, port_.bytes);
        }
        *port_.valid = offered_;
    }

private:
    uint8_t *driven() { return port_.input ? port_.valid : port_.ready; }

    StreamPort port_;
    bool by_chance_;
    Random random_;
    std::vector<uint8_t> elements_;  // of an input: all, of which those before `next_` have passed
    size_t next_ = 0;
    bool offered_ = false;
};

}  // namespace simulator
