#[sycl_hls::kernels]
pub mod m_value_before_its_place {
    #[kernel]
    pub fn value_before_its_place(#[len(2)] y: &mut [i32]) {
        let mut pair = (5, [6, 7]);
        let mut pairs = [pair; 2];
        pairs[{
            pair.0 = 50;
            1
        }] = pair;
        y[0] = pairs[1].0;
        y[1] = pair.0;
    }
}
