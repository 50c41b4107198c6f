//! Persistent variables of kernels, on the host: each device keeps its own values.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// What tells a variable from all others: its kernel, with the values of generic parameters, and its number in that.
type Key = (&'static str, usize);

/// What the persistent variables of kernels hold between runs.
#[derive(Default)]
pub(crate) struct State {
    values: Mutex<HashMap<Key, Value>>,
    returned: Condvar,
}

enum Value {
    /// A run has it.
    Used,
    Kept(Box<dyn Any + Send>),
}

thread_local! {
    /// The state of the device that this thread runs a kernel for. Functions that are called as such have the thread's own.
    static CURRENT: RefCell<Arc<State>> = RefCell::default();
}

/// Runs a kernel with the state of a device.
pub(crate) fn with_state<R>(state: &Arc<State>, run: impl FnOnce() -> R) -> R {
    /// Gives the thread its own state back, also where the kernel panics.
    struct Outer(Arc<State>);
    impl Drop for Outer {
        fn drop(&mut self) {
            CURRENT.with(|current| std::mem::swap(&mut *current.borrow_mut(), &mut self.0));
        }
    }
    let _outer = Outer(CURRENT.replace(Arc::clone(state)));
    run()
}

/// A variable that a run has taken.
#[doc(hidden)]
pub struct Held {
    state: Arc<State>,
    key: Key,
    /// What the next run finds; nothing where the kernel panics.
    kept: Option<Box<dyn Any + Send>>,
}

/// Takes the value of a persistent variable, which is `first` before the first run, and after one that has panicked. Waits while another
/// run of the kernel on the same device has it: a device has one compute unit of each kernel.
#[doc(hidden)]
#[must_use]
pub fn persistent<T: Send + 'static>(
    kernel: &'static str,
    number: usize,
    first: impl FnOnce() -> T,
) -> (T, Held) {
    let (state, key) = (CURRENT.with(|current| Arc::clone(&current.borrow())), (kernel, number));
    let mut values = state.values.lock().unwrap_or_else(PoisonError::into_inner);
    while matches!(values.get(&key), Some(Value::Used)) {
        values = state.returned.wait(values).unwrap_or_else(PoisonError::into_inner);
    }
    let kept = values.insert(key, Value::Used);
    drop(values);
    let held = Held { state, key, kept: None };
    let kept = match kept {
        Some(Value::Kept(value)) => value.downcast().ok(),
        Some(Value::Used) | None => None,
    };
    (kept.map_or_else(first, |value| *value), held)
}

impl Held {
    /// Keeps the value for the next run.
    pub fn keep<T: Send + 'static>(mut self, value: T) {
        self.kept = Some(Box::new(value));
    }
}

/// Gives the variable to the next run. This is the only place that does: a value that was given back before may be in use again.
impl Drop for Held {
    fn drop(&mut self) {
        let mut values = self.state.values.lock().unwrap_or_else(PoisonError::into_inner);
        match self.kept.take() {
            Some(value) => values.insert(self.key, Value::Kept(value)),
            None => values.remove(&self.key),
        };
        drop(values);
        self.state.returned.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// A kernel that counts its runs.
    fn count(panics: bool) -> u32 {
        let (count, held) = persistent("count", 0, || 5_u32);
        assert!(!panics, "as asked");
        held.keep(count + 1);
        count
    }

    #[test]
    fn each_device_keeps_its_own_values() {
        let devices = [Arc::<State>::default(), Arc::default()];
        assert_eq!([0, 1].map(|_| with_state(&devices[0], || count(false))), [5, 6]);
        assert_eq!(with_state(&devices[1], || count(false)), 5);
        assert_eq!(with_state(&devices[0], || count(false)), 7);
        assert_eq!([0, 1].map(|_| count(false)), [5, 6], "the thread's own");
        assert_eq!(std::thread::spawn(|| count(false)).join().unwrap(), 5);
    }

    #[test]
    fn a_run_that_panics_leaves_the_first_value() {
        let device = Arc::<State>::default();
        assert_eq!([0, 1].map(|_| with_state(&device, || count(false))), [5, 6]);
        assert!(catch_unwind(AssertUnwindSafe(|| with_state(&device, || count(true)))).is_err());
        assert_eq!(with_state(&device, || count(false)), 5);
        assert_eq!(count(false), 5, "the thread has its own state again");
    }

    #[test]
    fn runs_on_one_device_do_not_overlap() {
        let device = Arc::<State>::default();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..10_000 {
                        with_state(&device, || count(false));
                    }
                });
            }
        });
        assert_eq!(with_state(&device, || count(false)), 80_005);
    }
}
