#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let name: String = String::from("pixel");
        let text = "pixel";
        let letter = 'p';
        y[0] = x[0];
    }
}

fn main() {}
