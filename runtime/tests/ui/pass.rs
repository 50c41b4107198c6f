//! The shape of the programs that fail, with nothing wrong.
#[path = "kernel.rs"]
mod kernel;

use sycl_hls::{Buffer, Queue, Result, Selector};

pub fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let (x, y) = (Buffer::from_slice(&[1.0_f32]), Buffer::from_vec(vec![0.0_f32]));
    q.submit(|h| {
        let (x, y) = (x.read(h), y.read_write(h));
        h.single_task(kernel::args(x, y))
    })?;
    assert_eq!(y.into_vec()?, [1.0]);
    Ok(())
}
