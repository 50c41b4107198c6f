#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, x: &[f32], out: &mut [f32]) {
        for v in n {
            out[0] += v;
        }
        for v in 1.5 {
            out[0] += v;
        }
        for i in 0_u32..x.len() {
            out[i] = 1.0;
        }
        for i in ..4 {
            out[i] = 1.0;
        }
        for i in true..false {
            out[0] = 1.0;
        }
        for (i, v) in x {
            out[i] = *v;
        }
        for (i, v) in x.iter().enumerate() {
            out[i] = v + 1;
        }
        for v in x.iter_mut() {
            *v = 1.0;
        }
        for v in out.iter() {
            *v = 1.0;
        }
        for (a, b) in x.iter().zip(1.0) {
            out[0] = 1.0;
        }
        for part in x.chunks_exact(n) {
            out[0] = part[0];
        }
        for i in (0..n).step_by(1.0) {
            out[0] = 1.0;
        }
        out[1] = x.iter().sum::<u32>();
        out[2] = x.iter().fold(0, |sum, v| sum + v);
        out[3] = x.iter().any(|v| *v);
        out[4] = x.iter().count();
        x.iter().for_each(|v| *v);
        for v in x.iter().rev(1) {
            out[0] += *v;
        }
        out[5] = x.iter().take().sum();
    }
}

fn main() {}
