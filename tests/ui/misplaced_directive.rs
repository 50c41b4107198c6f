#[sycl_hls::kernels]
mod kernels {
    #[unroll]
    const WIDTH: usize = 4;

    #[pipeline(ii = 1)]
    #[kernel]
    pub fn kernel(
        #[m_axi(bundle = "gmem0")] n: usize,
        #[array_partition(kind = complete)] x: &[f32],
        y: &mut [f32],
    ) {
        #[unroll]
        let mut line = [0.0; 8];
        #[pipeline]
        {
            line[0] = x[0];
        }
        #[unroll]
        if n > 1 {
            line[1] = x[1];
        }
        #[array_partition(kind = complete)]
        for i in 0..8 {
            y[i] = line[i];
        }
    }

    fn helper(#[len(4)] x: &[f32], #[m_axi(bundle = "a")] y: &[f32]) {}
}

fn main() {}
