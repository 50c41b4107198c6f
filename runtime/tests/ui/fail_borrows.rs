use sycl_hls::{Buffer, Error, Queue, Result, Selector};

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let x = Buffer::from_slice(&[1.0_f32]);
    // A host task may run after this function has returned.
    let mut borrowed = 0;
    q.submit(|h| {
        h.host_task((), |()| {
            borrowed += 1;
            Ok::<(), Error>(())
        })
    })?;
    // It does not write what its accessor only reads.
    q.submit(|h| {
        let x = x.read(h);
        h.host_task(x, |x| {
            x[0] = 2.0;
            Ok::<(), Error>(())
        })
    })?;
    // Nor does the host.
    let guard = x.host_read()?;
    guard[0] = 1.0;
    // A guard borrows its buffer.
    drop(x);
    drop(guard);
    Ok(())
}
