#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Point {
        x: f32,
    }

    impl Point {
        fn boxed(self: Box<Self>) -> f32 {
            1.0
        }

        fn typed(self: &Self) -> f32 {
            self.x
        }
    }

    fn free(self) {}

    #[kernel]
    pub fn kernel(y: &mut [f32]) {
        y[0] = Point { x: 1.0 }.typed();
    }
}

fn main() {}
