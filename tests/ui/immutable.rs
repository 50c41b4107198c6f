#[sycl_hls::kernels]
mod kernels {
    const LIMIT: f32 = 1.0;

    fn fill(line: &[f32; 4]) {
        line[0] = 1.0;
    }

    #[kernel]
    pub fn kernel(n: u32, x: &[f32], y: &mut [f32]) {
        let total = 0.0;
        total += x[0];
        x[0] = 1.0;
        n = 3;
        LIMIT = 2.0;
        y.len() = 3;
        let line = [0.0; 4];
        fill(&mut line);
        for i in 0..4 {
            i = 2;
        }
        y[0] = total;
    }
}

fn main() {}
