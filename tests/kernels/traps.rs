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

    /// Assertions in a helper and in a pipelined loop.
    #[kernel]
    pub fn asserted(x: &[i32], least: i32, out: &mut [i32]) {
        assert_eq!(x.len(), out.len(), "as many results as values");
        assert_ne!(least, 13);
        #[pipeline(ii = 1)]
        for (i, value) in x.iter().enumerate() {
            debug_assert!(*value >= least, "{{no}} values below `least`");
            assert!(matches!(value % 10, 0..=3 | 7 if *value != 27));
            out[i] = name_of(value & 3, i > 9) + i as i32;
        }
    }

    fn name_of(code: i32, is_late: bool) -> i32 {
        match code {
            0 => 10,
            1 => 20,
            2 => todo!(),
            3 if is_late => unimplemented!("behind the tenth"),
            3 => 40,
            _ => unreachable!(),
        }
    }

    /// Panics instead of values, of each form.
    #[kernel]
    pub fn panics(which: u32, x: &[u32], out: &mut [u32]) {
        out[0] = 1;
        let first = if let Some(first) = x.first() { *first } else { panic!("nothing to do") };
        let Some(half) = first.checked_sub(100) else { panic!() };
        let rest: [u32; 2] = match which {
            0 => [half, 1],
            1 => [half; 2],
            _ => unreachable!("which is 0 or 1"),
        };
        if rest[1] > 1000 {
            panic!("too large");
        }
        out[0] = rest[0] ^ limited(rest[1]);
    }

    fn limited(x: u32) -> u32 {
        if x < 500 {
            return x + 1;
        }
        panic!("x is 500 or more");
    }
}
