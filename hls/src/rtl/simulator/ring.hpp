// A queue in one block of memory, which is never given back: what ports need, and faster than std::deque.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace simulator {

template <typename T>
class Ring {
public:
    bool empty() const { return count_ == 0; }
    size_t size() const { return count_; }
    T &front() { return items_[first_]; }
    T &operator[](size_t index) { return items_[(first_ + index) & (items_.size() - 1)]; }

    // A new last item, whose contents are those of an earlier one: its vectors keep their memory.
    T &push() {
        if (count_ == items_.size()) grow();
        return (*this)[count_++];
    }

    void pop() {
        first_ = (first_ + 1) & (items_.size() - 1);
        count_--;
    }

    void clear() { first_ = count_ = 0; }

private:
    void grow() {
        std::vector<T> more(items_.empty() ? 8 : 2 * items_.size());
        for (size_t i = 0; i < count_; i++) more[i] = std::move((*this)[i]);
        items_ = std::move(more);
        first_ = 0;
    }

    std::vector<T> items_;
    size_t first_ = 0;
    size_t count_ = 0;
};

}  // namespace simulator
