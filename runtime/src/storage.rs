//! The storage of a buffer: a vector on the host that devices of this process work on directly.

use std::ops::{Deref, DerefMut};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use zerocopy::IntoBytes;

use crate::Element;
use crate::dag::{Memory, Track};

/// A buffer's elements and its place in the graph.
pub(crate) struct Storage<T> {
    data: RwLock<Vec<T>>,
    len: usize,
    track: Track,
}

impl<T: Element> Storage<T> {
    pub fn new(data: Vec<T>) -> Self {
        Self { len: data.len(), data: RwLock::new(data), track: Track::default() }
    }

    /// Number of elements.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The elements, once nobody writes them.
    pub fn read(&self) -> RwLockReadGuard<'_, Vec<T>> {
        self.data.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the elements out, leaving none, unless somebody uses them.
    pub fn take(&self) -> Option<Vec<T>> {
        Some(std::mem::take(&mut *self.data.try_write().ok()?))
    }
}

impl<T: Element> Memory for Storage<T> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn try_read(&self) -> Option<Box<dyn Deref<Target = [u8]> + '_>> {
        Some(Box::new(ReadBytes(self.data.try_read().ok()?)))
    }

    fn try_write(&self) -> Option<Box<dyn DerefMut<Target = [u8]> + '_>> {
        Some(Box::new(WriteBytes(self.data.try_write().ok()?)))
    }
}

struct ReadBytes<'a, T>(RwLockReadGuard<'a, Vec<T>>);

struct WriteBytes<'a, T>(RwLockWriteGuard<'a, Vec<T>>);

impl<T: Element> Deref for ReadBytes<'_, T> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl<T: Element> Deref for WriteBytes<'_, T> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl<T: Element> DerefMut for WriteBytes<'_, T> {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.0.as_mut_bytes()
    }
}
