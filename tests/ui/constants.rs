#[sycl_hls::kernels]
mod kernels {
    const A: u8 = 200 + 100;
    const B: i32 = 1 / 0;
    const C: usize = D;
    const D: usize = C;
    const E: [f32; 2] = [1.0, 2.0];
    const F: f32 = E[2];
    const G: u32 = 1 << 32;
    const H: i32 = -(-2147483648);
    const I: f32 = compute();
    const J: &str = "text";
    const K: u32 = A as u32;
    const L: [u8; 100000000] = [0; 100000000];
    const M: u32 = 7 - 8;

    fn compute() -> f32 {
        1.0
    }

    #[kernel]
    pub fn kernel(y: &mut [f32]) {
        y[0] = F;
    }
}

fn main() {}
