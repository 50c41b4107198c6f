#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    enum Shape {
        Dot,
        Circle(u32),
    }

    #[kernel]
    pub fn kernel(n: u32, x: &[u32], out: &mut [u32]) {
        let Some(sum) = n.checked_add(1);
        let Shape::Circle(radius) = Shape::Circle(2);
        let (1, b) = (n, 2);
        let 1 = n;
        for (0, value) in x.iter().enumerate() {
            out[0] = *value;
        }
        out[1] = sum + radius + b;
    }
}

fn main() {}
