//! Small known algorithms.

/// Algorithms over slices and local arrays.
#[sycl_hls::kernels]
pub mod algorithms {
    use sycl_hls::device::*;

    /// `y = a * x + y` (thesis, 3.4).
    #[kernel]
    pub fn axpy(a: i32, x: &[i32], #[m_axi(bundle = "gmem1")] y: &mut [i32]) {
        #[pipeline(ii = 1)]
        for i in 0..y.len() {
            y[i] = a * x[i] + y[i];
        }
    }

    /// The same for `f32`, with the length among the arguments.
    #[kernel]
    pub fn saxpy(n: usize, a: f32, #[len(n)] x: &[f32], #[len(n)] y: &mut [f32]) {
        #[pipeline(ii = 1)]
        for i in 0..n {
            y[i] = a * x[i] + y[i];
        }
    }

    const TAPS: [i32; 5] = [1, -4, 6, -4, 1];

    /// A finite impulse response filter with a shift register.
    #[kernel]
    pub fn fir(x: &[i32], y: &mut [i32]) {
        #[array_partition(kind = complete, dim = 1)]
        let mut window = [0; 5];
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            #[unroll]
            for tap in 0..4 {
                window[4 - tap] = window[3 - tap];
            }
            window[0] = x[i];
            let mut sum = 0;
            #[unroll]
            for tap in 0..5 {
                sum += window[tap] * TAPS[tap];
            }
            y[i] = sum;
        }
    }

    const SIZE: usize = 8;

    /// The product of two matrices through local, partitioned arrays.
    #[kernel]
    pub fn matmul(#[len(64)] a: &[f32], #[len(64)] b: &[f32], #[len(64)] c: &mut [f32]) {
        #[array_partition(kind = cyclic, factor = 4, dim = 2)]
        let mut a_local = [[0.0; SIZE]; SIZE];
        #[array_partition(kind = block, factor = 4, dim = 1)]
        let mut b_local = [[0.0; SIZE]; SIZE];
        for i in 0..SIZE {
            for j in 0..SIZE {
                a_local[i][j] = a[i * SIZE + j];
                b_local[i][j] = b[i * SIZE + j];
            }
        }
        for i in 0..SIZE {
            for j in 0..SIZE {
                c[i * SIZE + j] = dot(&a_local[i], &b_local, j);
            }
        }
    }

    fn dot(row: &[f32; SIZE], matrix: &[[f32; SIZE]; SIZE], column: usize) -> f32 {
        let mut sum = 0.0;
        for k in 0..SIZE {
            sum += row[k] * matrix[k][column];
        }
        sum
    }

    /// Counts bytes.
    #[kernel]
    pub fn histogram(data: &[u8], #[len(256)] counts: &mut [u32]) {
        let mut bins = [0u32; 256];
        for i in 0..data.len() {
            bins[data[i] as usize] += 1;
        }
        for i in 0..256 {
            counts[i] = bins[i];
        }
    }

    /// The reflected CRC-32 of IEEE 802.3, with its table computed on the way.
    #[kernel]
    pub fn crc32(data: &[u8], #[len(1)] crc: &mut [u32]) {
        let mut table = [0u32; 256];
        for i in 0..256usize {
            let mut value = i as u32;
            for _ in 0..8 {
                value = if value & 1 != 0 { (value >> 1) ^ 0xedb8_8320 } else { value >> 1 };
            }
            table[i] = value;
        }
        let mut state = !0u32;
        for i in 0..data.len() {
            state = table[((state ^ data[i] as u32) & 0xff) as usize] ^ (state >> 8);
        }
        crc[0] = !state;
    }

    /// Escape times of the Mandelbrot set, all iterations run.
    #[kernel]
    pub fn mandelbrot(width: usize, height: usize, limit: u32, #[len(width * height)] out: &mut [u32]) {
        for row in 0..height {
            for column in 0..width {
                let cx = column as f64 / width as f64 * 3.5 - 2.5;
                let cy = row as f64 / height as f64 * 2.0 - 1.0;
                let mut x = 0.0;
                let mut y = 0.0;
                let mut escaped = limit;
                for step in 0..limit {
                    if escaped == limit {
                        let next = x * x - y * y + cx;
                        y = 2.0 * x * y + cy;
                        x = next;
                        if x * x + y * y > 4.0 {
                            escaped = step;
                        }
                    }
                }
                out[row * width + column] = escaped;
            }
        }
    }

    /// A bitonic sorting network for 16 numbers.
    #[kernel]
    pub fn bitonic_sort(#[len(16)] data: &mut [i32]) {
        let mut local = [0; 16];
        for i in 0..16 {
            local[i] = data[i];
        }
        for stage in 1..=4u32 {
            for pass in 0..stage {
                let distance = 1usize << (stage - 1 - pass);
                for i in 0..16usize {
                    let partner = i ^ distance;
                    let ascending = (i >> stage) & 1 == 0;
                    if partner > i && (local[i] > local[partner]) == ascending {
                        let swapped = local[i];
                        local[i] = local[partner];
                        local[partner] = swapped;
                    }
                }
            }
        }
        for i in 0..16 {
            data[i] = local[i];
        }
    }

    /// Sums that are carried from element to element.
    #[kernel]
    pub fn prefix_sum(data: &mut [i64]) {
        let mut sum = 0;
        for i in 0..data.len() {
            sum += data[i];
            data[i] = sum;
        }
    }

    /// Transposes a matrix whose sides are arguments.
    #[kernel]
    pub fn transpose(
        rows: u32,
        columns: u32,
        #[len(rows * columns)] from: &[f64],
        #[len(rows * columns)] to: &mut [f64],
    ) {
        for row in 0..rows as usize {
            for column in 0..columns as usize {
                to[column * rows as usize + row] = from[row * columns as usize + column];
            }
        }
    }

    /// The largest value and its first position.
    #[kernel]
    pub fn argmax(values: &[f32], #[len(1)] position: &mut [usize], #[len(1)] largest: &mut [f32]) {
        let mut best = f32::NEG_INFINITY;
        let mut at = usize::MAX;
        for i in 0..values.len() {
            let better = values[i] > best;
            best = if better { values[i] } else { best };
            at = if better { i } else { at };
        }
        position[0] = at;
        largest[0] = best;
    }

    /// Greatest common divisors, with a bounded number of steps.
    #[kernel]
    pub fn gcd(a: &[u64], b: &[u64], out: &mut [u64]) {
        for i in 0..out.len() {
            let mut x = a[i];
            let mut y = b[i];
            for _ in 0..96 {
                if y != 0 {
                    let rest = x % y;
                    x = y;
                    y = rest;
                }
            }
            out[i] = x;
        }
    }
}
