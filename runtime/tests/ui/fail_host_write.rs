use sycl_hls::{Buffer, Result};

fn main() -> Result<()> {
    let x = Buffer::from_slice(&[1.0_f32]);
    let mut guard = x.host_write()?;
    std::thread::scope(|s| {
        s.spawn(|| guard[0] = 1.0);
    });
    Ok(())
}
