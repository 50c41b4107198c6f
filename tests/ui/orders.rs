#[sycl_hls::kernels]
mod kernels {
    use core::cmp::Reverse;
    use core::cmp::min;

    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    struct Part {
        x: f32,
    }

    #[derive(Clone, Copy, PartialEq)]
    struct Other {
        x: u32,
    }

    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    struct Whole {
        other: Other,
    }

    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [u32]) {
        let part = Part { x: x[0] };
        let other = Other { x: 3 };
        let least = part.min(part);
        let order = x[0].cmp(&x[1]);
        let compared = (other, 1).partial_cmp(&(other, 2));
        let greater = [other] > [other];
        let three = (1, 2).max((1, 2), (3, 4));
        let mixed = (1_u32, 2).min(4_u32);
        let clamped = core::cmp::clamp(1, 2);
        core::mem::forget(least);
        y[0] = min(1, 2, 3);
    }
}

fn main() {}
