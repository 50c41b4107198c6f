//! Structs, enums, tuples, options and references, each just within its rules.

#[sycl_hls::kernels]
pub mod kernels {
    use sycl_hls::device::*;

    #[derive(Clone, Copy, Element)]
    pub struct Sample {
        pub time: u64,
        pub value: f32,
        pub _pad: [u8; 4],
    }

    #[derive(Clone, Copy, PartialEq)]
    pub enum Level {
        Low = -1,
        High = 300,
    }

    #[derive(Clone, Copy)]
    pub enum Shape {
        Dot,
        Circle(u32),
        Rectangle { width: u32, height: u32 },
    }

    #[derive(Clone, Copy)]
    pub struct State {
        a: [f32; 4],
        b: [f32; 4],
        pair: (u32, bool),
        last: Option<u32>,
    }

    impl State {
        const START: State = State { a: [0.0; 4], b: [1.0; 4], pair: (0, false), last: None };

        fn note(&mut self, value: u32) {
            self.last = Some(value);
            self.pair.0 += 1;
        }

        fn sum(&self) -> f32 {
            self.a[0] + self.b[0]
        }
    }

    fn copy(to: &mut [f32; 4], from: &[f32; 4]) {
        *to = *from;
    }

    fn area(shape: Shape) -> u32 {
        match shape {
            Shape::Dot => 0,
            Shape::Circle(r) => 3 * r * r,
            Shape::Rectangle { width, height } => width * height,
        }
    }

    #[kernel]
    pub fn kernel(x: &[Sample], n: u32, y: &mut [u32]) {
        let mut state = State::START;
        copy(&mut state.a, &state.b);
        state.note(n);
        let other = State { last: None, ..state };
        let level = if n > 1 { Level::Low } else { Level::High };
        let is_low = level == Level::Low;
        let (count, mut flag) = state.pair;
        flag |= is_low;
        let first = &x[0];
        y[0] = first.time as u32 + count + u32::from(flag) + level as i32 as u32;
        y[1] = area(Shape::Circle(2)) + area(Shape::Dot) + area(Shape::Rectangle { width: 1, height: 2 });
        y[2] = (state.sum() + other.sum() + first.value) as u32;
        let Some(last) = state.last else { return };
        y[3] = last;
    }
}
