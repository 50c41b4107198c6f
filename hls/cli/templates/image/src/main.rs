//! Finds the edges in a picture on the device that SYCL_HLS_DEVICE names; `sycl-hls run` names the emulated board.
//!
//! Arguments: the PNG file to read (none: a drawn disc) and the one to write (none: edges.png).

use std::path::PathBuf;
use std::time::Instant;

use sycl_hls::{Queue, Selector};

use {{crate}}::edges;
use {{crate}}::picture::Picture;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files = std::env::args_os().skip(1).map(PathBuf::from);
    let picture = files
        .next()
        .map_or_else(|| Ok(Picture::disc(640, 480)), |file| Picture::read(&file))?;
    let output = files.next().unwrap_or_else(|| "edges.png".into());
    let queue = Queue::new(Selector::from_env())?;
    let start = Instant::now();
    let result = edges(&queue, &picture)?;
    let (elapsed, device) = (start.elapsed(), queue.device());
    result.write(&output)?;
    println!(
        "{}x{} pixels on {} in {elapsed:.1?}: {}",
        picture.width,
        picture.height,
        device.info().id,
        output.display()
    );
    Ok(())
}
