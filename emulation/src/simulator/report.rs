//! What a run left behind.

use std::fmt;

use super::SimulatorError;
use super::protocol::Reader;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunStatus {
    /// The kernel is done.
    Done,
    /// It made as many cycles as it was allowed to.
    Timeout,
    /// It does nothing any more.
    Hang,
    /// It broke a rule of AXI4.
    Violation,
    /// It accessed what is no memory.
    BusError,
}

/// The report of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunReport {
    /// How it ended.
    pub status: RunStatus,
    /// Rising edges of the clock from the one that saw `ap_start` to the one that saw `ap_done`.
    pub cycles: u64,
    /// Rising edges since the simulator was configured.
    pub edges: u64,
    /// The interrupt line.
    pub interrupt: bool,
    /// The numbers of the blocks that are at work.
    pub blocks: Vec<u32>,
    /// The memory ports, in the kernel's order.
    pub bundles: Vec<BundleReport>,
    /// What went wrong.
    pub records: Vec<Record>,
    /// Records that were left out because there are too many.
    pub left_out: u64,
}

/// The transfers of one memory port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BundleReport {
    /// Its name.
    pub name: String,
    /// Its counts.
    pub statistics: Statistics,
}

/// Counts of one memory port during a run. A stall is a cycle in which VALID waits for READY.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Statistics {
    pub read_bursts: u64,
    pub read_beats: u64,
    pub read_bytes: u64,
    pub write_bursts: u64,
    pub write_beats: u64,
    pub write_bytes: u64,
    pub ar_stalls: u64,
    pub r_stalls: u64,
    pub aw_stalls: u64,
    pub w_stalls: u64,
    pub b_stalls: u64,
    /// Cycles in which a read was under way and no data was there.
    pub read_waits: u64,
}

/// Something that went wrong in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// What.
    pub kind: RecordKind,
    /// The memory port.
    pub bundle: String,
    /// Its channel.
    pub channel: Channel,
    /// The address, where it is known.
    pub address: u64,
    /// When, in cycles since the start.
    pub cycle: u64,
    /// What happened, for people.
    pub text: String,
}

/// Kinds of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordKind {
    /// An access to what is no memory.
    BusError,
    /// A rule of AXI4 was broken.
    Violation,
    /// What a port was waiting for when the kernel hung.
    Hang,
}

/// A channel of AXI4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Channel {
    /// Read addresses.
    Ar,
    /// Read data.
    R,
    /// Write addresses.
    Aw,
    /// Write data.
    W,
    /// Write responses.
    B,
}

impl Channel {
    /// True if it is one of the two that read.
    #[must_use]
    pub fn reads(self) -> bool {
        matches!(self, Self::Ar | Self::R)
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ar => "AR",
            Self::R => "R",
            Self::Aw => "AW",
            Self::W => "W",
            Self::B => "B",
        })
    }
}

/// How runs end, in the order of their numbers in frames.
pub(super) const STATUSES: [RunStatus; 5] =
    [RunStatus::Done, RunStatus::Timeout, RunStatus::Hang, RunStatus::Violation, RunStatus::BusError];

/// Kinds of records, likewise.
pub(super) const RECORD_KINDS: [RecordKind; 3] =
    [RecordKind::BusError, RecordKind::Violation, RecordKind::Hang];

/// Channels, likewise.
pub(super) const CHANNELS: [Channel; 5] = [Channel::Ar, Channel::R, Channel::Aw, Channel::W, Channel::B];

impl RunReport {
    pub(super) fn read(answer: &[u8], bundles: &[(String, u32)]) -> Result<Self, SimulatorError> {
        let mut reader = Reader::new(answer);
        let status = one_of(reader.u8()?, &STATUSES)?;
        let (cycles, edges, interrupt) = (reader.u64()?, reader.u64()?, reader.u8()? != 0);
        let count = reader.u16()?;
        let blocks = (0..count).map(|_| reader.u32()).collect::<Result<_, _>>()?;
        if usize::from(reader.u16()?) != bundles.len() {
            return Err(SimulatorError::Malformed);
        }
        let of = |(name, _): &(String, u32)| {
            Ok(BundleReport { name: name.clone(), statistics: Statistics::read(&mut reader)? })
        };
        let reports = bundles.iter().map(of).collect::<Result<_, SimulatorError>>()?;
        let left_out = reader.u64()?;
        let count = reader.u32()?;
        let records = (0..count).map(|_| Record::read(&mut reader, bundles)).collect::<Result<_, _>>()?;
        Ok(Self { status, cycles, edges, interrupt, blocks, bundles: reports, records, left_out })
    }

    /// The port with this name.
    #[must_use]
    pub fn bundle(&self, name: &str) -> Option<&Statistics> {
        self.bundles.iter().find(|bundle| bundle.name == name).map(|bundle| &bundle.statistics)
    }
}

impl Statistics {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, SimulatorError> {
        let mut next = || reader.u64();
        Ok(Self {
            read_bursts: next()?,
            read_beats: next()?,
            read_bytes: next()?,
            write_bursts: next()?,
            write_beats: next()?,
            write_bytes: next()?,
            ar_stalls: next()?,
            r_stalls: next()?,
            aw_stalls: next()?,
            w_stalls: next()?,
            b_stalls: next()?,
            read_waits: next()?,
        })
    }
}

impl Record {
    fn read(reader: &mut Reader<'_>, bundles: &[(String, u32)]) -> Result<Self, SimulatorError> {
        let kind = one_of(reader.u8()?, &RECORD_KINDS)?;
        let bundle = bundles.get(usize::from(reader.u16()?)).ok_or(SimulatorError::Malformed)?.0.clone();
        let channel = one_of(reader.u8()?, &CHANNELS)?;
        Ok(Self {
            kind,
            bundle,
            channel,
            address: reader.u64()?,
            cycle: reader.u64()?,
            text: reader.string()?,
        })
    }
}

fn one_of<T: Copy>(number: u8, of: &[T]) -> Result<T, SimulatorError> {
    of.get(usize::from(number)).copied().ok_or(SimulatorError::Malformed)
}
