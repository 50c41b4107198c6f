#[sycl_hls::kernels]
pub mod copied_list_of_structs {
    #[derive(Clone, Copy, PartialEq, Element)]
    pub struct Sum {
        a: [u64; 1],
    }
    // The list is read by the copy: it is not overwritten.
    #[kernel]
    pub fn k(t: &mut [Sum], #[len(8)] x: &[u64]) {
        let mut xor: u64 = 0;
        for at in 0..x.len() {
            xor ^= x[at];
        }
        t.copy_from_slice(&[Sum { a: [xor] }]);
    }
}
