// Frames on the inherited streams.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <poll.h>
#include <unistd.h>

#include "protocol.hpp"

namespace simulator {

struct Frame {
    Command command;
    std::vector<uint8_t> payload;
};

class Frames {
public:
    // Keeps standard output for frames alone: whatever else is printed, also by the design, goes to standard error.
    Frames() : output_(dup(STDOUT_FILENO)) {
        if (output_ < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) std::_Exit(1);
    }

    // The next command; false at the end of the input.
    bool receive(Frame &frame) {
        uint8_t head[5];
        if (!read_all(head, sizeof head)) return false;
        uint32_t length;
        std::memcpy(&length, head, sizeof length);
        if (length > LONGEST) return false;
        frame.command = static_cast<Command>(head[4]);
        frame.payload.resize(length);
        return read_all(frame.payload.data(), length);
    }

    void send(Reply reply, const std::vector<uint8_t> &payload) {
        uint8_t head[5];
        const uint32_t length = static_cast<uint32_t>(payload.size());
        std::memcpy(head, &length, sizeof length);
        head[4] = static_cast<uint8_t>(reply);
        write_all(head, sizeof head);
        write_all(payload.data(), payload.size());
    }

    // Has the host gone? A run has no other occasion to notice.
    bool abandoned() const {
        pollfd input = {STDIN_FILENO, 0, 0};
        return poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    }

private:
    static constexpr uint32_t LONGEST = 1u << 28;

    static bool read_all(uint8_t *to, size_t length) {
        while (length > 0) {
            const ssize_t count = read(STDIN_FILENO, to, length);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return false;
            to += count;
            length -= static_cast<size_t>(count);
        }
        return true;
    }

    // A host that does not read any more has gone: there is nobody left to tell.
    void write_all(const uint8_t *from, size_t length) {
        while (length > 0) {
            const ssize_t count = write(output_, from, length);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) std::_Exit(1);
            from += count;
            length -= static_cast<size_t>(count);
        }
    }

    int output_;
};

}  // namespace simulator
