#[path = "kernel.rs"]
mod kernel;

use sycl_hls::{Buffer, Queue, Result, Selector};

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let (x, y) = (Buffer::from_slice(&[1.0_f32]), Buffer::from_vec(vec![0.0_f32]));
    q.submit(|h| {
        let (x, y) = (x.read(h), y.read(h));
        h.single_task(kernel::args(x, y))
    })?;
    q.submit(|h| {
        let (x, y) = (x.write(h), y.write(h));
        h.single_task(kernel::args(x, y))
    })?;
    Ok(())
}
// Rows: F130.
