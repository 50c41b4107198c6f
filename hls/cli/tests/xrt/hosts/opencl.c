// A host on OpenCL, XRT's platform: opencl IMAGE [TEST [COUNT]].
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext_xilinx.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                                  \
    do {                                                             \
        if (!(what)) {                                               \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #what); \
            exit(9);                                                 \
        }                                                            \
    } while (0)

static cl_context context;
static cl_command_queue queue;
static cl_program program;

static cl_platform_id xilinx(void) {
    cl_platform_id platforms[8];
    cl_uint count = 0;
    CHECK(clGetPlatformIDs(8, platforms, &count) == CL_SUCCESS);
    for (cl_uint i = 0; i < count; i++) {
        char name[100] = "";
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
        if (!strcmp(name, "Xilinx")) {
            return platforms[i];
        }
    }
    CHECK(!"XRT's platform is there");
    return NULL;
}

static void load(const char *path) {
    FILE *file = fopen(path, "rb");
    CHECK(file && fseek(file, 0, SEEK_END) == 0);
    size_t size = (size_t)ftell(file);
    unsigned char *image = malloc(size);
    rewind(file);
    CHECK(fread(image, 1, size, file) == size);
    fclose(file);
    cl_device_id device;
    cl_platform_id platform = xilinx();
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL) == CL_SUCCESS);
    cl_int status = 0, binary = 0;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    CHECK(status == CL_SUCCESS);
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
    CHECK(status == CL_SUCCESS);
    const unsigned char *binaries[1] = {image};
    program = clCreateProgramWithBinary(context, 1, &device, &size, binaries, &binary, &status);
    CHECK(status == CL_SUCCESS && binary == CL_SUCCESS);
    CHECK(clBuildProgram(program, 1, &device, NULL, NULL, NULL) == CL_SUCCESS);
    free(image);
}

static cl_kernel kernel(const char *name) {
    cl_int status = 0;
    cl_kernel made = clCreateKernel(program, name, &status);
    CHECK(status == CL_SUCCESS);
    return made;
}

static cl_mem buffer(cl_mem_flags flags, size_t bytes, void *from) {
    cl_int status = 0;
    cl_mem made = clCreateBuffer(context, flags, bytes, from, &status);
    CHECK(status == CL_SUCCESS);
    return made;
}

#define ARG(kernel, index, value) CHECK(clSetKernelArg(kernel, index, sizeof(value), &(value)) == CL_SUCCESS)

// Copies at the host's word, a task, and how long it took.
static void vadd(void) {
    enum { N = 100000 };
    static uint32_t a[N], b[N], sum[N];
    for (uint32_t i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 3 * i;
    }
    cl_kernel k = kernel("vadd");
    cl_mem ba = buffer(CL_MEM_READ_ONLY, sizeof a, NULL), bb = buffer(CL_MEM_READ_ONLY, sizeof b, NULL);
    cl_mem bs = buffer(CL_MEM_WRITE_ONLY, sizeof sum, NULL);
    uint64_t n = N;
    ARG(k, 0, ba);
    ARG(k, 1, n);
    ARG(k, 2, bb);
    ARG(k, 3, n);
    ARG(k, 4, bs);
    ARG(k, 5, n);
    CHECK(clEnqueueWriteBuffer(queue, ba, CL_TRUE, 0, sizeof a, a, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clEnqueueWriteBuffer(queue, bb, CL_TRUE, 0, sizeof b, b, 0, NULL, NULL) == CL_SUCCESS);
    cl_event event;
    CHECK(clEnqueueTask(queue, k, 0, NULL, &event) == CL_SUCCESS);
    CHECK(clEnqueueReadBuffer(queue, bs, CL_TRUE, 0, sizeof sum, sum, 1, &event, NULL) == CL_SUCCESS);
    for (uint32_t i = 0; i < N; i++) {
        CHECK(sum[i] == 4 * i);
    }
    cl_ulong start = 0, end = 0;
    CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) == CL_SUCCESS);
    CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) == CL_SUCCESS);
    CHECK(start < end);
    clReleaseEvent(event);
    clReleaseMemObject(ba);
    clReleaseMemObject(bb);
    clReleaseMemObject(bs);
    clReleaseKernel(k);
}

// The host's own memory, migrated; many tasks at a time on all compute units.
static void many(void) {
    enum { RUNS = 16, N = 1024 };
    int32_t *x = aligned_alloc(4096, 4 * N), *y[RUNS];
    for (int i = 0; i < N; i++) {
        x[i] = i;
    }
    cl_mem bx = buffer(CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, 4 * N, x), by[RUNS];
    cl_kernel k = kernel("scale");
    cl_uint n = N;
    ARG(k, 0, bx);
    CHECK(clEnqueueMigrateMemObjects(queue, 1, &bx, 0, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    for (cl_int i = 0; i < RUNS; i++) {
        y[i] = aligned_alloc(4096, 4 * N);
        by[i] = buffer(CL_MEM_WRITE_ONLY | CL_MEM_USE_HOST_PTR, 4 * N, y[i]);
        ARG(k, 1, by[i]);
        ARG(k, 2, n);
        ARG(k, 3, i);
        CHECK(clEnqueueTask(queue, k, 0, NULL, NULL) == CL_SUCCESS);
    }
    CHECK(clFinish(queue) == CL_SUCCESS);
    CHECK(clEnqueueMigrateMemObjects(queue, RUNS, by, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    for (int i = 0; i < RUNS; i++) {
        for (int j = 0; j < N; j++) {
            CHECK(y[i][j] == i * j);
        }
        clReleaseMemObject(by[i]);
    }
    clReleaseMemObject(bx);
    clReleaseKernel(k);
}

// Kernels that are linked to each other.
static void linked(void) {
    enum { N = 4 };
    uint32_t x[N] = {65536 + 1, 2, 3 * 65536, 70000}, y[N] = {0};
    cl_mem bx = buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof x, x), by = buffer(CL_MEM_WRITE_ONLY, sizeof y, NULL);
    cl_kernel split = kernel("split"), join = kernel("unite");
    cl_uint n = N, sum = 0;
    ARG(split, 0, bx);
    ARG(split, 3, n);
    ARG(join, 2, by);
    ARG(join, 3, n);
    ARG(join, 4, sum);
    CHECK(clEnqueueMigrateMemObjects(queue, 1, &bx, 0, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    CHECK(clEnqueueTask(queue, join, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clEnqueueTask(queue, split, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    CHECK(clEnqueueReadBuffer(queue, by, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL) == CL_SUCCESS);
    for (int i = 0; i < N; i++) {
        CHECK(y[i] == (x[i] >> 16) + (x[i] & 0xffff));
    }
    clReleaseMemObject(bx);
    clReleaseMemObject(by);
    clReleaseKernel(split);
    clReleaseKernel(join);
}

struct triple {
    uint32_t a;
    float b;
    uint32_t c;
};

// Structs by value, a buffer that is mapped, and a part of it.
static void structs(void) {
    cl_kernel k = kernel("structs");
    struct triple by = {1, 0.5f, 3};
    uint32_t large[16];
    for (uint32_t i = 0; i < 16; i++) {
        large[i] = 100 * i;
    }
    cl_int status = 0;
    cl_mem points = buffer(CL_MEM_READ_WRITE, 4 * sizeof by, NULL);
    ARG(k, 0, by);
    ARG(k, 1, large);
    ARG(k, 2, points);
    struct triple *p = clEnqueueMapBuffer(queue, points, CL_TRUE, CL_MAP_WRITE, 0, 4 * sizeof by, 0, NULL, NULL, &status);
    CHECK(status == CL_SUCCESS);
    for (uint32_t i = 0; i < 4; i++) {
        p[i] = (struct triple){i, (float)i, 2 * i};
    }
    CHECK(clEnqueueUnmapMemObject(queue, points, p, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    CHECK(clEnqueueTask(queue, k, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    struct triple got[3];
    CHECK(clEnqueueReadBuffer(queue, points, CL_TRUE, sizeof by, sizeof got, got, 0, NULL, NULL) == CL_SUCCESS);
    for (uint32_t i = 1; i < 4; i++) {
        CHECK(got[i - 1].a == i + 1 + 100 * i && got[i - 1].b == (float)i + 0.5f && got[i - 1].c == 2 * i + 1503);
    }
    clReleaseMemObject(points);
    clReleaseKernel(k);
}

// Copies of 64 MB by way of a buffer that only the device has: all of it, and a part to another place.
static void copies(void) {
    enum { WORDS = 16 << 20, BYTES = 4 * WORDS, SHIFT = 4096 };
    uint32_t *source = malloc(BYTES), *result = malloc(BYTES);
    for (uint32_t i = 0; i < WORDS; i++) {
        source[i] = i * 2654435761u;
    }
    cl_mem from = buffer(CL_MEM_READ_ONLY, BYTES, NULL), to = buffer(CL_MEM_READ_WRITE, BYTES, NULL);
    cl_mem middle = buffer(CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, BYTES, NULL);
    CHECK(clEnqueueWriteBuffer(queue, from, CL_TRUE, 0, BYTES, source, 0, NULL, NULL) == CL_SUCCESS);
    // What was written is on the host, until the buffer is wanted on the card.
    CHECK(clEnqueueMigrateMemObjects(queue, 1, &from, 0, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    CHECK(clEnqueueCopyBuffer(queue, from, middle, 0, 0, BYTES, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    CHECK(clEnqueueCopyBuffer(queue, middle, to, 0, 0, BYTES, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    CHECK(clEnqueueCopyBuffer(queue, middle, to, BYTES - SHIFT, 0, SHIFT, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    CHECK(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, BYTES, result, 0, NULL, NULL) == CL_SUCCESS);
    for (uint32_t i = 0; i < WORDS; i++) {
        CHECK(result[i] == source[i < SHIFT / 4 ? i + WORDS - SHIFT / 4 : i]);
    }
    clReleaseMemObject(from);
    clReleaseMemObject(middle);
    clReleaseMemObject(to);
    free(source);
    free(result);
}

// Buffers of 1 GB in each of the banks by their numbers in the image, as the host states them. Only some of each is written.
static void banks(unsigned count) {
    enum { N = 1024 };
    const size_t bytes = (size_t)1 << 30;
    cl_kernel k = kernel("scale");
    cl_uint n = N;
    cl_int factor = 3;
    for (unsigned bank = 0; bank < count; bank++) {
        cl_mem_ext_ptr_t place = {.flags = bank | XCL_MEM_TOPOLOGY};
        cl_mem x = buffer(CL_MEM_READ_ONLY | CL_MEM_EXT_PTR_XILINX, bytes, &place);
        cl_mem y = buffer(CL_MEM_WRITE_ONLY | CL_MEM_EXT_PTR_XILINX, bytes, &place);
        int32_t in[N], out[N];
        for (int i = 0; i < N; i++) {
            in[i] = i + (int)bank;
        }
        ARG(k, 0, x);
        ARG(k, 1, y);
        ARG(k, 2, n);
        ARG(k, 3, factor);
        CHECK(clEnqueueWriteBuffer(queue, x, CL_TRUE, 0, sizeof in, in, 0, NULL, NULL) == CL_SUCCESS);
        CHECK(clEnqueueTask(queue, k, 0, NULL, NULL) == CL_SUCCESS);
        CHECK(clFinish(queue) == CL_SUCCESS);
        CHECK(clEnqueueReadBuffer(queue, y, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL) == CL_SUCCESS);
        for (int i = 0; i < N; i++) {
            CHECK(out[i] == 3 * (i + (int)bank));
        }
        clReleaseMemObject(x);
        clReleaseMemObject(y);
    }
    clReleaseKernel(k);
}

// Buffers that are memory of the host.
static void host_only(void) {
    enum { N = 1024 };
    cl_int status = 0, factor = 5;
    cl_uint n = N;
    cl_kernel k = kernel("scale_host");
    cl_mem_ext_ptr_t place = {.flags = XCL_MEM_EXT_HOST_ONLY};
    cl_mem x = buffer(CL_MEM_READ_ONLY | CL_MEM_EXT_PTR_XILINX, 4 * N, &place);
    cl_mem y = buffer(CL_MEM_WRITE_ONLY | CL_MEM_EXT_PTR_XILINX, 4 * N, &place);
    ARG(k, 0, x);
    ARG(k, 1, y);
    ARG(k, 2, n);
    ARG(k, 3, factor);
    int32_t *in = clEnqueueMapBuffer(queue, x, CL_TRUE, CL_MAP_WRITE, 0, 4 * N, 0, NULL, NULL, &status);
    CHECK(status == CL_SUCCESS);
    int32_t *out = clEnqueueMapBuffer(queue, y, CL_TRUE, CL_MAP_READ, 0, 4 * N, 0, NULL, NULL, &status);
    CHECK(status == CL_SUCCESS);
    for (int i = 0; i < N; i++) {
        in[i] = i;
    }
    CHECK(clEnqueueTask(queue, k, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    for (int i = 0; i < N; i++) {
        CHECK(out[i] == 5 * i);
    }
    clReleaseMemObject(x);
    clReleaseMemObject(y);
    clReleaseKernel(k);
}

int main(int argc, char **argv) {
    CHECK(argc > 1);
    load(argv[1]);
    if (argc == 2) {
        vadd();
        many();
        structs();
    } else if (!strcmp(argv[2], "many")) {
        many();
    } else if (!strcmp(argv[2], "linked")) {
        linked();
    } else if (!strcmp(argv[2], "host_only")) {
        host_only();
    } else if (argc > 3 && !strcmp(argv[2], "banks")) {
        banks((unsigned)atoi(argv[3]));
    } else {
        CHECK(!strcmp(argv[2], "copies"));
        copies();
    }
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    puts("PASS");
    return 0;
}
