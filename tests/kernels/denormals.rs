//! Arithmetic of floats that knows no denormals.

#[sycl_hls::kernels]
pub mod denormals {
    use sycl_hls::device::*;

    /// Every operation that flushes denormals, and those that keep them.
    #[kernel]
    #[flush_denormals]
    pub fn operations(a: &[f32], b: &[f32], c: &[f32], y: &mut [f32], truths: &mut [u32], wide: &mut [f64]) {
        for i in 0..a.len() {
            let (a, b, c) = (a[i], b[i], c[i]);
            let results = [
                a + b,
                a - b,
                a * b,
                a / b,
                a.sqrt(),
                a.mul_add(b, c),
                a.recip(),
                a.fract(),
                a.min(b),
                f32::max(a, b),
                if c.abs() > 0.0 { b.clamp(-c.abs(), c.abs()) } else { c },
                -a,
                a.abs().copysign(b),
                f32::from_bits(a.to_bits()),
            ];
            for k in 0..14 {
                y[i * 14 + k] = results[k];
            }
            let mut all = u32::from(a < b);
            all |= u32::from(a <= b) << 1;
            all |= u32::from(a == b) << 2;
            all |= u32::from(a != b) << 3;
            all |= u32::from(a > b) << 4;
            all |= u32::from(a >= b) << 5;
            all |= u32::from(a.is_subnormal()) << 6;
            all |= u32::from(a == 0.0) << 7;
            truths[i] = all | (a.ceil() as u32) << 8;
            wide[i] = a as f64 + f64::from(b);
        }
    }

    /// The same of `f64`.
    #[kernel]
    #[flush_denormals]
    pub fn operations_f64(a: &[f64], b: &[f64], c: &[f64], y: &mut [f64], narrow: &mut [f32]) {
        for i in 0..a.len() {
            let (a, b, c) = (a[i], b[i], c[i]);
            let results = [a + b, a - b, a * b, a / b, a.sqrt(), a.mul_add(b, c), a.min(b), a.max(b)];
            for k in 0..8 {
                y[i * 8 + k] = results[k];
            }
            narrow[i] = a as f32;
        }
    }

    /// A generic function, for floats and for integers.
    #[flush_denormals]
    fn scaled<T: Number>(x: T, by: T) -> T {
        x * by + T::ONE - T::ONE
    }

    fn kept(x: f32, by: f32) -> f32 {
        x * by
    }

    #[derive(Clone, Copy)]
    struct Point {
        x: f32,
        y: f32,
    }

    impl Point {
        #[flush_denormals]
        fn dot(self, other: &Point) -> f32 {
            self.x * other.x + self.y * other.y
        }
    }

    /// The operations of a function are what its own directive says, whoever calls it.
    #[kernel]
    pub fn functions(a: &[f32], b: &[f32], n: u32, y: &mut [f32], z: &mut [u32]) {
        for i in 0..a.len() {
            let p = Point { x: a[i], y: b[i] };
            y[i * 4] = scaled(a[i], b[i]);
            y[i * 4 + 1] = kept(a[i], b[i]);
            y[i * 4 + 2] = a[i] + b[i];
            y[i * 4 + 3] = p.dot(&Point { x: b[i], y: 0.5 });
            z[i] = scaled(n, 3);
        }
    }

    /// Assignments, iterators, references and closures.
    #[kernel]
    #[flush_denormals]
    pub fn forms(a: &[f32], y: &mut [f32], sums: &mut [f32]) {
        for (y, a) in y.iter_mut().zip(a) {
            *y += a;
            *y *= 0.5;
        }
        let mut parts = [0.0; 4];
        for i in 0..a.len() {
            parts[i % 4] += a[i] * y[i];
            parts[i % 4] -= kept(a[i], 0.25);
            parts[(i + 1) % 4] /= 1.5;
        }
        let least = y.iter().fold(f32::MAX, |least, y| if *y < least { *y } else { least });
        let mut small = 0_u32;
        for a in a {
            small += u32::from(0.0 < *a && *a < f32::MIN_POSITIVE);
        }
        let product: f32 = parts.iter().product();
        let halves = a.iter().map(|a| a * 0.5).sum::<f32>();
        sums.copy_from_slice(&[parts.iter().sum::<f32>(), product, least, halves, small as f32]);
    }

    /// An end of a stream in a function.
    #[flush_denormals]
    fn halve(mut x: Receiver<f32>, mut y: Sender<f32>, n: usize) {
        for _ in 0..n {
            y.send(x.recv() * 0.5);
        }
    }

    #[flush_denormals]
    fn load(x: &[f32], mut to: Sender<f32>) {
        for x in x {
            to.send(x + x);
        }
    }

    fn store(mut from: Receiver<f32>, y: &mut [f32]) {
        for y in y.iter_mut() {
            *y = from.recv();
        }
    }

    /// Processes, of which one keeps denormals.
    #[kernel]
    #[dataflow]
    pub fn processes(x: &[f32], y: &mut [f32]) {
        let (to, from) = stream::<f32, 4>();
        let (halved, rest) = stream::<f32, 4>();
        load(x, to);
        halve(from, halved, x.len());
        store(rest, y);
    }

    /// A sum with an operator that is asked for.
    #[kernel]
    #[flush_denormals]
    pub fn bound(a: &[f32], b: &[f32], y: &mut [f32]) {
        for i in 0..a.len() {
            #[bind_op(op = fadd, impl = fulldsp)]
            let sum = a[i] + b[i];
            #[bind_op(op = fmul, latency = 5)]
            let mut product = sum * a[i];
            if product > 1.0 {
                product = product * b[i];
            }
            y[i] = product;
        }
    }

    const TINY: f32 = 1e-40;
    static GAINS: [f32; 3] = [1e-39, 0.5, 2.0];

    /// A filter whose state decays.
    #[kernel]
    #[flush_denormals]
    pub fn decaying(x: &[f32], y: &mut [f32], k: f32, last: &mut f32) {
        let (mut s, mut t) = (0.0, TINY);
        for (i, v) in x.iter().enumerate() {
            s = s * k + (1.0 - k) * v;
            t += if s.abs() > 1e-30 { s * GAINS[i % 3] } else { -s / 3.0 };
            y[i] = (s + t) / 2.0;
            while t > 4.0 {
                t -= 4.0;
            }
        }
        *last = t;
    }

    #[derive(Clone, Copy)]
    struct Complex {
        re: f32,
        im: f32,
    }

    #[flush_denormals]
    fn product(a: Complex, b: Complex) -> Complex {
        Complex { re: a.re * b.re - a.im * b.im, im: a.re.mul_add(b.im, a.im * b.re) }
    }

    #[flush_denormals]
    fn norm<T: Float>(x: &[T; 3]) -> T {
        let mut sum = T::ZERO;
        for v in x.iter() {
            sum += *v * *v;
        }
        sum.sqrt()
    }

    /// Structs, functions for both formats, closures, arrays of arrays.
    #[kernel]
    #[flush_denormals]
    pub fn mixed(a: &[f32], y: &mut [f64], n: i32) {
        let w = product(Complex { re: a[0], im: a[1] }, Complex { re: a[2], im: -a[3] });
        y[0] = f64::from(w.re) + w.im as f64;
        y[1] = norm(&[a[0], a[1], a[2]]) as f64 + norm(&[y[0], 1.0, 2.0]);
        let total: f32 = a.iter().map(|q| q * q).sum();
        let least = a.iter().copied().fold(f32::INFINITY, |least, q| least.min(q));
        let scaled = match n {
            0 => total,
            1..=5 => total * least,
            _ => {
                let r = &total;
                r + r * least
            }
        };
        y[2] = (scaled as f64).max(1e-310) * 1.0;
        let mut grid = [[0.0_f32; 2]; 2];
        for (i, row) in grid.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                *cell += a[i + j] * 0.5;
                *cell -= TINY;
            }
        }
        y[3] = if grid[0] == grid[1] { 1.0 } else { grid[1][1] as f64 };
        y[4] = math::exp(a[0] * 1.0) as f64;
    }

    #[flush_denormals]
    fn between_parentheses<T: Number>(x: T) -> T {
        T::ONE - ((T::MAX) + (x * T::ONE))
    }

    /// Where an operation between parentheses stops is told as Rust tells it.
    #[kernel]
    pub fn parentheses(x: u32, y: &mut f32, z: &mut u32) {
        *y = between_parentheses(*y);
        *z = between_parentheses(x);
    }
}
