#[sycl_hls::kernels]
mod kernels {
    fn add(a: &mut [f32; 4], b: &[f32; 4]) {
        a[0] += b[0];
    }

    fn swap(a: &mut [f32], b: &mut [f32]) {
        a[0] = b[0];
    }

    #[kernel]
    pub fn kernel(x: &mut [f32], y: &mut [f32]) {
        let mut line = [0.0; 4];
        add(&mut line, &line);
        swap(x, x);
        y[0] = line[0];
    }
}

fn main() {}
