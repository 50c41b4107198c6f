// For hw_emu.
#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[hls_allow(serial_accumulation, pipeline_recurrence, pipeline_ports)]
    pub fn sums(x: &[f32], y: &mut [f32]) {
        let mut sum = 0.0;
        #[pipeline(strict)]
        for i in 0..x.len() {
            sum += x[i];
        }
        y[0] = sum;
        #[bind_storage(type = ram_t2p, impl = bram)]
        let mut tile = [0.0; 64];
        for i in 0..64 {
            tile[i] = x[i];
        }
        #[pipeline(ii = 1, strict)]
        for i in 0..61 {
            y[i] = tile[i] + tile[63 - i] + tile[i ^ 1];
        }
        #[pipeline(ii = 8, strict)]
        for i in 0..x.len() {
            y[i] = 2.0 * x[i];
        }
    }
}
