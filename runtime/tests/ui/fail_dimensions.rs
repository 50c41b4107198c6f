use sycl_hls::{Buffer, Result};

fn main() -> Result<()> {
    // There are 1 to 3 dimensions.
    Buffer::<f32, 4>::zeroed([2, 2, 2, 2])?;
    // A range has as many as its buffer.
    Buffer::<f32, 2>::zeroed([2, 2, 2])?;
    Ok(())
}
