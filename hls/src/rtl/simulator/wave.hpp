// Waveforms, where the model was built to record them.
#pragma once

#include <memory>
#include <string>

#include "kernel.hpp"
#include "protocol.hpp"

namespace simulator {

enum class WaveFormat : uint8_t { None = 0, Vcd = 1, Fst = 2 };

#if VM_TRACE_FST
constexpr WaveFormat RECORDED = WaveFormat::Fst;
#elif VM_TRACE_VCD
constexpr WaveFormat RECORDED = WaveFormat::Vcd;
#else
constexpr WaveFormat RECORDED = WaveFormat::None;
#endif

#if VM_TRACE

class Wave {
public:
    void open(Kernel &kernel, WaveFormat format, const std::string &path) {
        if (format != RECORDED) throw Failure("this simulator was built for the other waveform format");
        if (trace_) throw Failure("a waveform is being recorded already");
        auto trace = std::make_unique<Trace>();
        kernel.trace(*trace, DEPTH);
        trace->open(path.c_str());
        if (!trace->isOpen()) throw Failure(path + " cannot be written");
        trace_ = std::move(trace);
    }

    void dump(uint64_t time) {
        if (trace_) trace_->dump(time);
    }

    // What was recorded is in the file even if the process is killed afterwards.
    void flush() {
        if (trace_) trace_->flush();
    }

private:
    static constexpr int DEPTH = 99;
    std::unique_ptr<Trace> trace_;
};

#else

class Wave {
public:
    void open(Kernel &, WaveFormat, const std::string &) {
        throw Failure("this simulator was built without waveforms");
    }
    void dump(uint64_t) {}
    void flush() {}
};

#endif

}  // namespace simulator
