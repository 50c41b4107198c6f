#[sycl_hls::kernels]
pub mod m_names_in_a_while {
    #[kernel]
    pub fn names_in_a_while(#[len(4)] y: &mut [i32]) {
        let mut i = 0;
        while i < 4 && {
            y[1] += 1;
            y[i] < 9
        } {
            let before = i;
            i += 1;
            y[before] ^= {
                i += y[3] as usize;
                2
            };
        }
    }
}
