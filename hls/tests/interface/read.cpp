// The read bridge against a memory that knows the protocol.
#include "bench.h"
#include "read_models.h"

struct Answer {
    uint64_t due;
    uint64_t address;
    bool last;
};

struct Expected {
    std::string value;
    uint64_t requested;  // The cycle.
};

template <typename Dut, unsigned BUS, unsigned NARROWEST, unsigned WIDEST, unsigned MOST, unsigned OUTSTANDING,
          unsigned CAPACITY, bool GROUPS = false>
struct Bench {
    using Kind = Transfer<GROUPS>;
    static constexpr unsigned LEAST = GROUPS ? 1 : __builtin_ctz(NARROWEST);  // The size of the narrowest element.
    Dut dut;
    Random random;
    std::vector<uint8_t> memory = std::vector<uint8_t>(BYTES);
    bool waits = false;              // READY waits for VALID.
    Manners manners{100, 100, 100, 100, 0, 64};
    uint64_t cycle = 0;
    unsigned frozen = 0;
    std::deque<Burst> bursts;       // What has to be asked for.
    std::deque<Answer> answers;     // What the memory has to give.
    std::deque<Expected> expected;  // What the core has to get.
    std::vector<uint64_t> latencies, arrivals;
    uint64_t slave_error = ~0ull, decode_error = ~0ull;  // Addresses of beats.
    unsigned errors_seen = 0;
    Stable address{"AR"}, response{"rsp"};
    uint64_t beats_given = 0, popped = 0;
    unsigned open = 0;              // Bursts that are not answered.

    explicit Bench(uint64_t seed) : random(seed) {
        for (auto &byte : memory) byte = random.next() >> 56;
        reset();
    }

    void reset() {
        dut.rst_n = 0;
        dut.req_valid = dut.rsp_ready = dut.m_axi_ARREADY = dut.m_axi_RVALID = dut.m_axi_RLAST = 0;
        dut.m_axi_RRESP = dut.m_axi_RID = 0;
        for (int i = 0; i < 2; ++i) clock();
        dut.rst_n = 1;
        bursts.clear();
        answers.clear();
        expected.clear();
        address.reset();
        response.reset();
        popped = open = 0;
        frozen = 0;
        settle();
        REQUIRE(!dut.m_axi_ARVALID && !dut.rsp_valid && !dut.error && dut.req_ready, "after reset");
    }

    void settle() {
        dut.clk = 0;
        dut.eval();
    }

    void clock() {
        settle();
        errors_seen += dut.rst_n && dut.error;
        dut.clk = 1;
        dut.eval();
        ++cycle;
    }

    std::string element(uint64_t at, unsigned bytes) {
        std::string value(sizeof dut.rsp_data, '\0');
        memcpy(&value[0], &memory[at - BASE], bytes);
        return value;
    }

    // The memory's inputs for this cycle.
    void drive_memory() {
        dut.m_axi_ARREADY = (!waits || dut.m_axi_ARVALID) && random.percent(manners.address);
        dut.m_axi_RVALID = !answers.empty() && answers.front().due <= cycle && random.percent(manners.data);
        uint8_t noise[BUS];
        for (auto &byte : noise) byte = random.next();
        memcpy(&dut.m_axi_RDATA, noise, BUS);
        if (dut.m_axi_RVALID) {
            const Answer &answer = answers.front();
            memcpy(&dut.m_axi_RDATA, &memory[answer.address - BASE], BUS);
            dut.m_axi_RLAST = answer.last;
            dut.m_axi_RRESP = answer.address == slave_error ? 2 : answer.address == decode_error ? 3 : random.below(2);
        }
    }

    void check_address() {
        address.see(dut.m_axi_ARVALID, dut.m_axi_ARREADY, payload(dut.m_axi_ARADDR, dut.m_axi_ARLEN));
        REQUIRE(dut.m_axi_RREADY, "always");
        if (!dut.m_axi_ARVALID || !dut.m_axi_ARREADY) return;
        REQUIRE(!bursts.empty(), "burst at %lx", (unsigned long)dut.m_axi_ARADDR);
        Burst burst = bursts.front();
        bursts.pop_front();
        REQUIRE(dut.m_axi_ARADDR == burst.address && dut.m_axi_ARLEN + 1u == burst.beats, "%lx %u, wanted %lx %u",
                (unsigned long)dut.m_axi_ARADDR, dut.m_axi_ARLEN + 1u, (unsigned long)burst.address, burst.beats);
        REQUIRE((burst.address % 4096) + burst.beats * BUS <= 4096, "crosses 4 KiB");
        REQUIRE(1u << dut.m_axi_ARSIZE == BUS && dut.m_axi_ARBURST == 1 && dut.m_axi_ARCACHE == 3, "constants");
        REQUIRE(!dut.m_axi_ARPROT && !dut.m_axi_ARID && !dut.m_axi_ARLOCK && !dut.m_axi_ARQOS, "constants");
        REQUIRE(++open <= OUTSTANDING, "bursts on their way");
        for (unsigned i = 0; i < burst.beats; ++i)
            answers.push_back({cycle + manners.delay + (manners.delay == 0), burst.address + i * BUS, i + 1 == burst.beats});
    }

    void check_response() {
        std::string data = payload(dut.rsp_data);
        response.see(dut.rsp_valid, dut.rsp_ready, data);
        if (!dut.rsp_valid || !dut.rsp_ready) return;
        REQUIRE(!expected.empty(), "an element that nobody asked for");
        REQUIRE(data == expected.front().value, "in cycle %lu", (unsigned long)cycle);
        latencies.push_back(cycle - expected.front().requested);
        arrivals.push_back(cycle);
        expected.pop_front();
        ++popped;
    }

    // One cycle, in which the core asks for elements (a length of 0 asks for none: say so with `valid`).
    bool step(bool valid, uint64_t at, uint32_t len, unsigned size) {
        settle();
        bool ready = dut.req_ready, had = dut.rsp_valid;
        dut.req_valid = valid;
        dut.req_addr = at;
        dut.req_len = len;
        dut.req_size = size;
        if (manners.freeze && !frozen && random.percent(manners.freeze)) frozen = random.below(500);
        dut.rsp_ready = frozen ? 0 : random.percent(manners.core);
        if (frozen) --frozen;
        drive_memory();
        settle();
        REQUIRE(dut.req_ready == ready && dut.rsp_valid == had, "depend on inputs");
        bool taken = valid && ready;
        if (taken) {
            for (auto [place, bytes] : Kind::elements(at, len, size)) expected.push_back({element(place, bytes), cycle});
            split(at, Kind::bytes(len, size), BUS, MOST, bursts);
        }
        check_address();
        check_response();
        if (dut.m_axi_RVALID) open -= dut.m_axi_RLAST, answers.pop_front(), ++beats_given;
        clock();
        return taken;
    }

    void drain() {
        for (uint64_t idle = 0, seen = popped; !expected.empty() || !bursts.empty() || !answers.empty(); ++idle) {
            step(false, 0, 0, LEAST);
            if (seen != popped) seen = popped, idle = 0;
            REQUIRE(idle < 20000, "stuck with %zu elements to come", expected.size());
        }
        for (int i = 0; i < 5; ++i) step(false, 0, 0, LEAST);
    }

    unsigned some_size() { return Kind::some_size(random, NARROWEST, WIDEST); }

    void requests(unsigned count) {
        for (unsigned i = 0, idle = 0; i < count; ++idle) {
            unsigned size = some_size();
            uint32_t len = Kind::some_length(random, size);
            uint64_t at = Kind::some_address(random, len, size);
            bool pause = random.percent(20);
            while (pause && random.percent(80)) step(false, at, len, size);
            while (!step(true, at, len, size)) REQUIRE(++idle < 1000000, "never accepted");
            ++i, idle = 0;
        }
    }

    void random_traffic() {
        for (int round = 0; round < 12; ++round) {
            manners = Manners::some(random);
            requests(25);
            if (round % 4 == 3) {
                reset();  // In the middle of everything.
            } else {
                drain();
            }
            REQUIRE(!dut.error, "no error");
        }
    }

    // A frozen core gets all that it may ask for into the bridge, and all of it is read.
    void frozen_core() {
        for (int round = 0; round < 6; ++round) {
            manners = {round % 2 ? 30u : 100u, 100, 100, 0, 0, 10};
            uint64_t given = beats_given;
            uint64_t left = CAPACITY;
            while (left > 0) {
                unsigned size = some_size();
                uint32_t len = round < 2 ? 1 : std::min<uint64_t>(left, some_length(random));
                uint64_t at = some_address(random, len, size);
                unsigned idle = 0;
                while (!step(true, at, len, size)) REQUIRE(++idle < 1000, "not accepted");
                left -= len;
            }
            for (int i = 0; i < 3000; ++i) step(false, 0, 0, LEAST);
            REQUIRE(bursts.empty() && answers.empty() && beats_given > given, "all is read");
            manners.core = 100;
            drain();
        }
    }

    void errors() {
        manners.delay = 3;
        decode_error = BASE + 64 * BUS;
        slave_error = BASE + 70 * BUS;
        for (unsigned i = 0; i < 64; ++i) step(true, BASE + i * BUS, 1, LEAST);
        drain();
        REQUIRE(errors_seen == 0, "no error yet");
        step(true, BASE + 64 * BUS, 1, LEAST);
        drain();
        REQUIRE(errors_seen == 1, "DECERR");
        step(true, BASE + 70 * BUS, 1, LEAST);
        drain();
        REQUIRE(errors_seen == 2, "SLVERR");
    }

    // With ideal memory: elements come when the file's comment says.
    void latency() {
        for (unsigned i = 0; i < 1000; ++i)
            REQUIRE(step(true, some_address(random, 1, LEAST), 1, LEAST), "a single read a cycle, %u", i);
        drain();
        for (uint64_t latency : latencies) REQUIRE(latency == 66, "single reads take %lu", (unsigned long)latency);
        for (unsigned size = LEAST; 1u << size <= WIDEST; ++size) {
            latencies.clear(), arrivals.clear();
            uint32_t lens[] = {1000, 1, 16, 17, 15, 3, 257, 1, 1, 2, 256};
            for (uint32_t len : lens) {
                uint64_t at = some_address(random, len, size);
                while (!step(true, at, len, size)) continue;
            }
            drain();
            REQUIRE(latencies[0] == 66, "the first takes %lu", (unsigned long)latencies[0]);
            for (size_t i = 1; i < arrivals.size(); ++i) {
                REQUIRE(arrivals[i] == arrivals[i - 1] + 1, "a bubble before element %zu of size %u", i, size);
            }
        }
    }

    // With ideal memory groups come as regularly, wherever they begin.
    void latency_of_groups() {
        for (int round = 0; round < 200; ++round) {
            latencies.clear(), arrivals.clear();
            unsigned size = some_size();
            uint32_t len = std::max(1u, Kind::some_length(random, size));
            while (!step(true, Kind::some_address(random, len, size), len, size)) continue;
            drain();
            REQUIRE(latencies[0] == 68, "the first takes %lu", (unsigned long)latencies[0]);
            for (size_t i = 1; i < arrivals.size(); ++i)
                REQUIRE(arrivals[i] == arrivals[i - 1] + 1, "a bubble before element %zu of size %u", i, size);
        }
        latencies.clear();
        for (unsigned i = 0; i < 1000; ++i) REQUIRE(step(true, BASE + random.below(BYTES), 1, 1), "a read a cycle, %u", i);
        drain();
        for (uint64_t latency : latencies) REQUIRE(latency == 68, "single reads take %lu", (unsigned long)latency);
    }

    static void run(const std::string &what, uint64_t seed, bool promises) {
        Bench bench(seed);
        if (what == "random") bench.random_traffic();
        if (what == "waiting") bench.waits = true, bench.random_traffic();
        if (what == "frozen" && !GROUPS) bench.frozen_core();
        if (what == "errors") bench.errors();
        if (what == "latency" && promises) GROUPS ? bench.latency_of_groups() : bench.latency();
    }
};

int main(int argc, char **argv) {
    std::string what = argc > 1 ? argv[1] : "";
    uint64_t seeds = argc > 2 ? strtoull(argv[2], nullptr, 0) : 1;
    for (uint64_t seed = 1; seed <= seeds; ++seed) {
        Verilated::randSeed(int(seed));
        Verilated::randReset(2);
        Bench<Vread0, 4, 1, 4, 16, 128, 128>::run(what, seed, true);
        Bench<Vread1, 8, 1, 8, 256, 128, 500>::run(what, seed, true);
        Bench<Vread2, 64, 1, 8, 16, 128, 128>::run(what, seed, true);
        Bench<Vread3, 16, 4, 4, 3, 2, 5>::run(what, seed, false);
        Bench<Vread4, 4, 4, 4, 16, 128, 128>::run(what, seed, true);
        Bench<Vread5, 8, 8, 8, 3, 2, 5>::run(what, seed, false);
        Bench<Vread6, 64, 1, 64, 16, 128, 128, true>::run(what, seed, true);
        Bench<Vread7, 32, 1, 12, 3, 2, 5, true>::run(what, seed, false);
    }
    printf("passed %s\n", what.c_str());
}
