#[sycl_hls::kernels]
pub mod copies_conditions_and_folds {
    // An array of which only its own copy is made looked as if it were read.
    #[kernel]
    pub fn array(n: u64, #[len(1)] out: &mut [u64]) {
        let mut a = [100.0, 7.0];
        if n > 1 {
            a = [1.5; 2];
        }
        a = a;
        out[0] = n;
    }

    // The names of a condition that is computed in statements were free for the loop's body.
    #[kernel]
    pub fn condition(x: &[u32], #[len(1)] out: &mut [u32]) {
        let mut i = 0;
        while i < 3 && x[i] / (x[i] + 1) != x[i + 1] {
            out[0] += x[i] * (x[i] + 2);
            i += 1;
        }
    }

    // A fold of what is no scalar looked for its memory without end.
    #[kernel]
    pub fn fold(x: &[u32], #[len(1)] out: &mut [u32]) {
        let (sum, largest) = x.iter().fold((0, 0), |all, v| (all.0 + v, if *v > all.1 { *v } else { all.1 }));
        out[0] = sum * largest;
    }
}
