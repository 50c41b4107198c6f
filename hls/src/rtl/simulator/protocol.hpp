// What the host and the simulator say to each other.
//
// The simulator is started with nothing but its standard streams. Frames arrive on standard input and leave on what was
// standard output; the end of the input ends the process. All numbers are little-endian:
//
//   frame   = u32 length of the payload, u8 kind, payload
//   string  = u32 length, bytes (UTF-8)
//
// Each command is answered by one frame: `Ok` with the payload below, or `Error` with a string (the command had no
// effect). While `Run` and `Step` work, `Progress` frames (u64 cycles so far) come about every half second.
//
//   Hello          -> u32 VERSION, string kernel, u8 waves (0 none, 1 VCD, 2 FST),
//                     u16 n, n x {string bundle, u32 data bits}
//   Configure         u64 seed, u8 random reset, u64 clock period in ps, u8 kept, u16 n, n x bank, u16 m, m x u16 bank of bundle
//                     -> nothing. Makes the model anew and resets it; memory is kept. First of all commands that step. `kept`: the
//                     kernel is the one of before, which reset changes as it changes hardware.
//     bank          = u8 0 (ideal) | u8 1 (random) | u8 2 (board), u32 kernel kHz, u32 memory kHz, u32 width in bytes,
//                     u32 read latency, u32 write latency, u32 row-miss penalty (in memory cycles), u32 queue depth,
//                     u32 bytes of a row (0: no rows), u32 open rows
//   Allocate          u64 address, u64 size -> nothing. Zeroed.
//   Free              u64 address -> nothing
//   Write             u64 address, bytes -> nothing
//   Read              u64 address, u32 length -> bytes
//   RegisterWrite     u32 offset, u32 value, u8 strobes -> u8 response
//   RegisterRead      u32 offset -> u32 value, u8 response
//   Run               u64 most cycles, u64 hang cycles (0: off), u64 most milliseconds (0: any), u8 start -> report.
//                     Writes ap_start (if `start`) and steps until ap_done.
//   Step              u64 cycles -> report. Steps, whatever ap_done says.
//   Reset             u32 cycles -> nothing. Holds ap_rst_n low for so many rising edges.
//   Wave              u8 format (1 VCD, 2 FST), string path -> nothing. Records from here to the next `Configure`.
//   Quit           -> nothing, and the process ends
//   StreamWrite       u16 number of an AXI-stream port, bytes of elements -> nothing. The kernel can read them.
//   StreamRead        u16 number of an AXI-stream port -> bytes. What the kernel has written since the last time.
//
//   report  = u8 status, u64 cycles, u64 rising edges since `Configure`, u8 interrupt,
//             u16 n, n x u32 number of a block that is at work,
//             u16 n, n x {12 x u64 statistics, in the order of `Statistics`},
//             u64 records left out, u32 m, m x record
//   record  = u8 kind, u16 bundle, u8 channel, u64 address, u64 cycle, string text
//
// `emulation/src/simulator/protocol.rs` is the other side of this file.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace simulator {

constexpr uint32_t VERSION = 4;

enum class Command : uint8_t {
    Hello = 1,
    Configure = 2,
    Allocate = 3,
    Free = 4,
    Write = 5,
    Read = 6,
    RegisterWrite = 7,
    RegisterRead = 8,
    Run = 9,
    Step = 10,
    Reset = 11,
    Wave = 12,
    Quit = 13,
    StreamWrite = 14,
    StreamRead = 15,
};

enum class Reply : uint8_t { Ok = 0x80, Error = 0x81, Progress = 0x82 };

// How a run ended.
enum class Status : uint8_t { Done = 0, Timeout = 1, Hang = 2, Violation = 3, BusError = 4 };

// A command cannot be obeyed; the text is for the host.
class Failure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Takes a payload apart.
class PayloadReader {
public:
    PayloadReader(const uint8_t *bytes, size_t length) : bytes_(bytes), left_(length) {}

    template <typename T>
    T number() {
        static_assert(std::is_unsigned_v<T>, "the protocol has unsigned numbers");
        T value;
        std::memcpy(&value, take(sizeof value), sizeof value);
        return value;
    }

    std::string string() {
        const size_t length = number<uint32_t>();
        return std::string(reinterpret_cast<const char *>(take(length)), length);
    }

    size_t left() const { return left_; }

    const uint8_t *take(size_t length) {
        if (length > left_) throw Failure("the command's payload is too short");
        const uint8_t *start = bytes_;
        bytes_ += length;
        left_ -= length;
        return start;
    }

private:
    const uint8_t *bytes_;
    size_t left_;
};

// Puts a payload together.
class PayloadWriter {
public:
    template <typename T>
    PayloadWriter &number(T value) {
        static_assert(std::is_unsigned_v<T>, "the protocol has unsigned numbers");
        return bytes(&value, sizeof value);
    }

    PayloadWriter &string(const std::string &text) {
        number(static_cast<uint32_t>(text.size()));
        return bytes(text.data(), text.size());
    }

    PayloadWriter &bytes(const void *start, size_t length) {
        const uint8_t *first = static_cast<const uint8_t *>(start);
        payload_.insert(payload_.end(), first, first + length);
        return *this;
    }

    const std::vector<uint8_t> &payload() const { return payload_; }

private:
    std::vector<uint8_t> payload_;
};

}  // namespace simulator
