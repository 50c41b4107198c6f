#[path = "kernel.rs"]
mod kernel;

use sycl_hls::{Buffer, Error, Queue, Result, Selector};

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let (x, y) = (Buffer::from_slice(&[1.0_f32]), Buffer::from_vec(vec![0.0_f32]));
    q.submit(|outer| {
        let x = x.read(outer);
        q.submit(|inner| {
            let y = y.write(inner);
            inner.single_task(kernel::args(x, y))
        })?;
        Ok::<(), Error>(())
    })?;
    Ok(())
}
