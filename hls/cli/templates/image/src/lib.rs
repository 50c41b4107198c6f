//! Pictures whose edges are found on an FPGA board, on its emulation, or on the host.

pub mod kernels;
pub mod picture;

use kernels::filters;
use picture::Picture;
use sycl_hls::{Buffer, Error, Queue};

/// The strength of edges in a picture, on the queue's device.
///
/// # Errors
/// When the device has no image of the kernels, or the kernel fails.
///
/// # Panics
/// When the picture is wider than [`filters::MAX_WIDTH`]: built with `--release`, the kernel would not notice.
pub fn edges(queue: &Queue, picture: &Picture) -> Result<Picture, Error> {
    let (width, height) = (picture.width, picture.height);
    assert!(width <= filters::MAX_WIDTH, "the picture is too wide");
    let input = Buffer::from_slice(&picture.pixels);
    let output = Buffer::from_vec(vec![0; width * height]);
    let event = queue.submit(|h| {
        let (input, output) = (input.read(h), output.write(h));
        h.single_task(filters::sobel::args(width, height, input, output))
    })?;
    event.wait()?;
    Ok(Picture {
        width,
        height,
        pixels: output.into_vec()?,
    })
}
