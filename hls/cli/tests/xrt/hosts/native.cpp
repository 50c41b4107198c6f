// A host on XRT's C++ interface: native IMAGE TEST.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "xrt/xrt_bo.h"
#include "xrt/xrt_device.h"
#include "xrt/xrt_kernel.h"
#include "experimental/xrt_ip.h"

#define CHECK(what)                                                            \
    do {                                                                       \
        if (!(what)) {                                                         \
            std::fprintf(stderr, "line %d: not so: %s\n", __LINE__, #what);    \
            std::exit(9);                                                      \
        }                                                                      \
    } while (0)

// XRT counts the buffers of all devices together, without a lock.
static std::mutex one_at_a_time;

static void scale(xrt::kernel &kernel, xrt::device &device, uint32_t n, int32_t factor) {
    std::unique_lock lock{one_at_a_time};
    xrt::bo x(device, 4 * n, kernel.group_id(0)), y(device, 4 * n, kernel.group_id(1));
    lock.unlock();
    auto px = x.map<int32_t *>(), py = y.map<int32_t *>();
    for (uint32_t i = 0; i < n; i++) {
        px[i] = static_cast<int32_t>(i);
    }
    x.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    auto run = kernel(x, y, n, factor);
    CHECK(run.wait() == ERT_CMD_STATE_COMPLETED);
    y.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
    for (uint32_t i = 0; i < n; i++) {
        CHECK(py[i] == factor * static_cast<int32_t>(i));
    }
}

struct Triple {
    uint32_t a;
    float b;
    uint32_t c;
};

struct Large {
    uint32_t words[16];
};

// Structs of 12 and of 64 bytes by value.
static void structs(xrt::device &device, const xrt::uuid &uuid) {
    xrt::kernel kernel{device, uuid, "structs"};
    xrt::bo points(device, 4 * sizeof(Triple), kernel.group_id(2));
    auto p = points.map<Triple *>();
    Large large{};
    for (uint32_t i = 0; i < 16; i++) {
        large.words[i] = 100 * i;
    }
    for (uint32_t i = 0; i < 4; i++) {
        p[i] = {i, static_cast<float>(i), 2 * i};
    }
    points.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    xrt::run run{kernel};
    run.set_arg(0, Triple{1, 0.5f, 3});
    run.set_arg(1, large);
    run.set_arg(2, points);
    run.start();
    CHECK(run.wait() == ERT_CMD_STATE_COMPLETED);
    points.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
    for (uint32_t i = 0; i < 4; i++) {
        CHECK(p[i].a == i + 1 + 100 * i && p[i].b == static_cast<float>(i) + 0.5f && p[i].c == 2 * i + 1503);
    }
}

static void scalars(xrt::device &device, const xrt::uuid &uuid) {
    xrt::kernel kernel{device, uuid, "scalars"};
    xrt::bo out(device, 88, kernel.group_id(0));
    auto run = kernel(out, uint64_t{11}, int8_t{-5}, uint8_t{250}, int16_t{-30000}, uint16_t{60000}, -2000000000,
                      4000000000u, int64_t{-1} << 62, uint64_t{1} << 63, 2.5f, 1e9, true);
    CHECK(run.wait() == ERT_CMD_STATE_COMPLETED);
    out.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
    auto got = out.map<uint64_t *>();
    const uint64_t expected[11] = {static_cast<uint64_t>(-5), 250, static_cast<uint64_t>(-30000), 60000,
                                   static_cast<uint64_t>(-2000000000), 4000000000u, static_cast<uint64_t>(-1) << 62,
                                   uint64_t{1} << 63, 10, 8000000000u, 1};
    for (int i = 0; i < 11; i++) {
        CHECK(got[i] == expected[i]);
    }
}

// Arguments by their names in the kernel.
static void keywords(xrt::device &device, const xrt::uuid &uuid) {
    xrt::kernel kernel{device, uuid, "keywords"};
    xrt::bo in(device, 40, kernel.group_id(0)), out(device, 40, kernel.group_id(1));
    for (uint32_t i = 0; i < 10; i++) {
        in.map<uint32_t *>()[i] = 7 * i;
    }
    in.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    xrt::run run{kernel};
    run.set_arg("in", in);
    run.set_arg("out", out);
    run.set_arg("int", 10u);
    run.start();
    CHECK(run.wait() == ERT_CMD_STATE_COMPLETED);
    out.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
    for (uint32_t i = 0; i < 10; i++) {
        CHECK(out.map<uint32_t *>()[i] == 7 * i + 1);
    }
}

// Scalars that the kernel writes: registers of a kernel that is open for this process alone.
static void outputs(xrt::device &device, const xrt::uuid &uuid) {
    xrt::kernel summary{device, uuid, "summary", xrt::kernel::cu_access_mode::exclusive};
    xrt::bo x(device, 40, summary.group_id(0));
    int64_t expected = 0;
    for (int32_t i = 0; i < 10; i++) {
        x.map<int32_t *>()[i] = i * 200000007;
        expected += x.map<int32_t *>()[i];
    }
    x.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    // `sum` is written only: value, value, ap_vld. `calls` has its value before, a reserved word, value, ap_vld.
    uint32_t sum = summary.offset(2), calls = summary.offset(3);
    CHECK(sum == 0x24 && calls == 0x30);
    xrt::run run{summary};
    run.set_arg("x", x);
    run.set_arg("n", 10u);
    for (uint32_t before : {41u, 7u}) {
        run.set_arg("calls", before);
        run.start();
        CHECK(run.wait() == ERT_CMD_STATE_COMPLETED);
        CHECK(summary.read_register(sum + 8) == 1 && summary.read_register(sum + 8) == 0);
        uint64_t low = summary.read_register(sum), high = summary.read_register(sum + 4);
        CHECK(static_cast<int64_t>(high << 32 | low) == expected);
        CHECK(summary.read_register(calls) == before);
        CHECK(summary.read_register(calls + 8) == before + 1);
        CHECK(summary.read_register(calls + 12) == 1);
    }
}

static uint64_t spun(uint64_t count) {
    uint64_t x = 1;
    for (uint64_t i = 0; i < count; i++) {
        x = x ^ (x << 1) ^ i;
    }
    return x;
}

// A run that is started while another one is on its way waits in the control register.
static void queued(xrt::device &device, const xrt::uuid &uuid) {
    constexpr uint32_t start = 1, idle = 4;
    xrt::kernel spin{device, uuid, "spin", xrt::kernel::cu_access_mode::exclusive};
    const uint64_t counts[] = {400000, 30, 7};
    std::vector<xrt::bo> results;
    std::vector<xrt::run> runs;
    for (uint64_t count : counts) {
        results.emplace_back(device, 8, spin.group_id(1));
        runs.emplace_back(spin);
        runs.back().set_arg(0, count);
        runs.back().set_arg(1, results.back());
    }
    runs[0].start();
    while (spin.read_register(0) & (start | idle)) {
        CHECK(runs[0].state() != ERT_CMD_STATE_COMPLETED);
    }
    runs[1].start();
    while (!(spin.read_register(0) & start)) {
        CHECK(runs[0].state() != ERT_CMD_STATE_COMPLETED);
    }
    runs[2].start();
    CHECK(runs[0].state() != ERT_CMD_STATE_COMPLETED);
    for (size_t i = 0; i < runs.size(); i++) {
        CHECK(runs[i].wait() == ERT_CMD_STATE_COMPLETED);
        results[i].sync(XCL_BO_SYNC_BO_FROM_DEVICE);
        CHECK(results[i].map<uint64_t *>()[0] == spun(counts[i]));
    }
}

// Kernels that are linked to each other: each is started, and waited for, by a thread of its own.
static void linked(xrt::device &device, const xrt::uuid &uuid) {
    constexpr uint32_t n = 4, rounds = 3;
    xrt::kernel split{device, uuid, "split"};
    xrt::kernel join{device, uuid, "unite", xrt::kernel::cu_access_mode::exclusive};
    xrt::bo x(device, 4 * n, split.group_id(0)), y(device, 4 * n, join.group_id(2));
    auto px = x.map<uint32_t *>(), py = y.map<uint32_t *>();
    for (uint32_t i = 0; i < n; i++) {
        px[i] = 100000 * i;
    }
    x.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    xrt::run splits{split}, joins{join};
    splits.set_arg(0, x);
    splits.set_arg("n", n);
    joins.set_arg("y", y);
    joins.set_arg(3, n);
    auto runs = [](xrt::run &run) {
        for (uint32_t round = 0; round < rounds; round++) {
            run.start();
            CHECK(run.wait() == ERT_CMD_STATE_COMPLETED);
        }
    };
    std::thread other{[&] { runs(splits); }};
    runs(joins);
    other.join();
    y.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t expected = (px[i] >> 16) + (px[i] & 0xffff);
        CHECK(py[i] == expected);
        sum += expected;
    }
    CHECK(join.read_register(join.offset(4)) == sum);
}

// Copies of 64 MB by way of a buffer that only the device has, on a thread of its own: all, parts, and ranges that overlap.
static void copies(xrt::device &device, const xrt::uuid &uuid) {
    constexpr size_t words = 16 << 20, bytes = 4 * words, shift = 4096, part = bytes - 2 * shift;
    xrt::kernel kernel{device, uuid, "scale"};
    auto group = kernel.group_id(0);
    xrt::bo from(device, bytes, group), to(device, bytes, group);
    xrt::bo middle(device, bytes, xrt::bo::flags::device_only, group);
    auto source = from.map<uint32_t *>(), result = to.map<uint32_t *>();
    for (size_t i = 0; i < words; i++) {
        source[i] = static_cast<uint32_t>(i * 2654435761u);
    }
    from.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    auto check = [&](auto expected) {
        to.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
        for (size_t i = 0; i < words; i++) {
            CHECK(result[i] == source[expected(i)]);
        }
    };
    std::thread other{[&] {
        middle.copy(from, bytes);
        to.copy(middle, bytes);
        check([](size_t i) { return i; });
        // The last bytes to the beginning.
        to.copy(middle, shift, bytes - shift, 0);
        check([&](size_t i) { return i < shift / 4 ? i + words - shift / 4 : i; });
        // Onto itself.
        middle.copy(middle, part, 0, 2 * shift);
        to.copy(middle, bytes);
        check([&](size_t i) { return i < shift / 2 ? i : i - shift / 2; });
    }};
    other.join();
}

// Buffers that are memory of the host, which nobody synchronizes: two small ones, and one of 64 MB of which only the ends change.
static void host_only(xrt::device &device, const xrt::uuid &uuid) {
    constexpr uint32_t n = 5000, words = 16 << 20;
    constexpr auto flags = xrt::bo::flags::host_only;
    xrt::kernel scale{device, uuid, "scale_host"}, swap{device, uuid, "swap_ends"};
    xrt::bo x(device, 4 * n, flags, scale.group_id(0)), y(device, 4 * n + 4, flags, scale.group_id(1));
    auto px = x.map<int32_t *>(), py = y.map<int32_t *>();
    for (uint32_t i = 0; i < n; i++) {
        px[i] = static_cast<int32_t>(i);
    }
    py[n] = 77;
    CHECK(scale(x, y, n, -3).wait() == ERT_CMD_STATE_COMPLETED);
    for (uint32_t i = 0; i < n; i++) {
        CHECK(py[i] == -3 * static_cast<int32_t>(i));
    }
    CHECK(py[n] == 77);
    y.copy(x, 4 * n);
    for (uint32_t i = 0; i < n; i++) {
        CHECK(py[i] == px[i]);
    }
    xrt::bo large(device, 4ul * words, flags, swap.group_id(0));
    auto p = large.map<uint32_t *>();
    for (uint32_t i = 0; i < words; i++) {
        p[i] = i;
    }
    auto start = std::chrono::steady_clock::now();
    CHECK(swap(large, words).wait() == ERT_CMD_STATE_COMPLETED);
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("64 MB of the host: %.3f s\n", seconds.count());
    for (uint32_t i = 0; i < words; i++) {
        CHECK(p[i] == (i == 0 ? words - 1 : i == words - 1 ? 0 : i));
    }
}

// An address in memory of the host where there is no buffer, in registers that the host writes itself.
static void unmapped(xrt::device &device, const xrt::uuid &uuid) {
    uint64_t address;
    {
        xrt::kernel swap{device, uuid, "swap_ends"};
        xrt::bo x(device, 4096, xrt::bo::flags::host_only, swap.group_id(0));
        address = x.address() + 4096;
    }
    xrt::ip unit{device, uuid, "swap_ends"};
    unit.write_register(0x10, static_cast<uint32_t>(address));
    unit.write_register(0x14, static_cast<uint32_t>(address >> 32));
    unit.write_register(0x1c, 1024);
    unit.write_register(0, 1);
    while (!(unit.read_register(0) & 4)) {
        std::this_thread::yield();
    }
}

// A buffer that is shorter than the kernel is told.
static void short_of_it(xrt::device &device, const xrt::uuid &uuid) {
    xrt::kernel swap{device, uuid, "swap_ends"};
    xrt::bo x(device, 4096, xrt::bo::flags::host_only, swap.group_id(0));
    x.map<uint32_t *>()[0] = 1;
    swap(x, 1025u).wait();
}

// Two devices in one process, each of a thread. They are opened one after another, and closed when neither is in use.
static void devices(const char *image) {
    xrt::device all[2];
    std::vector<xrt::kernel> kernels;
    for (unsigned index = 0; index < 2; index++) {
        all[index] = xrt::device{index};
        kernels.emplace_back(all[index], all[index].load_xclbin(image), "scale");
    }
    auto work = [&](unsigned index) {
        for (int32_t i = 0; i < 5; i++) {
            scale(kernels[index], all[index], 1000, i + static_cast<int32_t>(index));
        }
    };
    std::thread first{work, 0}, second{work, 1};
    first.join();
    second.join();
}

int main(int argc, char **argv) {
    CHECK(argc > 2);
    std::string test = argv[2];
    if (test == "devices") {
        devices(argv[1]);
    } else {
        xrt::device device{0};
        auto uuid = device.load_xclbin(argv[1]);
        if (test == "scale") {
            xrt::kernel kernel{device, uuid, "scale"};
            scale(kernel, device, 5000, -3);
            xrt::kernel third{device, uuid, "scale:{scale_3}"};
            scale(third, device, 500, 11);
        } else if (test == "scalars") {
            scalars(device, uuid);
        } else if (test == "structs") {
            structs(device, uuid);
        } else if (test == "keywords") {
            keywords(device, uuid);
        } else if (test == "outputs") {
            outputs(device, uuid);
        } else if (test == "queued") {
            queued(device, uuid);
        } else if (test == "linked") {
            linked(device, uuid);
        } else if (test == "copies") {
            copies(device, uuid);
        } else if (test == "host_only") {
            host_only(device, uuid);
        } else if (test == "unmapped") {
            unmapped(device, uuid);
        } else if (test == "short_of_it") {
            short_of_it(device, uuid);
        } else if (test == "throws") {
            throw std::runtime_error("the host has a fault of its own");
        } else if (test == "aborts") {
            std::fputs("the host has a fault of its own\n", stderr);
            std::abort();
        } else if (test == "crashes") {
            std::fputs("the host has a fault of its own\n", stderr);
            *static_cast<volatile int *>(nullptr) = 1;
        } else {
            CHECK(!"a test that there is");
        }
    }
    std::puts("PASS");
}
