#!/bin/sh
# app for u200, hw: Vitis 2024.2, platform xilinx_u200_gen3x16_xdma_2_202110_1.
# Written without Vitis, from its documents.
set -e
cat > compile.cfg <<'END_OF_SYCL_HLS_FILE'
[hls]
max_memory_ports=all
END_OF_SYCL_HLS_FILE
cat > link.cfg <<'END_OF_SYCL_HLS_FILE'
[connectivity]
nk=scale:2
sp=scale_1.x:DDR[0]
sp=scale_1.y:PLRAM[0]
slr=scale_1:SLR0
sp=scale_2.x:DDR[1]
sp=scale_2.y:PLRAM[1]
slr=scale_2:SLR1
sp=copy_1.x:HBM[0:3]
sp=copy_1.y:HOST[0]
[clock]
freqHz=250000000:scale_1
freqHz=250000000:scale_2
[profile]
data=all:all:all
[vivado]
prop=run.impl_1.strategy=Performance_Explore
END_OF_SYCL_HLS_FILE
mkdir -p src
cat > src/kernels.cpp <<'END_OF_SYCL_HLS_FILE'
// The kernels of `mod kernels`, translated from Rust by sycl-hls.
// Source: kernels.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

// 10: pub fn scale(
extern "C" void scale(uint32_t k, const uint32_t *x, uint64_t x_len, uint32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=both
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=both
#pragma HLS INTERFACE s_axilite port=k bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 19: for i in 0..y.len() {
    for (uint64_t i = 0; i < y_len; ++i) {
        // 20: y[i] = x[i].wrapping_mul(k);
        y[i] = x[i] * k;
    }
}

// 25: pub fn copy(#[bank(HBM[0:3])] x: &[u32], #[bank(HOST[0])] y: &mut [u32]) {
extern "C" void copy(const uint32_t *x, uint64_t x_len, uint32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 26: for i in 0..y.len() {
    for (uint64_t i = 0; i < y_len; ++i) {
        // 27: y[i] = x[i];
        y[i] = x[i];
    }
}
END_OF_SYCL_HLS_FILE

# platform
platforminfo --platform xilinx_u200_gen3x16_xdma_2_202110_1 --output platform.txt

# compile-scale
v++ -c -t hw --platform xilinx_u200_gen3x16_xdma_2_202110_1 -k scale --save-temps --temp_dir compile-scale --log_dir compile-scale/logs --report_dir compile-scale/reports --hls.clock 250000000:scale --config compile.cfg -o scale.xo src/kernels.cpp

# compile-copy
v++ -c -t hw --platform xilinx_u200_gen3x16_xdma_2_202110_1 -k copy --save-temps --temp_dir compile-copy --log_dir compile-copy/logs --report_dir compile-copy/reports --config compile.cfg -o copy.xo src/kernels.cpp

# link
v++ -l -t hw --platform xilinx_u200_gen3x16_xdma_2_202110_1 --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports --config link.cfg --jobs 4 --optimize 3 -o app.link.xclbin scale.xo copy.xo

# package
v++ -p app.link.xclbin -t hw --platform xilinx_u200_gen3x16_xdma_2_202110_1 --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
