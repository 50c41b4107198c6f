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
            elements_.resize(elements_.size() + port_.bytes);
            each_signal(elements_.data() + elements_.size() - port_.bytes, [](uint8_t *element, uint8_t *signal, size_t low, size_t bits) {
                copy_bits(element, low, signal, 0, bits);
            });
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
            each_signal(elements_.data() + next_, [](uint8_t *element, uint8_t *signal, size_t low, size_t bits) {
                copy_bits(signal, 0, element, low, bits);
            });
        }
        *port_.valid = offered_;
    }

private:
    // Calls a function for each signal with the bits of the element that it has: the lowest one, and how many.
    template <class Copy> void each_signal(uint8_t *element, const Copy &copy) const {
        size_t low = 0;
        for (const StreamSignal &signal : port_.signals) {
            copy(element, static_cast<uint8_t *>(signal.data), low, signal.bits);
            low += signal.bits;
        }
    }

    // Copies bits, which count from the lowest one of the first byte.
    static void copy_bits(uint8_t *to, size_t to_bit, const uint8_t *from, size_t from_bit, size_t bits) {
        if (to_bit % 8 == 0 && from_bit % 8 == 0 && bits % 8 == 0) {
            std::memcpy(to + to_bit / 8, from + from_bit / 8, bits / 8);
            return;
        }
        for (size_t bit = 0; bit < bits; ++bit, ++to_bit, ++from_bit) {
            const uint8_t mask = uint8_t(1u << to_bit % 8);
            const bool set = from[from_bit / 8] >> from_bit % 8 & 1;
            to[to_bit / 8] = uint8_t(set ? to[to_bit / 8] | mask : to[to_bit / 8] & ~mask);
        }
    }

    uint8_t *driven() { return port_.input ? port_.valid : port_.ready; }

    StreamPort port_;
    bool by_chance_;
    Random random_;
    std::vector<uint8_t> elements_;  // of an input: all, of which those before `next_` have passed
    size_t next_ = 0;
    bool offered_ = false;
};

}  // namespace simulator
