// A host of kernels that start themselves again: mailbox IMAGE TEST.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "experimental/xrt_mailbox.h"
#include "xrt/xrt_bo.h"
#include "xrt/xrt_device.h"
#include "xrt/xrt_kernel.h"

#define CHECK(what)                                                                                        \
    do {                                                                                                   \
        if (!(what)) {                                                                                     \
            std::fprintf(stderr, "line %d: %s\n", __LINE__, #what);                                        \
            std::exit(1);                                                                                  \
        }                                                                                                  \
    } while (0)

// A count on the card.
struct Count {
    xrt::bo buffer;

    Count(xrt::device &device, xrt::kernel &kernel) : buffer(device, 4096, kernel.group_id(0)) {
        buffer.map<uint32_t *>()[0] = 0;
        buffer.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    }

    uint32_t now() {
        buffer.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
        return buffer.map<uint32_t *>()[0];
    }
};

// A counter of N makes N runs, and none afterwards.
static void counted(xrt::device &device, const xrt::uuid &uuid) {
    xrt::kernel tick{device, uuid, "tick"};
    Count count{device, tick};
    xrt::run run{tick};
    uint32_t expected = 0;
    for (uint32_t runs : {5u, 1u, 12u}) {
        run(xrt::autostart{runs}, count.buffer, 3u);
        CHECK(run.wait() == ERT_CMD_STATE_COMPLETED);
        expected += 3 * runs;
        CHECK(count.now() == expected);
    }
    xrt::run once{tick};
    once(count.buffer, 100u);
    CHECK(once.wait() == ERT_CMD_STATE_COMPLETED);
    CHECK(count.now() == expected + 100);
}

// The sum and the product of the last run that began after this was asked for.
static void expect(xrt::mailbox &mailbox, int32_t sum, int32_t product) {
    mailbox.read();
    auto found_sum = *static_cast<const int32_t *>(mailbox.get_arg(3).first);
    auto found_product = *static_cast<const int32_t *>(mailbox.get_arg(4).first);
    if (found_sum != sum || found_product != product) {
        std::fprintf(stderr, "%d and %d in place of %d and %d\n", found_sum, found_product, sum, product);
        std::exit(1);
    }
}

// A kernel that runs for ever takes arguments when they are released, and stops when it is told.
static void exchanged(xrt::device &device, const xrt::uuid &uuid) {
    xrt::kernel mix{device, uuid, "mix"};
    CHECK(mix.offset(1) == 0x28);
    Count count{device, mix};
    auto run = mix(xrt::autostart{0}, count.buffer, 2, 3);
    xrt::mailbox mailbox{run};
    expect(mailbox, 5, 6);
    for (int32_t i = 1; i < 10; i++) {
        mailbox.set_arg(1, 10 * i);
        mailbox.set_arg(2, i);
        expect(mailbox, i == 1 ? 5 : 11 * (i - 1), i == 1 ? 6 : 10 * (i - 1) * (i - 1));
        mailbox.write();
        expect(mailbox, 11 * i, 10 * i * i);
    }
    run.stop();
    uint32_t runs = count.now();
    CHECK(runs >= 19);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    CHECK(count.now() == runs);
    // Of an idle kernel at once.
    expect(mailbox, 99, 810);
}

// A run with another buffer from the next start on; and so many runs with a mailbox.
static void buffers(xrt::device &device, const xrt::uuid &uuid) {
    xrt::kernel mix{device, uuid, "mix"};
    Count first{device, mix};
    auto run = mix(xrt::autostart{7}, first.buffer, 4, 5);
    CHECK(run.wait() == ERT_CMD_STATE_COMPLETED);
    CHECK(first.now() == 7);
    run.start(xrt::autostart{0});
    xrt::mailbox mailbox{run};
    expect(mailbox, 9, 20);
    Count second{device, mix};
    mailbox.set_arg(0, second.buffer);
    mailbox.write();
    expect(mailbox, 9, 20);
    run.stop();
    CHECK(first.now() > 7 && second.now() > 0);
}

// Hosts that know nothing of mailboxes.
static void ordinary(xrt::device &device, const xrt::uuid &uuid) {
    xrt::kernel mix{device, uuid, "mix"};
    Count count{device, mix};
    for (uint32_t i = 1; i < 4; i++) {
        auto run = mix(count.buffer, static_cast<int32_t>(i), 7);
        CHECK(run.wait() == ERT_CMD_STATE_COMPLETED);
        CHECK(count.now() == i);
    }
}

int main(int, char **argv) {
    std::string test = argv[2];
    xrt::device device{0};
    auto uuid = device.load_xclbin(argv[1]);
    if (test == "counted" || test == "all") counted(device, uuid);
    if (test == "exchanged" || test == "all") exchanged(device, uuid);
    if (test == "buffers" || test == "all") buffers(device, uuid);
    if (test == "ordinary" || test == "all") ordinary(device, uuid);
    std::puts("PASS");
}
