#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    type Wide = Int<200>;

    fn narrow(x: Uint<12>) -> Int {
        x.to()
    }

    #[kernel]
    pub fn arguments(a: Uint<65>, x: &[Int<0>], s: Receiver<Uint<12>>, y: &mut [u64]) {
        y[0] = 0;
    }

    #[kernel]
    pub fn operators(x: &[u64], y: &mut [u64]) {
        let b = Int::<12>::new(x[1]);
        let sum: Uint<12> = b + 1;
        let c: Int<12> = 5;
        let d = b * 1.0;
        let e = b as u32;
        let f = b.bits::<12, 3>();
        let g = (b + b).bit(3);
        let h = b.bot(3);
        let i = b.bits();
        let i = b.bit(1, 2);
        let j = Uint::<12>::of(3);
        let k = Uint::<12>::LEAST;
        let m = if x[0] > 3 { b } else { b + 1 };
        let n: f32 = b.to();
        y[0] = b;
        y[1] += b;
    }

    #[kernel]
    pub fn open(x: &[u64], y: &mut [u64]) {
        let unknown = Uint::<100>::new(x[0]).to();
        y[0] = x[0];
    }
}

fn main() {}
