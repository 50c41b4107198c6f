#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    enum Mode {
        Fast,
        Slow,
    }

    #[derive(Clone, Copy)]
    struct Pair {
        a: f32,
    }

    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        for v in x {
            v += 1.0;
            let whole: f32 = v;
            let number = v as u32;
        }
        let pair = Pair { a: 1.0 };
        (&pair).a = 2.0;
        let code: u32 = Mode::Fast;
    }
}

fn main() {}
