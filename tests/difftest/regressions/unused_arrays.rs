#[sycl_hls::kernels]
pub mod unused_arrays {
    // An array that nobody uses was dropped with what its elements do.
    fn bump(y: &mut [u64; 1]) -> u64 {
        y[0] += 1;
        y[0]
    }

    #[kernel]
    pub fn effects(#[len(1)] out: &mut [u64]) {
        let mut y = [0];
        let _ = [bump(&mut y); 3];
        let _ = [[bump(&mut y), 10], [bump(&mut y) * 2, 0]];
        [bump(&mut y), bump(&mut y)];
        out[0] = y[0];
    }

    #[kernel]
    pub fn checks(i: usize, #[len(1)] out: &mut [u64]) {
        let rows = [[1; 2]; 3];
        out[0] = 1;
        let _ = rows[i];
        out[0] = 2;
    }
}
