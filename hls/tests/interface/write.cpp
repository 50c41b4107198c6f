// The write bridge against a memory that knows the protocol.
#include "bench.h"
#include "write_models.h"

struct Beat {
    std::vector<uint8_t> data;
    uint64_t strb;
    bool last;
};

template <typename Dut, unsigned BUS, unsigned NARROWEST, unsigned WIDEST, unsigned MOST, unsigned OUTSTANDING,
          unsigned CAPACITY, bool GROUPS = false>
struct Bench {
    using Kind = Transfer<GROUPS>;
    static constexpr unsigned LEAST = GROUPS ? 1 : __builtin_ctz(NARROWEST);  // The size of the narrowest element.
    Dut dut;
    Random random;
    std::vector<uint8_t> memory, wanted;
    bool waits = false;              // READY waits for VALID.
    Manners manners{100, 100, 100, 100, 0, 8};
    // Of a burst's two halves the memory takes any first, only the address, or only the data.
    enum Order { ANY, ADDRESS_FIRST, DATA_FIRST } order = ANY;
    uint64_t cycle = 0;
    std::deque<Burst> bursts;        // What has to be sent.
    std::deque<std::string> elements;  // What the core has to give.
    std::deque<Burst> addresses;     // Taken by the memory, without data yet.
    std::deque<Beat> beats;          // Taken by the memory, without address yet.
    unsigned whole = 0;              // Bursts in `beats`.
    std::deque<std::pair<uint64_t, unsigned>> responses;  // When, and what.
    uint64_t incomplete = 0;         // Bursts without a response,
    unsigned open = 0;               // and those of them that were sent.
    std::vector<uint64_t> aw, w, b;     // Cycles.
    bool idle = true;
    unsigned complete = 2;           // Cycles in which all was complete.
    uint64_t slave_error = ~0ull, decode_error = ~0ull;   // Addresses of bursts.
    unsigned errors_seen = 0;
    uint64_t given = 0;              // When the last element was taken.
    bool refused = false;            // Was one not?
    Stable address{"AW"}, data{"W"};

    explicit Bench(uint64_t seed) : random(seed), memory(BYTES) {
        for (auto &byte : memory) byte = random.next() >> 56;
        reset();
    }

    void reset() {
        dut.rst_n = 0;
        dut.cmd_valid = dut.dat_valid = dut.m_axi_AWREADY = dut.m_axi_WREADY = dut.m_axi_BVALID = 0;
        dut.m_axi_BRESP = dut.m_axi_BID = 0;
        for (int i = 0; i < 2; ++i) clock();
        dut.rst_n = 1;
        wanted = memory;
        bursts.clear(), elements.clear(), addresses.clear(), beats.clear(), responses.clear();
        address.reset(), data.reset();
        incomplete = open = whole = 0;
        idle = true;
        settle();
        REQUIRE(!dut.m_axi_AWVALID && !dut.m_axi_WVALID && !dut.error && dut.idle, "after reset");
        REQUIRE(dut.cmd_ready && dut.dat_ready, "after reset");
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

    void drive_memory() {
        bool address_may = (!waits || dut.m_axi_AWVALID) && (order != DATA_FIRST || whole > 0);
        dut.m_axi_AWREADY = random.percent(manners.address) && address_may;
        bool begun = !beats.empty() && !beats.back().last;
        bool expects = !addresses.empty() || begun;
        bool data_may = (!waits || dut.m_axi_WVALID) && (order != ADDRESS_FIRST || expects);
        dut.m_axi_WREADY = random.percent(manners.data) && data_may;
        dut.m_axi_BVALID = !responses.empty() && responses.front().first <= cycle && random.percent(manners.answer);
        dut.m_axi_BRESP = dut.m_axi_BVALID ? responses.front().second : 2 + random.below(2);
    }

    void check_address() {
        address.see(dut.m_axi_AWVALID, dut.m_axi_AWREADY, payload(dut.m_axi_AWADDR, dut.m_axi_AWLEN));
        if (!dut.m_axi_AWVALID || !dut.m_axi_AWREADY) return;
        REQUIRE(!bursts.empty(), "burst at %lx", (unsigned long)dut.m_axi_AWADDR);
        Burst burst = bursts.front();
        bursts.pop_front();
        REQUIRE(dut.m_axi_AWADDR == burst.address && dut.m_axi_AWLEN + 1u == burst.beats, "%lx %u, wanted %lx %u",
                (unsigned long)dut.m_axi_AWADDR, dut.m_axi_AWLEN + 1u, (unsigned long)burst.address, burst.beats);
        REQUIRE((burst.address % 4096) + burst.beats * BUS <= 4096, "crosses 4 KiB");
        REQUIRE(1u << dut.m_axi_AWSIZE == BUS && dut.m_axi_AWBURST == 1 && dut.m_axi_AWCACHE == 3, "constants");
        REQUIRE(!dut.m_axi_AWPROT && !dut.m_axi_AWID && !dut.m_axi_AWLOCK && !dut.m_axi_AWQOS, "constants");
        REQUIRE(++open <= OUTSTANDING, "bursts on their way");
        addresses.push_back(burst);
        aw.push_back(cycle);
    }

    void check_data() {
        std::vector<uint8_t> bytes(BUS);
        memcpy(bytes.data(), &dut.m_axi_WDATA, BUS);
        std::string all(bytes.begin(), bytes.end());
        data.see(dut.m_axi_WVALID, dut.m_axi_WREADY, all + payload(dut.m_axi_WSTRB, dut.m_axi_WLAST));
        if (!dut.m_axi_WVALID || !dut.m_axi_WREADY) return;
        beats.push_back({bytes, dut.m_axi_WSTRB, bool(dut.m_axi_WLAST)});
        whole += dut.m_axi_WLAST;
        w.push_back(cycle);
    }

    // Bursts of which both halves are here go to memory.
    void store() {
        while (!addresses.empty() && whole > 0) {
            Burst burst = addresses.front();
            for (unsigned i = 0; i < burst.beats; ++i) {
                REQUIRE(!beats.empty() && beats.front().last == (i + 1 == burst.beats), "WLAST at beat %u", i);
                for (unsigned byte = 0; byte < BUS; ++byte)
                    if (beats.front().strb >> byte & 1)
                        memory[burst.address + i * BUS + byte - BASE] = beats.front().data[byte];
                beats.pop_front();
            }
            unsigned error = burst.address == slave_error ? 2 : burst.address == decode_error ? 3 : random.below(2);
            responses.push_back({cycle + manners.delay + (manners.delay == 0), error});
            addresses.pop_front();
            --whole;
        }
    }

    // One cycle: a command, if there is one, and an element if one may come.
    bool step(bool valid, uint64_t at, uint32_t len, unsigned size) {
        settle();
        bool taken = valid && dut.cmd_ready, ready = dut.dat_ready, was = dut.idle, could = dut.cmd_ready;
        // Of groups it may come a cycle later.
        REQUIRE(was == idle || (GROUPS && idle && complete < 2), "idle is %d", was);
        if (taken) command(at, len, size);
        dut.cmd_valid = valid;
        dut.cmd_addr = at;
        dut.cmd_len = len;
        dut.cmd_size = size;
        dut.dat_valid = !elements.empty() && random.percent(manners.core);
        std::string element = dut.dat_valid ? elements.front() : noise();
        memcpy(&dut.dat_data, element.data(), sizeof dut.dat_data);
        drive_memory();
        settle();
        REQUIRE(dut.dat_ready == ready && dut.idle == was && dut.cmd_ready == could, "depend on inputs");
        if (dut.dat_valid && ready) elements.pop_front(), given = cycle;
        if (dut.dat_valid && !ready) refused = true;
        check_address();
        check_data();
        store();
        if (dut.m_axi_BVALID) responses.pop_front(), --incomplete, --open, b.push_back(cycle);
        idle = incomplete == 0;
        complete = idle ? complete + 1 : 0;
        clock();
        return taken;
    }

    void command(uint64_t at, uint32_t len, unsigned size) {
        for (auto [place, bytes] : Kind::elements(at, len, size)) {
            // The bytes beyond an element's size are not to be seen anywhere.
            elements.push_back(noise());
            memcpy(&wanted[place - BASE], elements.back().data(), bytes);
        }
        size_t before = bursts.size();
        split(at, Kind::bytes(len, size), BUS, MOST, bursts);
        incomplete += bursts.size() - before;
    }

    void drain() {
        for (uint64_t quiet = 0; incomplete > 0 || !elements.empty(); ++quiet) {
            step(false, 0, 1, LEAST);
            REQUIRE(quiet < 100000, "stuck with %zu elements to give", elements.size());
        }
        for (int i = 0; i < 5; ++i) step(false, 0, 1, LEAST);
        REQUIRE(dut.idle && bursts.empty() && addresses.empty() && beats.empty(), "all is written");
        REQUIRE(memory == wanted, "every byte, and no other");
    }

    unsigned some_size() { return Kind::some_size(random, NARROWEST, WIDEST); }

    std::string noise() {
        std::string bytes(sizeof dut.dat_data, '\0');
        for (size_t i = 0; i < bytes.size() && i < WIDEST; ++i) bytes[i] = random.next() >> 56;
        return bytes;
    }

    void random_traffic() {
        for (int round = 0; round < 12; ++round) {
            manners = Manners::some(random);
            order = Order(random.below(3));
            for (unsigned i = 0; i < 25; ++i) {
                unsigned size = some_size(), tries = 0;
                uint32_t len = Kind::some_length(random, size);
                uint64_t at = Kind::some_address(random, len, size);
                for (bool pause = random.percent(20); pause && random.percent(80);) step(false, at, len, size);
                while (!step(true, at, len, size)) REQUIRE(++tries < 1000000, "never accepted");
            }
            if (round % 4 == 3) {
                reset();  // In the middle of everything.
                if (order == ANY) continue;
            } else {
                drain();
            }
            REQUIRE(!dut.error, "no error");
        }
    }

    // A core that freezes within a burst leaves no address without its data; commands can be far ahead of elements.
    void frozen_core() {
        order = ADDRESS_FIRST;
        manners.core = 0;
        for (unsigned i = 0; i < CAPACITY; ++i) REQUIRE(step(true, BASE + i * 24, 1 + i % 3, LEAST), "command %u", i);
        for (unsigned i = 0; i < 100; ++i) step(false, 0, 1, LEAST);
        REQUIRE(aw.empty() && w.empty(), "nothing to send");
        manners.core = 100;
        drain();
        while (!step(true, BASE, MOST * BUS >> LEAST, LEAST)) continue;
        for (unsigned i = 0; i < MOST * (BUS >> LEAST) / 2; ++i) step(false, 0, 1, LEAST);
        size_t before = aw.size();
        manners.core = 0;
        for (unsigned i = 0; i < 50; ++i) step(false, 0, 1, LEAST);
        REQUIRE(before == aw.size() && addresses.empty(), "an address went ahead of its data");
        manners.core = 100;
        drain();
    }

    // More bursts wait for AWREADY than there is room for, while data flows; or the other way around.
    void one_channel() {
        for (bool slow_address : {true, false}) {
            order = ANY;
            manners = {slow_address ? 2u : 100u, slow_address ? 100u : 2u, 100, 100, 0, 8};
            for (unsigned i = 0; i < 200; ++i)
                for (unsigned tries = 0; !step(true, BASE + i * 4096 % BYTES, 1 + i % 2, LEAST); ++tries)
                    REQUIRE(tries < 100000, "never accepted");
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

    // With ideal memory: beats, addresses and `idle` come when the file's comment says.
    void latency() {
        uint64_t start = cycle;
        for (unsigned i = 0; i < 1000; ++i)
            REQUIRE(step(true, some_address(random, 1, LEAST), 1, LEAST), "a single write a cycle, %u", i);
        drain();
        REQUIRE(aw.size() == 1000 && w.size() == 1000 && b.size() == 1000, "one of each");
        for (unsigned i = 0; i < 1000; ++i)
            REQUIRE(aw[i] == start + i + 1 && w[i] == aw[i] && b[i] == w[i] + 8, "single write %u", i);
        for (unsigned size = LEAST; 1u << size <= WIDEST; ++size) stream(size);
    }

    // An element a cycle, in several commands, the first at the start of a page.
    void stream(unsigned size) {
        aw.clear(), w.clear(), b.clear();
        uint64_t start = cycle, count = 0;
        std::vector<uint64_t> ends, lasts;  // When beats and bursts are complete.
        uint32_t lens[] = {1000, 1, 16, 17, 15, 3, 257, 1, 1, 2, 256};
        for (uint32_t len : lens) {
            uint64_t at = BASE + 4096, perBeat = BUS >> size, perBurst = perBeat * std::min(MOST, 4096 / BUS);
            for (uint32_t i = 1; i <= len; ++i, ++count) {
                if (i % perBeat == 0 || i == len) ends.push_back(start + count + 1);
                if (i % perBurst == 0 || i == len) lasts.push_back(start + count + 1);
            }
            while (!step(true, at, len, size)) continue;
        }
        drain();
        REQUIRE(w == ends, "beats follow elements");
        REQUIRE(aw == lasts, "addresses follow bursts");
        REQUIRE(b.back() == w.back() + 8, "the last response");
    }

    // With ideal memory groups are taken one a cycle and end as soon, wherever they lie.
    void latency_of_groups() {
        for (int round = 0; round < 200; ++round) {
            unsigned size = some_size();
            uint32_t len = std::max(1u, Kind::some_length(random, size));
            refused = false;
            while (!step(true, Kind::some_address(random, len, size), len, size)) continue;
            while (!elements.empty()) step(false, 0, 1, LEAST);
            REQUIRE(!refused, "a group a cycle");
            while (settle(), !dut.idle) step(false, 0, 1, LEAST);
            REQUIRE(cycle == given + 11, "idle after %lu cycles", (unsigned long)(cycle - given));
            drain();
        }
    }

    static void run(const std::string &what, uint64_t seed, bool promises) {
        Bench bench(seed);
        if (what == "random") bench.random_traffic();
        if (what == "waiting") bench.waits = true, bench.random_traffic();
        if (what == "frozen" && !GROUPS) bench.frozen_core();
        if (what == "one_channel") bench.one_channel();
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
        Bench<Vwrite0, 4, 1, 4, 16, 128, 128>::run(what, seed, true);
        Bench<Vwrite1, 8, 1, 8, 256, 128, 500>::run(what, seed, true);
        Bench<Vwrite2, 64, 1, 8, 16, 128, 128>::run(what, seed, true);
        Bench<Vwrite3, 16, 4, 4, 3, 2, 5>::run(what, seed, false);
        Bench<Vwrite4, 4, 4, 4, 16, 128, 128>::run(what, seed, true);
        Bench<Vwrite5, 8, 8, 8, 3, 2, 5>::run(what, seed, false);
        Bench<Vwrite6, 64, 1, 64, 16, 128, 128, true>::run(what, seed, true);
        Bench<Vwrite7, 32, 1, 12, 3, 2, 5, true>::run(what, seed, false);
    }
    printf("passed %s\n", what.c_str());
}
