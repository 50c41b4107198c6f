use sycl_hls::{Buffer, Error, Queue, Result, Selector};

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let x = Buffer::from_slice(&[1.0_f32]);
    let mut kept = None;
    q.submit(|h| {
        kept = Some(x.read(h));
        Ok::<(), Error>(())
    })?;
    drop(kept);
    Ok(())
}
// Rows: F149.
