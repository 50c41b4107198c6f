#[sycl_hls::kernels]
pub mod m_index_before_an_empty_part {
    #[kernel]
    pub fn index_before_an_empty_part(at: u64, kind: u32, #[len(1)] y: &mut [i32]) {
        let rows = [[1, 2], [3, 4]];
        match kind {
            0 => {
                let part = &rows[at as usize][1..1];
                y[0] = part.len() as i32;
            }
            1 => {
                for (a, b) in y[..0].iter().zip(&rows[at as usize]) {
                    let _ = a + b;
                }
            }
            2 => y[0] = rows[at as usize].chunks_exact(3).count() as i32,
            _ => {
                let part = &rows[1][0..=at as usize];
                y[0] = part.len() as i32;
            }
        }
    }
}
