#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    enum Color {
        Red,
    }

    #[kernel]
    pub fn no_such(x: u8, f: f32, y: &mut [u32]) {
        let color: Result<Color, u8> = x.try_into();
        let whole = u32::try_from(f);
        let half: f32 = x.try_into().unwrap();
        let open = x.try_into();
        let none: Result<[u16; 4], _> = y[..4].try_into();
        let narrow = u8::try_from(x, y[0]);
        let y: u8 = u8::try_from(y[0]);
    }

    #[kernel]
    pub fn open(x: u8, y: &mut [u32]) {
        let ignored = x.try_into().is_ok();
        let nothing: Option<_> = None;
        y[0] = 1;
    }
}

fn main() {}
