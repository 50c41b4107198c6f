#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(mask: &[bool], rows: &[[f32; 8]], text: &[char], y: &mut [f32]) {
        y[0] = rows[0][0];
    }
}

fn main() {}
