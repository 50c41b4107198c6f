//! Memory of the device in this process, lent to kernels: a module with `unsafe` code.
#![allow(unsafe_code)]

use std::collections::HashMap;
use std::fs::File;
use std::io;

use memmap2::{MmapOptions, MmapRaw};

use super::arguments::Range;
use super::worker::BufferAt;

/// The memories that were mapped so far, by their numbers.
#[derive(Debug, Default)]
pub(super) struct Mappings(HashMap<u64, MmapRaw>);

/// A part of the device's memory.
#[derive(Debug)]
pub(super) enum Lent<'m> {
    Shared(&'m [u8]),
    Mutable(&'m mut [u8]),
}

impl Mappings {
    /// Maps what is not mapped yet, and forgets what is gone.
    ///
    /// # Errors
    /// When a memory cannot be mapped.
    pub fn update(&mut self, buffers: &[BufferAt], ranges: &[Range]) -> io::Result<()> {
        self.0.retain(|id, _| buffers.iter().any(|buffer| buffer.memory == *id));
        for range in ranges.iter().filter(|range| range.size > 0) {
            let buffer = buffers.iter().find(|buffer| buffer.memory == range.memory);
            let Some(buffer) = buffer.filter(|buffer| !self.0.contains_key(&buffer.memory)) else { continue };
            let file = File::options().read(true).write(true).open(&buffer.name)?;
            self.0.insert(buffer.memory, MmapOptions::new().map_raw(&file)?);
        }
        Ok(())
    }

    /// Lends ranges, in their order; those that may be written overlap no other one.
    ///
    /// # Errors
    /// When one is not within its memory (its number is given), or overlaps another one (both numbers are).
    pub fn lend(&mut self, ranges: &[Range]) -> Result<Vec<Lent<'_>>, (usize, Option<usize>)> {
        if let Some((one, other)) = overlap(ranges) {
            return Err((one, Some(other)));
        }
        let lent = ranges.iter().enumerate().map(|(index, range)| self.slice(range).ok_or((index, None)));
        lent.collect()
    }

    /// One range. Only for ranges that do not overlap, while `self` is borrowed mutably: see [`Self::lend`].
    fn slice<'m>(&self, range: &Range) -> Option<Lent<'m>> {
        let (offset, size) = (usize::try_from(range.offset).ok()?, usize::try_from(range.size).ok()?);
        if size == 0 {
            return Some(nothing(range.mutable));
        }
        let mapping = self.0.get(&range.memory)?;
        offset.checked_add(size).filter(|end| *end <= mapping.len())?;
        // SAFETY: the range lies in the mapping, which is readable and writable, and which lives as long as what is lent:
        // `lend` ties that to its borrow of `self`, and only `update` and dropping, which need `self`, unmap anything. `lend`
        // has made sure that no range that is lent for writing overlaps any other, and that borrow keeps others from lending
        // meanwhile. Every value of a byte is valid.
        // The memory is another process's, too: the host's, which may write a buffer while a kernel runs on it, as it may on
        // a card. No Rust code looks at the bytes in a way that such a write could upset: they are handed to the
        // compiled kernel as a pointer, or copied to and from a simulator's pipe. A host that makes the file shorter ends
        // this process, as any process that maps files can be; that is told as a kernel's failure.
        Some(unsafe {
            let first = mapping.as_mut_ptr().add(offset);
            if range.mutable {
                Lent::Mutable(std::slice::from_raw_parts_mut(first, size))
            } else {
                Lent::Shared(std::slice::from_raw_parts(first, size))
            }
        })
    }
}

/// No bytes, at an address that suits every element.
fn nothing<'m>(mutable: bool) -> Lent<'m> {
    #[repr(align(64))]
    struct Nothing([u8; 0]);
    // Leaking what has no size leaks nothing.
    let Nothing(bytes) = Box::leak(Box::new(Nothing([])));
    if mutable { Lent::Mutable(bytes) } else { Lent::Shared(bytes) }
}

/// Two ranges that share a byte, of which one may be written.
fn overlap(ranges: &[Range]) -> Option<(usize, usize)> {
    let shares = |a: &Range, b: &Range| {
        let apart =
            a.offset.saturating_add(a.size) <= b.offset || b.offset.saturating_add(b.size) <= a.offset;
        a.memory == b.memory && a.size > 0 && b.size > 0 && (a.mutable || b.mutable) && !apart
    };
    (0..ranges.len()).find_map(|one| {
        let earlier = ranges.get(..one)?.iter();
        let found =
            earlier.zip(0..).find(|(earlier, _)| ranges.get(one).is_some_and(|it| shares(earlier, it)));
        found.map(|(_, other)| (other, one))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd as _;

    const fn range(offset: u64, size: u64, mutable: bool) -> Range {
        Range { memory: 1, offset, size, mutable }
    }

    /// A memory of 8192 bytes, and the file that is behind it.
    fn mapped() -> (Mappings, File) {
        let file = tempfile::tempfile().unwrap();
        file.set_len(8192).unwrap();
        let name = format!("/proc/self/fd/{}", file.as_raw_fd());
        let buffer = BufferAt { address: 0, size: 8192, memory: 1, name };
        let mut mappings = Mappings::default();
        mappings.update(&[buffer], &[range(0, 1, false)]).unwrap();
        (mappings, file)
    }

    #[test]
    fn what_a_kernel_writes_is_in_the_file() {
        let (mut mappings, file) = mapped();
        let lent = mappings.lend(&[range(4096, 4, true), range(0, 4096, false)]).unwrap();
        let [Lent::Mutable(out), Lent::Shared(other)] = &mut { lent }[..] else { panic!() };
        out.copy_from_slice(&[1, 2, 3, 4]);
        assert_eq!(other.len(), 4096);
        let mut bytes = [0; 4];
        std::os::unix::fs::FileExt::read_exact_at(&file, &mut bytes, 4096).unwrap();
        assert_eq!(bytes, [1, 2, 3, 4]);
    }

    #[test]
    fn ranges_that_overlap_or_lie_outside_are_not_lent() {
        let (mut mappings, _file) = mapped();
        let mut lend = |ranges: &[Range]| mappings.lend(ranges).map(|_| ());
        assert_eq!(lend(&[range(0, 8, false), range(4, 8, false)]), Ok(()));
        assert_eq!(lend(&[range(0, 8, true), range(8, 8, true)]), Ok(()));
        assert_eq!(lend(&[range(0, 8, true), range(4, 0, true)]), Ok(()));
        assert_eq!(lend(&[range(0, 8, false), range(7, 8, true)]), Err((0, Some(1))));
        assert_eq!(lend(&[range(0, 1, false), range(0, 8, true), range(7, 8, false)]), Err((0, Some(1))));
        assert_eq!(lend(&[range(8000, 193, true)]), Err((0, None)));
        assert_eq!(lend(&[range(u64::MAX, 1, true)]), Err((0, None)));
        let other = Range { memory: 2, ..range(0, 8, true) };
        assert_eq!(lend(&[range(0, 8, true), other]), Err((1, None)));
    }

    #[test]
    fn memory_that_is_gone_is_unmapped() {
        let (mut mappings, _file) = mapped();
        mappings.update(&[], &[]).unwrap();
        assert!(mappings.lend(&[range(0, 1, true)]).is_err());
    }
}
