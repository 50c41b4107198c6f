#[sycl_hls::kernels]
mod kernels {
    static LIMIT: u32 = 4;

    #[kernel]
    pub fn kernel(n: u32, x: &[f32], out: &mut [f32]) {
        let [first, others @ ..] = [1.0, 2.0];
        let [second, _] = x;
        let ref third = n;
        match (n, n) {
            (1, k) | (_, 1) => out[0] = k as f32,
            _ => {}
        }
        match n {
            k @ 1..=9 => out[1] = k as f32,
            LIMIT => {}
            vec![1] => {}
            _ => {}
        }
        let &value = n;
        let (a, b, .., c, ..) = (1, 2, 3, 4);
    }
}

fn main() {}
