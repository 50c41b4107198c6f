//! Streams between the host and kernels: what the host sends to a kernel's stream, and what it takes from one.
//!
//! A queue has a FIFO without end for each stream of each kernel. A run takes what is there when it begins, and puts back what
//! the kernel has not received.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Error;
use crate::Result;
use crate::dag::{Part, Stream};
use crate::module::ModuleInfo;

/// A stream that a kernel reads, for [`crate::Queue::stream_in`]. The module of the kernel has a function for it:
/// `kernels::scale::input()`.
#[derive(Clone, Copy)]
pub struct StreamInput<T>(Port, PhantomData<fn(T)>);

/// A stream that a kernel writes, for [`crate::Queue::stream_out`]. The module of the kernel has a function for it:
/// `kernels::scale::output()`.
#[derive(Clone, Copy)]
pub struct StreamOutput<T>(Port, PhantomData<fn() -> T>);

/// The address of a module, the number of a kernel in it, and the position of a parameter.
type Key = (usize, usize, usize);

/// A parameter of a kernel.
#[derive(Clone, Copy)]
pub(crate) struct Port {
    module: &'static ModuleInfo,
    kernel: usize,
    param: usize,
}

impl Port {
    pub const fn new(module: &'static ModuleInfo, kernel: usize, param: usize) -> Self {
        Self { module, kernel, param }
    }

    /// What tells it from others.
    fn key(self) -> Key {
        (ptr::from_ref(self.module).addr(), self.kernel, self.param)
    }
}

macro_rules! ends {
    ($($end:ident),*) => {$(
        impl<T> $end<T> {
            /// The parameter at this position of the kernel with this number. Part of the interface to the macro.
            #[doc(hidden)]
            #[must_use]
            pub const fn new(module: &'static ModuleInfo, kernel: usize, param: usize) -> Self {
                Self(Port::new(module, kernel, param), PhantomData)
            }

            pub(crate) const fn port(&self) -> Port {
                self.0
            }
        }

        impl<T> std::fmt::Debug for $end<T> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($end))
            }
        }
    )*};
}

ends!(StreamInput, StreamOutput);

/// The streams of a queue.
#[derive(Default)]
pub(crate) struct Streams(Mutex<HashMap<Key, Arc<Stream>>>);

impl Streams {
    /// The stream of a parameter.
    pub fn stream(&self, port: Port) -> Arc<Stream> {
        Arc::clone(self.all().entry(port.key()).or_default())
    }

    /// Adds elements to what a kernel reads.
    ///
    /// # Errors
    /// [`Error::Poisoned`] if a run has failed since the last call. The stream is empty then.
    pub fn send(&self, port: Port, elements: &[u8]) -> Result<()> {
        self.usable(port)?.elements().extend_from_slice(elements);
        Ok(())
    }

    /// Takes what a kernel has written.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub fn receive(&self, port: Port) -> Result<Vec<u8>> {
        Ok(std::mem::take(&mut *self.usable(port)?.elements()))
    }

    /// A stream of which it is known what is in it.
    fn usable(&self, port: Port) -> Result<Arc<Stream>> {
        let stream = self.stream(port);
        match Part::stream(Arc::<Stream>::clone(&stream)).poisoned_by() {
            None => Ok(stream),
            Some(cause) => {
                self.all().remove(&port.key());
                Err(Error::Poisoned(cause.fault.into()))
            }
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Key, Arc<Stream>>> {
        // What the lock protects is whole in any case.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
