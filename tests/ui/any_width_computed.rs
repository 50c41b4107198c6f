#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn kernel(x: &[u64], y: &mut [u64]) {
        let a = Uint::<100>::new(x[0]);
        let product = a * a;
        y[0] = (a * Int::<30>::new(x[1]) / a).to();
        y[1] = if a * Int::<30>::new(x[1]) > a { 1 } else { 0 };
        y[2] = (a.concat(a) % a).to();
        // Of these, no more is computed than is kept.
        y[3] = (a * a + a).to();
        y[4] = (-(a * a) & !a).to();
    }
}

fn main() {}
