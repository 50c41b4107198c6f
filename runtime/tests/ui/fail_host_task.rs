use std::cell::Cell;
use std::rc::Rc;

use sycl_hls::{Error, Queue, Result, Selector};

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    // It may run on another thread.
    let shared = Rc::new(Cell::new(0));
    q.submit(|h| {
        h.host_task((), move |()| {
            shared.set(1);
            Ok::<(), Error>(())
        })
    })?;
    Ok(())
}
