//! The kernels: what runs on the board.

/// Filters for pictures of one byte a pixel.
#[sycl_hls::kernels]
pub mod filters {
    /// The widest picture that the row buffers hold, in pixels.
    pub const MAX_WIDTH: usize = 4096;

    /// The strength of edges after Sobel: the gradients in x and y, added without their signs. The picture's border
    /// is 0.
    ///
    /// Each pixel is read once, a row and a pixel ahead of the one that is written. Two row buffers keep the rows above
    /// it, a window of 3x3 pixels moves over them. Every iteration reads or writes the next pixel, without a condition:
    /// so memory transfers them in bursts.
    #[kernel]
    pub fn sobel(
        width: usize,
        height: usize,
        #[len(width * height)]
        #[m_axi(bundle = "gmem0")]
        input: &[u8],
        #[len(width * height)]
        #[m_axi(bundle = "gmem1")]
        output: &mut [u8],
    ) {
        let mut rows = Rows {
            above: [0; MAX_WIDTH],
            here: [0; MAX_WIDTH],
        };
        #[array_partition(kind = complete, dim = 0)]
        let mut window = [[0_i32; 3]; 3];
        let pixels = width * height;
        let ahead = if width + 1 < pixels {
            width + 1
        } else {
            pixels
        };
        let last = if width > 0 { width - 1 } else { 0 };
        // The column of the pixel that is read.
        let mut x = 0;
        #[pipeline(ii = 1)]
        for i in 0..ahead {
            rows.shift(&mut window, x, input[i]);
            x = if x == last { 0 } else { x + 1 };
        }
        #[pipeline(ii = 1)]
        for i in 0..pixels - ahead {
            rows.shift(&mut window, x, input[i + ahead]);
            // The window's middle is pixel `i`, up and left of the one that was read.
            output[i] = if i >= width && x >= 2 {
                strength(&window)
            } else {
                0
            };
            x = if x == last { 0 } else { x + 1 };
        }
        #[pipeline(ii = 1)]
        for i in pixels - ahead..pixels {
            output[i] = 0;
        }
    }

    /// The two rows above the pixel that is read.
    struct Rows {
        above: [u8; MAX_WIDTH],
        here: [u8; MAX_WIDTH],
    }

    impl Rows {
        /// Moves the window to the right, so that the pixel is its last one.
        fn shift(&mut self, window: &mut [[i32; 3]; 3], x: usize, pixel: u8) {
            for row in 0..3 {
                window[row][0] = window[row][1];
                window[row][1] = window[row][2];
            }
            window[0][2] = self.above[x] as i32;
            window[1][2] = self.here[x] as i32;
            window[2][2] = pixel as i32;
            self.above[x] = self.here[x];
            self.here[x] = pixel;
        }
    }

    /// The strength of the edge in the middle of a window, at most 255.
    fn strength(window: &[[i32; 3]; 3]) -> u8 {
        let left = window[0][0] + 2 * window[1][0] + window[2][0];
        let right = window[0][2] + 2 * window[1][2] + window[2][2];
        let top = window[0][0] + 2 * window[0][1] + window[0][2];
        let bottom = window[2][0] + 2 * window[2][1] + window[2][2];
        let dx = if right > left {
            right - left
        } else {
            left - right
        };
        let dy = if bottom > top {
            bottom - top
        } else {
            top - bottom
        };
        let sum = dx + dy;
        if sum > 255 { 255 } else { sum as u8 }
    }
}
