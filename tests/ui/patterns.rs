#[sycl_hls::kernels]
mod kernels {
    fn first((a, b): (f32, f32)) -> f32 {
        a
    }

    #[kernel]
    pub fn kernel([a, b]: [f32; 2], y: &mut [f32]) {
        let [first, second] = [1.0_f32, 2.0, 3.0];
        let ref third = 3.0_f32;
        let whole @ _ = 4.0_f32;
        for (i, j) in 0..4 {
            y[0] = first;
        }
    }
}

fn main() {}
