//! `into` needs a `From`, and the type that is wanted.

#[sycl_hls::kernels]
pub mod kernels {
    #[derive(Clone, Copy)]
    pub struct Level(u8);

    #[kernel]
    pub fn kernel(x: &[u32], y: &mut [u32]) {
        let open = x[1].into();
        let narrow: u8 = x[1].into();
        let level: Level = x[2].into();
        let whole: u32 = 1.5_f32.into();
        let some: Option<u32> = x[2].into();
        let slice: u32 = x.into();
        y[0] = 1.into();
        let number: u32 = level.into();
    }
}

fn main() {}
