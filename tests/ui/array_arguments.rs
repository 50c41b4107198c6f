#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let mut line = [0.0_f32; 8];
        let mut short = [0.0_f32; 4];
        fill(line);
        fill(&line);
        fill(&mut short);
        fill(y);
        sum(&[1.0, 2.0]);
        sum(&x);
        sum(&x[0]);
        y[0] = x[0];
    }

    fn fill(line: &mut [f32; 8]) {
        line[0] = 1.0;
    }

    fn sum(x: &[f32]) -> f32 {
        x[0]
    }
}

fn main() {}
