#[sycl_hls::kernels]
pub mod m_field_in_parentheses {
    #[derive(Clone, Copy, Element)]
    pub struct Link {
        next: u64,
        weight: u64,
    }

    #[kernel]
    pub fn field_in_parentheses(n: usize, x: &[Link], y: &mut [u64]) {
        y[0] = y[(x[x[n].next as usize].weight) as usize & 1];
    }

    #[kernel]
    pub fn array_in_parentheses(n: usize, at: usize, #[len(1)] y: &mut [u64]) {
        let arrays = [(1_u64, [2_u64, 3]); 2];
        y[0] = (arrays[n].1)[at];
    }
}
