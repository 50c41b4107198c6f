#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, i: i32, x: &[f32], y: &mut [f32]) {
        let line = [1.0_f32, 2.0, 3.0, 4.0];
        y[0] = line[4];
        y[1] = line[n];
        y[2] = line[-1];
        y[3] = line[1.0];
        y[4] = line[i as usize];
        y[true] = 1.0;
        let rows = [[0.0_f32; 4]; 2];
        y[5] = rows[0];
        y[6] = rows[2][0];
        let a = &line[1..n];
        let b = &line[2..9];
        let c = &line[3..1];
        let d = line[0..2];
        let e = &n[0..1];
    }
}

fn main() {}
