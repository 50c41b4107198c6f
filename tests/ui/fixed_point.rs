#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    type Sample = Fixed<16, 4>;

    fn open(x: Fixed<12>) -> UFixed<0, 4> {
        x.to()
    }

    fn far(x: Fixed<12, 400>, y: Fixed<8, 4, Round>, z: Fixed<8, 4, Rnd, Saturate>) {}

    fn modes(x: Fixed<8, 4, Rnd, Wrap<9>>, y: UFixed<8, 4, Rnd, WrapSm>, z: Fixed<8, 4, Sat>) {}

    #[kernel]
    pub fn arguments(a: Fixed<65, 4>, s: Receiver<Sample>, y: &mut [f32]) {
        y[0] = 0.0;
    }

    #[kernel]
    pub fn operators(f: f32, x: &[Sample], y: &mut [Sample]) {
        let a = x[0];
        let b: Sample = 1.5;
        let c: Sample = a * a;
        let d = a * 1.5;
        let e = a % 2;
        let mut g = a;
        g %= 2;
        g += 0.5;
        let h = a.bits::<3, 1>();
        let i = a.to_bit();
        let j = Fixed::<16, 4>::new(3);
        let k = Sample::from_bits(5);
        let l = Sample::from_f64(f);
        let m = Sample::BITS;
        let n = <Sample>::from_int(3);
        let o = a as f32;
        let p: f32 = a.to();
        y[0] = a / a;
    }
}

fn main() {}
