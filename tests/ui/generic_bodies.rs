#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Point {
        x: f32,
    }

    fn larger<T: PartialOrd + Copy>(a: T, b: T) -> T {
        if a < b { b } else { a }
    }

    fn add<T: core::ops::Add<Output = T>>(a: T, b: T) -> T {
        a + b
    }

    fn ends<const N: usize>() -> f32 {
        let line = [1.0_f32; N];
        line[0]
    }

    #[kernel]
    pub fn kernel(y: &mut [f32]) {
        let a = larger(Point { x: 1.0 }, Point { x: 2.0 });
        let b = add(true, false);
        let c = add(1.0_f32, 2.0);
        y[0] = ends::<0>();
    }
}

fn main() {}
