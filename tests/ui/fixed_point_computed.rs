#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn kernel(z: f64, x: &[f32], y: &mut [f32]) {
        let wide = <Fixed<100, 50>>::from_f32(x[0]);
        y[0] = wide.to_f32();
        y[1] = <Fixed<32, 200>>::from_f32(x[1]).to_f32();
        let far = <Fixed<80, 30, Rnd, Sat>>::from_f64(z);
        let exact = far * <Fixed<48, -20>>::from_f64(0.1);
        let narrowed: Fixed<100, 80, RndConv, Sat> = exact.to();
        let shifted: Fixed<16, 200, Trn, Sat> = wide.to();
        let aligned = wide + <Fixed<100, 100>>::MAX > 3;
        y[2] = (narrowed + shifted).to::<Fixed<16, 4>>().to_f32();
        y[3] = if aligned { 1.0 } else { 0.0 };
        // No more is computed than is kept.
        y[4] = (wide * wide).to::<Fixed<60, 30, Rnd>>().to_f32();
    }
}

fn main() {}
