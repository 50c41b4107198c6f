// The commands, one after another.
#pragma once

#include <chrono>
#include <memory>

#include "frames.hpp"
#include "simulation.hpp"

namespace simulator {

class Server {
public:
    explicit Server(Frames &frames) : frames_(frames) {}

    // Obeys commands until the host ends it or its input.
    void serve() {
        Frame frame;
        while (frames_.receive(frame) && frame.command != Command::Quit) {
            PayloadReader in(frame.payload.data(), frame.payload.size());
            try {
                PayloadWriter out;
                obey(frame.command, in, out);
                frames_.send(Reply::Ok, out.payload());
            } catch (const Failure &failure) {
                frames_.send(Reply::Error, PayloadWriter().string(failure.what()).payload());
            }
        }
        frames_.send(Reply::Ok, {});
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds BETWEEN_PROGRESS{500};
    // Steps between looks at anything but the design: short beside a progress frame, long beside a look at the clock.
    static constexpr uint64_t BATCH = 1024;

    void obey(Command command, PayloadReader &in, PayloadWriter &out) {
        switch (command) {
            case Command::Hello: return hello(out);
            case Command::Configure: return configure(in);
            case Command::Allocate: {
                const uint64_t address = in.number<uint64_t>();
                return memory_.allocate(address, in.number<uint64_t>());
            }
            case Command::Free: return memory_.release(in.number<uint64_t>());
            case Command::Write: return write(in);
            case Command::Read: return read(in, out);
            case Command::RegisterWrite: return write_register(in, out);
            case Command::RegisterRead: return read_register(in, out);
            case Command::Run: return run(in, out);
            case Command::Step: return step(in, out);
            case Command::Reset: return model().reset(in.number<uint32_t>());
            case Command::Wave: return wave(in);
            case Command::StreamWrite: {
                AxiStream &stream = model().stream(in.number<uint16_t>());
                const size_t length = in.left();
                return stream.send(in.take(length), length);
            }
            case Command::StreamRead: {
                const std::vector<uint8_t> elements = model().stream(in.number<uint16_t>()).take();
                out.bytes(elements.data(), elements.size());
                return;
            }
            default: throw Failure("an unknown command");
        }
    }

    Simulation &model() {
        if (!simulation_) throw Failure("the simulator is not configured");
        return *simulation_;
    }

    // After a violation the models do not know what the kernel wants.
    Simulation &sound_model() {
        if (model().records.violated()) throw Failure("the protocol was violated; reset first");
        return *simulation_;
    }

    void hello(PayloadWriter &out) {
        const std::vector<Bundle> &bundles = DESCRIPTION.bundles;
        out.number(VERSION).string(DESCRIPTION.name).number(static_cast<uint8_t>(RECORDED));
        out.number(static_cast<uint16_t>(bundles.size()));
        for (const Bundle &bundle : bundles) out.string(bundle.name).number(bundle.data_bits);
    }

    void configure(PayloadReader &in) {
        Configuration configuration(in, DESCRIPTION.bundles.size());
        if (configuration.kept && !simulation_) throw Failure("there is no kernel yet");
        Model model = configuration.kept ? simulation_->take_model() : Model();
        simulation_.reset();
        if (!model.kernel) model = Model(configuration);
        simulation_ = std::make_unique<Simulation>(std::move(configuration), memory_, std::move(model));
    }

    void write(PayloadReader &in) {
        const uint64_t address = in.number<uint64_t>();
        const size_t length = in.left();
        if (length > 0) std::memcpy(memory_.part(address, length), in.take(length), length);
    }

    void read(PayloadReader &in, PayloadWriter &out) {
        const uint64_t address = in.number<uint64_t>();
        const uint32_t length = in.number<uint32_t>();
        if (length > 0) out.bytes(memory_.part(address, length), length);
    }

    void write_register(PayloadReader &in, PayloadWriter &out) {
        const uint32_t offset = in.number<uint32_t>();
        const uint32_t value = in.number<uint32_t>();
        out.number(sound_model().write_register(offset, value, in.number<uint8_t>()));
    }

    void read_register(PayloadReader &in, PayloadWriter &out) {
        uint8_t response = 0;
        const uint32_t value = sound_model().read_register(in.number<uint32_t>(), response);
        out.number(value).number(response);
    }

    // What ends a run before the kernel does.
    struct Limits {
        uint64_t from;  // the edge that cycles are counted from
        uint64_t most;  // cycles
        uint64_t hang;  // cycles; 0: never
        Clock::time_point end;
    };

    static Clock::time_point after(uint64_t milliseconds) {
        constexpr uint64_t YEAR = uint64_t{365} * 24 * 3600 * 1000;
        if (milliseconds == 0 || milliseconds > YEAR) return Clock::time_point::max();
        return Clock::now() + std::chrono::milliseconds(milliseconds);
    }

    void run(PayloadReader &in, PayloadWriter &out) {
        const uint64_t most = in.number<uint64_t>();
        const uint64_t hang = in.number<uint64_t>();
        const Clock::time_point end = after(in.number<uint64_t>());
        const bool start = in.number<uint8_t>() != 0;
        Simulation &model = sound_model();
        model.begin_run();
        const uint64_t from = model.edge();
        if (start) {
            try {
                model.write_register(0, 1, 0xf);
            } catch (const Failure &) {
                // The kernel may break a rule before its start is acknowledged: that is a report like any other.
                if (!model.records.violated()) throw;
            }
        }
        const Status status = advance(model, {from, most, hang, end}, true);
        if (status == Status::Done) model.drain();
        if (status == Status::Hang || status == Status::Timeout) model.describe_hang();
        model.write_report(out, status);
    }

    void step(PayloadReader &in, PayloadWriter &out) {
        const uint64_t cycles = in.number<uint64_t>();
        Simulation &model = sound_model();
        model.begin_run();
        const Status status = advance(model, {model.edge(), cycles, 0, Clock::time_point::max()}, false);
        model.write_report(out, status == Status::Timeout ? Status::Done : status);
    }

    // Steps until ap_done, if that is wanted, or something ends it: at the latest `most` edges after `from`.
    Status advance(Simulation &model, const Limits &limits, bool until_done) {
        const auto &[from, most, hang, end] = limits;
        Clock::time_point reported = Clock::now();
        uint64_t ran = model.edge();  // the last edge at which the kernel was seen at work
        for (;;) {
            const uint64_t gone = model.edge() - from;
            uint64_t left = std::min(most - std::min(most, gone), BATCH);
            while (left > 0 && !(until_done && model.done()) && !model.records.violated()) {
                model.step();
                left--;
            }
            if (model.records.violated()) return Status::Violation;
            const bool ended = (until_done && model.done()) || model.edge() - from >= most;
            if (model.records.bus_errors() > (ended ? 0 : Records::LIMIT)) return Status::BusError;
            if (until_done && model.done()) return Status::Done;
            if (ended) return Status::Timeout;
            if (model.finished()) throw Failure("the design ended the simulation ($finish)");
            // A kernel that computes for a long time does not hang.
            if (!model.waits()) ran = model.edge();
            if (hang > 0 && model.edge() - std::max(ran, model.activity()) >= hang) return hung(model);
            const Clock::time_point now = Clock::now();
            if (now >= end) return Status::Timeout;
            if (now - reported >= BETWEEN_PROGRESS) {
                reported = now;
                progress(model);
            }
        }
    }

    // A kernel that was refused an access often hangs for that reason.
    static Status hung(Simulation &model) {
        return model.records.bus_errors() > 0 ? Status::BusError : Status::Hang;
    }

    void progress(Simulation &model) {
        if (frames_.abandoned()) std::_Exit(0);
        model.flush_wave();
        frames_.send(Reply::Progress, PayloadWriter().number(model.cycles()).payload());
    }

    void wave(PayloadReader &in) {
        const WaveFormat format = static_cast<WaveFormat>(in.number<uint8_t>());
        model().open_wave(format, in.string());
    }

    Frames &frames_;
    Memory memory_;
    std::unique_ptr<Simulation> simulation_;
};

}  // namespace simulator
