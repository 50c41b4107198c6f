#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    enum Mode {
        Fast,
        Slow = 4,
    }

    #[derive(Clone, Copy)]
    enum Shape {
        Point,
        Circle(f32),
    }

    #[derive(Clone, Copy)]
    struct Pair(u32, u32);

    #[kernel]
    pub fn kernel(n: u32, out: &mut [f32]) {
        let a = Mode::Fast as u32;
        let b = Mode::Slow as f32;
        let c = n as Mode;
        let d = Shape::Point as u32;
        let e = Pair(1, 2) as u64;
        let f = (1, 2) as u32;
        let g = Some(3) as u32;
        let h = Mode::Fast as bool;
        let i = Mode::Fast as Shape;
        out[0] = a as f32;
    }
}

fn main() {}
