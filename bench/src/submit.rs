//! What the runtime costs.

use sycl_hls::{Error, Queue, Selector};

use crate::{Figure, sample};

/// Submissions that are timed together.
const BATCH: u32 = 1000;
const ROUNDS: usize = 200;

#[sycl_hls::kernels]
mod nothing {
    /// Does nothing.
    #[kernel]
    pub fn nothing() {}
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    let queue = Queue::new(Selector::host())?;
    let batch = sample::alone(ROUNDS, || {
        for _ in 0..BATCH {
            queue.submit::<Error>(|h| h.single_task(nothing::nothing::args()))?.wait()?;
        }
        Ok(())
    })?;
    Ok(vec![Figure::time("empty submit + wait on the host", batch / BATCH, "1 us (DPC++ in-order: 3.6 us)")])
}
