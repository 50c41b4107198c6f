//! Structs, enums and `impl` blocks with parameters.

/// A small library, as one finds it in programs for signals.
#[sycl_hls::kernels]
pub mod parts {
    use std::ops::{Add, Mul, Neg, Sub};

    /// A complex number.
    #[derive(Clone, Copy, PartialEq, Debug, Default)]
    pub struct Complex<T> {
        pub re: T,
        pub im: T,
    }

    impl<T> Complex<T> {
        pub fn new(re: T, im: T) -> Self {
            Self { re, im }
        }
    }

    impl<T: Copy + Neg<Output = T>> Complex<T> {
        pub fn conj(self) -> Self {
            Complex { im: -self.im, ..self }
        }
    }

    impl<T: Add<Output = T>> Add for Complex<T> {
        type Output = Self;

        fn add(self, other: Self) -> Self::Output {
            Complex::new(self.re + other.re, self.im + other.im)
        }
    }

    impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> Mul for Complex<T> {
        type Output = Complex<T>;

        fn mul(self, other: Complex<T>) -> Complex<T> {
            Complex {
                re: self.re * other.re - self.im * other.im,
                im: self.re * other.im + self.im * other.re,
            }
        }
    }

    impl<T: Copy + Mul<Output = T>> Mul<T> for Complex<T> {
        type Output = Complex<T>;

        fn mul(self, factor: T) -> Self::Output {
            Complex { re: self.re * factor, im: self.im * factor }
        }
    }

    /// The last items, the oldest of which is given back for a new one.
    #[derive(Clone, Copy)]
    pub struct Line<T, const N: usize> {
        items: [T; N],
        next: usize,
    }

    impl<A: Copy, const LENGTH: usize> Line<A, LENGTH> {
        pub const LAST: usize = LENGTH - 1;

        pub fn new(first: A) -> Self {
            Line { items: [first; LENGTH], next: 0 }
        }

        pub fn push(&mut self, item: A) -> A {
            let old = self.items[self.next];
            self.items[self.next] = item;
            self.next = if self.next == Self::LAST { 0 } else { self.next + 1 };
            old
        }

        pub fn len(&self) -> usize {
            LENGTH
        }
    }

    /// A stack of a fixed size.
    pub struct Stack<T, const N: usize> {
        items: [T; N],
        pub len: usize,
    }

    impl<T: Copy, const N: usize> Stack<T, N> {
        pub fn with(filler: T) -> Self {
            Self { items: [filler; N], len: 0 }
        }

        /// False if it is full.
        pub fn push(&mut self, item: T) -> bool {
            if self.len == N {
                return false;
            }
            self.items[self.len] = item;
            self.len += 1;
            true
        }

        pub fn pop(&mut self) -> Option<T> {
            if self.len == 0 {
                return None;
            }
            self.len -= 1;
            Some(self.items[self.len])
        }
    }

    /// What happens to a position.
    pub enum Step<T> {
        Stay,
        Move(T),
        Both { x: T, y: T },
    }

    impl<T: Copy + Add<Output = T>> Step<T> {
        pub fn apply(self, at: T) -> T {
            match self {
                Step::Stay => at,
                Step::Move(by) => at + by,
                Self::Both { x, y } => at + x + y,
            }
        }
    }

    /// What takes samples and gives others.
    pub trait Filter {
        type Sample;
        const TAPS: usize;

        fn apply(&mut self, x: Self::Sample) -> Self::Sample;

        fn taps(&self) -> usize {
            Self::TAPS
        }
    }

    /// Of finite impulse response.
    pub struct Fir<T, const N: usize> {
        pub taps: [T; N],
        pub line: [T; N],
    }

    impl<T: Copy + Add<Output = T> + Mul<Output = T>, const N: usize> Filter for Fir<T, N> {
        type Sample = T;
        const TAPS: usize = N;

        fn apply(&mut self, x: T) -> T {
            for i in (1..N).rev() {
                self.line[i] = self.line[i - 1];
            }
            self.line[0] = x;
            let mut sum = self.taps[0] * x;
            for i in 1..N {
                sum = sum + self.taps[i] * self.line[i];
            }
            sum
        }
    }

    /// A filter that keeps its mean.
    pub struct Level<F> {
        pub inner: F,
        pub offset: i32,
    }

    impl<F: Filter<Sample = i32>> Filter for Level<F> {
        type Sample = i32;
        const TAPS: usize = 1 + F::TAPS;

        fn apply(&mut self, x: i32) -> i32 {
            self.inner.apply(x.wrapping_sub(self.offset)).wrapping_add(self.offset)
        }
    }
}

/// Kernels that use it.
#[sycl_hls::kernels(import(super::parts))]
pub mod generics {
    use super::parts::{Complex, Filter, Fir, Level, Line, Stack, Step};

    /// A pair of its own.
    #[derive(Clone, Copy, PartialEq)]
    struct Pair<A, B> {
        a: A,
        b: B,
    }

    impl<A, B> Pair<A, B> {
        fn swapped(self) -> Pair<B, A> {
            Pair { a: self.b, b: self.a }
        }
    }

    impl Pair<u8, u8> {
        fn word(self) -> u16 {
            u16::from(self.a) << 8 | u16::from(self.b)
        }
    }

    impl Pair<i32, i32> {
        fn word(self) -> u16 {
            (self.a ^ self.b) as u16
        }
    }

    /// A vector with as many elements as its type says.
    #[derive(Clone, Copy)]
    struct Vector<const N: usize>([i32; N]);

    impl<const N: usize> std::ops::Add for Vector<N> {
        type Output = Self;

        fn add(self, other: Self) -> Self {
            let mut sum = self;
            for i in 0..N {
                sum.0[i] = sum.0[i].wrapping_add(other.0[i]);
            }
            sum
        }
    }

    impl<const N: usize> std::ops::AddAssign<i32> for Vector<N> {
        fn add_assign(&mut self, all: i32) {
            for x in self.0.iter_mut() {
                *x = x.wrapping_add(all);
            }
        }
    }

    #[kernel]
    pub fn spectrum(x: &[f32], y: &mut [f32]) {
        let mut turn = Complex::new(1.0, 0.0);
        let by = Complex { re: 0.8, im: 0.6 };
        let mut sum = Complex::<f32>::default();
        for i in 0..x.len() {
            sum = sum + turn * x[i];
            turn = turn * by.conj();
        }
        y[0] = sum.re;
        y[1] = sum.im;
        y[2] = (sum * 2.0).im;
        y[3] = if sum == turn { 1.0 } else { 0.0 };
    }

    fn total<const N: usize>(line: &Line<i32, N>, from: &mut Line<i32, N>) -> i32 {
        let mut sum = 0_i32;
        for _ in 0..line.len() {
            sum = sum.wrapping_add(from.push(0));
        }
        sum
    }

    #[kernel]
    pub fn lines(x: &[i32], y: &mut [i32]) {
        let mut line = Line::<i32, 4>::new(0);
        let mut long: Line<i64, 9> = Line::new(1);
        let mut points = Line::<Complex<i32>, 3>::new(Complex::new(0, 0));
        for i in 0..x.len() {
            let old = line.push(x[i]);
            let older = long.push(i64::from(old));
            let point = points.push(Complex { re: old, im: older as i32 });
            let mut copy = line;
            y[i] = total(&line, &mut copy)
                .wrapping_add(older as i32)
                .wrapping_add(point.re.wrapping_sub(point.im))
                .wrapping_add((long.len() + Line::<u8, 7>::LAST) as i32);
        }
    }

    #[kernel]
    pub fn walk(x: &[i32], y: &mut [i32]) {
        let mut at = 0_i64;
        let mut stack: Stack<Pair<i64, u8>, 5> = Stack::with(Pair { a: 0, b: 0 });
        for i in 0..x.len() {
            let step = match x[i] & 3 {
                0 => Step::Stay,
                1 => Step::Move(i64::from(x[i]) >> 2),
                _ => Step::Both { x: 1, y: -2 },
            };
            at = step.apply(at);
            if x[i] & 4 == 0 {
                stack.push(Pair { a: at, b: x[i] as u8 });
            } else if let Some(Pair { a, b }) = stack.pop() {
                at = a - i64::from(b);
            }
            y[i] = (at as i32) ^ stack.len as i32;
        }
    }

    fn run<F: Filter<Sample = i32>>(filter: &mut F, x: &[i32], y: &mut [i32]) {
        for i in 0..x.len() {
            y[i] = filter.apply(x[i] >> 16);
        }
        y[0] = filter.taps() as i32;
    }

    #[kernel]
    pub fn filters(x: &[i32], y: &mut [i32], z: &mut [i32]) {
        let mut fir = Fir { taps: [3, -2, 1], line: [0; 3] };
        run(&mut fir, x, y);
        let mut level = Level { inner: Fir { taps: [1, 1], line: [5, 5] }, offset: 5 };
        run(&mut level, x, z);
        z[1] = <Level<Level<Fir<i32, 7>>> as Filter>::TAPS as i32;
    }

    /// A function may have the name of a number's type.
    fn u16<const N: usize>(x: [i32; N]) -> i32 {
        x[0] ^ N as i32
    }

    #[kernel]
    pub fn pairs(x: &[i32], y: &mut [i32]) {
        let pair = Pair { a: x[0], b: x[1] as u8 };
        let turned = pair.swapped();
        y[0] = i32::from(turned.a).wrapping_add(turned.b);
        y[1] = i32::from(Pair { a: turned.a, b: 7 }.word());
        y[2] = i32::from(Pair { a: x[0], b: x[1] }.word());
        y[3] = i32::from(turned.swapped() == pair);
        let mut sum = Vector([x[0], x[1], 3]) + Vector([1, 2, x[1]]);
        sum += x[0];
        let [first, .., last] = sum.0;
        y[4] = first;
        y[5] = last;
        let nested = Pair { a: Some(Vector([4, 5])), b: (x[1], Pair { a: false, b: 1.5_f32 }) };
        y[6] = match nested {
            Pair { a: Some(Vector([_, second])), b: (n, Pair { a: false, b }) } => second ^ n ^ b as i32,
            Pair { a: None, .. } | Pair { b: (_, Pair { a: true, .. }), .. } => 0,
        };
        y[7] = u16::<2>([x[0], x[1]]);
    }
}
