// The write half of a memory port: AW, W and B.
#pragma once

#include "axi_rules.hpp"
#include "ring.hpp"

namespace simulator {

template <unsigned BYTES>
class AxiWrite {
public:
    explicit AxiWrite(Bus &bus) : bus_(bus), port_(bus.port) {}

    void reset() {
        stable_address_.reset();
        stable_data_.reset();
        bursts_.clear();
        ahead_.clear();
        open_ = 0;
        taken_ = false;
        *port_.awready = 0;
        *port_.wready = 0;
        *port_.bvalid = 0;
    }

    // What the rising edge that comes sees.
    void sample(uint64_t edge) {
        if (*port_.awvalid || stable_address_.waiting()) address_channel(edge);
        if (*port_.wvalid || stable_data_.waiting()) data_channel(edge);
        if (!*port_.bvalid) return;
        if (*port_.bready) {
            bus_.activity = edge;
            taken_ = true;
        } else {
            bus_.statistics.b_stalls++;
        }
    }

    // The signals before the rising edge `next`.
    void drive(uint64_t next) {
        if (taken_) {
            taken_ = false;
            *port_.bvalid = 0;
            bursts_.pop();
            open_--;
        }
        if (bus_.timing.always_ready) {
            *port_.awready = 1;
            *port_.wready = 1;
        } else {
            const bool data = stable_data_.waiting() || !ahead_.empty();
            const uint32_t count = static_cast<uint32_t>(bursts_.size());
            *port_.awready = bus_.timing.ready(Channel::AW, {stable_address_.waiting(), count, data});
            *port_.wready = bus_.timing.ready(Channel::W, {stable_data_.waiting(), count, open_ < bursts_.size()});
        }
        if (bursts_.empty() || *port_.bvalid) return;
        Burst &burst = bursts_.front();
        if (burst.complete && burst.due <= next) respond(burst, next);
    }

    // A response that is taken at this edge counts as taken.
    uint32_t unanswered() const { return static_cast<uint32_t>(bursts_.size() + ahead_.size()) - taken_; }

private:
    struct Beat {
        uint8_t data[BYTES];
        Strobes<BYTES> strobes;
        bool last;

        bool operator==(const Beat &other) const {
            return strobes == other.strobes && last == other.last && std::memcmp(data, other.data, BYTES) == 0;
        }
    };

    struct Burst {
        Request request;
        uint32_t next = 0;
        uint64_t due = 0;
        bool complete = false;
        bool late = false;
        uint8_t response = OKAY;
        std::vector<Beat> beats;  // of a late write: all that it writes
    };

    Request request() const {
        return {*port_.awaddr, *port_.awlen + 1u, *port_.awsize, *port_.awburst, *port_.awid};
    }

    Beat beat() const {
        Beat beat;
        beat.strobes = 0;
        std::memcpy(beat.data, port_.wdata, BYTES);
        std::memcpy(&beat.strobes, port_.wstrb, BYTES < 8 ? 1 : BYTES / 8);
        beat.last = *port_.wlast;
        return beat;
    }

    void address_channel(uint64_t edge) {
        const char *broken = stable_address_.check(*port_.awvalid, *port_.awready, [this] { return request(); });
        if (broken != nullptr) bus_.violation(Channel::AW, edge, *port_.awaddr, broken);
        if (stable_address_.waiting()) {
            bus_.statistics.aw_stalls++;
        } else if (*port_.awvalid) {
            accept(request(), edge);
        }
    }

    void data_channel(uint64_t edge) {
        const char *broken = stable_data_.check(*port_.wvalid, *port_.wready, [this] { return beat(); });
        if (broken != nullptr) bus_.violation(Channel::W, edge, 0, broken);
        if (stable_data_.waiting()) {
            bus_.statistics.w_stalls++;
            return;
        }
        if (!*port_.wvalid) return;
        bus_.activity = edge;
        bus_.statistics.write_beats++;
        // Data may come before its address.
        if (open_ < bursts_.size()) {
            take(beat(), edge);
        } else {
            ahead_.push() = beat();
        }
    }

    void accept(const Request &request, uint64_t edge) {
        const char *broken = broken_rule<BYTES>(request);
        if (broken != nullptr) return bus_.violation(Channel::AW, edge, request.address, broken);
        bus_.activity = edge;
        bus_.statistics.write_bursts++;
        bus_.statistics.write_bytes += request.bytes();
        // A write that is done with its response is not overtaken by a later one (AXI orders what has one ID and one place).
        const bool behind = !bursts_.empty() && bursts_[bursts_.size() - 1].late;
        Burst &burst = bursts_.push();
        burst.request = request;
        burst.next = 0;
        burst.complete = false;
        burst.response = OKAY;
        burst.late = bus_.timing.late_write() || behind;
        burst.beats.clear();
        while (!ahead_.empty() && open_ < bursts_.size()) {
            take(ahead_.front(), edge);
            ahead_.pop();
        }
    }

    // A beat of the oldest burst that still lacks data.
    void take(const Beat &beat, uint64_t edge) {
        Burst &burst = bursts_[open_];
        const Request &request = burst.request;
        const bool last = burst.next + 1 == request.beats;
        if (beat.last != last) {
            const char *rule = last ? "WLAST is missing at the burst's last beat" : "WLAST before the burst's last beat";
            return bus_.violation(Channel::W, edge, request.beat(burst.next), rule);
        }
        if ((beat.strobes & ~strobes_of<BYTES>(lanes_of<BYTES>(request, burst.next))) != 0) {
            return bus_.violation(Channel::W, edge, request.beat(burst.next), "WSTRB has bytes outside of the beat");
        }
        if (burst.late) {
            burst.beats.push_back(beat);
        } else {
            store(burst, burst.next, beat, edge);
        }
        burst.next++;
        if (!last) return;
        burst.due = bus_.timing.write(edge, request.address, request.bytes());
        burst.complete = true;
        open_++;
    }

    void respond(Burst &burst, uint64_t next) {
        for (uint32_t i = 0; i < burst.beats.size(); i++) store(burst, i, burst.beats[i], next);
        *port_.bresp = burst.response;
        *port_.bid = burst.request.id;
        *port_.bvalid = 1;
    }

    void store(Burst &burst, uint32_t index, const Beat &beat, uint64_t edge) {
        constexpr Strobes<BYTES> ALL = strobes_of<BYTES>({0, BYTES});
        const uint64_t word = burst.request.beat(index) & ~uint64_t{BYTES - 1};
        if (beat.strobes == ALL) {
            uint8_t *bytes = bus_.memory.whole(word, BYTES, cursor_);
            if (bytes != nullptr) {
                std::memcpy(bytes, beat.data, BYTES);
                return;
            }
        }
        for (uint32_t lane = 0; lane < BYTES; lane++) {
            if ((beat.strobes >> lane & 1) == 0) continue;
            uint8_t *byte = bus_.memory.whole(word + lane, 1, cursor_);
            if (byte != nullptr) {
                *byte = beat.data[lane];
            } else if (burst.response == OKAY) {
                bus_.bus_error(Channel::W, edge, word + lane, "a write outside of every buffer");
                burst.response = DECERR;
            }
        }
    }

    Bus &bus_;
    const AxiPort &port_;
    Memory::Cursor cursor_;
    Stable<Request> stable_address_;
    Stable<Beat> stable_data_;
    Ring<Burst> bursts_;
    Ring<Beat> ahead_;
    size_t open_ = 0;  // the first of `bursts_` that still lacks data
    bool taken_ = false;  // the kernel took a response at the last edge
};

}  // namespace simulator
