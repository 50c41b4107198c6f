#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Point {
        x: i32,
        y: i32,
    }

    #[derive(Clone, Copy, PartialEq)]
    struct Segment {
        from: Point,
        to: [Point; 2],
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Level {
        Low,
        High,
    }

    #[derive(Clone, Copy)]
    enum Mode {
        On,
        Off,
    }

    #[kernel]
    pub fn kernel(x: &[i32], out: &mut [i32]) {
        let point = Point { x: x[0], y: x[1] };
        if point == point {
            out[0] = 1;
        }
        if [(point, 1)] != [(point, 2)] {
            out[1] = 1;
        }
        if Level::Low == Level::High || Level::Low < Level::High {
            out[2] = 1;
        }
        if Some(Mode::On) == None {
            out[3] = 1;
        }
    }
}

fn main() {}
