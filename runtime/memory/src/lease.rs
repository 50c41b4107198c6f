//! The vector and its leases.
//!
//! # Safety
//! [`SharedVec`] keeps a vector as its raw parts, made from a `Vec` by [`Parts::of`] and turned back once at most, by [`Parts::vector`]:
//! [`SharedVec::take`] leaves the parts of an empty vector, and dropping needs `&mut self`. Both happen while nothing is lent: `take` asks
//! the table, and a lease borrows the vector, so that it cannot be dropped before. The memory therefore is valid for all of a lease's life,
//! and the pointer comes from the vector that was allocated, without a reference between them.
//!
//! A lease is made under the table's lock, and only of a part within the vector that the table allows: a part that is written has no
//! element in common with any other part that is lent. It is noted in the table until it is dropped; one that is forgotten stays there for
//! ever. Slices that leases give are of their parts alone, so that a mutable one is the only way to its elements, and a shared one has
//! no mutable one beside it. Leaving the table's lock and taking it again orders what one holder writes before what the next one reads.

#![allow(unsafe_code)]

use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut, Range};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::{mem, slice};

use crate::Refusal;
use crate::table::Table;

/// A vector of which disjoint parts can be written at the same time.
pub struct SharedVec<T> {
    state: Mutex<State<T>>,
    returned: Condvar,
}

struct State<T> {
    parts: Parts<T>,
    table: Table,
    /// Number of threads that wait for something to be given back.
    waiting: usize,
}

/// A vector that is only pointed to.
struct Parts<T> {
    data: *mut T,
    len: usize,
    capacity: usize,
}

// SAFETY: it is a vector of `T`, to whose elements only leases lead.
unsafe impl<T: Send> Send for SharedVec<T> {}

// SAFETY: leases give `&T` and `&mut T` to any thread that has a `&SharedVec<T>`, one of both at a time, so that elements have to be of
// types that may be sent (by writing) and shared (by reading at the same time).
unsafe impl<T: Send + Sync> Sync for SharedVec<T> {}

/// Elements that nobody writes meanwhile.
pub struct ReadLease<'v, T> {
    vector: &'v SharedVec<T>,
    data: *const T,
    part: Range<usize>,
}

/// Elements that nobody else uses meanwhile.
pub struct WriteLease<'v, T> {
    vector: &'v SharedVec<T>,
    data: *mut T,
    part: Range<usize>,
}

// SAFETY: a shared lease gives `&[T]` and nothing else.
unsafe impl<T: Sync> Sync for ReadLease<'_, T> {}

// SAFETY: as above; writing takes `&mut`.
unsafe impl<T: Sync> Sync for WriteLease<'_, T> {}

impl<T> Parts<T> {
    fn of(vector: Vec<T>) -> Self {
        let mut vector = ManuallyDrop::new(vector);
        Self { data: vector.as_mut_ptr(), len: vector.len(), capacity: vector.capacity() }
    }

    /// # Safety
    /// Nothing is lent, and the parts are not used again.
    unsafe fn vector(&self) -> Vec<T> {
        // SAFETY: the parts are those of a vector that was forgotten, by `of`; nobody else has them, by the caller.
        unsafe { Vec::from_raw_parts(self.data, self.len, self.capacity) }
    }
}

impl<T> State<T> {
    /// Lends a part, if it can be lent; gives its first element.
    fn lend(&mut self, part: &Range<usize>, writes: bool) -> Result<*mut T, Refusal> {
        if part.start > part.end || part.end > self.parts.len {
            return Err(Refusal::Gone);
        }
        if !self.table.allows(part, writes) {
            return Err(Refusal::InUse);
        }
        self.table.lend(part.clone(), writes);
        // SAFETY: the part is within the vector.
        Ok(unsafe { self.parts.data.add(part.start) })
    }
}

impl<T> SharedVec<T> {
    /// Takes the vector over.
    #[must_use]
    pub fn new(vector: Vec<T>) -> Self {
        let state = State { parts: Parts::of(vector), table: Table::default(), waiting: 0 };
        Self { state: Mutex::new(state), returned: Condvar::new() }
    }

    /// The elements of a part to read, unless somebody writes one of them at this moment.
    ///
    /// # Errors
    /// Why the part is not lent.
    pub fn try_read(&self, part: Range<usize>) -> Result<ReadLease<'_, T>, Refusal> {
        let data = self.lock().lend(&part, false)?;
        Ok(ReadLease { vector: self, data, part })
    }

    /// The elements of a part to write, unless somebody uses one of them at this moment.
    ///
    /// # Errors
    /// Why the part is not lent.
    pub fn try_write(&self, part: Range<usize>) -> Result<WriteLease<'_, T>, Refusal> {
        let data = self.lock().lend(&part, true)?;
        Ok(WriteLease { vector: self, data, part })
    }

    /// The elements of a part to read, once nobody writes one of them; fewer if the vector was taken.
    pub fn read(&self, part: Range<usize>) -> ReadLease<'_, T> {
        let (data, part) = self.wait_for(part, false);
        ReadLease { vector: self, data, part }
    }

    /// The elements of a part to write, once nobody uses one of them; fewer if the vector was taken.
    pub fn write(&self, part: Range<usize>) -> WriteLease<'_, T> {
        let (data, part) = self.wait_for(part, true);
        WriteLease { vector: self, data, part }
    }

    /// Moves the elements out, leaving none, unless somebody uses them.
    pub fn take(&self) -> Option<Vec<T>> {
        let mut state = self.lock();
        if !state.table.is_empty() {
            return None;
        }
        let parts = mem::replace(&mut state.parts, Parts::of(Vec::new()));
        // SAFETY: nothing is lent, under the lock, and the parts are no longer in their place.
        Some(unsafe { parts.vector() })
    }

    /// Lends what there is of a part, when it can be lent; gives its first element.
    fn wait_for(&self, part: Range<usize>, writes: bool) -> (*mut T, Range<usize>) {
        let mut state = self.lock();
        loop {
            let end = part.end.min(state.parts.len);
            let there = part.start.min(end)..end;
            if let Ok(data) = state.lend(&there, writes) {
                return (data, there);
            }
            state.waiting += 1;
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }

    fn give_back(&self, part: &Range<usize>, writes: bool) {
        let mut state = self.lock();
        state.table.give_back(part, writes);
        if state.waiting > 0 {
            self.returned.notify_all();
        }
    }

    /// What the lock protects is whole in any case.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Drop for SharedVec<T> {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: leases borrow the vector, so that there are none now; forgotten ones are not used. Nobody sees the parts after this.
        drop(unsafe { state.parts.vector() });
    }
}

impl<T> Deref for ReadLease<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the part is lent to be read, which is what the table says until the lease is dropped.
        unsafe { slice::from_raw_parts(self.data, self.part.len()) }
    }
}

impl<T> Deref for WriteLease<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the part is lent to nobody else, which is what the table says until the lease is dropped.
        unsafe { slice::from_raw_parts(self.data, self.part.len()) }
    }
}

impl<T> DerefMut for WriteLease<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the lease is borrowed for as long as the slice lives.
        unsafe { slice::from_raw_parts_mut(self.data, self.part.len()) }
    }
}

impl<T> Drop for ReadLease<'_, T> {
    fn drop(&mut self) {
        self.vector.give_back(&self.part, false);
    }
}

impl<T> Drop for WriteLease<'_, T> {
    fn drop(&mut self) {
        self.vector.give_back(&self.part, true);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn disjoint_parts_are_written_at_the_same_time() {
        let vector = SharedVec::new(vec![0_u32; 4]);
        let mut first = vector.try_write(0..2).ok().unwrap();
        let mut second = vector.try_write(2..4).ok().unwrap();
        first.copy_from_slice(&[1, 2]);
        second.copy_from_slice(&[3, 4]);
        assert_eq!(vector.try_read(1..3).err(), Some(Refusal::InUse));
        assert_eq!(vector.take(), None);
        drop(first);
        let (read, again) = (vector.try_read(0..2).ok().unwrap(), vector.try_read(1..2).ok().unwrap());
        assert_eq!((&read[..], &again[..], &second[..]), (&[1, 2][..], &[2][..], &[3, 4][..]));
        assert_eq!(vector.try_write(1..1).map(|empty| empty.len()).ok(), Some(0));
        assert_eq!(vector.try_write(1..2).err(), Some(Refusal::InUse));
        drop((read, again, second));
        assert_eq!(vector.take(), Some(vec![1, 2, 3, 4]));
        assert_eq!(vector.try_read(0..1).err(), Some(Refusal::Gone));
        assert_eq!((vector.read(0..4).len(), vector.write(1..3).len()), (0, 0));
    }

    #[test]
    fn a_part_is_within_the_vector() {
        let vector = SharedVec::new(vec![1_u8, 2]);
        assert_eq!(vector.try_read(1..3).err(), Some(Refusal::Gone));
        #[allow(clippy::reversed_empty_ranges)]
        let backwards = vector.try_write(2..1).err();
        assert_eq!(backwards, Some(Refusal::Gone));
        assert_eq!(vector.read(1..9)[..], [2]);
    }

    #[test]
    fn elements_are_dropped_once() {
        static DROPPED: AtomicUsize = AtomicUsize::new(0);
        struct Counted;
        impl Drop for Counted {
            fn drop(&mut self) {
                DROPPED.fetch_add(1, Ordering::Relaxed);
            }
        }
        let vector = SharedVec::new(vec![Counted, Counted, Counted]);
        drop(vector.take());
        drop(vector);
        assert_eq!(DROPPED.load(Ordering::Relaxed), 3);
        let vector = SharedVec::new(vec![Counted, Counted]);
        mem::forget(vector.try_write(0..1));
        drop(vector);
        assert_eq!(DROPPED.load(Ordering::Relaxed), 5);
    }

    /// Threads that write parts which overlap, and read them again: each sees what it wrote, and no update is lost.
    #[test]
    fn threads_take_turns_where_parts_overlap() {
        const ROUNDS: u32 = 500;
        let vector = SharedVec::new(vec![0_u32; 8]);
        thread::scope(|threads| {
            for start in 0..4 {
                let vector = &vector;
                threads.spawn(move || {
                    for _ in 0..ROUNDS {
                        let mut part = vector.write(start..start + 4);
                        let before = part.to_vec();
                        part.iter_mut().for_each(|element| *element += 1);
                        assert!(part.iter().zip(before).all(|(after, before)| *after == before + 1));
                        drop(part);
                        assert_eq!(vector.read(start..start + 2).len(), 2);
                    }
                });
            }
        });
        let counts = [1, 2, 3, 4, 3, 2, 1, 0].map(|threads| threads * ROUNDS);
        assert_eq!(vector.take().unwrap(), counts);
    }
}
