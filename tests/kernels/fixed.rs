//! Fixed-point numbers.

#[sycl_hls::kernels]
pub mod fixed {
    use sycl_hls::device::*;

    type Sample = Fixed<16, 4>;
    type Level = Fixed<22, 17, Trn, Sat>;
    const TAPS: usize = 8;

    /// A filter: products are exact, and the sum has room for all of them.
    #[kernel]
    pub fn fir(taps: &[Sample], x: &[Sample], y: &mut [Fixed<16, 4, RndConv, Sat>]) {
        let mut weights = [Sample::ZERO; TAPS];
        for i in 0..TAPS {
            weights[i] = taps[i];
        }
        let mut delays = [Sample::ZERO; TAPS];
        for i in 0..x.len() {
            let mut sum = <Fixed<35, 11>>::ZERO;
            for k in 0..TAPS {
                let from = TAPS - 1 - k;
                delays[from] = if from == 0 { x[i] } else { delays[from - 1] };
                sum += weights[from] * delays[from];
            }
            y[i] = sum.to();
        }
    }

    /// Numbers with their points at different places are summed and scaled.
    #[kernel]
    pub fn scaled(a: &[UFixed<10, 8>], b: &[Fixed<6, 3, Rnd>], y: &mut [Level], modes: &mut [i8]) {
        let mut sum = Level::default();
        for i in 0..a.len() {
            sum += a[i];
            y[i] = (sum * b[i]).to();
            modes[6 * i] = b[i].to::<Fixed<4, 2, RndZero, Sat>>().to_bits().to();
            modes[6 * i + 1] = b[i].to::<Fixed<4, 2, RndInf, SatSym>>().to_bits().to();
            modes[6 * i + 2] = b[i].to::<UFixed<4, 2, TrnZero, SatZero>>().to_bits().to();
            modes[6 * i + 3] = a[i].to::<Fixed<5, 6, RndMinInf, Wrap<2>>>().to_bits().to();
            modes[6 * i + 4] = b[i].to::<Fixed<4, 2, Rnd, WrapSm<2>>>().to_bits().to();
            modes[6 * i + 5] = b[i].to::<Fixed<3, 2, RndConv, WrapSm>>().to_bits().to();
        }
    }

    /// The square root, bit by bit.
    fn sqrt(x: UFixed<24, 8>) -> UFixed<16, 4> {
        let mut root = <UFixed<16, 4>>::ZERO;
        let mut bit = <UFixed<16, 4>>::from_f64(8.0);
        for _ in 0..16 {
            let larger: UFixed<16, 4> = (root | bit).to();
            if larger * larger <= x {
                root = larger;
            }
            bit >>= 1;
        }
        root
    }

    #[kernel]
    pub fn roots(x: &[UFixed<24, 8>], y: &mut [UFixed<16, 4>]) {
        for i in 0..x.len() {
            y[i] = sqrt(x[i]);
        }
    }

    #[derive(Clone, Copy, Element)]
    pub struct Point {
        pub x: Fixed<16, 4>,
        pub y: UFixed<12, 2, RndZero, SatSym>,
    }

    fn middle<const W: u32, const I: i32>(a: Fixed<W, I>, b: Fixed<W, I>) -> Fixed<W, I> {
        ((a + b) / 2).to()
    }

    #[kernel]
    pub fn operators(a: Fixed<9, 3>, b: UFixed<7, 9>, n: i32, points: &mut [Point], y: &mut [i64]) {
        y[0] = (a + b).to();
        y[1] = (a - b).to::<Fixed<20, 12>>().to_bits().to();
        y[2] = (a * b * a).to::<Fixed<40, 20>>().to_bits().to();
        y[3] = if a < b { 1 } else { 0 };
        y[4] = (a == 2 || b != 3_u8 || a * a > b) as i64;
        y[5] = (-a).to::<Fixed<12, 6>>().to_bits().to();
        y[6] = (!a).to_bits().to();
        y[7] = ((a << n) >> 1).to_bits().to();
        y[8] = (b >> n).to_bits().to();
        y[9] = (a & 6).to::<Fixed<20, 12>>().to_bits().to();
        y[10] = (a ^ b).to::<Fixed<20, 12>>().to_bits().to();
        y[11] = (a * 3 + Int::<5>::new(n) - true).to::<Fixed<24, 12, RndInf>>().to_bits().to();
        let mut c: Fixed<14, 6, RndMinInf, SatZero> = a.to();
        c *= b;
        c -= 1;
        c <<= 1;
        y[12] = c.to_bits().to();
        y[13] = if b != 0 { (a / b).to::<Fixed<20, 6, Rnd>>().to_bits().to() } else { 0 };
        y[14] = if a != 0 { (b / a).to::<Fixed<30, 14>>().to_bits().to() } else { 0 };
        y[15] = <Fixed<20, 8>>::new(n).to_bits().to();
        y[16] = <Fixed<9, 3>>::from_bits(Uint::<9>::new(n)).to::<Int<5>>().to();
        y[17] = middle(a, <Fixed<9, 3>>::MAX).to_bits().to();
        let mut p = points[0];
        p.x = (p.x * p.y).to();
        p.y = (p.x + 1).to();
        points[0] = p;
    }

    fn operate<const W: u32, const I: i32, const V: u32, const J: i32>(
        a: Fixed<W, I>,
        b: UFixed<V, J>,
        first: usize,
        y: &mut [u32],
    ) {
        y[first] = (a + b).to::<Fixed<24, 12>>().to_bits().to();
        y[first + 1] = (b - a).to::<Fixed<24, 12>>().to_bits().to();
        y[first + 2] = (a * b).to::<Fixed<24, 12>>().to_bits().to();
        y[first + 3] = (a & b).to::<Fixed<24, 12>>().to_bits().to();
        y[first + 4] = (a | b).to::<Fixed<24, 12>>().to_bits().to();
        y[first + 5] = if b == 0 { 0 } else { (a / b).to::<Fixed<24, 12>>().to_bits().to() };
        y[first + 6] = if a == 0 { 0 } else { (-b / a).to::<Fixed<24, 12>>().to_bits().to() };
        y[first + 7] = (a < b) as u32 | ((a == b) as u32) << 1 | ((b >= -a) as u32) << 2;
    }

    /// All pairs of small numbers.
    #[kernel]
    pub fn pairs(y: &mut [u32]) {
        for i in 0..256_usize {
            let (low, high) = (Uint::<4>::new(i), Uint::<4>::new(i >> 4));
            operate(<Fixed<4, 1>>::from_bits(low), <UFixed<4, 6>>::from_bits(high), 32 * i, y);
            operate(<Fixed<4, -2>>::from_bits(low), <UFixed<4, 2>>::from_bits(high), 32 * i + 8, y);
            operate(<Fixed<4, 4>>::from_bits(low), <UFixed<4, -1>>::from_bits(high), 32 * i + 16, y);
            operate(<Fixed<4, 7>>::from_bits(low), <UFixed<4, 4>>::from_bits(high), 32 * i + 24, y);
        }
    }

    /// Floats of both types, and back.
    #[kernel]
    pub fn floats(x: &[f32], z: &[f64], y: &mut [i32], back: &mut [f32], wide: &mut [f64]) {
        for i in 0..x.len() {
            let a = <Fixed<12, 5, RndConv, Sat>>::from_f32(x[i]);
            let b = <UFixed<14, 6, RndInf>>::from_f64(z[i]);
            y[3 * i] = a.to_bits().to();
            y[3 * i + 1] = b.to_bits().to();
            y[3 * i + 2] = Int::<20>::from_f64(z[i]).to();
            back[i] = a.to_f32() + <Fixed<16, 3, TrnZero>>::from_f32(-1.3).to_f32();
            wide[i] = (a * b).to_f64();
        }
    }
}
