//! XRT's second socket in hardware emulation, over which a device accesses memory of the host: buffers that are
//! `XCL_BO_FLAGS_HOST_ONLY`. XRT waits for a connection, five seconds at a time, also when the host closes the device.

use std::io::{self, Write as _};
use std::ops::Range;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use prost::Message;

use super::message::{Ack, Call, SlaveReadCall, SlaveReadResponse, SlaveWriteCall};
use super::socket::{connect, read_request, request_head};

/// XRT's numbers of the accesses (`xclQdma2HostReadMem_n` and `xclQdma2HostWriteMem_n` of `xcl_macros.h`).
const READ: u32 = 34;
const WRITE: u32 = 35;

/// Bytes of the largest access. XRT allocates them several times.
const LARGEST_ACCESS: u64 = 64 << 20;

/// How long a run waits for the connection, which XRT accepts while it loads the image.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A connection to the second socket, as soon as XRT listens.
#[derive(Debug)]
pub(super) struct HostAccess(Arc<Shared>);

/// Memory of the host, as the device accesses it.
#[derive(Clone, Debug)]
pub(super) struct HostMemory {
    shared: Arc<Shared>,
    addresses: Range<u64>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
enum State {
    /// XRT does not listen yet.
    #[default]
    Waiting,
    Open(UnixStream),
    Closed,
}

/// Why memory of the host was not accessed.
#[derive(Debug, thiserror::Error)]
pub(super) enum AccessError {
    /// The range begins in no buffer.
    #[error("the host has mapped no buffer there")]
    Unmapped,
    /// The range begins in a buffer and ends outside of it.
    #[error("the host's buffer ends before that")]
    TooLong,
    /// The connection broke, or there is none.
    #[error("XRT does not answer: {0}")]
    Broken(#[from] io::Error),
}

impl HostAccess {
    /// Connects, beside what this thread does. `socket` is the device's own.
    pub fn new(socket: &Path) -> Self {
        let mut name = "D2X_unix_sock_".to_owned();
        name.push_str(&socket.file_name().unwrap_or_default().to_string_lossy());
        let (path, shared) = (socket.with_file_name(name), Arc::<Shared>::default());
        let connected = Arc::clone(&shared);
        thread::spawn(move || {
            // Without a connection there is nothing to close.
            let Ok(stream) = connect(&path) else { return };
            let mut state = connected.lock();
            match *state {
                State::Closed => _ = say_goodbye(stream),
                State::Waiting | State::Open(_) => *state = State::Open(stream),
            }
            connected.changed.notify_all();
        });
        Self(shared)
    }

    /// The memory at the other end, which has these device addresses.
    pub fn memory(&self, addresses: Range<u64>) -> HostMemory {
        HostMemory { shared: Arc::clone(&self.0), addresses }
    }
}

impl Drop for HostAccess {
    /// XRT waits for this message for ever, also at the end of its program.
    fn drop(&mut self) {
        if let State::Open(stream) = std::mem::replace(&mut *self.0.lock(), State::Closed) {
            // The host may be gone.
            let _ = say_goodbye(stream);
        }
        self.0.changed.notify_all();
    }
}

impl HostMemory {
    /// True if this is a device address of memory of the host.
    pub fn has(&self, address: u64) -> bool {
        self.addresses.contains(&address)
    }

    /// Reads a range that lies in one buffer.
    ///
    /// # Errors
    /// When it does not, or XRT does not answer.
    pub fn read(&self, address: u64, size: u64) -> Result<Vec<u8>, AccessError> {
        let mut bytes = Vec::new();
        for (offset, size) in pieces(size) {
            let place = address.checked_add(offset).ok_or(AccessError::Unmapped)?;
            self.check_is_mapped(place)?;
            let call = SlaveReadCall { address: place, size };
            let read: SlaveReadResponse = self.call(READ, &call)?;
            if !read.valid {
                return Err(AccessError::TooLong);
            }
            bytes.extend(read.data);
        }
        Ok(bytes)
    }

    /// Writes to a range that [`Self::read`] has read.
    ///
    /// # Errors
    /// When it does not lie in one buffer any more, or XRT does not answer.
    pub fn write(&self, address: u64, bytes: &[u8]) -> Result<(), AccessError> {
        let mut rest = bytes;
        for (offset, size) in pieces(bytes.len() as u64) {
            let (data, behind) = rest.split_at(rest.len().min(size as usize));
            rest = behind;
            let written: Ack =
                self.call(WRITE, &SlaveWriteCall { address: address + offset, size, data: data.to_vec() })?;
            if !written.ack {
                return Err(AccessError::TooLong);
            }
        }
        Ok(())
    }

    /// XRT reports success for reads and writes outside of all buffers, and a failure only for those that begin in a buffer and
    /// end outside of it: so this asks for a write that is longer than any buffer, of which nothing is carried out.
    fn check_is_mapped(&self, address: u64) -> Result<(), AccessError> {
        let probe = SlaveWriteCall { address, size: u32::MAX, data: Vec::new() };
        let outside: Ack = self.call(WRITE, &probe)?;
        if outside.ack { Err(AccessError::Unmapped) } else { Ok(()) }
    }

    fn call<R: Message + Default>(&self, call: u32, message: &impl Message) -> Result<R, AccessError> {
        let mut state = self.shared.lock();
        if let State::Waiting = *state {
            let waited =
                self.shared.changed.wait_timeout_while(state, TIMEOUT, |it| matches!(it, State::Waiting));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let State::Open(stream) = &mut *state else {
            return Err(io::Error::from(io::ErrorKind::NotConnected).into());
        };
        let message = message.encode_to_vec();
        stream.write_all(&request_head(message.len() as u64, call))?;
        stream.write_all(&message)?;
        // Answers have the form of requests here.
        let answer = read_request(stream)?.ok_or(io::ErrorKind::UnexpectedEof).map_err(io::Error::from)?;
        Ok(R::decode(answer.message).map_err(io::Error::other)?)
    }
}

/// A range of so many bytes in accesses: their offsets and sizes.
fn pieces(size: u64) -> impl Iterator<Item = (u64, u32)> {
    let offsets = (0..size).step_by(LARGEST_ACCESS as usize);
    offsets.map(move |offset| (offset, (size - offset).min(LARGEST_ACCESS) as u32))
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<AccessError> for io::Error {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Broken(error) => error,
            AccessError::Unmapped | AccessError::TooLong => Self::other(error),
        }
    }
}

fn say_goodbye(mut stream: UnixStream) -> io::Result<()> {
    stream.write_all(&request_head(0, Call::Close as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;
    use std::os::unix::net::UnixListener;

    use tempfile::TempDir;

    /// A connection, XRT's end of it, and the folder of the socket, whose owner is looked at behind the connection.
    fn connected() -> (HostAccess, UnixStream, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let access = HostAccess::new(&folder.path().join("device0_1_7"));
        let listener = UnixListener::bind(folder.path().join("D2X_unix_sock_device0_1_7")).unwrap();
        let (stream, _) = listener.accept().unwrap();
        (access, stream, folder)
    }

    #[test]
    fn xrt_is_told_when_the_device_is_closed() {
        let (access, mut stream, _folder) = connected();
        drop(access);
        let mut said = Vec::new();
        stream.read_to_end(&mut said).unwrap();
        assert_eq!(said, [9, 0, 0, 0, 0, 0, 0, 0, 0, 0x15, 1, 0, 0, 0]);
    }

    /// Answers as XRT does, with one buffer of 16 bytes at 0x1000; gives the buffer when the device is closed.
    fn host(mut stream: UnixStream) -> thread::JoinHandle<Vec<u8>> {
        thread::spawn(move || {
            let mut buffer: Vec<u8> = (0..16).collect();
            while let Some(request) = read_request(&mut stream).unwrap().filter(|it| it.call != 1) {
                let write = SlaveWriteCall::decode(request.message.clone()).unwrap_or_default();
                let read = SlaveReadCall::decode(request.message).unwrap_or_default();
                let (address, size) = if request.call == READ {
                    (read.address, read.size as usize)
                } else {
                    (write.address, write.size as usize)
                };
                let start = address.checked_sub(0x1000).filter(|start| *start < 16);
                let range = start.map(|start| start as usize..start as usize + size);
                let valid = range.as_ref().is_none_or(|range| range.end <= 16);
                let mut data = vec![0; if request.call == READ { size } else { 0 }];
                match range.filter(|_| valid) {
                    Some(range) if request.call == READ => data.copy_from_slice(&buffer[range]),
                    Some(range) => buffer[range].copy_from_slice(&write.data),
                    None => {}
                }
                let answer = match request.call {
                    READ => SlaveReadResponse { valid, data }.encode_to_vec(),
                    _ => Ack { ack: valid }.encode_to_vec(),
                };
                stream.write_all(&request_head(answer.len() as u64, 0)).unwrap();
                stream.write_all(&answer).unwrap();
            }
            buffer
        })
    }

    #[test]
    fn memory_of_the_host_is_read_and_written() {
        let (access, stream, _folder) = connected();
        let (memory, host) = (access.memory(0..0x2000), host(stream));
        assert_eq!(memory.read(0x1004, 3).unwrap(), [4, 5, 6]);
        assert_eq!(memory.read(0x1000, 0).unwrap(), [0; 0]);
        memory.write(0x100e, &[7, 8]).unwrap();
        assert!(matches!(memory.read(0x100e, 3), Err(AccessError::TooLong)));
        assert!(matches!(memory.read(0x1010, 1), Err(AccessError::Unmapped)));
        assert!(matches!(memory.read(0xfff, 2), Err(AccessError::Unmapped)));
        drop(access);
        assert_eq!(host.join().unwrap()[12..], [12, 13, 7, 8]);
        assert!(matches!(memory.read(0x1000, 1), Err(AccessError::Broken(_))));
    }

    #[test]
    fn large_ranges_are_accessed_in_pieces() {
        let all: Vec<(u64, u32)> = pieces(2 * LARGEST_ACCESS + 5).collect();
        assert_eq!(all, [(0, 64 << 20), (64 << 20, 64 << 20), (128 << 20, 5)]);
        assert_eq!(pieces(0).count(), 0);
    }
}
