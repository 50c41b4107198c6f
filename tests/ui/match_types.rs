#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    enum Shape {
        Dot,
        Circle(f32),
        Rectangle { width: f32, height: f32 },
    }

    #[derive(Clone, Copy)]
    struct Point {
        x: f32,
        y: f32,
    }

    #[kernel]
    pub fn kernel(n: u32, x: &[f32], out: &mut [f32]) {
        let shape = Shape::Circle(1.0);
        out[0] = match n {
            true => 1.0,
            1.5 => 2.0,
            -1 => 3.0,
            4294967296 => 4.0,
            _ => 0,
        };
        out[1] = match shape {
            Shape::Dott => 1.0,
            Shape::Circle => 2.0,
            Shape::Circle(a, b) => a + b,
            Shape::Rectangle { width } => width,
            Shape::Rectangle { wide, .. } => wide,
            Shape::Dot(a) => a,
            Square(side) => side,
            Point { x, .. } => x,
            Some(y) => y,
            _ => 0.0,
        };
        let Point { x, z, .. } = Point { x: 1.0, y: 2.0 };
        let Point { x } = Point { x: 1.0, y: 2.0 };
        let (a, b, c) = (1.0, 2.0);
        let (d, e) = n;
        out[2] = match n {
            0 => 1.0,
            _ => {}
        };
        match n {
            0..=true => {}
            9..=3 => {}
            5..5 => {}
            _ => {}
        }
        if let Some(m) = n {
            out[3] = m as f32;
        }
    }
}

fn main() {}
