//! The storage of a buffer: a vector on the host that devices of this process work on directly.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError, TryLockResult};

use crate::dag::{Memory, Track};
use crate::{Element, Error, Result};

/// So many zeros.
pub(crate) fn zeros<T: Element>(elements: usize) -> Result<Vec<T>> {
    let no_memory = |()| Error::OutOfMemory { elements, size: size_of::<T>() };
    bytemuck::try_zeroed_vec(elements).map_err(no_memory)
}

/// A buffer's elements and its place in the graph.
pub(crate) struct Storage<T> {
    data: RwLock<Vec<T>>,
    len: usize,
    /// Tells storages apart: addresses are used again.
    number: u64,
    /// How often `data` was locked to be written. Changed only by who holds that lock.
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
        let (len, data) = (data.len(), RwLock::new(data));
        Self { data, len, number: number(), version: AtomicU64::new(0), track: Track::default() }
    }

    /// Number of elements.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The elements, once nobody writes them.
    pub fn read(&self) -> RwLockReadGuard<'_, Vec<T>> {
        self.data.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The elements to write, once nobody uses them.
    pub fn write(&self) -> RwLockWriteGuard<'_, Vec<T>> {
        let data = self.data.write().unwrap_or_else(PoisonError::into_inner);
        self.version.fetch_add(1, Ordering::Relaxed);
        data
    }

    /// The elements, unless somebody writes them at this moment.
    pub fn read_now(&self) -> Option<RwLockReadGuard<'_, Vec<T>>> {
        unless_used(self.data.try_read())
    }

    /// The elements to write, unless somebody uses them at this moment.
    pub fn write_now(&self) -> Option<RwLockWriteGuard<'_, Vec<T>>> {
        let data = unless_used(self.data.try_write())?;
        self.version.fetch_add(1, Ordering::Relaxed);
        Some(data)
    }

    /// Moves the elements out, leaving none, unless somebody uses them.
    pub fn take(&self) -> Option<Vec<T>> {
        Some(std::mem::take(&mut *self.write_now()?))
    }
}

/// A lock that a thread held while it panicked is as good as any: all bytes are values.
fn unless_used<G>(lock: TryLockResult<G>) -> Option<G> {
    match lock {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(panicked)) => Some(panicked.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl<T: Element> Memory for Storage<T> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn version(&self) -> (u64, u64) {
        (self.number, self.version.load(Ordering::Relaxed))
    }

    fn try_read(&self) -> Option<Box<dyn Deref<Target = [u8]> + '_>> {
        Some(Box::new(ReadBytes(self.read_now()?)))
    }

    fn try_write(&self) -> Option<Box<dyn DerefMut<Target = [u8]> + '_>> {
        Some(Box::new(WriteBytes(self.write_now()?)))
    }
}

struct ReadBytes<'a, T>(RwLockReadGuard<'a, Vec<T>>);

struct WriteBytes<'a, T>(RwLockWriteGuard<'a, Vec<T>>);

impl<T: Element> Deref for ReadBytes<'_, T> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

impl<T: Element> Deref for WriteBytes<'_, T> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

impl<T: Element> DerefMut for WriteBytes<'_, T> {
    fn deref_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}
