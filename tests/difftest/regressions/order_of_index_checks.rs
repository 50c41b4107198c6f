#[sycl_hls::kernels]
pub mod order_of_index_checks {
    const T: [[u64; 4]; 3] = [[1; 4]; 3];

    // An index is checked where it stands, before what stands behind it.
    #[kernel]
    pub fn next_index(i: usize, j: usize, #[len(1)] out: &mut [u64]) {
        out[0] = T[i][j - 1];
    }

    #[kernel]
    pub fn repeated(i: usize, #[len(1)] out: &mut [u64]) {
        let rows = [T[i]; 3];
        out[0] = rows[2][1];
    }

    #[kernel]
    pub fn copied(i: usize, j: usize, #[len(1)] out: &mut [u64]) {
        let mut rows = T;
        rows[j] =
            T[i];
        out[0] = rows[2][1];
    }

    fn first(row: &[u64; 4], other: usize) -> u64 {
        row[0] + other as u64
    }

    #[kernel]
    pub fn passed(i: usize, j: usize, #[len(1)] out: &mut [u64]) {
        out[0] = first(&T[i], j - 1);
    }

    #[kernel]
    pub fn length(i: usize, #[len(1)] out: &mut [u64]) {
        out[0] = T[i].len() as u64;
    }
}
