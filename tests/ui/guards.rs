#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn k(n: u64, y: &mut [u64]) {
        match (n > 1, n > 2, n > 3, n > 4, n > 5, n > 6, n > 7) {
            (true | _, true | _, true | _, true | _, true | _, true | _, true | _) if n == 9 => y[0] = 1,
            _ => y[0] = 2,
        }
    }
}

fn main() {}
