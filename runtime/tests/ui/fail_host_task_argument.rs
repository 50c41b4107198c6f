use sycl_hls::{Buffer, Error, Queue, Result, Selector};

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let x = Buffer::from_slice(&[1.0_f32]);
    q.submit(|h| h.host_task(&x, |_| Ok::<(), Error>(())))?;
    Ok(())
}
