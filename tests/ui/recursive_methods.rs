#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Tree {
        depth: u32,
    }

    impl Tree {
        fn sum(&self) -> u32 {
            if self.depth == 0 { 0 } else { self.left() }
        }

        fn left(self) -> u32 {
            Self { depth: self.depth - 1 }.sum()
        }

        fn new(depth: u32) -> Self {
            Self::new(depth - 1)
        }
    }

    fn twice<T: Copy>(v: T, n: u32) -> u32 {
        if n == 0 { 0 } else { twice(v, n - 1) }
    }

    #[kernel]
    pub fn kernel(y: &mut [u32]) {
        y[0] = Tree { depth: 4 }.sum();
        y[1] = twice(1.0_f32, 4);
    }
}

fn main() {}
