//! Groups of neighbouring memory banks, which vendor tools make whenever an image has none.

use crate::section::{
    Connection, Connectivity, GroupConnectivity, GroupTopology, MemBank, MemKind, MemTopology, SectionError,
    ValueError,
};
use crate::{Error, SectionKind};

/// Bytes of a bank's tag that are not its NUL.
const TAG: usize = 15;

/// A connection that a group may take in, with its bank.
struct Candidate<'a> {
    connection: Connection,
    bank: &'a MemBank,
}

impl Candidate<'_> {
    /// Compute unit and argument, by which candidates belong together.
    fn argument(&self) -> (i32, i32) {
        (self.connection.ip_layout_index, self.connection.arg_index)
    }
}

/// The banks with the groups behind them, and the connections with those to groups before them.
///
/// Where an argument reaches several used banks of DDR or HBM that follow each other without a gap, a group stands for
/// them all; XRT then places a buffer anywhere in it.
///
/// # Errors
/// [`Error::Section`] when a connection leads to a bank that is not there.
pub fn group_banks(
    memory: &MemTopology,
    connectivity: &Connectivity,
) -> Result<(GroupTopology, GroupConnectivity), Error> {
    let mut banks = memory.banks.clone();
    let mut connections = Vec::new();
    let mut candidates = Vec::new();
    for (index, connection) in connectivity.connections.iter().enumerate() {
        let bank = usize::try_from(connection.mem_data_index).ok().and_then(|bank| memory.banks.get(bank));
        let bank = bank.ok_or_else(|| no_bank(index, connection.mem_data_index, memory.banks.len()))?;
        if bank.used && is_groupable(bank.kind) {
            candidates.push(Candidate { connection: *connection, bank });
        } else {
            connections.push(*connection);
        }
    }
    candidates.sort_by_key(|candidate| (candidate.argument(), candidate.bank.base));
    for argument in candidates.chunk_by(|a, b| a.argument() == b.argument()) {
        if argument.len() > 1 && is_without_gaps(argument) {
            connections.push(group(argument, &mut banks));
        } else {
            connections.extend(argument.iter().map(|candidate| candidate.connection));
        }
    }
    connections.extend(&connectivity.connections);
    Ok((GroupTopology(MemTopology { banks }), GroupConnectivity(Connectivity { connections })))
}

fn no_bank(index: usize, bank: i32, banks: usize) -> Error {
    Error::Section {
        kind: SectionKind::CONNECTIVITY,
        problem: SectionError::InField {
            index,
            field: "mem_data_index",
            problem: Box::new(ValueError::NoBank { bank, banks }.into()),
        },
    }
}

fn is_groupable(kind: MemKind) -> bool {
    matches!(kind, MemKind::Ddr3 | MemKind::Ddr4 | MemKind::Hbm | MemKind::Dram)
}

fn is_without_gaps(argument: &[Candidate<'_>]) -> bool {
    argument.windows(2).all(|pair| end(pair[0].bank) == Some(pair[1].bank.base))
}

/// The first address behind a bank.
fn end(bank: &MemBank) -> Option<u64> {
    bank.base.checked_add(bank.size_kib.checked_mul(1024)?)
}

/// The connection to the group of an argument's banks, which is added unless it is there.
fn group(argument: &[Candidate<'_>], banks: &mut Vec<MemBank>) -> Connection {
    let first = &argument[0];
    let size_kib = argument.iter().map(|candidate| candidate.bank.size_kib).fold(0, u64::saturating_add);
    let group = MemBank { size_kib, tag: tag(argument), ..first.bank.clone() };
    let position = banks.iter().position(|bank| *bank == group).unwrap_or_else(|| {
        banks.push(group);
        banks.len() - 1
    });
    // Sections have fewer banks than this.
    let mem_data_index = i32::try_from(position).unwrap_or(i32::MAX);
    Connection { mem_data_index, ..first.connection }
}

/// A tag that names the banks by their positions: `MBG[0:2,4]`, as far as it fits.
fn tag(argument: &[Candidate<'_>]) -> String {
    let mut indices: Vec<i32> =
        argument.iter().map(|candidate| candidate.connection.mem_data_index).collect();
    indices.sort_unstable();
    let runs = indices.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    let runs: Vec<String> = runs
        .map(|run| match run {
            [one] => one.to_string(),
            [first, .., last] => format!("{first}:{last}"),
            [] => String::new(),
        })
        .collect();
    let mut tag = format!("MBG[{}]", runs.join(","));
    tag.truncate(TAG);
    tag
}
