#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy, PartialEq)]
    struct Point {
        x: f32,
        y: f32,
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Shape {
        Dot,
        Circle(f32),
    }

    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    enum Level {
        Low,
        High,
    }

    #[kernel]
    pub fn kernel(x: &[f32], out: &mut [f32]) {
        let a = Point { x: 1.0, y: 2.0 };
        let ordered = a < a;
        let dot = Shape::Dot <= Shape::Circle(1.0);
        let low = Level::Low < Level::High;
        let pair = (1, 2) < (1, 3);
        let some = Some(1) > None;
        let arrays = [1, 2] < [1, 3];
        let mixed = a == Shape::Dot;
        let sum = a + a;
        let not = !Level::Low;
    }
}

fn main() {}
