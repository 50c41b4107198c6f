#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, x: &[u32], out: &mut [u32]) {
        let Some(a) = n.checked_sub(1) else { out[0] = 1; };
        let Some(b) = n.checked_sub(2) else { 3 };
        let Some(c) = n.checked_sub(3) else {
            if n == 1 {
                return;
            }
        };
        let d = n else { return };
        out[1] = a + b + c + d;
    }
}

fn main() {}
