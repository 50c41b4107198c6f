// What happened during a run, besides its results.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol.hpp"

namespace simulator {

enum class Channel : uint8_t { AR = 0, R = 1, AW = 2, W = 3, B = 4 };

inline const char *name_of(Channel channel) {
    static const char *const NAMES[] = {"AR", "R", "AW", "W", "B"};
    return NAMES[static_cast<uint8_t>(channel)];
}

// Counts of one bundle, since the start of a run. Cycles of a channel count where VALID waits for READY.
struct Statistics {
    uint64_t read_bursts = 0;
    uint64_t read_beats = 0;
    uint64_t read_bytes = 0;
    uint64_t write_bursts = 0;
    uint64_t write_beats = 0;
    uint64_t write_bytes = 0;
    uint64_t ar_stalls = 0;
    uint64_t r_stalls = 0;
    uint64_t aw_stalls = 0;
    uint64_t w_stalls = 0;
    uint64_t b_stalls = 0;
    uint64_t read_waits = 0;  // a read is under way, and no data is there

    void write(PayloadWriter &out) const {
        for (const uint64_t count : {read_bursts, read_beats, read_bytes, write_bursts, write_beats, write_bytes,
                                     ar_stalls, r_stalls, aw_stalls, w_stalls, b_stalls, read_waits}) {
            out.number(count);
        }
    }
};

enum class RecordKind : uint8_t { BusError = 0, Violation = 1, Hang = 2 };

struct Record {
    RecordKind kind;
    uint16_t bundle;
    Channel channel;
    uint64_t address;
    uint64_t edge;
    std::string text;
};

// The records of a run. There are at most `LIMIT`; the rest is counted.
class Records {
public:
    static constexpr size_t LIMIT = 64;

    void add(Record record) {
        violated_ = violated_ || record.kind == RecordKind::Violation;
        bus_errors_ += record.kind == RecordKind::BusError;
        if (records_.size() < LIMIT) {
            records_.push_back(std::move(record));
        } else {
            left_out_++;
        }
    }

    void clear() { *this = Records(); }

    bool violated() const { return violated_; }
    uint64_t bus_errors() const { return bus_errors_; }

    // The first violation, for replies that have no place for records.
    std::string violation() const {
        for (const Record &record : records_) {
            if (record.kind == RecordKind::Violation) return record.text;
        }
        return std::string();
    }

    // Cycles are counted from `start`, the edge of ap_start.
    void write(PayloadWriter &out, uint64_t start) const {
        out.number(left_out_).number(static_cast<uint32_t>(records_.size()));
        for (const Record &record : records_) {
            out.number(static_cast<uint8_t>(record.kind)).number(record.bundle);
            out.number(static_cast<uint8_t>(record.channel)).number(record.address);
            out.number(record.edge < start ? uint64_t{0} : record.edge - start).string(record.text);
        }
    }

private:
    std::vector<Record> records_;
    uint64_t left_out_ = 0;
    uint64_t bus_errors_ = 0;
    bool violated_ = false;
};

}  // namespace simulator
