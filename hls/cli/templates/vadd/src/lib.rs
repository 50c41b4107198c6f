//! Vectors that are added on an FPGA board, on its emulation, or on the host.

pub mod kernels;

use kernels::vectors;
use sycl_hls::{Buffer, Error, Queue};

/// The sums of the elements of two vectors of one length, on the queue's device.
///
/// # Errors
/// When the device has no image of the kernels, or the kernel fails.
///
/// # Panics
/// When the lengths differ: built with `--release`, the kernel would not notice.
pub fn add(queue: &Queue, a: &[f32], b: &[f32]) -> Result<Vec<f32>, Error> {
    assert_eq!(a.len(), b.len(), "the vectors have one length");
    let (a, b) = (Buffer::from_slice(a), Buffer::from_slice(b));
    let sum = Buffer::from_vec(vec![0.0; a.len()]);
    let event = queue.submit(|h| {
        let (a, b, sum) = (a.read(h), b.read(h), sum.write(h));
        h.single_task(vectors::vadd::args(a, b, sum))
    })?;
    event.wait()?;
    sum.into_vec()
}
