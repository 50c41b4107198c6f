#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        for i in 0..y.len() {
            println!("{}", x[i]);
            y[i] = x[i];
        }
    }
}

fn main() {}
