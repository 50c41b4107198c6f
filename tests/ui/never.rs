#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a = async { 1 };
        let b = x.get(0)?;
        let c = const { 1 + 2 };
        let d = &raw const x;
        let e = 'a: { 1 };
        y[0] = x[0];
    }
}

fn main() {}
