//! Images for AI engines in the form that loads faster: commands of one kind together, and what they copy behind them.
//!
//! ```text
//! headers  16 bytes, table of images (128), image (64), partition (128), whose words 28 to 30 tell of the form
//! CDO      number of words, "CDO", version, number of words of commands, checksum
//! before   commands: number, payload's length, payload..
//! after    groups: number, how many, payloads..; then the data of the commands that copy
//! ```
//! Source: XRT's `aie-pdi-transform`, which xclbinutil calls for `--transform-pdi`.

use super::error::{CommandError, PdiError};

/// Where the partition's header tells of the form, in bytes: kind, length of the groups, and a checksum of both.
const FORM: usize = 320;

/// Where the commands' own header starts, in bytes, and its length.
const CDO: usize = 336;
const CDO_HEADER: usize = 20;

/// The second word of that header.
const CDO_MARK: u32 = 0x004F_4443;

/// Where the table of images states the numbers of images and partitions, in bytes.
const COUNTS: [usize; 2] = [20, 28];

/// The form that is written here, and what is in its checksum.
const SEPARATED: u32 = 1;
const FORM_MARK: u32 = 0x8866;

/// Commands: those that write have payloads of so many words.
const WRITES: [(u32, usize); 4] = [(MASK_WRITE, 3), (WRITE, 2), (MASK_WRITE_64, 4), (WRITE_64, 3)];
const MASK_WRITE: u32 = 2;
const WRITE: u32 = 3;
const COPY: u32 = 5;
const MASK_WRITE_64: u32 = 7;
const WRITE_64: u32 = 8;
const NOTHING: u32 = 17;

/// The short length that says that the next word is the length.
const LONG: u32 = 0xFF;

/// What a copy that clears data memory has in its length.
const CLEARS: u32 = 1 << 16;

/// Bits of an address within a tile, and the end of the tile's data memory.
const IN_TILE: u32 = (1 << 20) - 1;
const DATA_MEMORY_END: u32 = 1 << 16;

/// The image in this form; none if it is in it already.
///
/// # Errors
/// When it is no such image, or has commands that the form does not.
pub(super) fn transformed(pdi: &[u8]) -> Result<Option<Vec<u8>>, PdiError> {
    let word = |at| word_at(pdi, at).ok_or(PdiError::CutShort);
    if word(CDO + 4)? != CDO_MARK {
        return Err(PdiError::NoCommands);
    }
    let form = [word(FORM)?, word(FORM + 4)?];
    if form[0] != 0 && word(FORM + 8)? == form_checksum(form[0], form[1]) {
        return Ok(None);
    }
    if [word(COUNTS[0])?, word(COUNTS[1])?] != [1, 1] {
        return Err(PdiError::Several);
    }
    let start = CDO + CDO_HEADER;
    let length = word(CDO + 12)? as usize;
    let commands = length.checked_mul(4).and_then(|length| pdi.get(start..)?.get(..length));
    let commands = commands.ok_or(PdiError::PastEnd { words: length })?;
    let mut zones = Zones::default();
    let mut rest = commands;
    while !rest.is_empty() {
        let at = start + commands.len() - rest.len();
        rest = zones.take(rest).map_err(|problem| PdiError::Command { problem, at })?;
    }
    let groups = u32::try_from(zones.groups.len()).map_err(|_| PdiError::TooLarge)?;
    let mut out = pdi[..start].to_vec();
    for (at, value) in [(FORM, SEPARATED), (FORM + 4, groups), (FORM + 8, form_checksum(SEPARATED, groups))] {
        out[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    out.extend(zones.groups);
    out.extend(zones.data);
    Ok(Some(out))
}

fn form_checksum(kind: u32, groups: u32) -> u32 {
    FORM_MARK | (kind & 0xFF) << 8 | kind >> 8 | groups.rotate_left(16)
}

fn word_at(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..).and_then(|rest| rest.first_chunk());
    word.map(|word| u32::from_le_bytes(*word))
}

/// What commands become.
#[derive(Default)]
struct Zones {
    groups: Vec<u8>,
    data: Vec<u8>,
    /// The command of the last group, where the group says how many there are, and how many.
    last: Option<(u32, usize, u32)>,
}

impl Zones {
    /// Takes the first command, and gives the bytes behind it.
    fn take<'a>(&mut self, bytes: &'a [u8]) -> Result<&'a [u8], CommandError> {
        let first = word_at(bytes, 0).ok_or(CommandError::CutShort)?;
        let (header, length) = match first >> 16 & 0xFF {
            LONG => (8, word_at(bytes, 4).ok_or(CommandError::CutShort)?),
            short => (4, short),
        };
        let end = (length as usize).checked_mul(4).and_then(|length| length.checked_add(header));
        let payload = end.and_then(|end| bytes.get(header..end));
        let payload = payload.ok_or(CommandError::PastEnd { words: length })?;
        let command = first & 0xFF;
        match WRITES.iter().find(|(write, _)| *write == command) {
            Some((_, words)) if payload.len() == 4 * words => self.add(command, payload),
            Some((_, words)) => {
                return Err(CommandError::Size { command, words: length, expected: *words });
            }
            None if command == COPY => self.add_copy(payload)?,
            None if command == NOTHING => {}
            None => return Err(CommandError::Unknown { command }),
        }
        Ok(&bytes[header + payload.len()..])
    }

    /// Adds a payload to the last group, or to a new one.
    fn add(&mut self, command: u32, payload: &[u8]) {
        let (at, count) = match self.last {
            Some((last, at, count)) if last == command => (at, count + 1),
            _ => {
                self.groups.extend(command.to_le_bytes());
                self.groups.extend([0; 4]);
                (self.groups.len() - 4, 1)
            }
        };
        self.groups[at..at + 4].copy_from_slice(&count.to_le_bytes());
        self.last = Some((command, at, count));
        self.groups.extend_from_slice(payload);
    }

    /// Adds a copy: its destination, and where its data is among the others.
    fn add_copy(&mut self, payload: &[u8]) -> Result<(), CommandError> {
        let (Some(destination), Some(data)) = (payload.get(..8), payload.get(8..)) else {
            return Err(CommandError::NoDestination);
        };
        let words = u32::try_from(data.len() / 4).ok().filter(|words| *words < CLEARS);
        let words = words.ok_or(CommandError::LongCopy { bytes: data.len() })?;
        let position = u32::try_from(self.data.len()).map_err(|_| CommandError::MuchData)?;
        let address = word_at(destination, 4).ok_or(CommandError::CutShort)? & IN_TILE;
        let is_cleared = (1..DATA_MEMORY_END).contains(&address) && !data.is_empty();
        let clears = if is_cleared && data.iter().all(|byte| *byte == 0) { CLEARS } else { 0 };
        let place = [position.to_le_bytes(), (words | clears).to_le_bytes()].concat();
        self.add(COPY, &[destination, &place].concat());
        self.data.extend_from_slice(data);
        Ok(())
    }
}
