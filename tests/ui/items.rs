#[sycl_hls::kernels]
mod kernels {
    pub enum Mode {
        Fast,
        Slow,
    }

    pub trait Filter {
        fn radius(&self) -> usize;
    }

    pub struct Pixel;

    impl Pixel {}

    type Line = [f32; 8];

    static mut COUNT: u32 = 1;

    mod inner {}

    union Bits {
        float: f32,
        int: u32,
    }
}

fn main() {}
