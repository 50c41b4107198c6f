#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, x: &[f32], y: &mut [f32]) {
        y[0] = f32::max();
        y[1] = x.iter().fold(0.0);
        let any = x.iter().any();
        let count = x.iter().count(1);
        y[2] = f32::from_bits(n, n);
        y[4] = f32::max(x[0]);
        y[5] = f32::sqrt(x[0], 1.0);
        let a = first::<u32, 4>(n);
        let Some(b, c) = n.checked_add(1) else { return };
        y[3] = Widget { a: 1 }.a;
    }

    fn first(n: u32) -> u32 {
        n
    }
}

fn main() {}
