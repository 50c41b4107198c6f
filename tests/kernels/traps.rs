//! Kernels that stop, each at one place.

/// Checks of every kind; `kind` and the arguments say which one fails.
#[sycl_hls::kernels]
pub mod traps {
    const TABLE: [i32; 3] = [10, 20, 30];

    /// An index beyond a slice, in a plain loop.
    #[kernel]
    pub fn slice_index(at: usize, x: &[i32], out: &mut [i32]) {
        for i in 0..out.len() {
            out[i] = x[i + at];
        }
    }

    /// An index beyond an array, on the left.
    #[kernel]
    pub fn array_index(at: usize, out: &mut [i32]) {
        let mut local = [0; 4];
        local[at] = 1;
        out[0] = local[0] + TABLE[at];
    }

    /// An index beyond a row.
    #[kernel]
    pub fn row_index(row: usize, column: usize, out: &mut [i32]) {
        let mut grid = [[0; 3]; 2];
        grid[row][column] = 5;
        out[0] = grid[row][column];
    }

    /// Overflow of data in a loop that could be vectorized; `out` holds what came before.
    #[kernel]
    pub fn add_in_loop(a: &[i32], b: &[i32], out: &mut [i32]) {
        for i in 0..out.len() {
            out[i] = a[i] + b[i];
        }
    }

    /// Overflow of an accumulator.
    #[kernel]
    pub fn accumulate(values: &[u32], out: &mut [u32]) {
        let mut sum = 0;
        for i in 0..values.len() {
            sum += values[i];
        }
        out[0] = sum;
    }

    /// Overflow of each operator and type.
    #[kernel]
    pub fn arithmetic(kind: u32, a: i64, b: i64, out: &mut [i64]) {
        if kind == 0 {
            out[0] = a + b;
        }
        if kind == 1 {
            out[0] = a - b;
        }
        if kind == 2 {
            out[0] = a * b;
        }
        if kind == 3 {
            out[0] = a / b;
        }
        if kind == 4 {
            out[0] = a % b;
        }
        if kind == 5 {
            out[0] = -a;
        }
        if kind == 6 {
            out[0] = a << b;
        }
        if kind == 7 {
            out[0] = a >> b;
        }
        if kind == 8 {
            out[0] = (a as u8 + b as u8) as i64;
        }
        if kind == 9 {
            out[0] = (a as usize - b as usize) as i64;
        }
        if kind == 10 {
            out[0] = (a as i32 * b as i32) as i64;
        }
        if kind == 11 {
            out[0] = a.wrapping_div(b);
        }
        if kind == 12 {
            out[0] = (a as u32 / b as u32) as i64;
        }
        if kind == 13 {
            out[0] += a;
            out[0] *= b;
        }
    }

    /// A failure in a helper.
    #[kernel]
    pub fn in_helper(n: i32, out: &mut [i32]) {
        out[0] = 1;
        out[0] = reciprocal(n);
    }

    fn reciprocal(n: i32) -> i32 {
        1000 / n
    }

    /// An index that depends on data, in a loop with arithmetic that may overflow before it.
    #[kernel]
    pub fn gather(indices: &[u32], x: &[i32], out: &mut [i32]) {
        for i in 0..indices.len() {
            out[i] = x[indices[i] as usize] + x[i];
        }
    }
}
