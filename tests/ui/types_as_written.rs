#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], out: &mut [f32]) {
        let c: Option<&[f32]> = None;
        let d: Option<Option<u32>> = Some(None);
        let e: (u32, &f32) = (1, &x[0]);
        let f: &&[f32] = &x;
        let g: [&f32; 2] = [&x[0], &x[1]];
        let h: Self = 1;
        let i: [(); 4] = [(); 4];
        let j: u32<f32> = 1;
        let k = 1 as _;
        let l: std::vec::Vec<u32> = 1;
        let m: Option<()> = None;
        let n: Option<u32, u32> = None;
    }
}

fn main() {}
