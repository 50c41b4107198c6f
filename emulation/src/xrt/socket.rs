//! The socket that XRT listens on, and the frames that go over it.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::parent_id;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use prost::bytes::Bytes;
use rustix::net::sockopt::socket_peercred;

/// Bytes of a request's head: the length of what follows (tag 1, 64 bits) and the call's number (tag 2, 32 bits).
const REQUEST_HEAD: usize = 14;

/// The tag of the length, and that of the call's number: proto2's fields of fixed size.
const LENGTH_TAG: u8 = 0x09;
const CALL_TAG: u8 = 0x15;

/// How often XRT is looked for. It opens its socket after it has started this process.
const POLL: Duration = Duration::from_millis(1);

/// How long XRT is looked for.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Where XRT's sockets are.
const PLACE: &str = "/tmp";

/// No message of XRT's is larger: it sends buffers in pieces, of 8 MiB unless told otherwise.
const LARGEST: u64 = 4 << 30;

/// A connection to the host.
#[derive(Debug)]
pub(super) struct Socket {
    stream: UnixStream,
    path: PathBuf,
}

/// What the host asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// XRT's number of the call.
    pub call: u32,
    pub message: Bytes,
}

/// Where XRT listens: it knows no other place than `/tmp`.
pub(super) fn path(folder: Option<&str>, id: Option<&str>) -> PathBuf {
    let base = Path::new(PLACE);
    match folder {
        Some(folder) => base.join(folder).join(id.unwrap_or("xcl_sock")),
        None => base.join("xcl_sock"),
    }
}

/// Refuses a socket that is not this user's, or lies in a folder that is not: its maker could pass itself off as XRT.
fn check_owner(path: &Path, stream: &UnixStream) -> io::Result<()> {
    let user = rustix::process::geteuid();
    let folder = path.parent().filter(|folder| *folder != Path::new(PLACE));
    if let Some(folder) = folder
        && fs::symlink_metadata(folder)?.uid() != user.as_raw()
    {
        let message = format!("the folder {} belongs to another user", folder.display());
        return Err(io::Error::new(ErrorKind::PermissionDenied, message));
    }
    if socket_peercred(stream)?.uid != user {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "another user listens there"));
    }
    Ok(())
}

impl Socket {
    /// Connects, as soon as the host listens.
    ///
    /// # Errors
    /// When it does not in time, or is gone; when the socket is another user's.
    pub fn connect(path: &Path) -> io::Result<Self> {
        Ok(Self { stream: connect(path)?, path: path.to_owned() })
    }

    /// The next request; `None` when the host is gone.
    ///
    /// # Errors
    /// When what comes is no request.
    pub fn receive(&mut self) -> io::Result<Option<Request>> {
        read_request(&mut self.stream)
    }

    /// Sends an answer.
    ///
    /// # Errors
    /// When the host is gone.
    pub fn send(&mut self, message: &[u8]) -> io::Result<()> {
        write_answer(&mut self.stream, message)
    }

    /// Removes the socket of a host that is gone and did not do so.
    pub fn remove(&self) {
        // Another one may have been quicker.
        let _ = fs::remove_file(&self.path);
    }
}

/// Connects to a socket of XRT's as soon as it listens.
///
/// # Errors
/// When it does not in time, or is gone; when the socket is another user's.
pub(super) fn connect(path: &Path) -> io::Result<UnixStream> {
    let (start, host) = (Instant::now(), parent_id());
    loop {
        match UnixStream::connect(path) {
            Ok(stream) => {
                check_owner(path, &stream)?;
                return Ok(stream);
            }
            Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => {
                return Err(error);
            }
            Err(error) if start.elapsed() > TIMEOUT || parent_id() != host => return Err(error),
            Err(_) => thread::sleep(POLL),
        }
    }
}

/// The head of a request of so many bytes.
pub(super) const fn request_head(length: u64, call: u32) -> [u8; REQUEST_HEAD] {
    let ([a, b, c, d, e, f, g, h], [i, j, k, l]) = (length.to_le_bytes(), call.to_le_bytes());
    [LENGTH_TAG, a, b, c, d, e, f, g, h, CALL_TAG, i, j, k, l]
}

/// Reads a request; `None` when the other side is gone.
///
/// # Errors
/// When what comes is no request.
pub(super) fn read_request(stream: &mut impl Read) -> io::Result<Option<Request>> {
    let mut head = [0; REQUEST_HEAD];
    match stream.read_exact(&mut head) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let [LENGTH_TAG, a, b, c, d, e, f, g, h, CALL_TAG, i, j, k, l] = head else {
        return Err(invalid("XRT sent a request with a head of another form"));
    };
    let length = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
    if length > LARGEST {
        return Err(invalid("XRT sent a request that is too long"));
    }
    let mut message = Vec::new();
    let capacity = usize::try_from(length).unwrap_or(0);
    message.try_reserve_exact(capacity).map_err(|_| io::Error::from(ErrorKind::OutOfMemory))?;
    if stream.take(length).read_to_end(&mut message)? < capacity {
        return Ok(None);
    }
    Ok(Some(Request { call: u32::from_le_bytes([i, j, k, l]), message: message.into() }))
}

fn write_answer(stream: &mut impl Write, message: &[u8]) -> io::Result<()> {
    let [a, b, c, d, e, f, g, h] = (message.len() as u64).to_le_bytes();
    stream.write_all(&[LENGTH_TAG, a, b, c, d, e, f, g, h])?;
    stream.write_all(message)
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As XRT 2.13 writes it: `call_packet_info { size: 3, xcl_api: 17 }`, then the message.
    const REQUEST: [u8; 17] = [9, 3, 0, 0, 0, 0, 0, 0, 0, 0x15, 17, 0, 0, 0, b'a', b'b', b'c'];

    #[test]
    fn requests_are_read_and_their_end_is_seen() {
        let mut stream = &REQUEST[..];
        let request = read_request(&mut stream).unwrap();
        assert_eq!(request, Some(Request { call: 17, message: Bytes::from_static(b"abc") }));
        assert_eq!(read_request(&mut stream).unwrap(), None);
        for cut in 0..REQUEST.len() {
            assert_eq!(read_request(&mut &REQUEST[..cut]).unwrap(), None, "{cut}");
        }
    }

    #[test]
    fn other_heads_and_lengths_are_refused() {
        let mut other = REQUEST;
        other[9] = 0x10;
        assert!(read_request(&mut &other[..]).is_err());
        let mut long = REQUEST;
        long[8] = 0x7f;
        assert!(read_request(&mut &long[..]).unwrap_err().to_string().contains("too long"));
    }

    #[test]
    fn answers_have_their_length_first() {
        let mut written = Vec::new();
        write_answer(&mut written, b"xy").unwrap();
        assert_eq!(written, [9, 2, 0, 0, 0, 0, 0, 0, 0, b'x', b'y']);
    }

    #[test]
    fn the_place_depends_on_the_environment() {
        assert_eq!(path(Some("me"), Some("device0_1_7")), Path::new("/tmp/me/device0_1_7"));
        assert_eq!(path(Some("me"), None), Path::new("/tmp/me/xcl_sock"));
        assert_eq!(path(None, Some("device0_1_7")), Path::new("/tmp/xcl_sock"));
    }

    #[test]
    fn sockets_of_other_users_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("device0_1_7");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        Socket::connect(&socket).unwrap();
        if let Err(error) = std::os::unix::fs::chown(folder.path(), Some(65534), None) {
            eprintln!("skipped: only root can give a folder to another user ({error})");
            return;
        }
        let refused = Socket::connect(&socket).unwrap_err().to_string();
        assert!(refused.contains("belongs to another user"), "{refused}");
    }
}
