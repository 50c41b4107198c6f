// The read half of a memory port: AR and R.
#pragma once

#include "axi_rules.hpp"
#include "ring.hpp"

namespace simulator {

template <unsigned BYTES>
class AxiRead {
public:
    explicit AxiRead(Bus &bus) : bus_(bus), port_(bus.port) {}

    void reset() {
        stable_.reset();
        bursts_.clear();
        taken_ = false;
        *port_.arready = 0;
        *port_.rvalid = 0;
    }

    // What the rising edge that comes sees.
    void sample(uint64_t edge) {
        if (port_.asked != nullptr && *port_.asked) check_asked(edge);
        if (*port_.arvalid || stable_.waiting()) address_channel(edge);
        if (bursts_.empty()) return;
        if (!*port_.rvalid) {
            bus_.statistics.read_waits++;
        } else if (*port_.rready) {
            bus_.activity = edge;
            bus_.statistics.read_beats++;
            taken_ = true;
        } else {
            bus_.statistics.r_stalls++;
        }
    }

    // The signals before the rising edge `next`.
    void drive(uint64_t next) {
        if (taken_) {
            taken_ = false;
            *port_.rvalid = 0;
            if (*port_.rlast) bursts_.pop();
        }
        if (bus_.timing.always_ready) {
            *port_.arready = 1;
        } else {
            const Pending pending = {stable_.waiting(), static_cast<uint32_t>(bursts_.size()), true};
            *port_.arready = bus_.timing.ready(Channel::AR, pending);
        }
        if (bursts_.empty() || *port_.rvalid) return;
        Burst &burst = bursts_.front();
        if (burst.due <= whole_cycles(next) && (bus_.timing.always_ready || bus_.timing.offer())) present(burst, next);
    }

    uint32_t unanswered() const { return static_cast<uint32_t>(bursts_.size()); }

private:
    struct Burst {
        Request request;
        uint32_t next = 0;
        uint64_t due = 0;
        uint64_t step = 0;
        bool early = false;
        bool refused = false;
        std::vector<uint8_t> data;  // of an early read: the words of all beats
        std::vector<uint8_t> responses;
    };

    Request request() const {
        return {*port_.araddr, *port_.arlen + 1u, *port_.arsize, *port_.arburst, *port_.arid};
    }

    // Beats carry more than what is asked for. All of that must be in one buffer.
    void check_asked(uint64_t edge) {
        const uint64_t address = *port_.asked_address, bytes = *port_.asked_bytes;
        if (bytes == 0 || bus_.memory.whole(address, bytes, asked_cursor_) != nullptr) return;
        bus_.bus_error(Channel::R, edge, bus_.memory.end_of_range(address), OUTSIDE);
    }

    void address_channel(uint64_t edge) {
        const char *broken = stable_.check(*port_.arvalid, *port_.arready, [this] { return request(); });
        if (broken != nullptr) bus_.violation(Channel::AR, edge, *port_.araddr, broken);
        if (stable_.waiting()) {
            bus_.statistics.ar_stalls++;
        } else if (*port_.arvalid) {
            accept(request(), edge);
        }
    }

    void accept(const Request &request, uint64_t edge) {
        const char *broken = broken_rule<BYTES>(request);
        if (broken != nullptr) return bus_.violation(Channel::AR, edge, request.address, broken);
        bus_.activity = edge;
        bus_.statistics.read_bursts++;
        bus_.statistics.read_bytes += request.bytes();
        const Delivery delivery = bus_.timing.read(edge, request.address, request.bytes(), request.beats);
        Burst &burst = bursts_.push();
        burst.request = request;
        burst.next = 0;
        burst.due = delivery.first;
        burst.step = delivery.step;
        burst.refused = false;
        burst.early = bus_.timing.early_read();
        if (!burst.early) return;
        burst.data.resize(size_t{request.beats} * BYTES);
        burst.responses.resize(request.beats);
        for (uint32_t i = 0; i < request.beats; i++) {
            burst.responses[i] = fetch(burst, i, &burst.data[size_t{i} * BYTES], edge);
        }
    }

    void present(Burst &burst, uint64_t next) {
        uint8_t *word = static_cast<uint8_t *>(port_.rdata);
        if (burst.early) {
            std::memcpy(word, &burst.data[size_t{burst.next} * BYTES], BYTES);
            *port_.rresp = burst.responses[burst.next];
        } else {
            *port_.rresp = fetch(burst, burst.next, word, next);
        }
        *port_.rid = burst.request.id;
        *port_.rlast = burst.next + 1 == burst.request.beats;
        *port_.rvalid = 1;
        burst.next++;
        burst.due += burst.step;
    }

    // The word of a beat. A kernel may read more than it asked for in its first and last words, so a beat is an error
    // only if none of its bytes is in a buffer.
    uint8_t fetch(Burst &burst, uint32_t index, uint8_t *word, uint64_t edge) {
        const Lanes lanes = lanes_of<BYTES>(burst.request, index);
        const uint64_t address = burst.request.beat(index);
        if (lanes.first == 0 && lanes.end == BYTES) {
            const uint8_t *bytes = bus_.memory.whole(address, BYTES, cursor_);
            if (bytes != nullptr) {
                std::memcpy(word, bytes, BYTES);
                return OKAY;
            }
        }
        std::memset(word, NOTHING, BYTES);
        bool found = false;
        for (uint32_t lane = lanes.first; lane < lanes.end; lane++) {
            const uint8_t *byte = bus_.memory.whole(address - lanes.first + lane, 1, cursor_);
            if (byte == nullptr) continue;
            word[lane] = *byte;
            found = true;
        }
        if (found) return OKAY;
        if (!burst.refused) bus_.bus_error(Channel::R, edge, address, OUTSIDE);
        burst.refused = true;
        return DECERR;
    }

    static constexpr const char *OUTSIDE = "a read outside of every buffer";

    // What is read where there is nothing: easy to recognize.
    static constexpr uint8_t NOTHING = 0xdb;

    Bus &bus_;
    const AxiPort &port_;
    Memory::Cursor cursor_;
    Memory::Cursor asked_cursor_;
    Stable<Request> stable_;
    Ring<Burst> bursts_;
    bool taken_ = false;  // the kernel took a beat at the last edge
};

}  // namespace simulator
