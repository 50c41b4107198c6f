#[sycl_hls::kernels]
mod kernels {
    fn read(x: &f32) -> f32 {
        *x
    }

    fn write(x: &mut f32) {
        *x = 1.0;
    }

    fn slice(x: &mut [f32]) {}

    #[kernel]
    pub fn kernel(n: f32, x: &[f32], y: &mut [f32]) {
        let a = *n;
        let b = **x;
        y[0] = read(n);
        y[1] = read(x);
        y[2] = read(&mut y[3]);
        write(&n);
        write(n);
        write(&mut n);
        write(&mut x[0]);
        write(&mut 1.0);
        slice(&mut y[0..4]);
        slice(&mut x[0..4]);
        slice(y[0..4]);
        let part = y[1..2];
        let f = x[..] + 1.0;
        let r = &x[0];
        *r = 2.0;
        r = &x[1];
        let whole = *x;
    }
}

fn main() {}
