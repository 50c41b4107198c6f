#[sycl_hls::kernels]
mod kernels {
    const HALF: f64 = 0.5;

    #[kernel]
    pub fn doubles(x: &[f32], y: &mut [f32]) {
        for i in 0..x.len() {
            y[i] = (x[i] as f64 * HALF) as f32;
        }
        for i in 0..x.len() {
            y[i] = (x[i] as f64 * 0.1 + y[i] as f64) as f32;
        }
        for i in 0..x.len() {
            y[i] = (x[i] as f64 / y[i] as f64) as f32;
        }
    }

    #[kernel]
    pub fn arguments(_mode: u32, passed: u32, shape: &[f32], y: &mut [f32]) {
        for i in 0..shape.len() {
            y[i] = first(y[i], passed);
        }
    }

    fn first(a: f32, _b: u32) -> f32 {
        a
    }

    #[kernel]
    #[hls_warn(unknown_tripcount)]
    pub fn loops(n: u32, x: &[u32], y: &mut [u32]) {
        for i in 0..x.len() {
            y[i] = x[i];
        }
        let mut left = n;
        while left > 0 {
            left /= 2;
            y[0] += left;
        }
    }
}
