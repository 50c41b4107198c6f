//! Slices in memory of the host, for hardware emulation: they are read before a run, and what it has changed is written back.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;

use sycl_hls_types::KernelInterface;

use super::arguments::{RegisterError, SliceAt, values};
use super::host_access::{AccessError, HostMemory};
use super::memory::shared_memory;
use super::worker::{BufferAt, Start};

/// Slices in memory of the host cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum StagingError {
    /// The registers do not describe a run.
    #[error(transparent)]
    Registers(#[from] RegisterError),
    /// The host has mapped no buffer at the slice.
    #[error(
        "`{name}` is at address {address:#x}, in memory of the host, where the host has mapped no buffer; map the \
         buffer before the run"
    )]
    Unmapped {
        /// The parameter.
        name: String,
        /// The address of its first element.
        address: u64,
    },
    /// The host's buffer ends before the slice does.
    #[error(
        "`{name}` has {elements} elements of {element} bytes from address {address:#x} on, and its buffer in memory \
         of the host is shorter"
    )]
    Short {
        /// The parameter.
        name: String,
        /// How many elements the slice has.
        elements: u64,
        /// Bytes of an element.
        element: u64,
        /// The address of its first element.
        address: u64,
    },
    /// The connection to the host broke.
    #[error("`{name}` is in memory of the host, which XRT does not lend: {source}")]
    Broken {
        /// The parameter.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// A range that is no slice's cannot be copied.
    #[error(transparent)]
    Access(AccessError),
}

/// The number of the first memory of staged slices, which are told from buffers by it.
const FIRST_MEMORY: u64 = 1 << 63;

/// Bytes that are written back together: those of a beat of 512 bits, the width of the card's own port to the host.
const BEAT: usize = 64;

/// The memory of the host as a compute unit reaches it.
#[derive(Clone, Debug)]
pub(super) struct Staging {
    memory: HostMemory,
    /// Staged ranges so far.
    made: u64,
}

/// The slices of a run in memory of the host.
#[derive(Debug)]
pub(super) struct Staged {
    memory: HostMemory,
    copies: Vec<Copy>,
}

/// The copy of a range in memory of the host.
#[derive(Debug)]
struct Copy {
    address: u64,
    file: File,
    /// What the host had there; nothing if the kernel writes none of it.
    before: Vec<u8>,
}

/// A range that slices cover together.
#[derive(PartialEq, Eq, Debug)]
struct Covered {
    addresses: Range<u64>,
    mutable: bool,
}

impl Staging {
    /// For this memory.
    pub const fn new(memory: HostMemory) -> Self {
        Self { memory, made: 0 }
    }

    /// Copies a run's slices that are in memory of the host, and adds the copies to the run's buffers.
    ///
    /// # Errors
    /// When the host has not mapped a slice's buffer, or the slice is longer.
    pub fn stage(&mut self, kernel: &KernelInterface, start: &mut Start) -> Result<Staged, StagingError> {
        let (_, mut slices) = values(kernel, start)?;
        slices.retain(|slice| slice.elements > 0 && self.memory.has(slice.address));
        for slice in &slices {
            self.check(slice).map_err(|error| refusal(slice, error))?;
        }
        let mut copies = Vec::new();
        for covered in cover(&slices) {
            let last = slices.iter().find(|slice| slice.end() == Some(covered.addresses.end));
            let copied = self.copy(&covered);
            let (copy, buffer) = copied.map_err(|error| match last {
                Some(slice) => refusal(slice, error),
                None => StagingError::Access(error),
            })?;
            copies.push(copy);
            start.buffers.push(buffer);
        }
        Ok(Staged { memory: self.memory.clone(), copies })
    }

    /// Checks that a slice begins in a buffer, and that it ends where memory of the host does at the latest.
    fn check(&self, slice: &SliceAt<'_>) -> Result<(), AccessError> {
        match slice.end() {
            Some(end) if self.memory.has(end - 1) => self.memory.read(slice.address, 1).map(|_| ()),
            _ => Err(AccessError::TooLong),
        }
    }

    fn copy(&mut self, covered: &Covered) -> Result<(Copy, BufferAt), AccessError> {
        let Range { start: address, end } = covered.addresses;
        let size = end - address;
        let bytes = self.memory.read(address, size)?;
        let (file, name) = shared_memory(size)?;
        file.write_all_at(&bytes, 0)?;
        self.made += 1;
        let before = if covered.mutable { bytes } else { Vec::new() };
        let buffer = BufferAt { address, size, memory: FIRST_MEMORY + self.made, name };
        Ok((Copy { address, file, before }, buffer))
    }
}

impl Staged {
    /// Writes to the host what the run has changed.
    ///
    /// # Errors
    /// When the host does not take it.
    pub fn write_back(self) -> Result<(), AccessError> {
        for copy in &self.copies {
            let mut after = vec![0; copy.before.len()];
            copy.file.read_exact_at(&mut after, 0)?;
            for range in changed(&copy.before, &after) {
                let address = copy.address + range.start as u64;
                self.memory.write(address, after.get(range).unwrap_or_default())?;
            }
        }
        Ok(())
    }
}

/// The complaint about a slice that is not in a buffer of the host.
fn refusal(slice: &SliceAt<'_>, error: AccessError) -> StagingError {
    let SliceAt { address, elements, element, .. } = *slice;
    let name = slice.name.to_owned();
    match error {
        AccessError::Unmapped => StagingError::Unmapped { name, address },
        AccessError::TooLong => StagingError::Short { name, elements, element, address },
        AccessError::Broken(source) => StagingError::Broken { name, source },
    }
}

/// The ranges that slices cover, those that overlap as one.
fn cover(slices: &[SliceAt<'_>]) -> Vec<Covered> {
    let mut all: Vec<Covered> = slices
        .iter()
        .filter_map(|slice| Some(Covered { addresses: slice.address..slice.end()?, mutable: slice.mutable }))
        .collect();
    all.sort_by_key(|covered| covered.addresses.start);
    let mut joined: Vec<Covered> = Vec::new();
    for next in all {
        match joined.last_mut().filter(|last| last.addresses.end > next.addresses.start) {
            Some(last) => {
                last.addresses.end = last.addresses.end.max(next.addresses.end);
                last.mutable |= next.mutable;
            }
            None => joined.push(next),
        }
    }
    joined
}

/// The ranges in which two texts of one length differ, in whole beats.
fn changed(before: &[u8], after: &[u8]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let beats = before.chunks(BEAT).zip(after.chunks(BEAT)).enumerate();
    for (beat, (_, after)) in beats.filter(|(_, (before, after))| before != after) {
        let start = beat * BEAT;
        let end = start + after.len();
        match ranges.last_mut().filter(|last| last.end == start) {
            Some(last) => last.end = end,
            None => ranges.push(start..end),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_written_back() {
        let before = vec![0; 200];
        let mut after = before.clone();
        assert!(changed(&before, &after).is_empty());
        after[63] = 1;
        after[64] = 1;
        after[199] = 1;
        assert_eq!(changed(&before, &after), [0..128, 192..200]);
    }

    #[test]
    fn slices_that_overlap_are_copied_once() {
        let slice =
            |address, elements, mutable| SliceAt { name: "x", address, elements, element: 4, mutable };
        let covered = |addresses, mutable| Covered { addresses, mutable };
        let all = [slice(0x2000, 4, true), slice(0x1000, 4, false), slice(0x1008, 8, true)];
        assert_eq!(cover(&all), [covered(0x1000..0x1028, true), covered(0x2000..0x2010, true)]);
        // Buffers that lie side by side are two.
        let beside = [slice(0x1000, 4, false), slice(0x1010, 4, true)];
        assert_eq!(cover(&beside), [covered(0x1000..0x1010, false), covered(0x1010..0x1020, true)]);
    }
}
