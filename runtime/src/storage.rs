//! The storage of a buffer: a vector on the host that devices of this process work on directly.

use std::ops::{Deref, DerefMut, Range};
use std::sync::atomic::{AtomicU64, Ordering};

use sycl_hls_memory::{ReadLease, Refusal, SharedVec, WriteLease};

use crate::dag::{Memory, ReadBytes, Track, WriteBytes};
use crate::{Element, Error, Result};

/// So many zeros.
pub(crate) fn zeros<T: Element>(elements: usize) -> Result<Vec<T>> {
    let no_memory = |()| Error::OutOfMemory { elements, size: size_of::<T>() };
    bytemuck::try_zeroed_vec(elements).map_err(no_memory)
}

/// A buffer's elements and its place in the graph.
pub(crate) struct Storage<T> {
    data: SharedVec<T>,
    len: usize,
    /// Tells storages apart: addresses are used again.
    number: u64,
    /// How often elements were lent to be written.
    version: AtomicU64,
    track: Track,
}

/// A number that none had before.
fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl<T: Element> Storage<T> {
    pub fn new(data: Vec<T>) -> Self {
        let (len, data) = (data.len(), SharedVec::new(data));
        Self { data, len, number: number(), version: AtomicU64::new(0), track: Track::default() }
    }

    /// Number of elements.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// These elements, once nobody writes them; none if they were moved out.
    pub fn read(&self, elements: Range<usize>) -> ReadLease<'_, T> {
        self.data.read(elements)
    }

    /// These elements to write, once nobody uses them; none if they were moved out.
    pub fn write(&self, elements: Range<usize>) -> WriteLease<'_, T> {
        self.written(self.data.write(elements))
    }

    /// These elements, unless somebody writes them at this moment.
    ///
    /// # Errors
    /// Why there are none.
    pub fn read_now(&self, elements: Range<usize>) -> Result<ReadLease<'_, T>, Refusal> {
        self.data.try_read(elements)
    }

    /// These elements to write, unless somebody uses them at this moment.
    ///
    /// # Errors
    /// Why there are none.
    pub fn write_now(&self, elements: Range<usize>) -> Result<WriteLease<'_, T>, Refusal> {
        Ok(self.written(self.data.try_write(elements)?))
    }

    /// Moves the elements out, leaving none, unless somebody uses them.
    pub fn take(&self) -> Option<Vec<T>> {
        self.version.fetch_add(1, Ordering::Relaxed);
        self.data.take()
    }

    fn written<L>(&self, lease: L) -> L {
        self.version.fetch_add(1, Ordering::Relaxed);
        lease
    }

    /// The elements of these bytes.
    fn elements(bytes: &Range<usize>) -> Range<usize> {
        bytes.start / size_of::<T>()..bytes.end / size_of::<T>()
    }
}

impl<T: Element> Memory for Storage<T> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn version(&self) -> (u64, u64) {
        (self.number, self.version.load(Ordering::Relaxed))
    }

    fn try_read(&self, bytes: Range<usize>) -> Result<ReadBytes<'_>, Refusal> {
        Ok(Box::new(Bytes(self.read_now(Self::elements(&bytes))?)))
    }

    fn try_write(&self, bytes: Range<usize>) -> Result<WriteBytes<'_>, Refusal> {
        Ok(Box::new(Bytes(self.write_now(Self::elements(&bytes))?)))
    }
}

/// Elements as bytes.
struct Bytes<L>(L);

impl<T: Element, L: Deref<Target = [T]>> Deref for Bytes<L> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

impl<T: Element, L: DerefMut<Target = [T]>> DerefMut for Bytes<L> {
    fn deref_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}
