#[path = "kernel.rs"]
mod kernel;

use sycl_hls::{Buffer, Error, Queue, Result, Selector};

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let (x, y) = (Buffer::from_slice(&[1.0_f32]), Buffer::from_vec(vec![0.0_f32]));
    // A buffer is no argument, nor is memory of the host.
    q.submit(|h| {
        let y = y.write(h);
        h.single_task(kernel::args(&x, y))
    })?;
    q.submit(|h| {
        let y = y.write(h);
        h.single_task(kernel::args(vec![1.0_f32], y))
    })?;
    q.submit(|h| {
        let y = y.write(h);
        h.single_task(kernel::args(&[1.0_f32], y))
    })?;
    // The handler of a group stays in it.
    q.submit(|h| {
        let other = h.clone();
        drop(other);
        Ok::<(), Error>(())
    })?;
    Ok(())
}
// Rows: F199, F227.
