#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, x: &[u32], out: &mut [u32]) {
        for i in 0..n {
            if x[0] == i {
                break i;
            }
        }
        let mut k = 0;
        'search: while k < n {
            loop {
                break 'search k;
            }
            k += 1;
        }
    }
}

fn main() {}
