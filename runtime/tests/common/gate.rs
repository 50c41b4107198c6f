//! Latches that hold kernels until the test lets them go.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex};
use std::time::{Duration, Instant};

/// A latch: kernels that pass it wait until it opens.
pub struct Gate {
    id: u64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    arrived: usize,
    open: bool,
}

static GATES: LazyLock<Mutex<HashMap<u64, Arc<Gate>>>> = LazyLock::new(Mutex::default);

/// Long enough for anything on a busy machine; a test that waits so long has failed.
const TIMEOUT: Duration = Duration::from_secs(20);

impl Gate {
    pub fn closed() -> Arc<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let gate = Arc::new(Self { id, state: Mutex::default(), changed: Condvar::new() });
        GATES.lock().unwrap().insert(id, Arc::clone(&gate));
        gate
    }

    /// What kernels know the latch by.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Lets everything through from now on.
    pub fn open(&self) {
        self.state.lock().unwrap().open = true;
        self.changed.notify_all();
    }

    /// Number of kernels that have come to the latch so far.
    pub fn arrived(&self) -> usize {
        self.state.lock().unwrap().arrived
    }

    /// Waits until this many kernels have come to the latch.
    pub fn await_arrivals(&self, count: usize) {
        let state = self.state.lock().unwrap();
        let (state, _) =
            self.changed.wait_timeout_while(state, TIMEOUT, |state| state.arrived < count).unwrap();
        assert!(state.arrived >= count, "{} of {count} kernels came", state.arrived);
    }

    /// What a kernel does at the latch.
    pub fn pass(id: u64) {
        let gate = Arc::clone(&GATES.lock().unwrap()[&id]);
        let mut state = gate.state.lock().unwrap();
        state.arrived += 1;
        gate.changed.notify_all();
        let (state, _) = gate.changed.wait_timeout_while(state, TIMEOUT, |state| !state.open).unwrap();
        let open = state.open;
        drop(state);
        assert!(open, "the latch was not opened");
    }
}

/// Waits until something becomes true.
pub fn eventually(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < TIMEOUT, "this did not happen: {what}");
        std::thread::sleep(Duration::from_micros(200));
    }
}
