#[sycl_hls::kernels]
mod kernels {
    fn first((a, Some(b)): (f32, Option<f32>)) -> f32 {
        a
    }

    fn rests(a: &[f32; 4], (x, y @ ..): (f32, f32)) -> f32 {
        let [first, others @ ..] = a;
        let [one, two, nothing @ ..] = [x, *first];
        one
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
