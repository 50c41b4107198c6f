#[sycl_hls::kernels]
pub mod floats_beside_a_parameter {
    use sycl_hls::device::*;
    // `min` and `max` of floats were the host's own here, which may give either zero.
    fn pair<T: Number>(a: f32, b: f32, n: T, m: T) -> (u32, u32, T) {
        (a.max(b).to_bits(), a.min(b).to_bits(), n + m)
    }
    fn largest<T: Float>(a: T, b: T) -> T {
        a.max(b)
    }
    #[kernel]
    pub fn floats_beside_a_parameter(x: &[f32], #[len(8)] y: &mut [u32]) {
        let (max, min, n) = pair(x[0], x[1], 1_u32, 2);
        let (other_max, other_min, m) = pair(x[1], x[0], 1.5_f64, 2.5);
        y[0] = max;
        y[1] = min;
        y[2] = other_max;
        y[3] = other_min;
        y[4] = n + m as u32;
        y[5] = largest(x[0], x[1]).to_bits();
        y[6] = largest(x[1], x[0]).to_bits();
    }
}
