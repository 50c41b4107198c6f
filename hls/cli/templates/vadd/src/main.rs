//! Adds two vectors on the device that SYCL_HLS_DEVICE names; `sycl-hls run` names the emulated board.

use sycl_hls::{Queue, Selector};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: u16 = std::env::args()
        .nth(1)
        .map_or(Ok(1000), |count| count.parse())?;
    let a: Vec<f32> = (0..count).map(f32::from).collect();
    let b: Vec<f32> = a.iter().map(|x| 0.5 * x).collect();
    let queue = Queue::new(Selector::from_env())?;
    let sum = {{crate}}::add(&queue, &a, &b)?;
    println!(
        "{} sums on {}, the last is {:?}",
        sum.len(),
        queue.device().info().id,
        sum.last()
    );
    Ok(())
}
