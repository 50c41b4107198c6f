#[sycl_hls::kernels]
mod kernels {
    enum Empty {}

    enum Shape {
        Point,
        Circle(f32),
        Rectangle { width: f32, height: f32 },
        Group(Tree),
        Point,
    }

    enum Tree {
        Leaf(u32),
        Node(Tree, Tree),
    }

    enum Level {
        Low = -1,
        Middle = LIMIT,
        High = 300,
        Same = -1,
    }

    enum Defaulted<T = u32> {
        Some(T),
    }

    #[kernel]
    pub fn kernel(out: &mut [f32]) {
        out[0] = 1.0;
    }
}

fn main() {}
