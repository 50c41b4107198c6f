#[sycl_hls::kernels]
mod kernels {
    /// What the ports are enough for.
    #[kernel]
    pub fn ports(x: &[i32], y: &mut [i32]) {
        #[array_partition(type = cyclic, factor = 2)]
        let mut line = [0; 512];
        let mut pair = [0; 512];
        #[array_partition(type = complete, dim = 1)]
        let mut matrix = [[0; 64]; 8];
        for i in 0..512 {
            line[i] = x[i];
            pair[i] = x[i];
            matrix[i / 64][i % 64] = x[i];
        }
        #[pipeline(ii = 1)]
        for i in 0..500 {
            // The same element twice, and one that was just read.
            let both = pair[i] + pair[i] + pair[i + 1];
            y[i] = line[i] + line[i + 1] + line[i + 2] + both;
        }
        #[pipeline(ii = 1)]
        for i in 0..64 {
            let mut sum = 0;
            for row in 0..8 {
                sum += matrix[row][i];
            }
            // Only one of the two is read.
            y[i] = if sum > 0 { pair[i] + pair[i + 1] } else { pair[i + 2] + pair[i + 3] };
        }
        // Four neighbours are one wide word.
        #[pipeline(ii = 1)]
        for i in 0..64_usize {
            let mut sum = 0;
            for k in 0..4_usize {
                sum += x[i * 4 + k];
            }
            y[i] = sum;
        }
    }

    /// What waits for nothing, or less than it is given time for.
    #[kernel]
    pub fn recurrences(x: &[f32], bytes: &[u8], y: &mut [f32], counts: &mut [u32]) {
        let mut total = 0_u32;
        let mut sum = 0.0_f32;
        #[pipeline(ii = 7)]
        for i in 0..x.len() {
            sum += x[i];
            total += 1;
        }
        // Whole numbers are added up beside each other; what was there before comes last.
        #[pipeline(ii = 1)]
        for i in 0..32 {
            for k in 0..16 {
                total += i ^ k;
            }
        }
        #[array_partition(type = complete)]
        let mut parts = [0.0_f32; 8];
        for i in 0..x.len() / 8 {
            #[pipeline(ii = 1)]
            for k in 0..8 {
                parts[k] += x[i * 8 + k];
            }
        }
        let mut bins = [0_u32; 256];
        #[pipeline(ii = 1)]
        #[dependence(variable = bins, inter, dependent = false)]
        for i in 0..bytes.len() {
            bins[bytes[i] as usize] += 1;
        }
        let mut far = [0.0_f32; 64];
        #[pipeline(ii = 1)]
        for i in 0..32 {
            far[i + 32] = far[i] * 2.0;
        }
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            // Its own element, and a variable that is new each time.
            let mut own = sum;
            own += x[i];
            y[i] = own;
        }
        counts[0] = bins[0] + total + far[0] as u32 + parts[0] as u32;
    }

    /// What a condition leaves alone is not read, and what is known needs no condition.
    #[kernel]
    pub fn conditions(n: usize, rows: usize, x: &[i32], y: &mut [i32]) {
        #[array_partition(type = complete, dim = 0)]
        let mut cells = [[0; 8]; 8];
        #[pipeline(ii = 1)]
        #[loop_tripcount(max = 1024)]
        for k in 0..n {
            let value = x[k];
            for i in 0..8 {
                for j in 0..8 {
                    cells[i][j] += if i < rows { value } else { 0 };
                }
            }
        }
        #[array_partition(type = complete, dim = 1)]
        let mut lines = [[0; 64]; 7];
        #[pipeline(ii = 1)]
        #[dependence(variable = lines, inter, dependent = false)]
        for k in 0..64 {
            let mut sum = cells[0][0];
            for i in 0..8 {
                let value = if i < 7 { lines[i][k] } else { x[k] };
                sum += value;
                if i > 0 && !(i == 8) {
                    lines[i - 1][k] = value;
                }
            }
            // Written now and then, and never read.
            if sum > 0 {
                y[0] = sum;
            }
        }
    }

    #[derive(Clone, Copy)]
    struct Pixel {
        channels: [u8; 4],
        weight: u32,
    }

    /// All fields of a struct that is one word.
    #[kernel]
    pub fn words(x: &[u8], y: &mut [u32]) {
        #[aggregate]
        let mut pixels = [Pixel { channels: [0; 4], weight: 0 }; 64];
        for i in 0..64 {
            pixels[i].channels[i % 4] = x[i];
        }
        #[pipeline(ii = 1)]
        for i in 0..64 {
            let mut sum = pixels[i].weight;
            for k in 0..4 {
                sum += u32::from(pixels[i].channels[k]);
            }
            y[i] = sum;
        }
    }

    /// Bursts, and what costs no dividers.
    #[kernel]
    pub fn accesses(columns: usize, x: &[i32], #[cache(lines = 4)] table: &[i32], y: &mut [i32]) {
        for i in 0..columns {
            for j in 0..columns {
                y[i * columns + j] = x[i * columns + j] + table[(x[i] & 15) as usize];
            }
        }
        for i in 0..16_usize {
            y[i] = x[3 * i] + x[3 * i + 1] + x[3 * i + 2];
        }
        #[array_partition(type = cyclic, factor = 3)]
        let mut split = [0; 96];
        #[array_partition(type = block, factor = 3)]
        let mut blocks = [0; 96];
        for i in 0..32 {
            split[i * 3] = x[i];
            #[unroll]
            for k in 0..3 {
                blocks[k * 32] = x[k];
            }
        }
        for i in 0..64_usize {
            // Each iteration has the access, whichever way it takes.
            y[i] = if x[i] > 7 { x[i] - 7 } else { 7 - x[i] };
        }
        for i in 0..64_usize {
            if columns > 9 {
                y[i] = x[i];
            } else {
                y[i] = -x[i];
            }
        }
        if columns > 9 {
            for i in 0..64_usize {
                y[i] = x[i];
            }
        }
        y[0] = split[4] + blocks[5];
    }

    /// `f64` for its own sake, and arguments that are used.
    #[kernel]
    pub fn values(n: usize, #[len(n)] x: &[f32], y: &mut [f32], #[len(1)] z: &mut [f64]) {
        let mut wide = 0.0_f64;
        for i in 0..x.len() {
            wide += x[i] as f64;
            z[0] = x[i] as f64 * 0.5;
            y[i] = (x[i] as f64 * x[i] as f64 + wide) as f32;
        }
        y[0] = wide as f32;
    }
}
