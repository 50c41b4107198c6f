#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, x: &[f32], y: &mut [f32]) {
        let pair = (n, x[0]);
        y[0] = pair.2;
        y[1] = pair.first;
        y[2] = pair[0];
        let (a, b, c) = pair;
        let d: (u32, f32, f32) = pair;
        let e: (u32, u32) = pair;
        let f = pair + 1;
        let g = (1,).0.0;
        let h = ();
        let i: () = ();
        pair.0 = 3;
        let (j, k): (u32, u32) = (1, 2.0);
        for (i, v, w) in x.iter().enumerate() {
            y[i] = *v;
        }
    }
}

fn main() {}
