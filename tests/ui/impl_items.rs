#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Point {
        x: f32,
        y: f32,
    }

    impl Point {
        const ORIGIN: Point = Point { x: 0.0, y: 0.0 };

        type Unit = f32;

        fn length(&self) -> f32 {
            self.x
        }

        fn length(&self) -> f32 {
            self.y
        }

        fn boxed(self: Box<Self>) {}
    }

    impl Clone for Point {
        fn clone(&self) -> Self {
            *self
        }
    }

    impl<T> Point {
        fn generic(self) {}
    }

    impl Other {
        fn method(self) {}
    }

    impl u32 {
        fn double(self) -> u32 {
            self * 2
        }
    }

    impl [f32; 4] {
        fn sum(self) -> f32 {
            self[0]
        }
    }

    #[kernel]
    pub fn kernel(out: &mut [f32]) {
        out[0] = Point::ORIGIN.length();
    }
}

fn main() {}
