#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: usize, x: &[f32], out: &mut [f32]) {
        let numbers = x.iter();
        for v in numbers {
            out[0] += *v;
        }
        let pairs = x.iter().zip(x.iter());
        out[1] = total(x.iter());
        let range = 0..n;
        for i in range {
            out[i] = 1.0;
        }
        let odd = (1..n).step_by(2);
        let parts = x.chunks_exact(4);
        return x.iter();
    }

    fn total(x: &[f32]) -> f32 {
        x.iter().sum()
    }
}

fn main() {}
