use sycl_hls::{Buffer, Result};

fn main() -> Result<()> {
    let x = Buffer::from_slice(&[1.0_f32]);
    let guard = x.host_read()?;
    std::thread::scope(|s| {
        s.spawn(move || drop(guard));
    });
    Ok(())
}
