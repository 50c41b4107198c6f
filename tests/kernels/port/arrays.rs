//! Local arrays: partitioned, shifted, in ROM.

/// Arrays on the chip and how they are divided.
#[sycl_hls::kernels]
pub mod arrays {
    const SIDE: usize = 16;
    const SQUARE: usize = SIDE * SIDE;

    fn load(from: &[i32], to: &mut [[i32; SIDE]; SIDE]) {
        for (row, line) in to.iter_mut().zip(from.chunks_exact(SIDE)) {
            #[pipeline(ii = 1)]
            for (cell, value) in row.iter_mut().zip(line) {
                *cell = *value;
            }
        }
    }

    fn store(from: &[[i32; SIDE]; SIDE], to: &mut [i32]) {
        for (line, row) in to.chunks_exact_mut(SIDE).zip(from) {
            #[pipeline(ii = 1)]
            for (value, cell) in line.iter_mut().zip(row) {
                *value = *cell;
            }
        }
    }

    /// Accel, cpp_kernels/array_partition: a product of matrices with a column of one and a row of the other at hand.
    #[kernel]
    pub fn array_partition(#[len(SQUARE)] a: &[i32], #[len(SQUARE)] b: &[i32], #[len(SQUARE)] c: &mut [i32]) {
        #[array_partition(kind = complete, dim = 2)]
        let mut left = [[0; SIDE]; SIDE];
        #[array_partition(kind = complete, dim = 1)]
        let mut right = [[0; SIDE]; SIDE];
        let mut product = [[0; SIDE]; SIDE];
        load(a, &mut left);
        load(b, &mut right);
        for i in 0..SIDE {
            #[pipeline(ii = 1)]
            for j in 0..SIDE {
                product[i][j] = (0..SIDE).map(|k| left[i][k] * right[k][j]).sum();
            }
        }
        store(&product, c);
    }

    /// Accel, cpp_kernels/partition_cyclicblock, and Introductory, Array/array_partition_block_cyclic: flat arrays,
    /// neighbours in different memories.
    #[kernel]
    pub fn block_cyclic(
        side: usize,
        #[m_axi(depth = SQUARE)]
        #[len(side * side)]
        a: &[i32],
        #[m_axi(depth = SQUARE)]
        #[len(side * side)]
        b: &[i32],
        #[m_axi(depth = SQUARE)]
        #[len(side * side)]
        c: &mut [i32],
    ) {
        #[array_partition(kind = cyclic, factor = SIDE, dim = 1)]
        let mut left = [0; SQUARE];
        #[array_partition(kind = block, factor = SIDE, dim = 1)]
        let mut right = [0; SQUARE];
        #[loop_tripcount(min = SIDE, max = SIDE)]
        for i in 0..side {
            #[loop_tripcount(min = SIDE, max = SIDE)]
            for j in 0..side {
                left[i * SIDE + j] = a[i * side + j];
                right[i * SIDE + j] = b[i * side + j];
            }
        }
        #[loop_tripcount(min = SIDE, max = SIDE)]
        for i in 0..side {
            #[pipeline]
            #[loop_tripcount(min = SIDE, max = SIDE)]
            for j in 0..side {
                let mut sum = 0;
                for k in 0..SIDE {
                    sum += left[i * SIDE + k] * right[k * SIDE + j];
                }
                c[i * side + j] = sum;
            }
        }
    }

    /// Accel, cpp_kernels/loop_reorder: the sums of a whole row grow together, so that no step waits for its own.
    #[kernel]
    pub fn loop_reorder(#[len(SQUARE)] a: &[i32], #[len(SQUARE)] b: &[i32], #[len(SQUARE)] c: &mut [i32]) {
        let mut left = [[0; SIDE]; SIDE];
        #[array_partition(kind = complete, dim = 2)]
        let mut right = [[0; SIDE]; SIDE];
        #[array_partition(kind = complete, dim = 2)]
        let mut product = [[0; SIDE]; SIDE];
        #[array_partition(kind = complete, dim = 1)]
        let mut sums = [0; SIDE];
        load(a, &mut left);
        load(b, &mut right);
        for i in 0..SIDE {
            #[pipeline(ii = 1)]
            for k in 0..SIDE {
                for j in 0..SIDE {
                    let before = if k == 0 { 0 } else { sums[j] };
                    sums[j] = before + left[i][k] * right[k][j];
                    if k == SIDE - 1 {
                        product[i][j] = sums[j];
                    }
                }
            }
        }
        store(&product, c);
    }

    const TAPS: usize = 11;

    /// Accel, cpp_kernels/shift_register (naive): a filter that reads its past from memory.
    #[kernel]
    pub fn fir_naive(signal: &[i32], #[len(TAPS)] coefficients: &[i32], out: &mut [i32]) {
        let mut taps = [0; TAPS];
        taps.copy_from_slice(coefficients);
        #[loop_tripcount(min = 1, max = 1)]
        for j in 0..signal.len() {
            let mut sum = 0;
            #[loop_tripcount(min = 1, max = 1)]
            for i in 0..TAPS.min(j + 1) {
                sum += signal[j - i] * taps[i];
            }
            out[j] = sum;
        }
    }

    /// Accel, cpp_kernels/shift_register: the same with its past in registers.
    #[kernel]
    pub fn fir_shift_register(signal: &[i32], #[len(TAPS)] coefficients: &[i32], out: &mut [i32]) {
        #[array_partition(kind = complete, dim = 1)]
        let mut taps = [0; TAPS];
        #[array_partition(kind = complete, dim = 1)]
        let mut past = [0; TAPS];
        taps.copy_from_slice(coefficients);
        #[pipeline(ii = 1)]
        #[loop_tripcount(min = 1, max = 1)]
        for j in 0..signal.len() {
            let mut sum = 0;
            for i in (1..TAPS).rev() {
                past[i] = past[i - 1];
                sum += past[i] * taps[i];
            }
            past[0] = signal[j];
            out[j] = sum + past[0] * taps[0];
        }
    }

    /// Accel, cpp_kernels/systolic_array: a cell for each element of the product, all of them at work in each step.
    #[kernel]
    pub fn systolic_array(
        rows: u32,
        depth: u32,
        columns: u32,
        #[len(rows * depth)] a: &[i32],
        #[len(depth * columns)] b: &[i32],
        #[len(rows * columns)] c: &mut [i32],
    ) {
        #[array_partition(kind = complete, dim = 1)]
        let mut left = [[0; 8]; 8];
        #[array_partition(kind = complete, dim = 2)]
        let mut right = [[0; 8]; 8];
        #[array_partition(kind = complete, dim = 0)]
        let mut cells = [[0; 8]; 8];
        let (rows, depth, columns) = (rows as usize, depth as usize, columns as usize);
        #[loop_tripcount(min = 8, max = 8)]
        for i in 0..rows {
            #[loop_tripcount(min = 8, max = 8)]
            for k in 0..depth {
                left[i][k] = a[i * depth + k];
            }
        }
        #[loop_tripcount(min = 8, max = 8)]
        for k in 0..depth {
            #[loop_tripcount(min = 8, max = 8)]
            for j in 0..columns {
                right[k][j] = b[k * columns + j];
            }
        }
        #[pipeline(ii = 1)]
        #[loop_tripcount(min = 8, max = 8)]
        for k in 0..depth {
            #[unroll]
            for i in 0..8 {
                #[unroll]
                for j in 0..8 {
                    let from_left = if i < rows { left[i][k] } else { 0 };
                    let from_above = if j < columns { right[k][j] } else { 0 };
                    cells[i][j] += from_left * from_above;
                }
            }
        }
        #[loop_tripcount(min = 8, max = 8)]
        for i in 0..rows {
            #[loop_tripcount(min = 8, max = 8)]
            for j in 0..columns {
                c[i * columns + j] = cells[i][j];
            }
        }
    }

    const BUFFER: usize = 1024;

    /// Accel, cpp_kernels/bind_op_storage: sums of squares through three local memories. The example binds the operators
    /// by the arrays that take their results, this one by the results.
    #[kernel]
    pub fn bind_op_storage(n: usize, #[len(n)] a: &[u32], #[len(n)] b: &[u32], #[len(n)] sums: &mut [u32]) {
        #[bind_storage(type = ram_1p, impl = bram, latency = 2)]
        let mut left = [0; BUFFER];
        #[bind_storage(type = ram_1p, impl = lutram, latency = 2)]
        let mut right = [0; BUFFER];
        #[bind_storage(type = ram_1p, impl = uram)]
        let mut both = [0_u32; BUFFER];
        #[loop_tripcount(min = 4, max = 4)]
        for start in (0..n).step_by(BUFFER) {
            let count = BUFFER.min(n - start);
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = BUFFER, max = BUFFER)]
            for i in 0..count {
                #[bind_op(op = mul, impl = dsp, latency = 2)]
                let square = a[start + i].wrapping_mul(a[start + i]);
                left[i] = square;
            }
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = BUFFER, max = BUFFER)]
            for i in 0..count {
                #[bind_op(op = mul, impl = dsp, latency = 2)]
                let square = b[start + i].wrapping_mul(b[start + i]);
                right[i] = square;
            }
            #[pipeline(ii = 1)]
            #[loop_flatten(off)]
            #[loop_tripcount(min = BUFFER, max = BUFFER)]
            for i in 0..count {
                #[bind_op(op = add, impl = dsp)]
                let sum = left[i].wrapping_add(right[i]);
                both[i] = sum;
            }
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = BUFFER, max = BUFFER)]
            for i in 0..count {
                sums[start + i] = both[i];
            }
        }
    }

    /// Introductory, Interface/Memory/ram_uram: a memory of two ports, read before it is written.
    #[kernel]
    pub fn uram(enables: &[u8], read_at: &[u16], write_at: &[u16], input: &[u64], output: &mut [u64]) {
        #[bind_storage(type = ram_2p, impl = uram)]
        let mut memory = [0; 512];
        #[pipeline(ii = 1)]
        #[dependence(variable = memory, inter, WAR, false)]
        for i in 0..enables.len() {
            if enables[i] & 1 != 0 {
                output[i] = memory[read_at[i] as usize % 512];
            }
            if enables[i] & 2 != 0 {
                memory[write_at[i] as usize % 512] = input[i];
            }
        }
    }

    const ENTRIES: usize = 10;

    /// Introductory, Interface/Memory/ecc_flags: a memory of two elements in a word, which corrects errors.
    #[kernel]
    pub fn ecc_memory(
        divisor: i32,
        #[len(ENTRIES)] a: &[i32],
        #[len(ENTRIES)] b: &[i32],
        #[len(ENTRIES)] out: &mut [i32],
    ) {
        #[array_reshape(type = block, factor = 2, dim = 1)]
        #[bind_storage(type = ram_s2p, impl = uram_ecc)]
        let mut sums = [0_i32; ENTRIES];
        for i in 0..ENTRIES {
            sums[i] = b[i] + a[i];
        }
        for i in 0..ENTRIES {
            let quotient = sums[i] / divisor;
            out[i] = quotient * quotient / (i + 1) as i32;
        }
    }

    /// Introductory, Misc/initialization_and_reset/static_array_ROM: two tables, each in a memory of its own make.
    #[kernel]
    pub fn tables(at: u32, #[len(1)] sum: &mut [i16]) {
        #[bind_storage(type = rom_1p, impl = bram)]
        let rising = [0_i16, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        #[bind_storage(type = rom_1p, impl = lutram)]
        let falling = [9_i16, 8, 7, 6, 5, 4, 3, 2, 1, 0];
        let at = (at % 10) as usize;
        sum[0] = rising[at] + falling[at];
    }

    const WINDOW: usize = 64;
    const FRACTION: u32 = 14;
    const HAMMING: [i16; WINDOW] = hamming();

    /// The Hamming window with 14 bits after the point.
    const fn hamming() -> [i16; WINDOW] {
        let mut window = [0; WINDOW];
        let mut i = 0;
        while i < WINDOW {
            let turn = 2.0 * core::f64::consts::PI * i as f64 / (WINDOW - 1) as f64;
            let value = (0.54 - 0.46 * cosine(turn)) * (1 << FRACTION) as f64;
            window[i] = (value + 0.5) as i16;
            i += 1;
        }
        window
    }

    /// The cosine's Taylor series, which is exact to 1e-12 up to a whole turn.
    const fn cosine(x: f64) -> f64 {
        let mut term = 1.0;
        let mut sum = 1.0;
        let mut n = 1;
        while n < 20 {
            term = -term * x * x / ((2 * n - 1) * (2 * n)) as f64;
            sum += term;
            n += 1;
        }
        sum
    }

    /// Introductory, Interface/Memory/coefficient_filter: a window in ROM, computed by the compiler.
    #[kernel]
    pub fn coefficient_filter(#[len(WINDOW)] input: &[i16], #[len(WINDOW)] output: &mut [i32]) {
        #[pipeline(ii = 1)]
        for i in 0..WINDOW {
            output[i] = i32::from(HAMMING[i]) * i32::from(input[i]);
        }
    }

    /// Introductory, Array/array_partition_lib_simple: four elements at a distance, gathered from four memories.
    #[kernel]
    pub fn gather(values: &[f32], starts: &[u32], stride: u32, sums: &mut [f32]) {
        #[array_partition(kind = cyclic, factor = 4, dim = 1)]
        let mut table = [0.0; 128];
        table.copy_from_slice(&values[..128]);
        #[pipeline(ii = 1)]
        for (start, sum) in starts.iter().zip(sums) {
            *sum = (0..4).map(|lane| table[(start + lane * stride) as usize]).sum();
        }
    }
}
