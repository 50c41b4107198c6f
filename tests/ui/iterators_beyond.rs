#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: usize, x: &[f32], out: &mut [f32]) {
        for (i, v) in x.iter().filter(|v| **v > 0.0).enumerate() {
            out[0] += *v;
        }
        out[1] = *x.iter().max().unwrap();
        out[2] = x.iter().position(|v| *v > 0.0).unwrap() as f32;
        let all: Vec<f32> = x.iter().collect();
        for part in x.chunks(4) {
            out[3] += part[0];
        }
        for (a, b) in x.split_at(4) {
            out[4] += a;
        }
        out[5] = x.iter().chain(x.iter()).sum();
        for v in x.iter().revv() {
            out[6] += *v;
        }
        for i in (0..n).into_iter().skip_while(|i| *i < 4) {
            out[i] = 1.0;
        }
        out[7] = (0..n).len() as f32;
        while let Some(v) = x.iter().next() {
            out[8] += *v;
        }
        out[9] = x.itre().sum();
        x.sort();
        out[10] = x.iter().min_by(|a, b| a).unwrap();
    }
}

fn main() {}
