//! XRT's second socket in hardware emulation, over which a device accesses memory of the host. Our device has no such accesses; but
//! XRT waits for a connection, five seconds at a time, also when the host closes the device.

use std::io::{self, Write as _};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::message::Call;
use super::socket::{connect, request_head};

/// A connection to the second socket, as soon as XRT listens.
#[derive(Debug)]
pub(super) struct HostAccess(Arc<Mutex<State>>);

#[derive(Debug)]
enum State {
    /// XRT does not listen yet.
    Waiting,
    Open(UnixStream),
    Closed,
}

impl HostAccess {
    /// Connects, beside what this thread does. `socket` is the device's own.
    pub fn new(socket: &Path) -> Self {
        let mut name = "D2X_unix_sock_".to_owned();
        name.push_str(&socket.file_name().unwrap_or_default().to_string_lossy());
        let (path, state) = (socket.with_file_name(name), Arc::new(Mutex::new(State::Waiting)));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            // Without a connection there is nothing to close.
            let Ok(stream) = connect(&path) else { return };
            let mut state = lock(&shared);
            match *state {
                State::Closed => _ = say_goodbye(stream),
                State::Waiting | State::Open(_) => *state = State::Open(stream),
            }
        });
        Self(state)
    }
}

impl Drop for HostAccess {
    /// XRT waits for this message for ever, also at the end of its program.
    fn drop(&mut self) {
        if let State::Open(stream) = std::mem::replace(&mut *lock(&self.0), State::Closed) {
            // The host may be gone.
            let _ = say_goodbye(stream);
        }
    }
}

fn say_goodbye(mut stream: UnixStream) -> io::Result<()> {
    stream.write_all(&request_head(0, Call::Close as u32))
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;
    use std::os::unix::net::UnixListener;

    #[test]
    fn xrt_is_told_when_the_device_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let access = HostAccess::new(&folder.path().join("device0_1_7"));
        let listener = UnixListener::bind(folder.path().join("D2X_unix_sock_device0_1_7")).unwrap();
        let (mut stream, _) = listener.accept().unwrap();
        drop(access);
        let mut said = Vec::new();
        stream.read_to_end(&mut said).unwrap();
        assert_eq!(said, [9, 0, 0, 0, 0, 0, 0, 0, 0, 0x15, 1, 0, 0, 0]);
    }
}
