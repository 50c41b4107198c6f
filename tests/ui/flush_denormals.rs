#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[flush_denormals]
    const fn half(x: f32) -> f32 {
        x * 0.5
    }

    #[flush_denormals]
    fn integers(x: u32) -> u32 {
        x * 2 + half(1.0) as u32
    }

    #[flush_denormals]
    #[inline(off)]
    #[flush_denormals]
    fn twice(x: f32) -> f32 {
        x * 0.5
    }

    #[kernel]
    #[flush_denormals(off)]
    pub fn kernel(#[flush_denormals] x: &[f32], y: &mut [f32]) {
        #[flush_denormals]
        for i in 0..x.len() {
            #[flush_denormals]
            let sum = x[i] + twice(x[i]);
            y[i] = sum + integers(3) as f32;
        }
    }

    #[kernel]
    #[flush_denormals]
    pub fn copied(x: &[f32], y: &mut [f32]) {
        for i in 0..x.len() {
            y[i] = -x[i].abs();
        }
    }
}

fn main() {}
