#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, x: &[f32], y: &mut [f32]) {
        let mut i = 0;
        #[unroll]
        while i < x.len() {
            y[i] = x[i];
            i += 1;
        }
        #[unroll]
        loop {
            i += 1;
            if i > 4 {
                break;
            }
        }
        #[pipeline(ii = 0)]
        while i < 9 {
            i += 1;
        }
        #[array_partition(kind = complete)]
        loop {
            break;
        }
        #[loop_tripcount(min = 4, max = 2)]
        while i < 12 {
            i += 1;
        }
        #[unroll(factor = 2)]
        match n {
            0 => {}
            _ => {}
        }
        while #[pipeline] (i < 20) {
            i += 1;
        }
    }
}

fn main() {}
