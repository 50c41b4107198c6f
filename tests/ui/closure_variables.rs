#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    fn apply(v: u32) -> u32 {
        v
    }

    #[kernel]
    pub fn kernel(x: &[u32], y: &mut [u32]) {
        let double = |v: u32| v * 2;
        let add = |a, b| a + b;
        let first = |v: &[u32]| (&v[0], &v[1]);
        let back = |v: u32| {
            if v > 3 {
                return 3;
            }
            v
        };
        let wrong = |v: u32| -> f32 { v };
        let never = |v| 1;
        let fixed = 3;
        let change = |v: u32| fixed = v;
        y[0] = double(1, 2);
        y[1] = double(1.0);
        y[2] = add(x[0], 1.5);
        y[3] = apply(double);
        y[4] = x.iter().map(double).sum();
        change(x[0]);
        let (tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            for i in 0..4 {
                tx.send(double(x[i]));
            }
            for i in 0..4 {
                y[i] = rx.recv();
            }
        }
    }
}

fn main() {}
