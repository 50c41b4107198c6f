//! The frames that go to and from a simulator. `hls/src/rtl/simulator/protocol.hpp` describes them and is the other
//! side of this file.

use super::SimulatorError;

/// The version that both sides must have.
pub(super) const VERSION: u32 = 4;

/// What a simulator can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Command {
    Hello = 1,
    Configure = 2,
    Allocate = 3,
    Free = 4,
    Write = 5,
    Read = 6,
    RegisterWrite = 7,
    RegisterRead = 8,
    Run = 9,
    Step = 10,
    Reset = 11,
    Wave = 12,
    Quit = 13,
    StreamWrite = 14,
    StreamRead = 15,
}

/// What it answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    Ok,
    Error,
    Progress,
}

impl Reply {
    pub fn from_kind(kind: u8) -> Option<Self> {
        match kind {
            0x80 => Some(Self::Ok),
            0x81 => Some(Self::Error),
            0x82 => Some(Self::Progress),
            _ => None,
        }
    }
}

/// The payload of a command, as it grows.
#[derive(Debug, Default)]
pub(super) struct Payload(Vec<u8>);

impl Payload {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn u8(self, value: u8) -> Self {
        self.bytes(&[value])
    }

    pub fn u16(self, value: u16) -> Self {
        self.bytes(&value.to_le_bytes())
    }

    pub fn u32(self, value: u32) -> Self {
        self.bytes(&value.to_le_bytes())
    }

    pub fn u64(self, value: u64) -> Self {
        self.bytes(&value.to_le_bytes())
    }

    pub fn string(self, text: &str) -> Self {
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        self.u32(length).bytes(text.as_bytes())
    }

    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }

    /// The head of the frame, and the payload.
    pub fn frame(self, command: Command) -> ([u8; 5], Vec<u8>) {
        let length = u32::try_from(self.0.len()).unwrap_or(u32::MAX).to_le_bytes();
        let [a, b, c, d] = length;
        ([a, b, c, d, command as u8], self.0)
    }
}

/// Takes an answer apart.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], SimulatorError> {
        let (head, rest) = self.0.split_first_chunk().ok_or(SimulatorError::Malformed)?;
        self.0 = rest;
        Ok(*head)
    }

    pub fn u8(&mut self) -> Result<u8, SimulatorError> {
        self.array().map(u8::from_le_bytes)
    }

    pub fn u16(&mut self) -> Result<u16, SimulatorError> {
        self.array().map(u16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Result<u32, SimulatorError> {
        self.array().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Result<u64, SimulatorError> {
        self.array().map(u64::from_le_bytes)
    }

    pub fn string(&mut self) -> Result<String, SimulatorError> {
        let length = usize::try_from(self.u32()?).unwrap_or(usize::MAX);
        let (text, rest) = self.0.split_at_checked(length).ok_or(SimulatorError::Malformed)?;
        self.0 = rest;
        Ok(String::from_utf8_lossy(text).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let (head, payload) = Payload::new().u8(7).u16(8).u32(9).u64(10).string("gmem").frame(Command::Run);
        assert_eq!(head, [23, 0, 0, 0, 9]);
        let mut reader = Reader::new(&payload);
        assert_eq!((reader.u8().unwrap(), reader.u16().unwrap()), (7, 8));
        assert_eq!((reader.u32().unwrap(), reader.u64().unwrap()), (9, 10));
        assert_eq!(reader.string().unwrap(), "gmem");
        assert!(matches!(reader.u8(), Err(SimulatorError::Malformed)));
    }
}
