#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: usize, x: &[f32], z: &[f32], y: &mut [f32]) {
        let both = [x, z];
        y[0] = both[n][0];
        let lines = [[1.0_f32; 4], [2.0_f32; 4]];
        for line in [&lines[0], &lines[1]] {
            y[1] += line[0];
        }
    }
}

fn main() {}
