// The kernel's model, its clock and what is connected to it.
//
// A step is one period of the clock and ends before a rising edge:
//   1. everything looks at the signals as the edge will see them;
//   2. the clock rises;
//   3. the models around the kernel change their signals, as registers would;
//   4. the clock falls, which settles what depends on those signals without a register.
#pragma once

#include <memory>

#include "axi_lite.hpp"
#include "axi_port.hpp"
#include "axi_stream.hpp"
#include "configuration.hpp"
#include "verilated.h"
#include "wave.hpp"

namespace simulator {

// The Verilated kernel with its time.
struct Model {
    std::unique_ptr<VerilatedContext> context;
    std::unique_ptr<Kernel> kernel;

    Model() = default;
    Model(Model &&) = default;
    Model &operator=(Model &&) = default;
    explicit Model(const Configuration &configuration)
        : context(std::make_unique<VerilatedContext>()) {
        // 0 zeroes registers that nothing initializes, 2 randomizes them. Verilator takes a seed of 0 for "any".
        context->randReset(configuration.random_reset ? 2 : 0);
        context->randSeed(static_cast<int>(configuration.seed & 0x3fffffff) + 1);
        context->traceEverOn(RECORDED != WaveFormat::None);
        kernel = make_kernel(*context);
    }
    ~Model() {
        if (kernel) kernel->final();
    }
};

class Simulation {
public:
    Simulation(Configuration configuration, Memory &memory, Model model)
        : configuration_(std::move(configuration)),
          model_(std::move(model)),
          kernel_(model_.kernel.get()),
          slaves_(make_slaves(*kernel_, memory, configuration_, records)),
          streams_(make_streams(*kernel_, configuration_)),
          lite_(kernel_->control, configuration_.by_chance, configuration_.seed) {
        reset(RESET_CYCLES);
    }

    // Gives the kernel away, for another simulation. This one is at its end.
    Model take_model() { return std::move(model_); }

    void step() {
        lite_.sample();
        for (auto &slave : slaves_) slave->sample(edge_);
        for (AxiStream &stream : streams_) {
            if (stream.sample()) passed_ = edge_;
        }
        watch();
        clock(1);
        lite_.drive();
        for (auto &slave : slaves_) slave->drive(edge_ + 1);
        for (AxiStream &stream : streams_) stream.drive();
        clock(0);
        edge_++;
    }

    void reset(uint64_t cycles) {
        records.clear();
        *kernel_->reset_n = 0;
        lite_.reset();
        for (auto &slave : slaves_) slave->reset();
        for (AxiStream &stream : streams_) stream.reset();
        *kernel_->clock = 0;
        kernel_->eval();
        for (uint64_t i = 0; i < cycles; i++, edge_++) {
            // One edge must suffice for the signals to be as reset makes them.
            for (auto &slave : slaves_) {
                if (i > 0) slave->check_reset(edge_);
            }
            clock(1);
            clock(0);
        }
        *kernel_->reset_n = 1;
        for (auto &slave : slaves_) slave->drive(edge_);
        for (AxiStream &stream : streams_) stream.drive();
        kernel_->eval();
    }

    AxiStream &stream(size_t number) {
        if (number >= streams_.size()) throw Failure("there is no such stream");
        return streams_[number];
    }

    // What the kernel has sent before its end leaves its registers.
    void drain() {
        if (streams_.empty()) return;
        for (uint64_t i = 0; i < DRAIN_CYCLES && !records.violated(); i++) {
            bool offers = false;
            for (AxiStream &stream : streams_) offers = offers || stream.offers();
            if (!offers && i >= REGISTERS) return;
            step();
        }
    }

    uint8_t write_register(uint32_t offset, uint32_t value, uint8_t strobes) {
        lite_.start_write(offset, value, strobes);
        finish_access();
        return lite_.response();
    }

    uint32_t read_register(uint32_t offset, uint8_t &response) {
        lite_.start_read(offset);
        finish_access();
        response = lite_.response();
        return lite_.value();
    }

    // From here on, statistics and records are those of a new run.
    void begin_run() {
        records.clear();
        started_ = done_ = false;
        start_ = edge_;
        for (auto &slave : slaves_) {
            slave->bus().statistics = {};
            slave->bus().activity = edge_;
        }
    }

    bool done() const { return done_; }
    uint64_t edge() const { return edge_; }
    bool finished() const { return model_.context->gotFinish(); }

    // Rising edges from the one that saw ap_start to the one that saw ap_done, or to now.
    uint64_t cycles() const { return started_ ? (done_ ? done_edge_ : edge_) - start_ : 0; }

    // The last edge with a handshake on a memory port, or on an AXI-stream port.
    uint64_t activity() {
        uint64_t last = passed_;
        for (auto &slave : slaves_) last = std::max(last, slave->bus().activity);
        return last;
    }

    // Does the kernel stand still because of its ports? Without a signal that says so, it may.
    bool waits() const { return kernel_->waits == nullptr || *kernel_->waits; }

    void describe_hang() {
        for (auto &slave : slaves_) slave->describe_hang(edge_);
    }

    void write_report(PayloadWriter &out, Status status) {
        wave_.flush();
        out.number(static_cast<uint8_t>(status)).number(cycles()).number(edge_);
        out.number(*kernel_->interrupt);
        write_blocks(out);
        out.number(static_cast<uint16_t>(slaves_.size()));
        for (auto &slave : slaves_) slave->bus().statistics.write(out);
        records.write(out, start_);
    }

    void flush_wave() { wave_.flush(); }
    void open_wave(WaveFormat format, const std::string &path) { wave_.open(*kernel_, format, path); }

    Records records;

private:
    static constexpr uint64_t RESET_CYCLES = 8;
    static constexpr uint64_t ACCESS_CYCLES = 10'000;
    static constexpr uint64_t DRAIN_CYCLES = 10'000;
    static constexpr uint64_t REGISTERS = 4;  // cycles in which an element is on its way to a port, at most

    static std::vector<std::unique_ptr<AxiSlave>> make_slaves(const Kernel &kernel, Memory &memory,
                                                              const Configuration &configuration, Records &records) {
        std::vector<std::unique_ptr<AxiSlave>> slaves;
        for (size_t i = 0; i < kernel.ports.size(); i++) {
            const uint16_t index = static_cast<uint16_t>(i);
            const char *name = DESCRIPTION.bundles[i].name;
            slaves.push_back(make_slave(i, {index, name, kernel.ports[i], memory, *configuration.timings[i], records}));
        }
        return slaves;
    }

    static std::vector<AxiStream> make_streams(const Kernel &kernel, const Configuration &configuration) {
        std::vector<AxiStream> streams;
        for (const StreamPort &port : kernel.streams) {
            const uint64_t seed = configuration.seed * 64 + 32 + streams.size();
            streams.emplace_back(port, configuration.by_chance, seed);
        }
        return streams;
    }

    // The blocks that are at work.
    void write_blocks(PayloadWriter &out) {
        std::vector<uint32_t> blocks;
        for (uint32_t block = 0; block < DESCRIPTION.blocks; block++) {
            if (kernel_->blocks(block / 32) >> block % 32 & 1) blocks.push_back(block);
        }
        out.number(static_cast<uint16_t>(blocks.size()));
        for (const uint32_t block : blocks) out.number(block);
    }

    void clock(uint8_t level) {
        *kernel_->clock = level;
        kernel_->eval();
        wave_.dump(model_.context->time());
        model_.context->timeInc(configuration_.clock_ps / 2);
    }

    void watch() {
        if (!started_ && *kernel_->started) {
            started_ = true;
            start_ = edge_;
        }
        if (started_ && !done_ && *kernel_->done) {
            done_ = true;
            done_edge_ = edge_;
            // An end that was there before is that of an earlier run.
            if (!was_done_) {
                for (auto &slave : slaves_) slave->check_done(edge_);
            }
        }
        was_done_ = *kernel_->done;
    }

    void finish_access() {
        lite_.drive();
        kernel_->eval();
        for (uint64_t i = 0; i < ACCESS_CYCLES && !lite_.done() && !records.violated(); i++) step();
        if (records.violated()) throw Failure(records.violation());
        if (!lite_.done()) throw Failure("the control registers do not answer");
    }

    Configuration configuration_;
    Model model_;
    Kernel *kernel_;  // the model's
    std::vector<std::unique_ptr<AxiSlave>> slaves_;  // one for each bundle
    std::vector<AxiStream> streams_;
    AxiLite lite_;
    Wave wave_;
    uint64_t edge_ = 0;  // the number of the rising edge that comes
    bool started_ = false, done_ = false, was_done_ = false;
    uint64_t start_ = 0, done_edge_ = 0;
    uint64_t passed_ = 0;  // the last edge with a handshake on a stream
};

}  // namespace simulator
