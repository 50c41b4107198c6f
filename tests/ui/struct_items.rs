#[sycl_hls::kernels]
mod kernels {
    struct Node {
        value: u32,
        next: Option<Node>,
    }

    struct Left {
        right: Right,
    }

    struct Right {
        left: [Left; 2],
    }

    struct Nothing {}

    struct Holder<'a> {
        data: &'a [f32],
    }

    struct View {
        data: &'static [f32],
        unit: (),
    }

    struct Twice {
        a: u32,
        a: f32,
    }

    struct Buffer {
        bytes: Vec<u8>,
        size: [u8; SIZE],
    }

    struct Generic<T> {
        value: T,
    }

    struct Sized<const N: usize = 4>([f32; N]);

    #[kernel]
    pub fn kernel(out: &mut [f32]) {
        let a = Generic { value: 1.0 };
        let b = Node { value: 1, next: None };
        let c = Buffer { bytes: 1, size: [0; 4] };
        out[0] = c.size[0];
    }
}

fn main() {}
