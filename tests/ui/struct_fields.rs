#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Point {
        x: f32,
        y: f32,
    }

    #[derive(Clone, Copy)]
    struct Pair(f32, f32);

    #[kernel]
    pub fn kernel(x: &[f32], out: &mut [f32]) {
        let a = Point { x: x[0] };
        let b = Point { x: x[0], z: 1.0, y: 2.0 };
        let c = Point { x: x[0], y: 1.0, x: 2.0 };
        let d = Point { x: 1, y: true };
        let e = Pair(1.0);
        let f = Point(1.0, 2.0);
        let g = Pair { 0: 1.0, 1: 2.0, 2: 3.0 };
        out[0] = a.x + a.w + e.2;
        out[1] = x.first;
        out[2] = x[0].y;
        out[3] = Pont { x: 1.0 }.x;
    }
}

fn main() {}
