#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    enum Shape {
        Point,
        Circle(f32),
        Rectangle { width: f32, height: f32 },
    }

    #[kernel]
    pub fn kernel(x: &[f32], out: &mut [f32]) {
        let a = Shape::Circel(1.0);
        let b = Shape::Circle(1.0, 2.0);
        let c = Shape::Circle;
        let d = Shape::Rectangle { width: 1.0 };
        let e = Shape::Rectangle { width: 1.0, depth: 2.0 };
        let f = Shape::Rectangle(1.0, 2.0);
        let g = Shape::Point(1.0);
        let h = Shape::Square;
        let i = Shape;
        let j: Shape = Shape::Circle(1);
        let k = Circle(1.0);
        out[0] = j.radius;
    }
}

fn main() {}
