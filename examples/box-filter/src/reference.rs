//! The box filter as plain Rust, straight from its definition (thesis, equation 6.2), with the kernel's order of
//! additions: each row of the neighbourhood from left to right, then the three rows from top to bottom.

/// The pixel in column `x` and row `y`; outside of the image it is `outside`.
fn pixel<P: Copy>(image: &[P], width: usize, height: usize, x: isize, y: isize, outside: P) -> P {
    match (usize::try_from(x), usize::try_from(y)) {
        (Ok(x), Ok(y)) if x < width && y < height => image[y * width + x],
        _ => outside,
    }
}

/// The filtered image for one pixel type.
fn filtered<P: Copy + std::ops::Add<Output = P>>(
    image: &[P],
    width: usize,
    height: usize,
    zero: P,
    mean: impl Fn(P) -> P,
) -> Vec<P> {
    let mut result = Vec::with_capacity(image.len());
    for y in 0..height as isize {
        for x in 0..width as isize {
            let row = |y| {
                let at = |x| pixel(image, width, height, x, y, zero);
                at(x - 1) + at(x) + at(x + 1)
            };
            result.push(mean(row(y - 1) + row(y) + row(y + 1)));
        }
    }
    result
}

/// The filter for `i32` pixels; the mean is truncated.
pub fn box_filter_i32(image: &[i32], width: usize, height: usize) -> Vec<i32> {
    filtered(image, width, height, 0, |sum| sum / 9)
}

/// The filter for `f32` pixels.
pub fn box_filter_f32(image: &[f32], width: usize, height: usize) -> Vec<f32> {
    filtered(image, width, height, 0.0, |sum| sum / 9.0)
}
