use sycl_hls::{Buffer, Result};

fn main() -> Result<()> {
    let x = Buffer::<f32, 3>::zeroed([2, 2, 2])?;
    let guard = x.host_read()?;
    println!("{}", guard[1]);
    println!("{}", guard[[1, 0]]);
    Ok(())
}
