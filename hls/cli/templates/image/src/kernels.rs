//! The kernels: what runs on the board.

/// Filters for pictures of one byte a pixel.
#[sycl_hls::kernels]
pub mod filters {
    /// The widest picture that the row buffers hold, in pixels.
    pub const MAX_WIDTH: usize = 4096;

    /// The strength of edges after Sobel: the gradients in x and y, added without their signs. The picture's border
    /// is 0.
    ///
    /// Each pixel is read once. Two row buffers keep the rows above it, a window of 3x3 pixels moves over them.
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
        let mut above = [0_u8; MAX_WIDTH + 1];
        let mut here = [0_u8; MAX_WIDTH + 1];
        #[array_partition(kind = complete, dim = 0)]
        let mut window = [[0_i32; 3]; 3];
        // The window's middle is one pixel up and left of the one that is read: a row and a column more.
        for y in 0..=height {
            #[pipeline(ii = 1)]
            for x in 0..=width {
                let inside = x < width && y < height;
                let below = if inside { input[y * width + x] } else { 0 };
                for row in 0..3 {
                    window[row][0] = window[row][1];
                    window[row][1] = window[row][2];
                }
                window[0][2] = above[x] as i32;
                window[1][2] = here[x] as i32;
                window[2][2] = below as i32;
                above[x] = here[x];
                here[x] = below;
                // Each pixel is written once.
                if x >= 1 && y >= 1 {
                    let edge = if inside && x >= 2 && y >= 2 {
                        strength(&window)
                    } else {
                        0
                    };
                    output[(y - 1) * width + x - 1] = edge;
                }
            }
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
