#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let value = unsafe { *x.get_unchecked(0) };
        y[0] = value;
    }

    unsafe fn danger() {}
}

fn main() {}
