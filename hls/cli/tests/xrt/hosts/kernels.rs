//! The kernels of the hosts in this folder.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn vadd(a: &[u32], b: &[u32], sum: &mut [u32]) {
        #[pipeline(ii = 1)]
        for i in 0..sum.len() {
            sum[i] = a[i] + b[i];
        }
    }

    /// The register map of a kernel of Vitis: no lengths.
    #[kernel]
    #[compute_units(8)]
    pub fn scale(#[len(n)] x: &[i32], #[len(n)] y: &mut [i32], n: u32, factor: i32) {
        for i in 0..n as usize {
            y[i] = x[i] * factor;
        }
    }

    /// Arguments whose names are keywords: of Rust, of C++, of VHDL.
    #[kernel]
    pub fn keywords(#[len(int)] r#in: &[u32], #[len(int)] out: &mut [u32], int: u32) {
        for i in 0..int as usize {
            out[i] = r#in[i] + 1;
        }
    }

    #[kernel]
    pub fn scalars(
        out: &mut [u64],
        a: i8,
        b: u8,
        c: i16,
        d: u16,
        e: i32,
        f: u32,
        g: i64,
        h: u64,
        x: f32,
        y: f64,
        z: bool,
    ) {
        out[0] = a as u64;
        out[1] = b as u64;
        out[2] = c as u64;
        out[3] = d as u64;
        out[4] = e as u64;
        out[5] = f as u64;
        out[6] = g as u64;
        out[7] = h;
        out[8] = (x * 4.0) as u64;
        out[9] = (y * 8.0) as u64;
        out[10] = if z { 1 } else { 0 };
    }

    #[derive(Clone, Copy, Element)]
    pub struct Triple {
        pub a: u32,
        pub b: f32,
        pub c: u32,
    }

    #[derive(Clone, Copy, Element)]
    pub struct Large {
        pub words: [u32; 16],
    }

    #[kernel]
    pub fn structs(by: Triple, large: Large, #[len(4)] points: &mut [Triple]) {
        for i in 0..4 {
            points[i].a += by.a + large.words[i];
            points[i].b += by.b;
            points[i].c += by.c + large.words[15];
        }
    }

    /// Each pixel becomes the mean of its 3x3 neighbourhood.
    #[kernel]
    pub fn box_filter(
        #[len(width * height)] input: &[i32],
        #[len(width * height)] output: &mut [i32],
        width: u32,
        height: u32,
    ) {
        let (width, height) = (width as i32, height as i32);
        for y in 0..height {
            for x in 0..width {
                let mut sum = 0;
                for dy in -1..2 {
                    for dx in -1..2 {
                        let (row, column) = (y + dy, x + dx);
                        if row >= 0 && row < height && column >= 0 && column < width {
                            sum += input[(row * width + column) as usize];
                        }
                    }
                }
                output[(y * width + x) as usize] = sum / 9;
            }
        }
    }

    /// Never ends unless the count is small.
    #[kernel]
    pub fn spin(count: u64, #[len(1)] out: &mut [u64]) {
        let mut x: u64 = 1;
        for i in 0..count {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(i);
        }
        out[0] = x;
    }

    /// Writes scalars into registers: the sum of `x`, and how often it was called.
    #[kernel]
    pub fn summary(#[len(n)] x: &[i32], n: u32, sum: &mut i64, calls: &mut u32) {
        *sum = 0;
        for i in 0..n as usize {
            *sum += x[i] as i64;
        }
        *calls += 1;
    }
}
