#[sycl_hls::kernels]
pub mod place_in_parentheses {
    const T: [[u8; 4]; 3] = [[0; 4]; 3];

    // Parentheses belong to the last index, not to the one before.
    #[kernel]
    pub fn k(i: usize, j: usize, #[len(1)] out: &mut [u64]) {
        out[0] = (T[i][0]) as u64 + (T[0][j]) as u64 + ((T[i])[j]) as u64;
    }

    fn first(x: u64, _y: u64) -> u64 {
        x
    }

    // They do so in an argument, too.
    #[kernel]
    pub fn argument(i: usize, #[len(1)] out: &mut [u64]) {
        out[0] = first((i as u64 - 1), ((i as u64 * 2)));
    }

    // And so of methods, and where they are lent.
    #[kernel]
    pub fn of_method(i: usize, #[len(1)] out: &mut [u64]) {
        let x = [1_u64, 2];
        out[0] = x[0].min((x[i]));
    }

    #[kernel]
    pub fn lent(i: usize, #[len(1)] out: &mut [u64]) {
        let x = [1_u64, 2];
        out[0] = *(&(x[i]));
    }

    #[kernel]
    pub fn looped_over(i: usize, #[len(1)] out: &mut [u64]) {
        let x = [[1_u64, 2]; 2];
        for v in (x[i]) {
            out[0] += v;
        }
    }

    // Not so among several that are assigned.
    #[kernel]
    pub fn assigned(i: usize, #[len(1)] out: &mut [u64]) {
        let mut x = [1_u64, 2];
        ((x[i]), out[0]) = (3, 4);
    }
}
