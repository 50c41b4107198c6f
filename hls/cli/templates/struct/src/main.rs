//! Moves particles on the device that SYCL_HLS_DEVICE names; `sycl-hls run` names the emulated board.

use {{crate}}::kernels::motion::{Particle, Space};
use sycl_hls::{Queue, Selector};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let steps: u32 = std::env::args()
        .nth(1)
        .map_or(Ok(100), |steps| steps.parse())?;
    let space = Space {
        low: [0.0, 0.0],
        high: [4.0, 3.0],
    };
    let particles: Vec<Particle> = (0..1000_u16)
        .map(|i| Particle {
            position: [f32::from(i % 40) * 0.1, f32::from(i / 40) * 0.1],
            velocity: [0.05, f32::from(i) * 1e-4],
            bounces: 0,
        })
        .collect();
    let queue = Queue::new(Selector::from_env())?;
    let moved = {{crate}}::advance(&queue, steps, space, &particles)?;
    println!(
        "{} particles on {} met {} walls, the last is {:?}",
        moved.len(),
        queue.device().info().id,
        moved
            .iter()
            .map(|particle| u64::from(particle.bounces))
            .sum::<u64>(),
        moved.last()
    );
    Ok(())
}
