use sycl_hls::{Buffer, Error, Queue, Result, Selector};

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let x = Buffer::from_slice(&[1.0_f32]);
    q.submit(|h| {
        let x = x.read(h);
        assert_eq!(x[0], 1.0);
        Ok::<(), Error>(())
    })?;
    Ok(())
}
