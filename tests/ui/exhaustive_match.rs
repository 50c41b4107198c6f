#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    enum Shape {
        Dot,
        Circle(u8),
        Rectangle { width: u8, height: bool },
    }

    #[kernel]
    pub fn kernel(n: u32, small: u8, signed: i8, x: &[f32], out: &mut [u32]) {
        out[0] = match n {
            0 => 1,
            1..=9 => 2,
        };
        out[1] = match n {
            k if k > 3 => 1,
            k if k <= 3 => 2,
        };
        out[2] = match small {
            0..100 => 1,
            101.. => 2,
        };
        out[3] = match signed {
            i8::MIN..=-1 => 1,
            1..=i8::MAX => 2,
        };
        let shape = Shape::Circle(small);
        out[4] = match shape {
            Shape::Dot => 0,
            Shape::Rectangle { height: true, .. } => 1,
            Shape::Circle(0..=5) => 2,
        };
        out[5] = match (n == 0, small > 1) {
            (true, _) => 1,
            (false, true) => 2,
        };
        out[6] = match n.checked_add(1) {
            Some(0) => 1,
            None => 2,
        };
        out[7] = match x[0] {
            0.0 => 1,
        };
        out[8] = match n > 1 {
            true => 1,
        };
        match shape {}
    }
}

fn main() {}
