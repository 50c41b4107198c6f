#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn scattered(rows: usize, order: &[u32], x: &[f32], y: &mut [f32]) {
        for i in 0..64_usize {
            y[i] = x[i * 4];
        }
        for i in 0..64_usize {
            y[63 - i] = x[i];
        }
        for j in 0..64_usize {
            for i in 0..rows {
                y[i] = x[i * 64 + j] + x[j * rows + i];
            }
        }
        for i in 0..order.len() {
            y[i] = x[order[i] as usize];
        }
    }

    #[kernel]
    pub fn divided(x: &[i32], y: &mut [i32]) {
        #[array_partition(type = cyclic, factor = 3)]
        let mut cyclic = [0; 96];
        #[array_partition(type = block, factor = 4, dim = 2)]
        let mut blocks = [[0; 40]; 8];
        for i in 0..96 {
            cyclic[i] = x[i];
            blocks[i % 8][i / 8] = x[i];
        }
        for i in 0..32 {
            y[i] = cyclic[i * 3] + blocks[0][i];
        }
    }
}
