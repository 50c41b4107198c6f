//! The memory of the device: buffers, each of which is memory without a name that other processes can open.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use rustix::fs::{MemfdFlags, memfd_create};

use super::worker::BufferAt;

/// The buffers by their first addresses, which XRT chooses.
#[derive(Debug, Default)]
pub(super) struct Memory {
    buffers: BTreeMap<u64, Buffer>,
    /// Memories so far.
    made: u64,
}

#[derive(Debug)]
struct Buffer {
    size: u64,
    memory: Arc<Shared>,
}

/// Memory that other processes may have mapped. It is gone with the last of them.
#[derive(Debug)]
struct Shared {
    file: File,
    /// Tells memories apart: names are used again.
    id: u64,
    name: String,
}

impl Memory {
    /// Makes a buffer of zeros; gives the name under which other processes find its memory.
    ///
    /// # Errors
    /// When there is no room.
    pub fn allocate(&mut self, address: u64, size: u64) -> io::Result<String> {
        let (file, name) = shared_memory(size)?;
        self.insert(address, size, file, name.clone());
        Ok(name)
    }

    /// Makes the buffer at an address the memory in a file, which may be another buffer's.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn import(&mut self, address: u64, size: u64, name: &str) -> io::Result<()> {
        let known = self.buffers.values().find(|buffer| buffer.memory.name == name);
        match known.map(|buffer| Arc::clone(&buffer.memory)) {
            Some(memory) => _ = self.buffers.insert(address, Buffer { size, memory }),
            None => self.insert(address, size, open(name)?, name.to_owned()),
        }
        Ok(())
    }

    fn insert(&mut self, address: u64, size: u64, file: File, name: String) {
        self.made += 1;
        let memory = Arc::new(Shared { file, id: self.made, name });
        self.buffers.insert(address, Buffer { size, memory });
    }

    /// Gives a buffer back; says whether there was one.
    pub fn free(&mut self, address: u64) -> bool {
        self.buffers.remove(&address).is_some()
    }

    /// Writes to a buffer.
    ///
    /// # Errors
    /// When it is not within one.
    pub fn write(&self, address: u64, bytes: &[u8]) -> io::Result<()> {
        let (memory, offset) = self.find(address, bytes.len() as u64)?;
        memory.file.write_all_at(bytes, offset)
    }

    /// Reads a buffer.
    ///
    /// # Errors
    /// When it is not within one.
    pub fn read(&self, address: u64, size: u64) -> io::Result<Vec<u8>> {
        let (memory, offset) = self.find(address, size)?;
        let mut bytes = vec![0; usize::try_from(size).map_err(|_| io::ErrorKind::OutOfMemory)?];
        memory.file.read_exact_at(&mut bytes, offset)?;
        Ok(bytes)
    }

    /// Copies from a buffer to a file.
    ///
    /// # Errors
    /// When it is not within a buffer, or there is no such file.
    pub fn copy_to(&self, address: u64, size: u64, name: &str, offset: u64) -> io::Result<()> {
        open(name)?.write_all_at(&self.read(address, size)?, offset)
    }

    /// Copies from a file to a buffer.
    ///
    /// # Errors
    /// When it is not within a buffer, or there is no such file.
    pub fn copy_from(&self, name: &str, offset: u64, address: u64, size: u64) -> io::Result<()> {
        let (memory, place) = self.find(address, size)?;
        let mut bytes = vec![0; usize::try_from(size).map_err(|_| io::ErrorKind::OutOfMemory)?];
        open(name)?.read_exact_at(&mut bytes, offset)?;
        memory.file.write_all_at(&bytes, place)
    }

    /// All buffers, as workers learn of them.
    pub fn list(&self) -> Vec<BufferAt> {
        let buffers = self.buffers.iter().map(|(address, buffer)| BufferAt {
            address: *address,
            size: buffer.size,
            memory: buffer.memory.id,
            name: buffer.memory.name.clone(),
        });
        buffers.collect()
    }

    /// The memory of a range, and where it begins there.
    fn find(&self, address: u64, size: u64) -> io::Result<(&Shared, u64)> {
        let nearest = self.buffers.range(..=address).next_back();
        let found = nearest.map(|(base, buffer)| (buffer, address - base));
        let within = |(buffer, offset): &(&Buffer, u64)| {
            offset.checked_add(size).is_some_and(|end| end <= buffer.size)
        };
        match found.filter(within) {
            Some((buffer, offset)) => Ok((&buffer.memory, offset)),
            None => Err(io::Error::other(format!("{size} bytes at {address:#x} are not within one buffer"))),
        }
    }
}

/// Memory of zeros, and the name under which other processes find it.
///
/// # Errors
/// When there is no room.
pub(super) fn shared_memory(size: u64) -> io::Result<(File, String)> {
    let file = File::from(memfd_create("sycl-hls-buffer", MemfdFlags::CLOEXEC)?);
    file.set_len(size)?;
    // Nothing is left behind under this name, however this process and its host end.
    let name = format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
    Ok((file, name))
}

fn open(name: &str) -> io::Result<File> {
    File::options().read(true).write(true).open(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_found_by_any_of_their_addresses() {
        let mut memory = Memory::default();
        memory.allocate(0, 8).unwrap();
        memory.allocate(0x1000, 16).unwrap();
        memory.write(0x1004, &[1, 2, 3]).unwrap();
        assert_eq!(memory.read(0x1003, 5).unwrap(), [0, 1, 2, 3, 0]);
        assert_eq!(memory.read(0, 8).unwrap(), [0; 8]);
        assert!(memory.read(0x1010, 0).unwrap().is_empty());
        for (address, size) in [(0, 9), (8, 1), (0x100f, 2), (u64::MAX, 2), (0x1000, u64::MAX)] {
            let error = memory.read(address, size).unwrap_err().to_string();
            assert!(error.contains("not within one buffer"), "{address:#x}: {error}");
        }
        assert!(memory.free(0x1000) && !memory.free(0x1000));
        assert!(memory.write(0x1000, &[1]).is_err());
    }

    #[test]
    fn others_find_a_buffer_by_its_name() {
        let mut memory = Memory::default();
        let name = memory.allocate(0x1000, 4).unwrap();
        std::fs::write(&name, [5, 6, 7, 8]).unwrap();
        assert_eq!(memory.read(0x1000, 4).unwrap(), [5, 6, 7, 8]);
        memory.import(0x9000, 4, &name).unwrap();
        memory.write(0x9001, &[9]).unwrap();
        assert_eq!(memory.read(0x1000, 4).unwrap(), [5, 9, 7, 8]);
        let ids: Vec<u64> = memory.list().iter().map(|buffer| buffer.memory).collect();
        assert_eq!(ids[0], ids[1], "it is one memory");
        memory.allocate(0x2000, 4).unwrap();
        memory.copy_to(0x2000, 2, &name, 0).unwrap();
        memory.copy_from(&name, 1, 0x2002, 2).unwrap();
        assert_eq!(memory.read(0x1000, 4).unwrap(), [0, 0, 7, 8]);
        assert_eq!(memory.read(0x2000, 4).unwrap(), [0, 0, 0, 7]);
        assert!(memory.import(0, 4, "/proc/self/fd/missing").is_err());
    }
}
