//! One kernel for each construct of the language.

/// Constructs.
#[sycl_hls::kernels]
pub mod language {
    const LIMIT: usize = 3 * 4 - 2;
    const NEGATIVE: i32 = -(7 % 4);
    const MASK: u32 = !0 >> 28;
    static ROWS: [[u8; 3]; 2] = [[1, 2, 3], [4, 5, 6]];
    const FILLED: [f32; 4] = [0.5; 4];
    static BIG: u64 = u64::MAX / 3;

    /// Constants of every kind.
    #[kernel]
    pub fn constants(#[len(16)] out: &mut [i64]) {
        out[0] = LIMIT as i64;
        out[1] = NEGATIVE as i64;
        out[2] = MASK as i64;
        out[3] = ROWS[1][2] as i64;
        out[4] = (FILLED[3] * 4.0) as i64;
        out[5] = BIG as i64;
        out[6] = i32::MIN as i64;
        out[7] = i64::MIN;
        out[8] = u32::MAX as i64;
        out[9] = u8::BITS as i64;
        out[10] = -2147483648i32 as i64;
        out[11] = 0xff_u8 as i64 + 0b101 + 0o17;
        out[12] = b'a' as i64;
        out[13] = LIMIT.wrapping_sub(11) as i64;
        out[14] = (f32::INFINITY > f32::MAX) as i64;
        out[15] = (f64::NAN == f64::NAN) as i64;
    }

    /// Arguments of every type.
    #[kernel]
    pub fn scalars(
        flag: bool,
        byte: u8,
        int: i32,
        word: u32,
        long: i64,
        wide: u64,
        size: usize,
        single: f32,
        double: f64,
        #[len(9)] out: &mut [f64],
    ) {
        out[0] = if flag { 1.0 } else { 0.0 };
        out[1] = byte as f64;
        out[2] = int as f64;
        out[3] = word as f64;
        out[4] = long as f64;
        out[5] = wide as f64;
        out[6] = size as f64;
        out[7] = single as f64;
        out[8] = double;
    }

    /// Loops over ranges of every kind: empty, one step, inclusive, to the type's end, with computed bounds.
    #[kernel]
    pub fn ranges(n: i32, m: u8, #[len(16)] out: &mut [i64]) {
        for i in 0..0u32 {
            out[0] = i as i64 + 1;
        }
        for i in n..n + 1 {
            out[1] += i as i64;
        }
        for i in -3..=3 {
            out[2] += (i * i) as i64;
        }
        for i in n..=n - 1 {
            out[3] = i as i64;
        }
        for i in m..=255 {
            out[4] += i as i64;
        }
        for i in 250..=m {
            out[5] += i as i64;
        }
        for i in i32::MAX - 2..=i32::MAX {
            out[6] += i as i64;
        }
        for i in 0..m / 2 {
            out[7] += i as i64;
        }
        for _ in 0..5 {
            out[8] += 1;
        }
        for i in u64::MAX - 1..=u64::MAX {
            out[9] = (out[9] + i as i64) * 2;
        }
        let mut bound = 4u32;
        for i in 0..bound {
            bound += 10;
            out[10] += i as i64;
        }
        out[11] = bound as i64;
        for mut i in 0..3i64 {
            i *= 10;
            out[12] += i;
        }
    }

    /// Shadowing in every scope, also of arguments and loop variables.
    #[kernel]
    pub fn shadowing(n: i32, #[len(8)] out: &mut [i32]) {
        let x = n;
        out[0] = x;
        let x = x * 2;
        out[1] = x;
        {
            let x = x + 1;
            out[2] = x;
        }
        out[3] = x;
        for n in 0..2 {
            let x = n + x;
            let n = x - n;
            out[4] += x + n;
        }
        let n = n as f32 / 2.0;
        let n = n > 1.0;
        out[5] = if n {
            let x = 7;
            x
        } else {
            x
        };
        out[6] = x;
    }

    /// Mutable arguments, and lengths that still mean the original value.
    #[kernel]
    pub fn mutable_arguments(mut n: usize, mut a: i32, #[len(n)] out: &mut [i32]) {
        a += 1;
        n -= 1;
        out[n] = a;
        n = out.len();
        out[0] = n as i32;
    }

    /// `if` as statement and expression, nested, with blocks and effects.
    #[kernel]
    pub fn conditions(values: &[i32], out: &mut [i32]) {
        let mut calls = 0;
        for i in 0..values.len() {
            let v = values[i];
            let class = if v < 0 {
                calls += 1;
                -1
            } else if v == 0 {
                0
            } else {
                let doubled = v * 2;
                calls += 10;
                if doubled > 100 { 100 } else { doubled }
            };
            if class > 0 && values[i] % 2 == 0 || class < -5 {
                out[i] = class;
            } else if class == 0 {
                out[i] = calls;
            } else {
                out[i] = {
                    let t = class - 1;
                    t * t
                };
            }
        }
    }

    /// The right-hand side is evaluated before the index, and both may have effects.
    #[kernel]
    pub fn evaluation_order(#[len(12)] out: &mut [i32]) {
        let mut n = 0;
        let mut at = 0usize;
        out[{
            at += 1;
            at
        }] = {
            n += 10;
            n
        };
        out[at + 1] =
            n + {
                n *= 2;
                n
            } + n;
        out[{
            at += 2;
            at
        }] += {
            n += 1;
            at as i32
        };
        let before = n;
        n = before + {
            n = 100;
            n
        };
        out[4] = n;
        let mut local = [1, 2, 3, 4];
        local[local[0] as usize] = local[local[1] as usize] + {
            local[0] = 3;
            local[0]
        };
        out[5] = local[1];
        out[6] = local[0];
        local[{
            local[3] = 0;
            3
        }] += 5;
        out[7] = local[3];
        out[8] = add(n, {
            n = 1;
            n
        }) * 10
            + n;
        let lazy = n == 2 && {
            n = 50;
            true
        };
        out[9] = n + lazy as i32;
        let lazy = n == 1 || {
            n = 60;
            true
        };
        out[10] = n + lazy as i32;
    }

    fn add(a: i32, b: i32) -> i32 {
        a + b
    }

    /// Arrays: initialisers, assignment, rows, copies.
    #[kernel]
    pub fn arrays(n: i32, #[len(24)] out: &mut [i32]) {
        let mut matrix = [[n; 3]; 2];
        let listed = [[1, n, 3], [n + 1, 5, 6]];
        matrix[1] = listed[0];
        matrix[0][2] = 9;
        let row = matrix[1];
        let copy = matrix;
        matrix = [[7; 3]; 2];
        matrix[0] = [n, matrix[1][0], n];
        let chosen = if n > 2 { row } else { [0, 0, 1] };
        let mixed = [row, [n * 2; 3], chosen];
        let mut swapped = [mixed[2], mixed[0]];
        swapped = [swapped[1], swapped[0]];
        for i in 0..3 {
            out[i] = matrix[0][i];
            out[3 + i] = matrix[1][i];
            out[6 + i] = copy[0][i];
            out[9 + i] = copy[1][i];
            out[12 + i] = mixed[1][i] + mixed[2][i];
            out[15 + i] = swapped[0][i] * 10 + swapped[1][i];
        }
        out[18] = (row.len() + copy.len()) as i32;
        let tables = [0.5f32; 3];
        out[19] = (tables[2] * 4.0) as i32;
        for i in 0..2u32 {
            let mut fresh = [n; 2];
            fresh[0] += i as i32;
            fresh[1] += fresh[0];
            out[20 + i as usize] = fresh[1];
        }
    }

    /// Helpers: scalars, slices, references to arrays and rows, results, calls of calls.
    #[kernel]
    pub fn helpers(input: &[i32], #[len(8)] out: &mut [i32]) {
        let mut line = [0; 4];
        fill(&mut line, input);
        out[0] = sum(&line);
        out[1] = sum(input);
        out[2] = twice(twice(line[0]));
        let mut grid = [[1; 4]; 2];
        fill(&mut grid[1], input);
        bump(&mut grid);
        out[3] = sum(&grid[0]) * 100 + sum(&grid[1]);
        out[4] = first(&PRIMES) + last(&PRIMES);
        store(out, 5, 77);
        out[6] = is_even(line[1]) as i32;
    }

    const PRIMES: [i32; 5] = [2, 3, 5, 7, 11];

    fn fill(line: &mut [i32; 4], from: &[i32]) {
        for i in 0..line.len() {
            line[i] = if i < from.len() { from[i] } else { -1 };
        }
    }

    fn sum(values: &[i32]) -> i32 {
        let mut total = 0;
        for i in 0..values.len() {
            total += values[i];
        }
        total
    }

    fn twice(x: i32) -> i32 {
        return x * 2;
    }

    fn bump(grid: &mut [[i32; 4]; 2]) {
        for row in 0..grid.len() {
            for column in 0..grid[row].len() {
                grid[row][column] += (row * 10 + column) as i32;
            }
        }
    }

    fn first(values: &[i32; 5]) -> i32 {
        values[0]
    }

    fn last(values: &[i32]) -> i32 {
        values[values.len() - 1]
    }

    fn store(out: &mut [i32], at: usize, value: i32) {
        out[at] = value;
    }

    fn is_even(x: i32) -> bool {
        x % 2 == 0
    }

    /// Names that other languages reserve.
    #[kernel]
    pub fn reserved_names(input: &[i32], output: &mut [i32], int: i32, signal: u32) {
        let wire = int;
        let mut reg = signal as i32;
        for begin in 0..output.len() {
            let double = input[begin] * 2;
            let end = double + wire;
            reg += end;
            output[begin] = r#match(end) + reg;
        }
        let _unused = reg;
        let größe = output.len();
        let __x = größe;
        output[0] += __x as i32;
    }

    fn r#match(r#type: i32) -> i32 {
        let r#in = r#type + 1;
        r#in
    }

    /// A kernel without memory.
    #[kernel]
    pub fn nothing(_n: i32) {}

    /// Unused arguments, values and memory.
    #[kernel]
    #[allow(unused_variables, unused_assignments, unused_mut)]
    pub fn unused(a: i32, x: &[f32], #[len(1)] out: &mut [i32]) {
        let ignored = x.len() * 2;
        let mut dead = [0; 4];
        dead[1] = 5;
        let _ = add(1, 2);
        let mut overwritten = 1;
        overwritten = 2;
        add(3, 4);
        out[0] = 1;
    }

    /// Types that only the use decides.
    #[kernel]
    pub fn inference(n: usize, values: &[f32], #[len(8)] out: &mut [f64]) {
        let mut total = 0.0;
        let mut count = 0;
        let offset = 1;
        for i in offset..n {
            total += values[i];
            count += 1;
        }
        let scale = 2.5;
        out[0] = total as f64 * scale;
        let as_byte: u8 = count;
        out[1] = as_byte as f64;
        let bits = 1 << 3;
        out[2] = bits as f64 + (7 / 2) as f64;
        let mut histogram = [0; 4];
        histogram[offset] = 3u64;
        out[3] = histogram[1] as f64;
        let half = if n > 2 { 0.5 } else { 0.25 };
        out[4] = half;
        out[5] = (3 as u8 as f32 / 2.0) as f64;
        let minus = -1;
        out[6] = (minus as i64).wrapping_mul(4) as f64;
    }
}
