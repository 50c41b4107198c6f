// The box filter as an HLS programmer writes it by hand: line buffers with one neighbour at each end, and int for
// every count. What software emulation is measured against.
#include <cstdint>

static const int MAX_CHUNK = 512;

template <typename T>
static void load(const T *input, T line[MAX_CHUNK + 2], bool inside, int y, int width, int start, int len) {
    const int row = y * width + start;
    line[0] = inside && start > 0 ? input[row - 1] : T(0);
    line[len + 1] = inside && start + len < width ? input[row + len] : T(0);
    for (int x = 0; x < len; ++x) {
        line[x + 1] = inside ? input[row + x] : T(0);
    }
}

template <typename T>
static void box_filter(const T *input, T *output, int width, int height, int chunk) {
    T above[MAX_CHUNK + 2], here[MAX_CHUNK + 2], below[MAX_CHUNK + 2], mean[MAX_CHUNK];
    for (int y = 0; y < height; ++y) {
        for (int segment = 0; segment < (width + chunk - 1) / chunk; ++segment) {
            const int start = segment * chunk;
            const int len = width - start < chunk ? width - start : chunk;
            load(input, above, y > 0, y - 1, width, start, len);
            load(input, here, true, y, width, start, len);
            load(input, below, y + 1 < height, y + 1, width, start, len);
            for (int x = 0; x < len; ++x) {
                const T top = above[x] + above[x + 1] + above[x + 2];
                const T center = here[x] + here[x + 1] + here[x + 2];
                const T bottom = below[x] + below[x + 1] + below[x + 2];
                mean[x] = (top + center + bottom) / 9;
            }
            for (int x = 0; x < len; ++x) {
                output[y * width + start + x] = mean[x];
            }
        }
    }
}

template <typename T>
static int32_t run(const void *const *args) {
    const auto size = [&](int index) { return (int)*(const uint64_t *)args[index]; };
    box_filter((const T *)args[0], (T *)args[1], size(2), size(3), size(4));
    return 0;
}

#define ENTRY_POINT extern "C" __attribute__((visibility("default"))) int32_t
ENTRY_POINT sycl_hls_sw_emu_run_box_filter_i32(const void *const *args, uint64_t *) { return run<int32_t>(args); }
ENTRY_POINT sycl_hls_sw_emu_run_box_filter_f32(const void *const *args, uint64_t *) { return run<float>(args); }
