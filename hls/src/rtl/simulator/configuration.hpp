// What `Configure` says.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "timing.hpp"

namespace simulator {

struct Configuration {
    uint64_t seed = 0;
    bool random_reset = false;
    uint64_t clock_ps = 0;
    bool kept = false;  // the kernel is the one of before
    bool by_chance = false;  // some bank is random
    std::vector<std::unique_ptr<Timing>> timings;  // one for each bundle

    Configuration(PayloadReader &in, size_t bundles) {
        seed = in.number<uint64_t>();
        random_reset = in.number<uint8_t>() != 0;
        clock_ps = in.number<uint64_t>();
        if (clock_ps < 2) throw Failure("the clock's period is too short");
        kept = in.number<uint8_t>() != 0;
        std::vector<Bank> banks(in.number<uint16_t>());
        for (Bank &bank : banks) {
            bank = read_bank(in);
            by_chance = by_chance || bank.kind == Kind::Random;
        }
        if (in.number<uint16_t>() != bundles) throw Failure("not one bank for each bundle");
        for (size_t i = 0; i < bundles; i++) {
            const size_t bank = in.number<uint16_t>();
            if (bank >= banks.size()) throw Failure("a bundle's bank does not exist");
            timings.push_back(timing(banks[bank], i));
        }
    }

private:
    enum class Kind : uint8_t { Ideal = 0, Random = 1, Board = 2 };
    struct Bank {
        Kind kind = Kind::Ideal;
        std::shared_ptr<BoardBank> board;
    };

    static Bank read_bank(PayloadReader &in) {
        Bank bank;
        bank.kind = static_cast<Kind>(in.number<uint8_t>());
        if (bank.kind > Kind::Board) throw Failure("an unknown kind of memory");
        if (bank.kind != Kind::Board) return bank;
        BankParameters of;
        for (uint32_t *field : {&of.kernel_khz, &of.memory_khz, &of.width, &of.read_latency, &of.write_latency,
                                &of.row_miss, &of.queue_depth, &of.row_bytes, &of.open_rows}) {
            *field = in.number<uint32_t>();
        }
        bank.board = std::make_shared<BoardBank>(of);
        return bank;
    }

    std::unique_ptr<Timing> timing(const Bank &bank, size_t bundle) {
        switch (bank.kind) {
            case Kind::Board:
                return std::make_unique<BoardTiming>(bank.board);
            case Kind::Random:
                return std::make_unique<RandomTiming>(seed * 64 + bundle);
            default:
                return std::make_unique<IdealTiming>();
        }
    }
};

}  // namespace simulator
