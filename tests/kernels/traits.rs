//! Traits, operators of types, functions in functions, and closures in variables.

/// What several types have in common.
#[sycl_hls::kernels]
pub mod traits {
    use std::ops::{Add, AddAssign, Mul, Neg, Not, Shl, Sub};

    use sycl_hls::device::*;

    #[derive(Clone, Copy)]
    struct Point {
        x: i32,
        y: i32,
    }

    impl Add for Point {
        type Output = Self;

        fn add(self, other: Self) -> Self {
            Self { x: self.x.wrapping_add(other.x), y: self.y.wrapping_add(other.y) }
        }
    }

    impl AddAssign for Point {
        fn add_assign(&mut self, other: Self) {
            *self = *self + other;
        }
    }

    impl Neg for Point {
        type Output = Point;

        fn neg(self) -> Point {
            Point { x: self.x.wrapping_neg(), y: self.y.wrapping_neg() }
        }
    }

    impl Sub for Point {
        type Output = Point;

        fn sub(self, other: Point) -> Point {
            self + -other
        }
    }

    /// The scalar product.
    impl Mul for Point {
        type Output = i32;

        fn mul(self, other: Point) -> i32 {
            self.x.wrapping_mul(other.x).wrapping_add(self.y.wrapping_mul(other.y))
        }
    }

    impl Mul<i32> for Point {
        type Output = Point;

        fn mul(self, factor: i32) -> Point {
            Point { x: self.x.wrapping_mul(factor), y: self.y.wrapping_mul(factor) }
        }
    }

    impl Mul<Point> for i32 {
        type Output = Point;

        fn mul(self, point: Point) -> Point {
            point * self
        }
    }

    impl Shl<u32> for Point {
        type Output = Point;

        fn shl(self, distance: u32) -> Point {
            Point { x: self.x.wrapping_shl(distance), y: self.y.wrapping_shl(distance) }
        }
    }

    /// True of the origin.
    impl Not for Point {
        type Output = bool;

        fn not(self) -> bool {
            self.x == 0 && self.y == 0
        }
    }

    /// In the same column.
    impl PartialEq for Point {
        fn eq(&self, other: &Self) -> bool {
            self.x == other.x
        }
    }

    impl Default for Point {
        fn default() -> Self {
            Self { x: 7, y: -8 }
        }
    }

    impl From<i32> for Point {
        fn from(both: i32) -> Self {
            Self { x: both, y: both }
        }
    }

    /// Operators on both sides of numbers, points and places.
    #[kernel]
    pub fn operators(x: &[i32], #[len(12)] y: &mut [i32]) {
        let a = Point { x: x[0], y: x[1] };
        let b = Point { x: x[2], y: x[3] };
        let c = a + b * 3 - 2 * -a;
        y[0] = c.x;
        y[1] = c.y;
        y[2] = a * b;
        y[3] = if !a { 1 } else { 0 };
        y[4] = if a == b {
            1
        } else if a != c {
            2
        } else {
            3
        };
        y[5] = (Point::default() + Point::from(5) + c).y;
        let mut sums = [Point::default(); 2];
        for i in 0..4 {
            sums[i % 2] += Point::from(x[i]);
        }
        y[6] = sums[0].x;
        y[7] = sums[1].y;
        y[8] = (a << 3).x;
        y[9] = (sums[1] - sums[0]) * a;
        let mut d = b;
        d += d;
        y[10] = d.y;
        y[11] = if sums[0] == sums[1] && a * b != 0 { -1 } else { (a + b).y };
    }

    trait Shape {
        const SIDES: u32;
        const CORNERS: u32 = Self::SIDES;

        type Area: Number;

        fn area(&self) -> Self::Area;

        fn scaled(&self, factor: i32) -> Self;

        fn twice(&self) -> Self
        where
            Self: Sized,
        {
            self.scaled(2)
        }

        fn unit() -> Self::Area {
            Self::Area::ONE
        }
    }

    #[derive(Clone, Copy)]
    struct Square(i32);

    #[derive(Clone, Copy)]
    enum Box2 {
        Empty,
        Of { width: i32, height: i32 },
    }

    impl Shape for Square {
        const SIDES: u32 = 4;

        type Area = i64;

        fn area(&self) -> i64 {
            i64::from(self.0) * i64::from(self.0)
        }

        fn scaled(&self, factor: i32) -> Self {
            Square(self.0.wrapping_mul(factor))
        }
    }

    impl Shape for Box2 {
        const SIDES: u32 = 5;
        const CORNERS: u32 = 40 + Self::SIDES;

        type Area = i32;

        fn area(&self) -> Self::Area {
            match *self {
                Box2::Empty => 0,
                Box2::Of { width, height } => width.wrapping_mul(height),
            }
        }

        fn scaled(&self, factor: i32) -> Box2 {
            match *self {
                Box2::Empty => Box2::Empty,
                Box2::Of { width, height } => Box2::Of { width: width.wrapping_mul(factor), height },
            }
        }

        fn unit() -> i32 {
            -1
        }
    }

    impl Shape for u8 {
        const SIDES: u32 = 1;

        type Area = u8;

        fn area(&self) -> u8 {
            self.wrapping_mul(3)
        }

        fn scaled(&self, factor: i32) -> u8 {
            self.wrapping_mul(factor as u8)
        }
    }

    fn corners<S: Shape>() -> u32 {
        S::CORNERS * 100 + <S as Shape>::SIDES
    }

    fn area_of_twice<S>(shape: &S) -> <S as Shape>::Area
    where
        S: Shape + Copy,
    {
        let twice = shape.twice();
        Shape::area(&twice)
    }

    /// The same functions of several types.
    #[kernel]
    pub fn shapes(x: &[i32], #[len(10)] y: &mut [i64]) {
        let square = Square(x[0]);
        let around = if x[1] > 0 { Box2::Of { width: x[1], height: x[2] } } else { Box2::Empty };
        y[0] = area_of_twice(&square);
        y[1] = i64::from(area_of_twice(&around));
        y[2] = i64::from(area_of_twice(&(x[3] as u8)));
        y[3] = i64::from(corners::<Square>());
        y[4] = i64::from(corners::<Box2>());
        y[5] = i64::from(corners::<u8>());
        y[6] = Square::unit();
        y[7] = i64::from(Box2::unit()) + i64::from(<u8 as Shape>::unit());
        y[8] = around.twice().twice().area() as i64;
        y[9] = i64::from((x[3] as u8).twice());
    }

    /// Functions in functions see the items of their blocks, and may have the same names in different ones.
    #[kernel]
    pub fn inner(x: &[i32], #[len(4)] y: &mut [i32]) {
        const STEP: i32 = 3;
        fn next(value: i32) -> i32 {
            fn limited(value: i32) -> i32 {
                value.min(LIMIT)
            }
            const LIMIT: i32 = 1000;
            limited(value).wrapping_add(STEP)
        }
        fn largest<T: Number, const N: usize>(values: [T; N]) -> T {
            let mut largest = values[0];
            for value in values {
                if value > largest {
                    largest = value;
                }
            }
            largest
        }
        y[0] = next(x[0]);
        {
            fn next(value: i32) -> i32 {
                value.wrapping_mul(2)
            }
            y[1] = next(x[1]);
        }
        y[2] = next(next(x[2]));
        y[3] = largest([x[0], x[1], x[2]]) ^ largest([1_u8, 2, 3, 4]) as i32;
    }

    /// Closures are copied to where they are called; they read and write what is around them.
    #[kernel]
    pub fn closures(x: &[i32], scale: i32, #[len(8)] y: &mut [i32]) {
        let scaled = |v: i32| v.wrapping_mul(scale);
        let mut sum = 0_i32;
        let mut count = 0;
        let mut add = |v: i32, times| {
            for _ in 0..times {
                sum = sum.wrapping_add(scaled(v));
            }
            count += times;
        };
        for v in x {
            add(*v, 2);
        }
        add(scale, 1);
        y[0] = sum;
        y[1] = count;
        let taps = [1, 2, 3];
        let tap = |i| taps[i % taps.len()];
        let split = |v: i32| -> (i32, [i32; 2]) { (v >> 4, [v & 15, tap(v as usize & 7)]) };
        let (high, [low, weight]) = split(x[0]);
        y[2] = high;
        y[3] = low ^ weight;
        let point = |both| Point { x: both, y: scaled(both) };
        let moved = point(3) + point(x[0]);
        y[4] = moved.x;
        y[5] = moved.y;
        let sign = |v: i32| match v {
            0 => None,
            v => Some(v > 0),
        };
        y[6] = if let Some(true) = sign(x[0]) { 1 } else { 0 };
        y[6] += (scale > 2).then(|| sum / scale).unwrap_or(4) + (scale > 3).then_some(scale).unwrap_or(-2);
        let store = |values: &mut [i32], v| values[7] = v;
        store(y, sign(scale).map_or(5, |positive| positive as i32));
    }

    trait Activation {
        fn apply(self, v: i32) -> i32;
    }

    #[derive(Clone, Copy, PartialEq)]
    struct Relu;

    #[derive(Clone, Copy)]
    struct Leaky(u32);

    impl Activation for Relu {
        fn apply(self, v: i32) -> i32 {
            v.max(0)
        }
    }

    impl Activation for Leaky {
        fn apply(self, v: i32) -> i32 {
            if v < 0 { v >> self.0 } else { v }
        }
    }

    fn layer<A: Activation + Copy>(activation: &A, x: &[i32]) -> i32 {
        x.iter().map(|v| activation.apply(*v)).fold(0, |sum: i32, v| sum.wrapping_add(v))
    }

    /// A struct without fields chooses the function.
    #[kernel]
    pub fn activations(x: &[i32], #[len(4)] y: &mut [i32]) {
        let relu = Relu;
        let all = [relu; 2];
        y[0] = layer(&relu, x);
        y[1] = layer(&Leaky(2), x);
        y[2] = (all[1] == Relu) as i32;
        y[3] = Some(relu).map_or(3, |a| a.apply(-1));
    }

    trait Taps<T: Copy, const N: usize> {
        const LAST: usize = N - 1;

        fn tap(&self, at: usize) -> T;

        fn apply(&self, x: T) -> T;

        fn taps(&self) -> [T; N] {
            let mut taps = [self.tap(0); N];
            for i in 1..N {
                taps[i] = self.tap(i);
            }
            taps
        }

        fn ends(&self, x: [T; N]) -> (T, T) {
            (self.apply(x[0]), self.apply(x[Self::LAST]))
        }
    }

    #[derive(Clone, Copy)]
    struct Ramp {
        step: i32,
    }

    impl Taps<i32, 3> for Ramp {
        fn tap(&self, at: usize) -> i32 {
            self.step.wrapping_mul(at as i32)
        }

        fn apply(&self, x: i32) -> i32 {
            x.wrapping_add(self.step)
        }
    }

    #[derive(Clone, Copy)]
    struct Constant<T> {
        value: T,
    }

    impl<T: Copy + Add<Output = T>> Taps<T, 2> for Constant<T> {
        fn tap(&self, _at: usize) -> T {
            self.value
        }

        fn apply(&self, x: T) -> T {
            x + self.value
        }
    }

    fn span<T: Copy + Sub<Output = T>, F: Taps<T, N>, const N: usize>(filter: &F, x: [T; N]) -> T {
        let (first, last) = filter.ends(x);
        last - first
    }

    fn moved<T: Copy, F: Taps<T, 2>>(filter: &F, a: T, b: T) -> T {
        filter.ends([a, b]).1
    }

    #[derive(Clone, Copy)]
    struct Level {
        bits: u32,
    }

    impl From<u8> for Level {
        fn from(x: u8) -> Self {
            Level { bits: u32::from(x) << 4 }
        }
    }

    impl From<u16> for Level {
        fn from(x: u16) -> Self {
            Level { bits: u32::from(x) << 2 }
        }
    }

    impl From<Ramp> for Level {
        fn from(ramp: Ramp) -> Self {
            Level { bits: ramp.step as u32 ^ Level::from(1_u8).bits }
        }
    }

    fn weighted<const N: usize>(filter: &impl Taps<i32, N>, by: impl Activation, x: i32) -> i32 {
        filter.taps().iter().fold(by.apply(x), |sum, tap| sum.wrapping_mul(3) ^ tap)
    }

    /// Traits with parameters, and several conversions to one type.
    #[kernel]
    pub fn parameters(x: &[i32], #[len(6)] y: &mut [i32]) {
        let ramp = Ramp { step: x[0] };
        let taps = ramp.taps();
        y[0] = taps[1] ^ taps[2];
        y[1] = span(&ramp, [x[1] >> 2, 0, x[2] >> 2]);
        y[2] = moved(&Constant { value: i64::from(x[0]) }, 1, 70_000) as i32;
        y[3] = (Level::from(x[1] as u8).bits + Level::from(x[1] as u16).bits) as i32;
        y[4] = Level::from(ramp).bits as i32;
        y[5] = weighted(&ramp, Leaky(1), x[1]) ^ weighted(&Constant { value: x[2] }, Relu, 1);
    }

    #[derive(Clone, Copy)]
    struct Held<T> {
        value: T,
    }

    impl<T> From<T> for Held<T> {
        fn from(value: T) -> Self {
            Held { value }
        }
    }

    impl From<Level> for i64 {
        fn from(level: Level) -> i64 {
            i64::from(level.bits) + 1
        }
    }

    fn level(x: u16) -> Level {
        x.into()
    }

    fn sum<T: Into<i64> + Copy>(a: T, b: impl Into<i64>) -> i64 {
        let a: i64 = a.into();
        a + b.into()
    }

    #[derive(Clone, Copy)]
    struct Gain {
        by: u16,
    }

    impl Default for Gain {
        fn default() -> Self {
            Gain { by: 256 }
        }
    }

    #[derive(Clone, Copy, Default)]
    struct Channel {
        gain: Gain,
        offset: i64,
        both: (Gain, [Gain; 2]),
        held: Option<Gain>,
    }

    /// `Default` of an `impl`, also of parts of types that derive it, and where the type that is wanted says of what.
    #[kernel]
    pub fn defaults(x: &[i32], #[len(4)] y: &mut [i64]) {
        let channel = Channel { offset: x[0].into(), ..Default::default() };
        y[0] = channel.offset + i64::from(channel.gain.by);
        let both: (Gain, u8) = Default::default();
        y[1] = i64::from(both.0.by ^ channel.both.0.by.rotate_left(1) ^ channel.both.1[1].by)
            + i64::from(both.1);
        let gain = Gain { by: Default::default() };
        y[2] = i64::from(gain.by) + channel.held.is_none() as i64;
        let other = Channel { gain: Default::default(), held: Some(Gain { by: 3 }), ..channel };
        y[3] = i64::from(other.gain.by) * i64::from(other.held.map_or(0, |gain| gain.by)) + other.offset;
    }

    /// `into` of numbers and of the module's types.
    #[kernel]
    pub fn conversions(x: &[i32], #[len(6)] y: &mut [i64]) {
        y[0] = x[0].into();
        y[1] = sum(x[1], level(x[2] as u16));
        let held: Held<i64> = (-7).into();
        y[2] = held.value + if x[0] > 3 { x[0].into() } else { 9 };
        let wide: f64 = (x[1] as f32).into();
        y[3] = (wide * 2.5) as i64;
        let all: [Held<u8>; 2] = [(x[0] as u8).into(), 5.into()];
        y[4] = all.iter().map(|it| i64::from(it.value)).sum();
        let level: Level = (x[2] as u8).into();
        let same: Level = level.into();
        y[5] = sum(true, same);
    }
}
