//! Kernels on memory of the host, in an image of their own: arguments of other kernels would have no bank in common with theirs,
//! and XRT's OpenCL would not know where to put buffers whose bank the host does not state.

#[sycl_hls::kernels]
mod kernels {
    /// Swaps the first and the last element.
    #[kernel]
    pub fn swap_ends(
        #[len(n)]
        #[bank(HOST[0])]
        x: &mut [u32],
        n: u32,
    ) {
        let last = n as usize - 1;
        let first = x[0];
        x[0] = x[last];
        x[last] = first;
    }

    #[kernel]
    pub fn scale_host(
        #[len(n)]
        #[bank(HOST[0])]
        x: &[i32],
        #[len(n)]
        #[bank(HOST[0])]
        y: &mut [i32],
        n: u32,
        factor: i32,
    ) {
        #[pipeline(ii = 1)]
        for i in 0..n as usize {
            y[i] = x[i] * factor;
        }
    }
}
