// When memory answers. The AXI models know the protocol; these classes know the cycles.
//
// Cycles are rising edges of the kernel's clock. "Accepted at t" means that VALID and READY were both high at edge t;
// "due at u" that the answer's VALID is high at edge u at the earliest.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "report.hpp"

namespace simulator {

// Fractions of cycles, for clocks that are not the kernel's: 16 bits after the point.
constexpr unsigned FRACTION = 16;
constexpr uint64_t whole_cycles(uint64_t edge) { return edge << FRACTION; }

// When the beats of a read are due: the first, and how much later each next one.
struct Delivery {
    uint64_t first;
    uint64_t step;
};

// What a channel looks like when its READY is decided.
struct Pending {
    bool valid;           // the kernel's VALID waited at the last edge
    uint32_t unanswered;  // bursts accepted and not yet answered
    bool partner;         // AW: there is data on W; W: there is an address for it
};

// The timing of one bundle.
class Timing {
public:
    explicit Timing(bool always_ready) : always_ready(always_ready) {}
    virtual ~Timing() = default;

    virtual Delivery read(uint64_t accepted, uint64_t address, uint32_t bytes, uint32_t beats) = 0;
    // When the response to a write is due whose last data, or address if that came later, was accepted at `complete`.
    virtual uint64_t write(uint64_t complete, uint64_t address, uint32_t bytes) = 0;
    virtual bool ready(Channel, const Pending &) { return true; }
    // Is an answer that is due given now?
    virtual bool offer() { return true; }
    // Where a read and a write overlap in time, AXI leaves their order open: is this read done at its address
    // (else: beat by beat), this write with its response (else: beat by beat)?
    virtual bool early_read() { return false; }
    virtual bool late_write() { return false; }

    // No calls of `ready` and `offer` are needed.
    const bool always_ready;
};

// The memory that latencies are predicted for.
class IdealTiming final : public Timing {
public:
    static constexpr uint64_t READ_LATENCY = 64;
    static constexpr uint64_t WRITE_LATENCY = 8;

    IdealTiming() : Timing(true) {}
    Delivery read(uint64_t accepted, uint64_t, uint32_t, uint32_t) override {
        return {whole_cycles(accepted + READ_LATENCY), whole_cycles(1)};
    }
    uint64_t write(uint64_t complete, uint64_t, uint32_t) override { return complete + WRITE_LATENCY; }
};

// xorshift64*: small, and the same everywhere.
class Random {
public:
    explicit Random(uint64_t seed) : state_((seed + 1) * 0x9e3779b97f4a7c15u | 1) {
        for (int i = 0; i < 8; i++) next();
    }
    uint64_t next() {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return state_ * 0x2545f4914f6cdd1du;
    }
    // Uniform enough for delays.
    uint32_t below(uint32_t bound) { return static_cast<uint32_t>((next() >> 32) * bound >> 32); }

private:
    uint64_t state_;
};

// Whatever AXI allows, by chance. The seed also picks a temper, because some mistakes show only against a slave that
// always behaves in the same odd way: READY that waits for VALID, AW that waits for data, one burst at a time.
class RandomTiming final : public Timing {
public:
    explicit RandomTiming(uint64_t seed) : Timing(false), random_(seed) {
        for (Manner &manner : manners_) {
            static constexpr uint32_t DENSITIES[] = {1, 3, 4, 6, 8};
            manner.eighths = DENSITIES[random_.below(5)];
            manner.waits_for_valid = random_.below(3) == 0;
        }
        order_ = static_cast<Order>(random_.below(3));
        static constexpr uint32_t LIMITS[] = {1, 2, 5, 64};
        limit_ = LIMITS[random_.below(4)];
        static constexpr uint32_t DELAYS[] = {1, 9, 70, 200};
        delay_ = DELAYS[random_.below(4)];
    }

    Delivery read(uint64_t accepted, uint64_t, uint32_t, uint32_t) override {
        return {whole_cycles(accepted + 1 + random_.below(delay_)), 0};
    }
    uint64_t write(uint64_t complete, uint64_t, uint32_t) override { return complete + 1 + random_.below(delay_); }

    bool ready(Channel channel, const Pending &pending) override {
        const Manner &manner = manners_[static_cast<uint8_t>(channel)];
        if (channel != Channel::W && pending.unanswered >= limit_) return false;
        if (channel == Channel::AW && order_ == Order::DataFirst && !pending.partner) return false;
        if (channel == Channel::W && order_ == Order::AddressFirst && !pending.partner) return false;
        if (manner.waits_for_valid && !pending.valid) return false;
        return random_.below(8) < manner.eighths;
    }
    bool offer() override { return random_.below(8) < manners_[static_cast<uint8_t>(Channel::R)].eighths; }
    bool early_read() override { return random_.below(2) == 0; }
    bool late_write() override { return random_.below(2) == 0; }

private:
    struct Manner {
        uint32_t eighths;
        bool waits_for_valid;
    };
    enum class Order : uint8_t { Any, DataFirst, AddressFirst };

    Random random_;
    std::array<Manner, 5> manners_;
    Order order_;
    uint32_t limit_;
    uint32_t delay_;
};

// What a board's file says of a bank. Cycles are the memory's.
struct BankParameters {
    uint32_t kernel_khz;
    uint32_t memory_khz;
    uint32_t width;          // bytes that the memory moves in a cycle
    uint32_t read_latency;   // from the address to the first data, in an open row
    uint32_t write_latency;  // from the last data to the response
    uint32_t row_miss;       // more where another row was open
    uint32_t queue_depth;    // bursts of reads, and of writes, that a bundle may have under way
    uint32_t row_bytes;      // 0: the memory has no rows
    uint32_t open_rows;
};

// A bank of a board, which its bundles share. Its data path moves one burst after another, in the order of their
// arrival. Rows are opened beside that, as soon as a burst is known, so a stream that is asked for in time runs at the
// full bandwidth.
class BoardBank {
public:
    // When a burst has the data path, in fractions of cycles: from the first word to the end of the last.
    struct Transfer {
        uint64_t start;
        uint64_t end;
    };

    explicit BoardBank(const BankParameters &parameters) : parameters_(parameters) {
        const bool usable = parameters.kernel_khz > 0 && parameters.memory_khz > 0 && parameters.width > 0 &&
                            parameters.read_latency > 0 && parameters.queue_depth > 0 &&
                            (parameters.row_bytes == 0 || parameters.open_rows > 0);
        if (!usable) throw Failure("a bank's clocks, width, read latency, queue depth and open rows must not be 0");
        cycle_ = (uint64_t{parameters.kernel_khz} << FRACTION) / parameters.memory_khz;
        rows_.resize(parameters.open_rows);
    }

    Transfer serve(uint64_t arrival, uint64_t address, uint32_t bytes) {
        const uint64_t end = address + bytes;
        Transfer transfer = {0, 0};
        for (bool first = true; address < end; first = false) {
            const uint64_t part = std::min(end, end_of_row(address));
            const uint64_t start = std::max(free_, opened(whole_cycles(arrival), address));
            if (first) transfer.start = start;
            free_ = start + duration(address, static_cast<uint32_t>(part - address));
            if (parameters_.row_bytes != 0) row_of(address).busy_until = free_;
            address = part;
        }
        transfer.end = free_;
        return transfer;
    }

    // How long the data path moves these bytes: whole words of its own.
    uint64_t duration(uint64_t address, uint32_t bytes) const {
        const uint64_t first = address / parameters_.width, last = (address + bytes - 1) / parameters_.width;
        return (last - first + 1) * cycle_;
    }

    uint64_t cycle() const { return cycle_; }
    const BankParameters &parameters() const { return parameters_; }

private:
    static constexpr uint64_t NONE = ~uint64_t{0};
    struct Row {
        uint64_t number = NONE;
        uint64_t busy_until = 0;
    };

    uint64_t end_of_row(uint64_t address) const {
        if (parameters_.row_bytes == 0) return NONE;
        return address - address % parameters_.row_bytes + parameters_.row_bytes;
    }

    // The one of the open rows that has to make place for this address.
    Row &row_of(uint64_t address) { return rows_[address / parameters_.row_bytes % rows_.size()]; }

    // When the row of an address is open.
    uint64_t opened(uint64_t arrival, uint64_t address) {
        if (parameters_.row_bytes == 0) return arrival;
        Row &row = row_of(address);
        const uint64_t number = address / parameters_.row_bytes;
        if (row.number == number) return arrival;
        row.number = number;
        return std::max(arrival, row.busy_until) + parameters_.row_miss * cycle_;
    }

    BankParameters parameters_;
    uint64_t cycle_;  // a cycle of the memory, in fractions of the kernel's
    uint64_t free_ = 0;
    std::vector<Row> rows_;
};

class BoardTiming final : public Timing {
public:
    explicit BoardTiming(std::shared_ptr<BoardBank> bank) : Timing(false), bank_(std::move(bank)) {}

    Delivery read(uint64_t accepted, uint64_t address, uint32_t bytes, uint32_t beats) override {
        const BoardBank::Transfer transfer = bank_->serve(accepted, address, bytes);
        // A beat that is wider than the memory's word is there when its last word is.
        const uint64_t beat = bank_->duration(address, std::max(1u, bytes / beats));
        const uint64_t latency = bank_->parameters().read_latency * bank_->cycle() - bank_->cycle();
        const uint64_t rest = transfer.end - transfer.start - beat;
        return {transfer.start + latency + beat, beats > 1 ? rest / (beats - 1) : 0};
    }
    uint64_t write(uint64_t complete, uint64_t address, uint32_t bytes) override {
        const BoardBank::Transfer transfer = bank_->serve(complete, address, bytes);
        const uint64_t due = transfer.start + bank_->parameters().write_latency * bank_->cycle();
        return std::max(complete + 1, (due + whole_cycles(1) - 1) >> FRACTION);
    }
    bool ready(Channel channel, const Pending &pending) override {
        return channel == Channel::W || pending.unanswered < bank_->parameters().queue_depth;
    }

private:
    std::shared_ptr<BoardBank> bank_;
};

}  // namespace simulator
