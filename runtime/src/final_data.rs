//! Where the elements of a buffer go when nobody needs it any more (S20 §4.7.2.1, Table 22, `set_final_data`).

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::dag::{self, Action, Command, Completion, Failures, Requirement, Submitted, not_lent};
use crate::storage::Storage;
use crate::view::part_of;
use crate::{Element, Error, panics};

/// What takes the elements of a buffer: a `Weak<Mutex<Vec<T>>>`, which gets them if somebody still has the vector; a function of
/// the elements; or `()`, which is nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nowhere to leave elements of type `{T}`",
    label = "no `Weak<Mutex<Vec<{T}>>>`, `FnOnce(Vec<{T}>) + Send + 'static` or `()`",
    note = "`Arc::downgrade(&vector)` makes a `Weak`; borrowed memory gets results at the end of a `scope`"
)]
pub trait FinalData<T> {
    /// What is done with the elements, if anything is.
    #[doc(hidden)]
    fn into_put(self) -> Option<Put<T>>;
}

/// Takes the elements.
#[doc(hidden)]
pub type Put<T> = Box<dyn FnOnce(Vec<T>) + Send>;

impl<T: Send + 'static> FinalData<T> for Weak<Mutex<Vec<T>>> {
    fn into_put(self) -> Option<Put<T>> {
        Some(Box::new(move |elements| {
            if let Some(vector) = self.upgrade() {
                *vector.lock().unwrap_or_else(PoisonError::into_inner) = elements;
            }
        }))
    }
}

impl<T, F: FnOnce(Vec<T>) + Send + 'static> FinalData<T> for F {
    fn into_put(self) -> Option<Put<T>> {
        Some(Box::new(self))
    }
}

impl<T> FinalData<T> for () {
    fn into_put(self) -> Option<Put<T>> {
        None
    }
}

/// What the handles of a buffer share. When the last one is dropped, the elements go where they were to go.
#[derive(Default)]
pub(crate) struct WriteBack {
    /// Whether somebody was given the elements to write: there are no results before.
    written: AtomicBool,
    off: AtomicBool,
    /// Enqueues the command that gives the elements away.
    submit: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl WriteBack {
    /// Somebody is given the elements to write.
    pub fn note_writer(&self) {
        self.written.store(true, Ordering::Relaxed);
    }

    /// Switches it on or off; it is on at first.
    pub fn set(&self, on: bool) {
        self.off.store(!on, Ordering::Relaxed);
    }

    /// Whether there are results, and they are wanted.
    pub fn is_due(&self) -> bool {
        self.written.load(Ordering::Relaxed) && !self.off.load(Ordering::Relaxed)
    }

    /// The elements of `storage` go to `target`, and nowhere else.
    pub fn set_target<T: Element>(&self, storage: &Arc<Storage<T>>, target: impl FinalData<T>) {
        let submit = target.into_put().map(|put| {
            let storage = Arc::clone(storage);
            Box::new(move || submit(storage, put)) as Box<dyn FnOnce() + Send>
        });
        let mut place = self.submit.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = mem::replace(&mut *place, submit);
        drop(place);
        // It may have handles of this buffer.
        drop(earlier);
    }
}

impl Drop for WriteBack {
    fn drop(&mut self) {
        let submit = self.submit.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(submit) = submit.filter(|_| self.is_due()) {
            submit();
        }
    }
}

/// Enqueues the command that gives the elements away, behind all that use them. A failure is logged, as nobody waits for it.
fn submit<T: Element>(storage: Arc<Storage<T>>, put: Put<T>) {
    let part = part_of(&storage, &(0..storage.len()));
    let task = move || {
        // A guard that was forgotten keeps the elements where they are.
        let copied = || storage.read_now(0..storage.len()).map(|elements| elements.to_vec());
        let elements = storage.take().map_or_else(copied, Ok);
        let elements = elements
            .map_err(|refusal| Error::Kernel(Arc::new(not_lent("set_final_data", refusal)).into()))?;
        panics::catch(|| put(elements)).map_err(Error::host_task)
    };
    let command = Command {
        action: Action::Task(Box::new(task)),
        requirements: vec![Requirement { part, writes: true, overwrites: false }],
        unordered: Vec::new(),
        after: Vec::new(),
        completion: Arc::new(Completion::new(false, Arc::new(Failures::new(None)))),
    };
    if let Err(error) = dag::commit(command, &Submitted::new(false)) {
        tracing::error!("the final data of a buffer is lost: {error}");
    }
}
