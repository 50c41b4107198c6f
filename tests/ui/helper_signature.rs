#[sycl_hls::kernels]
mod kernels {
    fn accumulate(total: &mut f32, value: f32) {}

    fn by_value(line: [f32; 8]) -> f32 {
        line[0]
    }

    fn gives_array(value: f32) -> [f32; 8] {
        [value; 8]
    }

    fn gives_slice(line: &[f32]) -> &[f32] {
        line
    }

    fn method(self) {}

    #[kernel]
    pub fn kernel(y: &mut [f32]) {
        y[0] = by_value([1.0; 8]);
    }
}

fn main() {}
