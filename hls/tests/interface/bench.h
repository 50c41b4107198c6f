// What the benches of both bridges share: random numbers, a memory, the bursts that a transfer has to have.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "verilated.h"

// Stops the bench: what was seen is wrong.
#define REQUIRE(condition, ...)                                          \
    do {                                                                 \
        if (!(condition)) {                                              \
            fprintf(stderr, "line %d: %s: ", __LINE__, #condition);      \
            fprintf(stderr, __VA_ARGS__);                                \
            fprintf(stderr, "\n");                                       \
            exit(1);                                                     \
        }                                                                \
    } while (0)

// xorshift64*
struct Random {
    uint64_t state;
    explicit Random(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15u + 1) {}
    uint64_t next() {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return state * 0x2545f4914f6cdd1du;
    }
    uint64_t below(uint64_t end) { return (next() >> 11) % end; }
    // True in so many of a hundred cases.
    bool percent(unsigned share) { return below(100) < share; }
};

constexpr uint64_t BASE = 0x7fff'ffff'0000;  // Addresses have more than 32 bits, and a carry into bit 32.
constexpr uint64_t BYTES = 0x2'0000;

// Lengths at which something happens.
inline uint32_t some_length(Random &random) {
    static const uint32_t lengths[] = {0, 1, 1, 1, 1, 2, 3, 7, 8, 15, 16, 17, 63, 64, 65, 255, 256, 257};
    return random.percent(80) ? lengths[random.below(sizeof lengths / sizeof *lengths)] : random.below(700);
}

// A place for elements, often where a page of 4 KiB ends.
inline uint64_t some_address(Random &random, uint32_t len, unsigned size) {
    uint64_t bytes = uint64_t(len) << size;
    uint64_t at = random.below(BYTES - bytes);
    if (random.percent(40)) {
        uint64_t near = (random.below(BYTES / 4096 - 2) + 1) * 4096 - random.below(300);
        at = near + bytes <= BYTES ? near : at;
    }
    return BASE + (at >> size << size);
}

// Elements of one transfer: so many of a size, a power of two; or of groups as many bytes, in elements of so many.
template <bool GROUPS>
struct Transfer {
    static uint64_t bytes(uint32_t len, unsigned size) { return GROUPS ? len : uint64_t(len) << size; }
    // Where each element begins, and its bytes.
    static std::vector<std::pair<uint64_t, unsigned>> elements(uint64_t at, uint32_t len, unsigned size) {
        std::vector<std::pair<uint64_t, unsigned>> all;
        uint64_t each = GROUPS ? size : 1u << size, end = at + bytes(len, size);
        for (; at < end; at += each) all.push_back({at, unsigned(std::min(each, end - at))});
        return all;
    }
    static unsigned some_size(Random &random, unsigned narrowest, unsigned widest) {
        if (GROUPS) return 1 + random.below(widest);
        unsigned size = random.below(4);
        while (1u << size > widest) --size;
        while (1u << size < narrowest) ++size;
        return size;
    }
    // Groups' last elements may lack their end.
    static uint32_t some_length(Random &random, unsigned size) {
        uint32_t len = ::some_length(random);
        return GROUPS && len > 0 ? len * size - random.below(size) : len;
    }
    static uint64_t some_address(Random &random, uint32_t len, unsigned size) {
        return ::some_address(random, len, GROUPS ? 0 : size);
    }
};

struct Burst {
    uint64_t address;
    unsigned beats;
};

// The bursts that a transfer has to have.
inline void split(uint64_t address, uint64_t bytes, unsigned bus, unsigned most, std::deque<Burst> &bursts) {
    if (bytes == 0) return;
    uint64_t beat = address / bus, end = (address + bytes + bus - 1) / bus;
    while (beat < end) {
        uint64_t in_page = 4096 / bus - beat % (4096 / bus);
        uint64_t beats = std::min<uint64_t>(std::min<uint64_t>(end - beat, most), in_page);
        bursts.push_back({beat * bus, unsigned(beats)});
        beat += beats;
    }
}

// A channel's payload: it stays, and VALID does, until READY.
struct Stable {
    std::string held;
    const char *name;
    explicit Stable(const char *name) : name(name) {}
    void see(bool valid, bool ready, const std::string &payload) {
        if (!held.empty()) REQUIRE(valid && payload == held, "%s changed before READY", name);
        held = valid && !ready ? payload : "";
    }
    void reset() { held.clear(); }
};

// The bytes of signals, one after the other.
template <typename... T>
std::string payload(const T &...signals) {
    std::string bytes;
    (bytes.append(reinterpret_cast<const char *>(&signals), sizeof signals), ...);
    return bytes;
}

// How ready both sides are, in percent, and how the memory behaves.
struct Manners {
    unsigned address, data, answer, core, freeze, delay;
    static Manners some(Random &random) {
        static const unsigned shares[] = {100, 100, 90, 50, 10};
        auto share = [&] { return shares[random.below(5)]; };
        return {share(), share(), share(), share(), random.percent(30) ? 2u : 0u, unsigned(random.below(70))};
    }
};
