#[sycl_hls::kernels]
mod kernels {
    fn apply<F: Fn(u32) -> u32>(f: F, v: u32) -> u32 {
        f(v)
    }

    fn sum(a: u32, b: u32) -> u32 {
        a + b
    }

    fn same<T>(v: T) -> T {
        v
    }

    fn pointer(f: fn(u32) -> u32) -> u32 {
        f(1)
    }

    fn dynamic(f: &dyn Fn(u32) -> u32) -> u32 {
        f(1)
    }

    fn made(n: u32) -> impl Fn(u32) -> u32 {
        move |v| v + n
    }

    fn again(f: impl Fn(u32) -> u32, v: u32) -> u32 {
        if v == 0 { 0 } else { again(|w| f(w) + 1, v - 1) }
    }

    #[kernel]
    pub fn wrong(y: &mut [u32]) {
        y[0] = apply(|a, b| a + b, 1);
        y[1] = apply(sum, 1);
        y[2] = apply(|a| a as u8, 1);
        y[3] = apply(|a: u8| 1, 1);
        y[4] = apply(3, 1);
        y[5] = sum(1, |v: u32| v);
        let f = same(|v: u32| v);
        let g = [sum, sum];
        let h = |v: u32| v;
        let i = (h, 1);
        y[6] = (|v: u32| v)(2);
    }

    #[kernel]
    pub fn argument(y: &mut [u32], f: impl Fn(u32) -> u32) {
        y[0] = f(1);
    }
}

fn main() {}
