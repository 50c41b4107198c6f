#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    pub struct Plain {
        pub a: u32,
    }

    #[derive(Clone, Copy, Element)]
    pub struct Padded {
        pub a: u8,
        pub b: u32,
        pub c: u8,
        pub d: u16,
    }

    #[derive(Clone, Copy, Element)]
    pub struct Tail {
        pub a: u64,
        pub b: u8,
    }

    #[derive(Clone, Copy, Element)]
    pub struct Flag {
        pub a: u32,
        pub on: bool,
    }

    #[derive(Clone, Copy)]
    pub enum Mode {
        Fast,
    }

    #[derive(Clone, Copy, Element)]
    pub struct Moded {
        pub mode: Mode,
    }

    #[derive(Clone, Copy, Element)]
    pub struct Paired {
        pub pair: (u32, u32),
    }

    #[derive(Clone, Copy, Element)]
    pub struct Nested {
        pub inner: Plain,
    }

    #[derive(Clone, Copy, Element)]
    pub struct Maybe {
        pub value: Option<u32>,
    }

    #[kernel]
    pub fn kernel(
        a: &[Plain],
        b: &[Padded],
        c: &[Tail],
        d: &[Flag],
        e: &[Mode],
        f: &[Moded],
        g: &[Paired],
        h: &[Nested],
        i: &[Maybe],
        j: &[(u32, u32)],
        k: &[Option<u32>],
        l: Mode,
        m: Option<u32>,
        n: (u32, u32),
        y: &mut [Plain],
    ) {
    }
}

fn main() {}
