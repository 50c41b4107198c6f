// What goes over the channels of one AXI4 master of the kernel.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "kernel.hpp"
#include "memory.hpp"
#include "report.hpp"
#include "timing.hpp"

namespace simulator {

enum Response : uint8_t { OKAY = 0, SLVERR = 2, DECERR = 3 };

// What the models of one bundle share.
struct Bus {
    uint16_t index;
    std::string name;
    AxiPort port;
    Memory &memory;
    Timing &timing;
    Records &records;
    Statistics statistics = {};
    uint64_t activity = 0;  // the edge of the last handshake

    void violation(Channel channel, uint64_t edge, uint64_t address, const std::string &rule) {
        const std::string text = "m_axi_" + name + ", channel " + name_of(channel) + ": " + rule;
        records.add({RecordKind::Violation, index, channel, address, edge, text});
    }

    void bus_error(Channel channel, uint64_t edge, uint64_t address, const std::string &text) {
        records.add({RecordKind::BusError, index, channel, address, edge, text});
    }
};

// The payload of AR or AW.
struct Request {
    uint64_t address = 0;
    uint32_t beats = 0;
    uint8_t size = 0;  // log2 of the bytes in a beat
    uint8_t burst = 0;
    uint8_t id = 0;

    bool operator==(const Request &other) const {
        return address == other.address && beats == other.beats && size == other.size && burst == other.burst &&
               id == other.id;
    }

    // The address of a beat: the first may be unaligned.
    uint64_t beat(uint32_t index) const {
        if (index == 0) return address;
        return (address >> size << size) + (uint64_t{index} << size);
    }

    uint64_t end() const { return (address >> size << size) + (uint64_t{beats} << size); }
    uint32_t bytes() const { return static_cast<uint32_t>(end() - address); }
};

// The bytes of a bus word that a beat carries.
struct Lanes {
    uint32_t first;
    uint32_t end;
};

template <unsigned BYTES>
Lanes lanes_of(const Request &request, uint32_t index) {
    const uint64_t address = request.beat(index);
    const uint64_t end = (address >> request.size << request.size) + (uint64_t{1} << request.size);
    const uint64_t word = address & ~uint64_t{BYTES - 1};
    return {static_cast<uint32_t>(address - word), static_cast<uint32_t>(end - word)};
}

// One bit for each byte of a bus word.
template <unsigned BYTES>
using Strobes = std::conditional_t<(BYTES > 64), unsigned __int128, uint64_t>;

template <unsigned BYTES>
constexpr Strobes<BYTES> strobes_of(Lanes lanes) {
    constexpr unsigned BITS = 8 * sizeof(Strobes<BYTES>);
    const Strobes<BYTES> below_end = lanes.end == BITS ? ~Strobes<BYTES>{0} : (Strobes<BYTES>{1} << lanes.end) - 1;
    return below_end >> lanes.first << lanes.first;
}

}  // namespace simulator
