use sycl_hls::device::Local;
use sycl_hls::{Buffer, Error, Queue, Result, Selector};

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let x = Buffer::from_slice(&[1.0_f32]);
    q.submit(|h| h.host_task(&x, |_| Ok::<(), Error>(())))?;
    // Memory of a work-group is in kernels only.
    q.submit(|h| h.host_task(Local::<u32, 4>::new(), |_| Ok::<(), Error>(())))?;
    Ok(())
}
// Rows: F163.
