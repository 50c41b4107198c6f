#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn conditions(inside: bool, rows: usize, #[len(rows)] x: &[i32], y: &mut [i32]) {
        for i in 0..rows {
            y[i] = if inside { x[i] } else { 0 };
        }
        for i in 0..rows {
            if i >= 2 {
                y[i - 2] = x[i];
            }
        }
        for i in 0..rows {
            if x[i] > 0 {
                y[i] += 1;
            }
        }
    }

    #[kernel]
    pub fn in_place(x: &[f32], y: &mut [f32]) {
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            y[i] += x[i];
        }
        for i in 0..x.len() {
            let old = y[i];
            y[i] = old * 2.0;
        }
        #[hls_allow(missed_burst)]
        for i in 0..x.len() {
            y[i] -= x[i];
        }
    }

    #[kernel]
    pub fn one_port(
        #[m_axi(bundle = "gmem")] a: &[u32],
        #[m_axi(bundle = "gmem")] b: &[u32],
        y: &mut [u32],
        z: &mut [u32],
    ) {
        for i in 0..64_usize {
            y[i] = a[i] + b[i];
        }
        for i in 0..64_usize {
            z[i] = a[i] + a[i + 1];
        }
        #[pipeline(ii = 2)]
        for i in 0..64_usize {
            y[i] = a[i] ^ b[i];
        }
        for i in 0..64_usize {
            y[i] = a[i] - a[i + b.len()];
        }
        // The lint of ports says it.
        #[pipeline(ii = 1)]
        for i in 0..64_usize {
            z[i] = a[i] & b[i];
        }
    }
}
