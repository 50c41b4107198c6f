//! Host tasks: functions of the host as commands (S20 §4.10).

use std::error;
use std::ops;
use std::sync::Arc;

use sycl_hls_memory::overlap;
use sycl_hls_types::Fault;

use crate::access::{Accessor, Read, ReadWrite, Write};
use crate::dag::Task;
use crate::host::Kept;
use crate::view::View;
use crate::{Element, Error, HostRead, HostWrite, Range, Result, panics};

/// What a host task works on ([`crate::Handler::host_task`]): an accessor, a tuple of up to six, or `()`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing for a host task to work on",
    label = "no accessor, and no tuple of up to six",
    note = "pass accessors of the group, as in `h.host_task((x, y), |(x, y)| ..)`, or `()`"
)]
pub trait TaskAccess<'h>: sealed::Sealed {
    /// The accessors without their group.
    #[doc(hidden)]
    type Data: TaskData;

    /// Releases the accessors from their group.
    #[doc(hidden)]
    fn into_data(self) -> Result<Self::Data>;
}

/// What a command keeps of accessors until it runs.
#[doc(hidden)]
pub trait TaskData: Send + 'static {
    /// What the task gets.
    type Guards<'a>;

    /// Adds the buffers, and whether they are written.
    fn uses(&self, uses: &mut Vec<Use>);

    /// The elements, for the time of the task.
    ///
    /// # Errors
    /// When the memory is not there.
    fn lock(&self) -> Result<Self::Guards<'_>, Fault>;
}

/// Elements that a task has: the storage's identity, which ones, and whether the task writes them.
#[doc(hidden)]
pub type Use = (*const (), ops::Range<usize>, bool);

/// Elements to read.
#[doc(hidden)]
pub struct Readable<T, const D: usize>(Part<T, D>);

/// Elements to write.
#[doc(hidden)]
pub struct Writable<T, const D: usize>(Part<T, D>);

struct Part<T, const D: usize> {
    view: View<T>,
    elements: ops::Range<usize>,
    range: Range<D>,
}

/// What faults call a host task.
const HOST_TASK: &str = "host_task";

/// The command that runs `task` on the elements of `data`.
///
/// # Errors
/// When a buffer is there twice, and written.
pub(crate) fn command<A, F, E>(data: A, task: F) -> Result<Task>
where
    A: TaskData,
    F: for<'a> FnOnce(A::Guards<'a>) -> Result<(), E> + Send + 'static,
    E: Into<Box<dyn error::Error + Send + Sync>>,
{
    let mut uses = Vec::new();
    data.uses(&mut uses);
    let conflict = |(i, (storage, elements, writes)): (usize, &Use)| {
        uses[..i].iter().any(|(other, others, other_writes)| {
            storage == other && overlap(elements, others) && (*writes || *other_writes)
        })
    };
    if uses.iter().enumerate().any(conflict) {
        return Err(Error::Invalid(
            "a host task gets elements of a buffer twice and writes them; pass one accessor of them"
                .to_owned(),
        ));
    }
    Ok(Box::new(move || {
        let guards = data.lock().map_err(|fault| Error::Kernel(Arc::new(fault).into()))?;
        match panics::catch(|| task(guards)) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Error::host_task(error)),
            Err(panic) => Err(Error::host_task(panic)),
        }
    }))
}

impl<T: Element, const D: usize> Part<T, D> {
    fn of<M>(accessor: Accessor<'_, T, M, D>) -> Result<Self> {
        let range = accessor.range();
        let view = accessor.into_view();
        let elements = view.window.contiguous().ok_or_else(|| {
            Error::Invalid(
                "a host task gets slices, and the elements of a ranged accessor are not contiguous in memory; \
                 pass whole rows or a part of one row, or the whole buffer"
                    .to_owned(),
            )
        })?;
        Ok(Self { view, elements, range })
    }

    fn used(&self, writes: bool) -> Use {
        (Arc::as_ptr(&self.view.storage).cast(), self.elements.clone(), writes)
    }
}

impl<T: Element, const D: usize> TaskData for Readable<T, D> {
    type Guards<'a> = HostRead<'a, T, D>;

    fn uses(&self, uses: &mut Vec<Use>) {
        uses.push(self.0.used(false));
    }

    fn lock(&self) -> Result<HostRead<'_, T, D>, Fault> {
        let part = &self.0;
        Ok(HostRead::new(part.view.read(part.elements.clone(), HOST_TASK)?, part.range, Kept::InCommand))
    }
}

impl<T: Element, const D: usize> TaskData for Writable<T, D> {
    type Guards<'a> = HostWrite<'a, T, D>;

    fn uses(&self, uses: &mut Vec<Use>) {
        uses.push(self.0.used(true));
    }

    fn lock(&self) -> Result<HostWrite<'_, T, D>, Fault> {
        let part = &self.0;
        Ok(HostWrite::new(part.view.write(part.elements.clone(), HOST_TASK)?, part.range, Kept::InCommand))
    }
}

mod sealed {
    pub trait Sealed {}
}

impl<T, M, const D: usize> sealed::Sealed for Accessor<'_, T, M, D> {}

impl<'h, T: Element, const D: usize> TaskAccess<'h> for Accessor<'h, T, Read, D> {
    type Data = Readable<T, D>;

    fn into_data(self) -> Result<Self::Data> {
        Ok(Readable(Part::of(self)?))
    }
}

impl<'h, T: Element, const D: usize> TaskAccess<'h> for Accessor<'h, T, Write, D> {
    type Data = Writable<T, D>;

    fn into_data(self) -> Result<Self::Data> {
        Ok(Writable(Part::of(self)?))
    }
}

impl<'h, T: Element, const D: usize> TaskAccess<'h> for Accessor<'h, T, ReadWrite, D> {
    type Data = Writable<T, D>;

    fn into_data(self) -> Result<Self::Data> {
        Ok(Writable(Part::of(self)?))
    }
}

macro_rules! tuples {
    ($(($($name:ident: $place:tt),*);)*) => {$(
        impl<$($name: sealed::Sealed),*> sealed::Sealed for ($($name,)*) {}

        impl<'h, $($name: TaskAccess<'h>),*> TaskAccess<'h> for ($($name,)*) {
            type Data = ($($name::Data,)*);

            fn into_data(self) -> Result<Self::Data> {
                Ok(($(self.$place.into_data()?,)*))
            }
        }

        impl<$($name: TaskData),*> TaskData for ($($name,)*) {
            type Guards<'a> = ($($name::Guards<'a>,)*);

            fn uses(&self, uses: &mut Vec<Use>) {
                let _ = &uses;
                $(self.$place.uses(uses);)*
            }

            fn lock(&self) -> Result<Self::Guards<'_>, Fault> {
                Ok(($(self.$place.lock()?,)*))
            }
        }
    )*};
}

tuples! {
    ();
    (A: 0);
    (A: 0, B: 1);
    (A: 0, B: 1, C: 2);
    (A: 0, B: 1, C: 2, D: 3);
    (A: 0, B: 1, C: 2, D: 3, E: 4);
    (A: 0, B: 1, C: 2, D: 3, E: 4, F: 5);
}
