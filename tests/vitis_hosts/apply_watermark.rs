//! `apply_watermark`: adds a mark to each tile of 16 by 16 pixels. As the examples do, it counts columns from the first pixel of a block
//! of 16, of which those behind the end of a row belong to the next one.

#[sycl_hls::kernels]
mod kernels {
    const BLOCK: u32 = 16;
    const MARK: u32 = 0x0f;

    #[kernel]
    pub fn apply_watermark(
        #[len(width * height)] input: &[u32],
        #[len(width * height)] output: &mut [u32],
        width: i32,
        height: i32,
    ) {
        let columns = width as u32;
        let mut x = 0_u32;
        let mut y = 0_u32;
        for i in 0..(width * height) as usize {
            let lane = i as u32 % BLOCK;
            if lane == 0 && x >= columns {
                x -= columns;
                y += 1;
            }
            let wraps = x + lane > columns;
            let column = if wraps { x + lane - columns } else { x + lane };
            let row = if wraps { y + 1 } else { y };
            output[i] = if is_marked(row % BLOCK, column % BLOCK) {
                brighter(input[i])
            } else {
                input[i] & 0xff_ffff
            };
            if lane == BLOCK - 1 {
                x += BLOCK;
            }
        }
    }

    /// The two diagonals, without their ends.
    fn is_marked(row: u32, column: u32) -> bool {
        row > 0 && row < BLOCK - 1 && (column == row || column == BLOCK - 1 - row)
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
