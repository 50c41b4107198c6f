//! `apply_watermark` in two banks: adds a mark to each tile of 16 by 16 pixels.

#[sycl_hls::kernels]
mod kernels {
    const TILE: usize = 16;
    const MARK: u32 = 0x0f;

    #[kernel]
    pub fn apply_watermark(
        #[len(width * height)]
        #[bank(DDR[0])]
        input: &[u32],
        #[len(width * height)]
        #[bank(DDR[1])]
        output: &mut [u32],
        width: i32,
        height: i32,
    ) {
        let columns = width as usize;
        for row in 0..height as usize {
            for column in 0..columns {
                let pixel = input[row * columns + column];
                output[row * columns + column] =
                    if is_marked(row % TILE, column % TILE) { brighter(pixel) } else { pixel & 0xff_ffff };
            }
        }
    }

    /// The two diagonals, without their ends.
    fn is_marked(row: usize, column: usize) -> bool {
        row > 0 && row < TILE - 1 && (column == row || column == TILE - 1 - row)
    }

    fn brighter(pixel: u32) -> u32 {
        let mut sum = 0_u32;
        for color in 0..3_u32 {
            let part = (pixel >> (8 * color)) & 0xff;
            sum |= (part + MARK).min(0xff) << (8 * color);
        }
        sum
    }
}
