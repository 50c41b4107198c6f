// A kernel as the simulator sees it. The generated `harness.cpp` implements this for one kernel; everything else is the same for
// all kernels and is compiled once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#if VM_TRACE_FST
#include "verilated_fst_c.h"
#elif VM_TRACE_VCD
#include "verilated_vcd_c.h"
#endif

class VerilatedContext;

namespace simulator {

#if VM_TRACE_FST
using Trace = VerilatedFstC;
#elif VM_TRACE_VCD
using Trace = VerilatedVcdC;
#endif

// Pointers to the Verilated signals of the control registers, an AXI4-Lite slave.
struct LitePort {
    uint8_t *awvalid, *wvalid, *wstrb, *bready, *arvalid, *rready;
    uint16_t *awaddr, *araddr;
    uint32_t *wdata;
    const uint8_t *awready, *wready, *bvalid, *bresp, *arready, *rvalid, *rresp;
    const uint32_t *rdata;
};

// Pointers to the Verilated signals of an AXI4 master. Data and strobes are of a type that depends on their width; all of them
// have their bytes in order, on the little-endian hosts that this runs on.
struct AxiPort {
    const uint8_t *awvalid, *awid, *awlen, *awsize, *awburst;
    const uint64_t *awaddr;
    uint8_t *awready;
    const uint8_t *wvalid, *wlast;
    const void *wdata, *wstrb;
    uint8_t *wready;
    uint8_t *bvalid, *bid, *bresp;
    const uint8_t *bready;
    const uint8_t *arvalid, *arid, *arlen, *arsize, *arburst;
    const uint64_t *araddr;
    uint8_t *arready;
    uint8_t *rvalid, *rid, *rresp, *rlast;
    void *rdata;
    const uint8_t *rready;
    // What the kernel asks to read, if it says that: null otherwise.
    const uint8_t *asked;
    const uint64_t *asked_address, *asked_bytes;
};
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "signals are copied as bytes");

// A Verilated signal that has some bits of an element.
struct StreamSignal {
    void *data;
    uint32_t bits;
};

// Pointers to the Verilated signals of an AXI-stream port. `input`: the kernel reads it. An element has so many bytes, whose bits
// the signals have from the lowest one.
struct StreamPort {
    std::vector<StreamSignal> signals;
    uint8_t *valid, *ready;
    bool input;
    size_t bytes;
};

// The Verilated kernel with its signals.
class Kernel {
public:
    Kernel() = default;
    Kernel(const Kernel &) = delete;
    Kernel &operator=(const Kernel &) = delete;
    virtual ~Kernel() = default;

    virtual void eval() = 0;
    virtual void final() = 0;
    // The blocks that are at work, 32 to a word.
    virtual uint32_t blocks(uint32_t word) const = 0;
#if VM_TRACE
    virtual void trace(Trace &trace, int depth) = 0;
#endif

    uint8_t *clock, *reset_n;
    const uint8_t *started, *done, *interrupt;
    // True while the kernel stands still because of its ports; null if it does not say.
    const uint8_t *waits;
    LitePort control;
    std::vector<AxiPort> ports;  // one for each bundle
    std::vector<StreamPort> streams;
};

// A bundle, as it is told to the host.
struct Bundle {
    const char *name;
    uint32_t data_bits;
};

struct Description {
    const char *name;
    std::vector<Bundle> bundles;
    uint32_t blocks;  // those that `Kernel::blocks` tells of
};

struct Bus;

// A memory port: what an AXI4 master of the kernel is connected to.
class AxiSlave {
public:
    virtual ~AxiSlave() = default;

    virtual void reset() = 0;
    // What the rising edge that comes sees.
    virtual void sample(uint64_t edge) = 0;
    // The signals before the rising edge `next`.
    virtual void drive(uint64_t next) = 0;
    // In reset a master must not offer anything (AXI A3.1.2).
    virtual void check_reset(uint64_t edge) = 0;
    // What a kernel wrote must be in memory when it says that it is done.
    virtual void check_done(uint64_t edge) = 0;
    // What the bundle is waiting for, for the report of a hang: a record for each channel with something under way.
    virtual void describe_hang(uint64_t edge) = 0;
    virtual Bus &bus() = 0;
};

// A memory port with so many bits of data: in a file of its own for each width.
template <unsigned BITS>
std::unique_ptr<AxiSlave> make_slave_of(Bus &&bus);

// What `harness.cpp` has.
extern const Description DESCRIPTION;
std::unique_ptr<Kernel> make_kernel(VerilatedContext &context);
std::unique_ptr<AxiSlave> make_slave(size_t bundle, Bus &&bus);

}  // namespace simulator
