//! The five kernels of the host that compares widths of ports, all with the ports that our hardware chooses.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn dot_product_1(
        #[len(size)] a: &[u32],
        #[len(size)] b: &[u32],
        #[len(size)] res: &mut [u64],
        size: i32,
        reps: i32,
    ) {
        products(a, b, res, reps);
    }

    #[kernel]
    pub fn dot_product_2(
        #[len(size)] a: &[u32],
        #[len(size)] b: &[u32],
        #[len(size)] res: &mut [u64],
        size: i32,
        reps: i32,
    ) {
        products(a, b, res, reps);
    }

    #[kernel]
    pub fn dot_product_3(
        #[len(size)] a: &[u32],
        #[len(size)] b: &[u32],
        #[len(size)] res: &mut [u64],
        size: i32,
        reps: i32,
    ) {
        products(a, b, res, reps);
    }

    #[kernel]
    pub fn dot_product_4(
        #[len(size)] a: &[u32],
        #[len(size)] b: &[u32],
        #[len(size)] res: &mut [u64],
        size: i32,
        reps: i32,
    ) {
        products(a, b, res, reps);
    }

    #[kernel]
    pub fn dot_product_5(
        #[len(size)] a: &[u32],
        #[len(size)] b: &[u32],
        #[len(size)] res: &mut [u64],
        size: i32,
        reps: i32,
    ) {
        products(a, b, res, reps);
    }

    fn products(a: &[u32], b: &[u32], res: &mut [u64], reps: i32) {
        for _ in 0..reps {
            for i in 0..res.len() {
                res[i] = a[i].wrapping_mul(b[i]) as u64;
            }
        }
    }
}
