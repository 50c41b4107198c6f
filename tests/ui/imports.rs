#[sycl_hls::kernels]
pub mod shapes {
    pub const SIDES: usize = 4;

    fn area(width: f32, height: f32) -> f32 {
        width * height
    }

    pub fn grown<const N: usize>(mut x: [i32; N]) -> i32 {
        #[pipeline]
        for i in 0..x[0] {
            for j in 0..x[1] {
                x[0] += i * j;
            }
        }
        x[0]
    }
}

#[sycl_hls::kernels]
mod unseen {
    pub const SIDES: usize = 3;
}

#[sycl_hls::kernels(import(super::shapes))]
mod kernels {
    use super::shapes;
    use super::shapes::{SIDE, area};
    use sycl_hls::device::*;

    #[kernel]
    pub fn areas(width: f32, y: &mut [f32]) {
        y[0] = area(width, SIDE as f32);
    }
}

#[sycl_hls::kernels(import(super::shapes))]
mod instances {
    use super::shapes::grown;
    use sycl_hls::device::*;

    #[kernel]
    pub fn grow(y: &mut [i32]) {
        y[0] = grown([1, 2]);
    }
}

#[sycl_hls::kernels]
mod forgotten {
    use super::shapes::SIDES;
    use sycl_hls::device::*;

    #[kernel]
    pub fn sides(y: &mut [i32]) {
        y[0] = SIDES as i32;
    }
}

fn main() {}
