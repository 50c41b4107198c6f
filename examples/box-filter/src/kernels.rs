//! The 3x3 box filter of J. Stephan's thesis (TU Dresden, 2019, 6.4 and A.2.6) as Rust kernels.

/// Each pixel becomes the mean of its 3x3 neighbourhood; pixels outside of the image count as 0, and the divisor
/// is always 9.
///
/// An image is filtered in segments of at most `chunk` pixels of a row: three rows of a segment, with one
/// neighbour at each end, are copied into line buffers, filtered there, and the result is copied back.
#[sycl_hls::kernels]
pub mod box_filter {
    /// The longest segment that the line buffers hold, in pixels.
    pub const MAX_CHUNK: usize = 512;
    /// A segment with one neighbour at each end.
    const LINE: usize = MAX_CHUNK + 2;

    /// The filter for `i32` pixels; the mean is truncated.
    #[kernel]
    pub fn box_filter_i32(
        #[len(width * height)] input: &[i32],
        #[len(width * height)] output: &mut [i32],
        width: usize,
        height: usize,
        chunk: usize,
    ) {
        // Three neighbours are read in each cycle, and a memory has two ports.
        #[array_partition(type = cyclic, factor = 2)]
        let mut above = [0; LINE];
        #[array_partition(type = cyclic, factor = 2)]
        let mut here = [0; LINE];
        #[array_partition(type = cyclic, factor = 2)]
        let mut below = [0; LINE];
        let mut mean = [0; MAX_CHUNK];
        for y in 0..height {
            for segment in 0..(width + chunk - 1) / chunk {
                let start = segment * chunk;
                let len = if width - start < chunk { width - start } else { chunk };

                load_i32(input, &mut above, y > 0, if y > 0 { y - 1 } else { 0 }, width, start, len);
                load_i32(input, &mut here, true, y, width, start, len);
                load_i32(input, &mut below, y + 1 < height, y + 1, width, start, len);

                #[pipeline(ii = 1)]
                for x in 0..len {
                    let top = above[x] + above[x + 1] + above[x + 2];
                    let center = here[x] + here[x + 1] + here[x + 2];
                    let bottom = below[x] + below[x + 1] + below[x + 2];
                    mean[x] = (top + center + bottom) / 9;
                }

                let row = y * width + start;
                #[pipeline(ii = 1)]
                for x in 0..len {
                    output[row + x] = mean[x];
                }
            }
        }
    }

    /// Copies `len` pixels of row `y` from column `start` on, and their two neighbours, into a line buffer.
    /// A row that is not `inside` of the image is 0.
    fn load_i32(
        input: &[i32],
        line: &mut [i32; LINE],
        inside: bool,
        y: usize,
        width: usize,
        start: usize,
        len: usize,
    ) {
        let row = y * width + start;
        line[0] = if inside && start > 0 { input[row - 1] } else { 0 };
        line[len + 1] = if inside && start + len < width { input[row + len] } else { 0 };
        // The condition stands around the loop, which reads every element in one burst.
        if inside {
            #[pipeline(ii = 1)]
            for x in 0..len {
                line[x + 1] = input[row + x];
            }
        } else {
            #[pipeline(ii = 1)]
            for x in 0..len {
                line[x + 1] = 0;
            }
        }
    }

    /// The filter for `f32` pixels.
    #[kernel]
    pub fn box_filter_f32(
        #[len(width * height)] input: &[f32],
        #[len(width * height)] output: &mut [f32],
        width: usize,
        height: usize,
        chunk: usize,
    ) {
        // Three neighbours are read in each cycle, and a memory has two ports.
        #[array_partition(type = cyclic, factor = 2)]
        let mut above = [0.0; LINE];
        #[array_partition(type = cyclic, factor = 2)]
        let mut here = [0.0; LINE];
        #[array_partition(type = cyclic, factor = 2)]
        let mut below = [0.0; LINE];
        let mut mean = [0.0; MAX_CHUNK];
        for y in 0..height {
            for segment in 0..(width + chunk - 1) / chunk {
                let start = segment * chunk;
                let len = if width - start < chunk { width - start } else { chunk };

                load_f32(input, &mut above, y > 0, if y > 0 { y - 1 } else { 0 }, width, start, len);
                load_f32(input, &mut here, true, y, width, start, len);
                load_f32(input, &mut below, y + 1 < height, y + 1, width, start, len);

                #[pipeline(ii = 1)]
                for x in 0..len {
                    let top = above[x] + above[x + 1] + above[x + 2];
                    let center = here[x] + here[x + 1] + here[x + 2];
                    let bottom = below[x] + below[x + 1] + below[x + 2];
                    mean[x] = (top + center + bottom) / 9.0;
                }

                let row = y * width + start;
                #[pipeline(ii = 1)]
                for x in 0..len {
                    output[row + x] = mean[x];
                }
            }
        }
    }

    /// As [`load_i32`], for `f32` pixels.
    fn load_f32(
        input: &[f32],
        line: &mut [f32; LINE],
        inside: bool,
        y: usize,
        width: usize,
        start: usize,
        len: usize,
    ) {
        let row = y * width + start;
        line[0] = if inside && start > 0 { input[row - 1] } else { 0.0 };
        line[len + 1] = if inside && start + len < width { input[row + len] } else { 0.0 };
        // The condition stands around the loop, which reads every element in one burst.
        if inside {
            #[pipeline(ii = 1)]
            for x in 0..len {
                line[x + 1] = input[row + x];
            }
        } else {
            #[pipeline(ii = 1)]
            for x in 0..len {
                line[x + 1] = 0.0;
            }
        }
    }
}
