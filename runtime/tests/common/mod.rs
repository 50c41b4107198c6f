//! Kernels for the tests, as `#[sycl_hls::kernels]` would write them, and latches to hold them in the middle.
#![allow(dead_code)]

pub mod gate;
pub mod kernels;

use std::sync::{Arc, Mutex};

use gate::Gate;
use sycl_hls::{Buffer, Error, Event, Queue, Selector};

/// A log, and a handler that adds to it.
pub fn handler() -> (Arc<Mutex<Vec<Error>>>, impl Fn(Error) + Send + Sync + 'static) {
    let log = Arc::new(Mutex::new(vec![]));
    let handled = Arc::clone(&log);
    (log, move |error| handled.lock().unwrap().push(error))
}

/// A queue on the host.
pub fn host() -> Queue {
    Queue::new(Selector::host()).unwrap()
}

/// Submits `kernels::affine` on a buffer: `y = y * m + c`, which does not commute.
pub fn affine(q: &Queue, y: &Buffer<u32>, m: u32, c: u32) -> Event {
    q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(kernels::affine::args(m, c, y))
    })
    .unwrap()
}

/// Submits a kernel that waits at the gate, then increments `y`.
pub fn gated_write(q: &Queue, gate: &Gate, y: &Buffer<u32>) -> Event {
    q.submit(|h| {
        let y = y.write(h);
        h.single_task(kernels::gated_write::args(gate.id(), y))
    })
    .unwrap()
}

/// Submits a kernel that waits at the gate and reads `x`.
pub fn gated_read(q: &Queue, gate: &Gate, x: &Buffer<u32>) -> Event {
    q.submit(|h| {
        let x = x.read(h);
        h.single_task(kernels::gated_read::args(gate.id(), x))
    })
    .unwrap()
}

/// Submits a group that requires `x` and has no command.
pub fn empty_group(q: &Queue, x: &Buffer<u32>) -> Event {
    q.submit(|h| {
        x.read(h);
        Ok::<(), Error>(())
    })
    .unwrap()
}

/// Submits a kernel that fails and that could write `y`.
pub fn failing(q: &Queue, y: &Buffer<u32>) -> Event {
    q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(kernels::store::args(1_000_000, y))
    })
    .unwrap()
}
