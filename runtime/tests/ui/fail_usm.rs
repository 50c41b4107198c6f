use sycl_hls::{Queue, Result, Selector, Usm, usm};

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let x = Usm::<f32, usm::Device>::zeroed(&q, 1)?;
    // The elements are the device's.
    let _ = x.host_read()?;
    Ok(())
}

// Rows: F173.
