#[sycl_hls::kernels]
mod kernels {
    #[pipeline(ii = 1)]
    fn fast(f: impl Fn(u32) -> u32) -> u32 {
        f(1)
    }

    #[pipeline(ii = 1)]
    fn exchange(a: &mut u32, b: &mut u32) {
        let first = *a;
        *a = *b;
        *b = first;
    }

    #[kernel]
    pub fn kernel(y: &mut [u32]) {
        let mut a = [1, 2, 3, fast(|v| v + 1)];
        let (low, high) = a.split_at_mut(2);
        exchange(&mut low[0], &mut high[1]);
        y[0] = a[0];
    }
}

fn main() {}
