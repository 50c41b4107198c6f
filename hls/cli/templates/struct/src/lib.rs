//! Particles that are moved on an FPGA board, on its emulation, or on the host.

pub mod kernels;

use kernels::motion::{self, Particle, Space};
use sycl_hls::{Buffer, Error, Queue};

/// The particles after so many steps, moved on the queue's device.
///
/// # Errors
/// When the device has no image of the kernels, or the kernel fails.
pub fn advance(
    queue: &Queue,
    steps: u32,
    space: Space,
    particles: &[Particle],
) -> Result<Vec<Particle>, Error> {
    let particles = Buffer::from_slice(particles);
    let event = queue.submit(|h| {
        let particles = particles.read_write(h);
        h.single_task(motion::advance::args(steps, space, particles))
    })?;
    event.wait()?;
    particles.into_vec()
}
