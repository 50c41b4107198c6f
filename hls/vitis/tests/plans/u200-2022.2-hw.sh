#!/bin/sh
# app for u200, hw: Vitis 2022.2, platform xilinx_u200_gen3x16_xdma_2_202110_1.
# Written without Vitis, from its documents.
set -e
mkdir -p src
cat > src/kernels.cpp <<'END_OF_SYCL_HLS_FILE'
// The kernels of `mod kernels`, translated from Rust by sycl-hls.
// Source: kernels.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

// 7: pub fn vadd(a: &[u32], b: &[u32], sum: &mut [u32]) {
extern "C" void vadd(const uint32_t *a, uint64_t a_len, const uint32_t *b, uint64_t b_len,
                     uint32_t *sum, uint64_t sum_len) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=sum_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 8: for i in 0..sum.len() {
    for (uint64_t i = 0; i < sum_len; ++i) {
        // 9: sum[i] = a[i].wrapping_add(b[i]);
        sum[i] = a[i] + b[i];
    }
}
END_OF_SYCL_HLS_FILE

# platform
platforminfo --platform xilinx_u200_gen3x16_xdma_2_202110_1 --output platform.txt

# compile-vadd
v++ -c -t hw --platform xilinx_u200_gen3x16_xdma_2_202110_1 -k vadd --save-temps --temp_dir compile-vadd --log_dir compile-vadd/logs --report_dir compile-vadd/reports -o vadd.xo src/kernels.cpp

# link
v++ -l -t hw --platform xilinx_u200_gen3x16_xdma_2_202110_1 --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.link.xclbin vadd.xo

# package
v++ -p app.link.xclbin -t hw --platform xilinx_u200_gen3x16_xdma_2_202110_1 --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
