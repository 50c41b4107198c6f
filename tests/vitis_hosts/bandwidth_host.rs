//! `bandwidth`, `read_bandwidth` and `write_bandwidth` of memory of the host.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn bandwidth(
        #[len(buf_size / 8)]
        #[bank(HOST[0])]
        input0: &[u64],
        #[len(buf_size / 8)]
        #[bank(HOST[0])]
        output0: &mut [u64],
        buf_size: i64,
        iter: i64,
    ) {
        for _ in 0..iter {
            for i in 0..buf_size as usize / 8 {
                output0[i] = input0[i];
            }
        }
    }

    #[kernel]
    pub fn read_bandwidth(
        #[len(buf_size / 8)]
        #[bank(HOST[0])]
        input0: &mut [u64],
        buf_size: i64,
        iter: i64,
    ) {
        let mut all = 0;
        for _ in 0..iter {
            for i in 0..buf_size as usize / 8 {
                all |= input0[i];
            }
        }
        input0[0] = all;
    }

    #[kernel]
    pub fn write_bandwidth(
        #[len(buf_size / 8)]
        #[bank(HOST[0])]
        output0: &mut [u64],
        buf_size: i64,
        iter: i64,
    ) {
        for _ in 0..iter {
            for i in 0..buf_size as usize / 8 {
                output0[i] = 1;
            }
        }
    }
}
