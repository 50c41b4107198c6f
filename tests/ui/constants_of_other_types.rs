#[sycl_hls::kernels]
mod kernels {
    const TABLE: &[&[u32]] = &[&[1], &[2, 3]];
    const NOTHING: () = ();
    const PAIR: (u32, &u32) = (1, &2);
    const RESULT: Result<u32, u32> = 1;

    #[kernel]
    pub fn kernel(y: &mut [u32]) {
        y[0] = TABLE[0] + PAIR.0;
    }
}

fn main() {}
