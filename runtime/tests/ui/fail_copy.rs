use sycl_hls::{Buffer, Queue, Result, Selector};

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let (x, y) = (Buffer::from_slice(&[1.0_f32]), Buffer::from_vec(vec![0_u32]));
    // Borrowed memory, on either side.
    let mut data = [0.0_f32];
    q.copy(&data[..], &x)?;
    q.copy(&x, &mut data[..])?;
    // Accessors of the wrong modes.
    q.submit(|h| {
        let (x, y) = (x.write(h), x.read(h));
        h.copy(x, y)
    })?;
    // Elements of other types.
    q.copy(&x, &y)?;
    q.fill(&y, 1.0)?;
    Ok(())
}
// Rows: F320.
