//! Kernels that import other kernels modules: of this file, and of another crate.

/// Modules may import each other.
#[sycl_hls::kernels(import(super::libraries))]
pub mod shapes {
    use super::libraries::SCALE;
    use sycl_hls::device::*;

    #[derive(Clone, Copy, PartialEq, Element)]
    pub struct Point {
        pub x: i32,
        pub y: i32,
    }

    impl Point {
        pub const ORIGIN: Self = Self { x: 0, y: 0 };

        pub fn scaled(self) -> Self {
            Self { x: self.x * SCALE, y: self.y * SCALE }
        }
    }

    #[derive(Clone, Copy, PartialEq)]
    pub enum Side {
        Left,
        Right(i32),
    }

    pub fn side_of(point: Point) -> Side {
        if point.x < 0 { Side::Left } else { Side::Right(point.x) }
    }

    pub fn reversed<T: Number, const N: usize>(values: [T; N]) -> [T; N] {
        let mut turned = [T::ZERO; N];
        for i in 0..N {
            turned[N - 1 - i] = values[i];
        }
        turned
    }

    /// Stops where `by` is zero, in this module.
    pub fn quotient(x: i32, by: i32) -> i32 {
        x / by
    }

    fn helper() -> i32 {
        3
    }

    pub fn hidden() -> i32 {
        helper()
    }
}

#[sycl_hls::kernels(import(super::shapes, dsp::cordic, dsp::filters))]
pub mod libraries {
    use super::shapes::{Point, Side, hidden, quotient, reversed as turned, side_of};
    use dsp::cordic::{QUARTER, Vector as Arrow, rotated};
    use dsp::filters::*;
    use sycl_hls::device::*;

    pub const SCALE: i32 = 3;

    /// A type and a function of names that an imported module has, too.
    #[derive(Clone, Copy)]
    struct Vector {
        x: i64,
    }

    fn helper() -> i32 {
        4
    }

    fn length(side: Side) -> i32 {
        use super::shapes::Side::*;
        match side {
            Left => 1,
            Right(x) => x,
        }
    }

    /// Uses what is imported.
    #[kernel]
    pub fn imported(by: i32, points: &mut [Point], samples: &mut [f32]) {
        let own = Vector { x: 2 };
        let mut filter = Biquad::new([0.25, 0.5, 0.25], [-0.5, 0.5]);
        for i in 0..samples.len() {
            samples[i] = filter.next(samples[i]);
        }
        let start = if points[1] == Point::ORIGIN { points[0].scaled() } else { points[1] };
        let order = turned([start.x, start.y, hidden(), helper()]);
        points[0] = Point { x: order[0] + own.x as i32 + length(Side::Left) - 1, y: order[2] };
        points[1].x = match side_of(start) {
            Side::Left => -QUARTER,
            Side::Right(x) => quotient(x, by),
        };
    }

    /// A rotation of each point by the angle in its place.
    #[kernel]
    pub fn turns(points: &mut [Point], angles: &[i32]) {
        for i in 0..points.len() {
            let turned = rotated(Arrow { x: points[i].x, y: points[i].y }, angles[i]);
            points[i] = Point { x: turned.x, y: turned.y };
        }
    }
}
