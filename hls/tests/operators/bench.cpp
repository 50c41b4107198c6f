// Feeds vectors from standard input to every module under test, and compares. A record is the eight operands and the
// results that are due. The argument is the share of cycles that stall, in percent.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

#include "Vtop.h"
#include "outputs.h"  // WORDS: results in a record. OUTPUTS: {name, word, latency, value of Vtop}

using Record = std::vector<uint64_t>;

static void drive(Vtop &top, const uint64_t *x) {
    top.s0 = x[0], top.s1 = x[1], top.s2 = x[2];
    top.d0 = x[3], top.d1 = x[4], top.d2 = x[5];
    top.i0 = x[6], top.i1 = x[7];
}

static void clock(Vtop &top, bool enable) {
    top.ce = enable;
    top.eval();
    top.clk = 1;
    top.eval();
    top.clk = 0;
    top.eval();
}

int main(int argc, char **argv) {
    const unsigned stalls = argc > 1 ? std::atoi(argv[1]) : 0;
    Vtop top;
    std::deque<Record> past;
    unsigned long long cycle = 0, wrong = 0;
    uint64_t noise = 1;
    for (Record now(8 + WORDS); std::fread(now.data(), sizeof now[0], now.size(), stdin) == now.size(); ++cycle) {
        // In a stalled cycle the operands are anything, and nothing may move.
        while (noise = noise * 6364136223846793005u + 1442695040888963407u, (noise >> 33) % 100 < stalls) {
            const uint64_t garbage[8] = {noise, ~noise, noise * 3, noise * 5, noise * 7, ~noise, noise, noise * 9};
            drive(top, garbage);
            clock(top, false);
        }
        drive(top, now.data());
        top.ce = 1;
        top.eval();
        past.push_front(now);
        if (past.size() > DEEPEST + 1) past.pop_back();
        for (const Output &output : OUTPUTS) {
            if (output.latency >= past.size()) continue;
            const Record &due = past[output.latency];
            const uint64_t value = output.value(top);
            if (value == due[8 + output.word]) continue;
            std::printf("%s latency %u: %016" PRIx64 " instead of %016" PRIx64 " for", output.name, output.latency,
                        value, due[8 + output.word]);
            for (unsigned i = 0; i < 8; ++i) std::printf(" %" PRIx64, due[i]);
            std::printf("\n");
            if (++wrong == 40) return 1;
        }
        clock(top, true);
    }
    std::printf("%llu vectors\n", cycle);
    return wrong != 0;
}
