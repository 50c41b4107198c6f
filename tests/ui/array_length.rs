#[sycl_hls::kernels]
mod kernels {
    const BIG: usize = 2147483648;

    #[kernel]
    pub fn kernel(n: usize, y: &mut [f32]) {
        let line = [0.0; n];
        let all = [0.0; y.len()];
        let big = [0.0; BIG];
        let none: [f32; 0] = [];
        let empty = [];
        y[0] = line[0];
    }
}

fn main() {}
