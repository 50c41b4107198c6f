//! What the library cannot hold is told where it is asked for.

#[sycl_hls::kernels]
pub mod kernels {
    fn element(x: &[u32], i: usize) -> Result<u32, u8> {
        let found = x.get(i);
        let Ok(element) = found.ok_or(4_u8) else { return Err(5) };
        Ok(*element)
    }

    #[kernel]
    pub fn kernel(x: &[u32], y: &mut [u32]) {
        y[0] = element(x, 1).unwrap_or(0);
    }
}

fn main() {}
