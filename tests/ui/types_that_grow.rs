#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Huge {
        a: [u8; 1 << 30],
        b: [u8; 1 << 30],
    }

    fn grow<T: Copy>(v: T, n: u32) -> u32 {
        if n == 0 { 0 } else { grow((v, v), n - 1) }
    }

    #[kernel]
    pub fn kernel(n: u32, y: &mut [u32]) {
        y[0] = grow(n, 3);
        let a = (n, n, n, n, n, n, n, n);
        let b = (a, a, a, a, a, a, a, a);
        let c = (b, b, b, b, b, b, b, b);
        let d = (c, c, c, c, c, c, c, c);
    }
}

fn main() {}
