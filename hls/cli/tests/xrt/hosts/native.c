// A host on XRT's C interface: native IMAGE TEST [NUMBER].
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "xrt/xrt_bo.h"
#include "xrt/xrt_device.h"
#include "xrt/xrt_kernel.h"

#define CHECK(what)                                                  \
    do {                                                             \
        if (!(what)) {                                               \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #what); \
            exit(9);                                                 \
        }                                                            \
    } while (0)

static xrtDeviceHandle device;
static xuid_t uuid;

static xrtKernelHandle kernel(const char *name) {
    xrtKernelHandle opened = xrtPLKernelOpen(device, uuid, name);
    CHECK(opened);
    return opened;
}

// The buffer of an argument.
static xrtBufferHandle buffer(xrtKernelHandle of, int argument, size_t bytes) {
    xrtBufferHandle made = xrtBOAlloc(device, bytes, 0, xrtKernelArgGroupId(of, argument));
    CHECK(made);
    return made;
}

static void to_device(xrtBufferHandle of, size_t bytes, size_t offset) {
    CHECK(xrtBOSync(of, XCL_BO_SYNC_BO_TO_DEVICE, bytes, offset) == 0);
}

static void from_device(xrtBufferHandle of, size_t bytes, size_t offset) {
    CHECK(xrtBOSync(of, XCL_BO_SYNC_BO_FROM_DEVICE, bytes, offset) == 0);
}

static void finish(xrtRunHandle run) {
    CHECK(xrtRunWait(run) == ERT_CMD_STATE_COMPLETED);
    CHECK(xrtRunClose(run) == 0);
}

static void vadd(uint64_t n) {
    xrtKernelHandle k = kernel("vadd");
    xrtBufferHandle a = buffer(k, 0, 4 * n), b = buffer(k, 2, 4 * n), sum = buffer(k, 4, 4 * n);
    uint32_t *pa = xrtBOMap(a), *pb = xrtBOMap(b), *ps = xrtBOMap(sum);
    for (uint64_t i = 0; i < n; i++) {
        pa[i] = (uint32_t)i;
        pb[i] = (uint32_t)(3 * i);
    }
    to_device(a, 4 * n, 0);
    to_device(b, 4 * n, 0);
    finish(xrtKernelRun(k, a, n, b, n, sum, n));
    from_device(sum, 4 * n, 0);
    for (uint64_t i = 0; i < n; i++) {
        CHECK(ps[i] == (uint32_t)(4 * i));
    }
    xrtBOFree(a);
    xrtBOFree(b);
    xrtBOFree(sum);
    xrtKernelClose(k);
}

// Buffers of all sizes around those of pages, and runs on nothing.
static void sizes(void) {
    static const uint64_t lengths[] = {1, 2, 3, 1023, 1024, 1025, 4096, 100003};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        vadd(lengths[i]);
    }
    xrtKernelHandle k = kernel("vadd");
    xrtBufferHandle a = buffer(k, 0, 4);
    finish(xrtKernelRun(k, a, (uint64_t)0, a, (uint64_t)0, a, (uint64_t)0));
    xrtBOFree(a);
    xrtKernelClose(k);
}

static void scalars(void) {
    xrtKernelHandle k = kernel("scalars");
    xrtBufferHandle out = buffer(k, 0, 88);
    float x = 2.5f;
    double y = 1e9;
    // A float travels as a double.
    xrtRunHandle run = xrtRunOpen(k);
    xrtRunSetArg(run, 0, out);
    xrtRunSetArg(run, 1, (uint64_t)11);
    xrtRunSetArg(run, 2, -5);
    xrtRunSetArg(run, 3, 250);
    xrtRunSetArg(run, 4, -30000);
    xrtRunSetArg(run, 5, 60000);
    xrtRunSetArg(run, 6, -2000000000);
    xrtRunSetArg(run, 7, 4000000000u);
    xrtRunSetArg(run, 8, (int64_t)-1 << 62);
    xrtRunSetArg(run, 9, (uint64_t)1 << 63);
    xrtRunSetArg(run, 10, x);
    xrtRunSetArg(run, 11, y);
    xrtRunSetArg(run, 12, 1);
    CHECK(xrtRunStart(run) == 0);
    finish(run);
    from_device(out, 88, 0);
    uint64_t *got = xrtBOMap(out);
    const uint64_t expected[11] = {
        (uint64_t)-5, 250, (uint64_t)-30000, 60000, (uint64_t)-2000000000, 4000000000u,
        (uint64_t)-1 << 62, (uint64_t)1 << 63, 10, 8000000000u, 1};
    for (int i = 0; i < 11; i++) {
        CHECK(got[i] == expected[i]);
    }
    xrtBOFree(out);
    xrtKernelClose(k);
}

struct triple {
    uint32_t a;
    float b;
    uint32_t c;
};

struct large {
    uint32_t words[16];
};

// Structs of 12 and of 64 bytes by value: by pointer in this interface.
static void structs(void) {
    xrtKernelHandle k = kernel("structs");
    xrtBufferHandle points = buffer(k, 2, 4 * sizeof(struct triple));
    struct triple by = {1, 0.5f, 3}, *p = xrtBOMap(points);
    struct large large;
    for (uint32_t i = 0; i < 16; i++) {
        large.words[i] = 100 * i;
    }
    for (uint32_t i = 0; i < 4; i++) {
        p[i] = (struct triple){i, (float)i, 2 * i};
    }
    to_device(points, 4 * sizeof *p, 0);
    finish(xrtKernelRun(k, &by, &large, points));
    from_device(points, 4 * sizeof *p, 0);
    for (uint32_t i = 0; i < 4; i++) {
        CHECK(p[i].a == i + 1 + 100 * i);
        CHECK(p[i].b == (float)i + 0.5f);
        CHECK(p[i].c == 2 * i + 3 + 1500);
    }
    xrtBOFree(points);
    xrtKernelClose(k);
}

static void box_filter(int width, int height) {
    xrtKernelHandle k = kernel("box_filter");
    size_t bytes = 4 * (size_t)width * (size_t)height;
    xrtBufferHandle input = buffer(k, 0, bytes), output = buffer(k, 1, bytes);
    int32_t *in = xrtBOMap(input), *out = xrtBOMap(output);
    for (int i = 0; i < width * height; i++) {
        in[i] = i * 7919 % 1009 - 500;
    }
    to_device(input, bytes, 0);
    finish(xrtKernelRun(k, input, output, (unsigned)width, (unsigned)height));
    from_device(output, bytes, 0);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int sum = 0;
            for (int i = 0; i < 9; i++) {
                int row = y + i / 3 - 1, column = x + i % 3 - 1;
                if (row >= 0 && row < height && column >= 0 && column < width) {
                    sum += in[row * width + column];
                }
            }
            CHECK(out[y * width + x] == sum / 9);
        }
    }
    xrtBOFree(input);
    xrtBOFree(output);
    xrtKernelClose(k);
}

// A part of a buffer as a buffer of its own, and parts that are copied.
static void parts(void) {
    enum { N = 4096 };
    xrtKernelHandle k = kernel("scale");
    xrtBufferHandle x = buffer(k, 0, 4 * N), y = buffer(k, 1, 4 * N);
    int32_t *px = xrtBOMap(x), *py = xrtBOMap(y);
    for (int i = 0; i < N; i++) {
        px[i] = i;
        py[i] = -1;
    }
    to_device(x, 2 * N, 0);
    to_device(x, 2 * N, 2 * N);
    to_device(y, 4 * N, 0);
    xrtBufferHandle half = xrtBOSubAlloc(x, 2 * N, 2 * N), quarter = xrtBOSubAlloc(y, N, N);
    CHECK(half && quarter);
    finish(xrtKernelRun(k, half, quarter, N / 4, 3));
    from_device(y, N, N);
    for (int i = 0; i < N; i++) {
        CHECK(py[i] == (i < N / 4 || i >= N / 2 ? -1 : 3 * (i - N / 4 + N / 2)));
    }
    // On the device alone.
    CHECK(xrtBOCopy(y, x, 64, 0, 256) == 0);
    from_device(y, 64, 0);
    CHECK(py[0] == 64 && py[15] == 79 && py[16] == -1);
    int32_t words[4] = {5, 6, 7, 8};
    CHECK(xrtBOWrite(x, words, 16, 32) == 0);
    to_device(x, 16, 32);
    CHECK(xrtBORead(x, words, 8, 40) == 0);
    CHECK(words[0] == 7 && words[1] == 8);
    xrtBOFree(half);
    xrtBOFree(quarter);
    xrtBOFree(x);
    xrtBOFree(y);
    xrtKernelClose(k);
}

// Many runs at a time, on eight compute units.
static void many(void) {
    enum { RUNS = 16, N = 1000 };
    xrtKernelHandle k = kernel("scale");
    xrtBufferHandle x = buffer(k, 0, 4 * N), y[RUNS];
    int32_t *px = xrtBOMap(x);
    for (int i = 0; i < N; i++) {
        px[i] = i;
    }
    to_device(x, 4 * N, 0);
    xrtRunHandle runs[RUNS];
    for (int i = 0; i < RUNS; i++) {
        y[i] = buffer(k, 1, 4 * N);
        runs[i] = xrtKernelRun(k, x, y[i], N, i);
    }
    for (int i = 0; i < RUNS; i++) {
        finish(runs[i]);
        from_device(y[i], 4 * N, 0);
        int32_t *py = xrtBOMap(y[i]);
        for (int j = 0; j < N; j++) {
            CHECK(py[j] == i * j);
        }
        xrtBOFree(y[i]);
    }
    xrtBOFree(x);
    xrtKernelClose(k);
}

// A kernel that is slow beside others that are started and end meanwhile.
static void beside(void) {
    xrtKernelHandle k = kernel("spin");
    xrtBufferHandle out = buffer(k, 1, 8);
    xrtRunHandle slow = xrtKernelRun(k, (uint64_t)300000000, out);
    vadd(100);
    CHECK(xrtRunState(slow) != ERT_CMD_STATE_COMPLETED);
    vadd(100);
    finish(slow);
    xrtBOFree(out);
    xrtKernelClose(k);
}

// A kernel that never ends; says who this is and waits.
static void forever(void) {
    xrtKernelHandle k = kernel("spin");
    xrtBufferHandle out = buffer(k, 1, 8);
    xrtRunHandle run = xrtKernelRun(k, UINT64_MAX, out);
    printf("%d\n", getpid());
    fflush(stdout);
    finish(run);
}

// Reads beyond the end of a slice.
static void outside(void) {
    xrtKernelHandle k = kernel("vadd");
    xrtBufferHandle a = buffer(k, 0, 4096);
    xrtBufferHandle sum = buffer(k, 4, 4096);
    finish(xrtKernelRun(k, a, (uint64_t)7, a, (uint64_t)1024, sum, (uint64_t)1024));
}

// Starts one of two linked kernels on the buffer that is this argument; `n` follows.
static xrtRunHandle start_linked(const char *name, int argument, uint32_t n) {
    xrtKernelHandle k = kernel(name);
    xrtRunHandle run = xrtRunOpen(k);
    CHECK(xrtRunSetArg(run, argument, buffer(k, argument, 32)) == 0);
    CHECK(xrtRunSetArg(run, 3, n) == 0);
    CHECK(xrtRunStart(run) == 0);
    return run;
}

// Links that have places for four elements get four, then eight.
static void stuck(void) {
    for (uint32_t n = 4; n <= 8; n += 4) {
        xrtRunHandle join = start_linked("unite", 2, n), split = start_linked("split", 0, n);
        finish(split);
        finish(join);
        printf("%u have passed\n", n);
        fflush(stdout);
    }
}

// Waits for a kernel whose partner nobody starts.
static void alone(void) {
    finish(start_linked("unite", 2, 4));
}

// Says that a buffer is longer than it is.
static void longer(void) {
    xrtKernelHandle k = kernel("vadd");
    xrtBufferHandle a = buffer(k, 0, 4096), sum = buffer(k, 4, 8192);
    finish(xrtKernelRun(k, a, (uint64_t)2048, a, (uint64_t)1024, sum, (uint64_t)1024));
}

// Reads and writes one buffer.
static void alias(void) {
    xrtKernelHandle k = kernel("vadd");
    xrtBufferHandle a = buffer(k, 0, 4096);
    finish(xrtKernelRun(k, a, (uint64_t)9, a, (uint64_t)9, a, (uint64_t)9));
}

// Loads the image once more.
static void reload(const char *image) {
    vadd(10);
    CHECK(xrtDeviceLoadXclbinFile(device, image) == 0);
    vadd(10);
}

// Buffers in memory of this program's own are no files: they are copied when they are synchronised, and not before.
static void own(void) {
    enum { N = 1000 };
    uint32_t *mine = aligned_alloc(4096, 4096), *result = aligned_alloc(4096, 4096);
    xrtKernelHandle k = kernel("vadd");
    xrtBufferHandle a = xrtBOAllocUserPtr(device, mine, 4096, 0, xrtKernelArgGroupId(k, 0));
    xrtBufferHandle sum = xrtBOAllocUserPtr(device, result, 4096, 0, xrtKernelArgGroupId(k, 4));
    CHECK(a && sum);
    for (uint32_t i = 0; i < N; i++) {
        mine[i] = 5 * i;
        result[i] = 1;
    }
    to_device(a, 4 * N, 0);
    finish(xrtKernelRun(k, a, (uint64_t)N, a, (uint64_t)N, sum, (uint64_t)N));
    CHECK(result[N - 1] == 1);
    from_device(sum, 4 * N, 0);
    for (uint32_t i = 0; i < N; i++) {
        CHECK(result[i] == 10 * i);
    }
    xrtBOFree(a);
    xrtBOFree(sum);
    xrtKernelClose(k);
    free(mine);
    free(result);
}

// Memory of this program's own, where a buffer was that is freed; none before there was one.
static void *claimed;

static int is_mapped(void *page) {
    unsigned char resident;
    return mincore(page, 4096, &resident) == 0;
}

// Frees a buffer for other devices, which is a file that is mapped, and takes its place.
static void claim(void) {
    xrtBufferHandle freed = xrtBOAlloc(device, 4096, XCL_BO_FLAGS_P2P, 0);
    CHECK(freed);
    claimed = xrtBOMap(freed);
    CHECK(is_mapped(claimed));
    xrtBOFree(freed);
    CHECK(!is_mapped(claimed));
    int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    CHECK(mmap(claimed, 4096, PROT_READ | PROT_WRITE, how, -1, 0) == claimed);
}

// Loads the image once more, and lets the device be closed, while memory is the program's that once was a buffer's.
static void claims(const char *image) {
    claim();
    CHECK(xrtDeviceLoadXclbinFile(device, image) == 0);
    CHECK(is_mapped(claimed));
    claim();
}

int main(int argc, char **argv) {
    CHECK(argc > 2);
    const char *test = argv[2];
    uint64_t number = argc > 3 ? strtoull(argv[3], NULL, 0) : 1024;
    device = xrtDeviceOpen(0);
    CHECK(device);
    CHECK(xrtDeviceLoadXclbinFile(device, argv[1]) == 0);
    CHECK(xrtDeviceGetXclbinUUID(device, uuid) == 0);
    if (!strcmp(test, "vadd")) vadd(number);
    else if (!strcmp(test, "sizes")) sizes();
    else if (!strcmp(test, "scalars")) scalars();
    else if (!strcmp(test, "structs")) structs();
    else if (!strcmp(test, "box_filter")) box_filter(37, 11);
    else if (!strcmp(test, "parts")) parts();
    else if (!strcmp(test, "many")) many();
    else if (!strcmp(test, "beside")) beside();
    else if (!strcmp(test, "forever")) forever();
    else if (!strcmp(test, "outside")) outside();
    else if (!strcmp(test, "stuck")) stuck();
    else if (!strcmp(test, "alone")) alone();
    else if (!strcmp(test, "longer")) longer();
    else if (!strcmp(test, "alias")) alias();
    else if (!strcmp(test, "reload")) reload(argv[1]);
    else if (!strcmp(test, "own")) own();
    else if (!strcmp(test, "claims")) claims(argv[1]);
    else CHECK(!"a test that there is");
    CHECK(xrtDeviceClose(device) == 0);
    CHECK(!claimed || is_mapped(claimed));
    puts("PASS");
    return 0;
}
