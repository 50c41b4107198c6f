#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, x: &[f32], y: &mut [f32]) {
        #[pipeline(ii = 0)]
        for i in 0..y.len() {
            y[i] = x[i];
        }
        #[pipeline(II = 1)]
        for i in 0..y.len() {
            y[i] = x[i];
        }
        #[pipeline(1)]
        for i in 0..y.len() {
            y[i] = x[i];
        }
        #[pipeline = 1]
        for i in 0..y.len() {
            y[i] = x[i];
        }
        #[pipeline(ii = 1, ii = 2)]
        for i in 0..y.len() {
            y[i] = x[i];
        }
        #[pipeline(ii = -1)]
        for i in 0..y.len() {
            y[i] = x[i];
        }
        #[pipeline(ii = n)]
        for i in 0..y.len() {
            y[i] = x[i];
        }
        #[pipeline(ii = 1.5)]
        for i in 0..y.len() {
            y[i] = x[i];
        }
        #[pipeline()]
        for i in 0..y.len() {
            y[i] = x[i];
        }
    }
}

fn main() {}
