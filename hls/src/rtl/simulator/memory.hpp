// The device's memory: ranges of a 64-bit address space that were allocated, and nothing between them.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <sys/mman.h>

#include "protocol.hpp"

namespace simulator {

class Memory {
public:
    struct Range {
        uint64_t base;
        uint64_t size;
        uint8_t *bytes;

        bool holds(uint64_t address, uint64_t length) const {
            return address >= base && length <= size && address - base <= size - length;
        }
    };

    // Where a port found memory last: accesses are mostly near the one before.
    class Cursor {
        friend class Memory;
        const Range *range_ = nullptr;
        uint64_t generation_ = 0;
    };

    void allocate(uint64_t address, uint64_t size) {
        if (size == 0 || address + (size - 1) < address) throw Failure("an allocation of no bytes or past the end");
        const auto next = ranges_.lower_bound(address);
        const bool meets_next = next != ranges_.end() && next->first - address < size;
        if (meets_next || find(address) != nullptr) throw Failure("the allocation overlaps another one");
        Pages pages(size);
        const Range range = {address, size, pages.get()};
        ranges_.emplace(address, Owned{range, std::move(pages)});
        generation_++;
    }

    void release(uint64_t address) {
        if (ranges_.erase(address) == 0) throw Failure("no allocation begins at this address");
        generation_++;
    }

    // The bytes of a part of one allocation, for the host.
    uint8_t *part(uint64_t address, uint64_t length) {
        const Range *range = find(address);
        if (range == nullptr || !range->holds(address, length)) throw Failure("not a part of one allocation");
        return range->bytes + (address - range->base);
    }

    // The bytes at `address` if all `length` are in one range, else null.
    uint8_t *whole(uint64_t address, uint64_t length, Cursor &cursor) const {
        if (cursor.generation_ != generation_ || cursor.range_ == nullptr || !cursor.range_->holds(address, length)) {
            cursor.range_ = find(address);
            cursor.generation_ = generation_;
            if (cursor.range_ == nullptr || !cursor.range_->holds(address, length)) return nullptr;
        }
        return cursor.range_->bytes + (address - cursor.range_->base);
    }

    // The first address from this one on that is in no range, or in another one.
    uint64_t end_of_range(uint64_t address) const {
        const Range *range = find(address);
        return range == nullptr ? address : range->base + range->size;
    }

private:
    // Zeroed pages that cost nothing until they are touched: the host may have less memory than the card.
    class Pages {
    public:
        explicit Pages(uint64_t size) : size_(size) {
            constexpr int FLAGS = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
            start_ = mmap(nullptr, size, PROT_READ | PROT_WRITE, FLAGS, -1, 0);
            if (start_ == MAP_FAILED) throw Failure("no memory for an allocation of " + std::to_string(size) + " bytes");
        }
        Pages(Pages &&other) noexcept : start_(other.start_), size_(other.size_) { other.start_ = nullptr; }
        Pages &operator=(Pages &&) = delete;
        ~Pages() {
            if (start_ != nullptr) munmap(start_, size_);
        }
        uint8_t *get() const { return static_cast<uint8_t *>(start_); }

    private:
        void *start_;
        uint64_t size_;
    };
    struct Owned {
        Range range;
        Pages pages;
    };

    const Range *find(uint64_t address) const {
        auto next = ranges_.upper_bound(address);
        if (next == ranges_.begin()) return nullptr;
        const Range &range = std::prev(next)->second.range;
        return range.holds(address, 1) ? &range : nullptr;
    }

    std::map<uint64_t, Owned> ranges_;
    uint64_t generation_ = 1;
};

}  // namespace simulator
