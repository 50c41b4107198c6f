#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, x: &[f32], out: &mut [f32]) {
        let double = |v: f32| v * 2.0;
        out[0] = double(x[0]);
        out[1] = x.iter().map(twice).sum();
        out[2] = x.iter().fold(0.0, |sum| sum);
        out[3] = x.iter().map(|a, b| a).sum();
        out[4] = apply(|v| v * 2.0, x[1]);
        out[5] = (|v: f32| v)(1.0);
        out[6] = x.iter().copied().map(|v: u32| v).sum::<f32>();
        out[7] = x.iter().map(|v| -> f32 { *v }).sum::<f32>();
        out[8] = n.checked_add(1).map(|v| v + 1).unwrap_or(0) as f32;
        let scale = move |v: f32| v;
        out[9] = x.iter().map(double).sum();
    }

    fn twice(v: &f32) -> f32 {
        *v * 2.0
    }

    fn apply(f: impl Fn(f32) -> f32, v: f32) -> f32 {
        f(v)
    }
}

fn main() {}
