//! Where the slices of a run lie.

use std::collections::BTreeMap;

use sycl_hls_boards::{Bank, Board};
use sycl_hls_types::{SimulatedKernel, SimulatedUnit};

use super::options::MemoryChoice;
use crate::simulator::{BankModel, BoardMemory, Configuration};

/// Addresses of slices begin at such a boundary: that of pages, and of AXI's bursts.
const ALIGNMENT: u64 = 0x1000;

/// A range of device addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// The first.
    pub base: u64,
    /// How many.
    pub size: u64,
}

impl Region {
    /// Memory for kernels that know no banks.
    pub const FLAT: Self = Self { base: 0x1_0000_0000, size: 1 << 48 };

    /// Bytes between two slices, at least, in which there is no memory: a wrong index of a little less than that is noticed
    /// in any case.
    fn gap(self) -> u64 {
        (self.size / 16).clamp(ALIGNMENT, 1 << 20)
    }
}

/// Lays slices one after another into their regions.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// The first free address of each region, by its base.
    next: BTreeMap<u64, u64>,
}

impl Layout {
    /// The address of a slice of this size; `None` when the region is full.
    pub fn place(&mut self, region: Region, size: u64) -> Option<u64> {
        let next = self.next.entry(region.base).or_insert(region.base);
        let address = next.checked_add(region.gap())?.checked_next_multiple_of(ALIGNMENT)?;
        let end = address.checked_add(size)?;
        (end <= region.base.checked_add(region.size)?).then(|| {
            *next = end;
            address
        })
    }
}

/// The regions of a compute unit's parameters.
pub(super) fn regions(unit: &SimulatedUnit, board: &Board) -> Vec<Region> {
    let region = |tags: &Vec<String>| {
        let banks: Vec<&Bank> = tags.iter().filter_map(|tag| bank(board, tag)).collect();
        // Banks that one argument reaches lie side by side.
        match (banks.first(), banks.last()) {
            (Some(first), Some(last)) => {
                Region { base: first.base, size: last.base + last.size - first.base }
            }
            _ => Region::FLAT,
        }
    };
    unit.banks.iter().map(region).collect()
}

fn bank<'b>(board: &'b Board, tag: &str) -> Option<&'b Bank> {
    board.banks.get(board.bank(tag)?)
}

/// The memory behind a compute unit's ports, at the kernel's clock. A port has the bank of the first slice that uses it.
pub(super) fn configuration(
    kernel: &SimulatedKernel,
    unit: Option<&SimulatedUnit>,
    board: &Board,
    memory: MemoryChoice,
) -> Configuration {
    let mut configuration = Configuration {
        clock_ps: 1_000_000 / u64::from(kernel.clock_mhz.max(1)),
        ..Configuration::of(BankModel::Ideal)
    };
    let (MemoryChoice::Board, Some(unit)) = (memory, unit) else { return configuration };
    let mut tags: Vec<&str> = Vec::new();
    configuration.bank_of_bundle = (0..kernel.bundles.len())
        .map(|bundle| {
            let tag = tag_of(kernel, unit, bundle);
            let known = tags.iter().position(|it| *it == tag).unwrap_or_else(|| {
                tags.push(tag);
                tags.len() - 1
            });
            u16::try_from(known).unwrap_or(u16::MAX)
        })
        .collect();
    let khz = kernel.clock_mhz.saturating_mul(1000);
    let timing = |tag: &&str| bank(board, tag)?.timing;
    let model = |timing| BankModel::Board(BoardMemory { kernel_khz: khz, timing });
    let models = tags.iter().map(|tag| timing(tag).map_or(BankModel::Ideal, model));
    // A kernel without ports has a bank, too.
    configuration.banks = models.chain(tags.is_empty().then_some(BankModel::Ideal)).collect();
    configuration
}

/// The bank behind a port.
fn tag_of<'u>(kernel: &SimulatedKernel, unit: &'u SimulatedUnit, bundle: usize) -> &'u str {
    let users = kernel.accesses.iter().filter(|site| site.bundle == bundle);
    let mut tags = users.filter_map(|site| unit.banks.get(site.param)?.first());
    tags.next().map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_lie_apart_and_within_their_regions() {
        let mut layout = Layout::default();
        let large = Region { base: 1 << 32, size: 1 << 30 };
        let (first, second) = (layout.place(large, 100).unwrap(), layout.place(large, 0).unwrap());
        assert!(first >= large.base + (1 << 20), "what is just below a region may be another's");
        assert!(second - (first + 100) >= 1 << 20);
        assert_eq!((first % ALIGNMENT, second % ALIGNMENT), (0, 0));
        let small = Region { base: 0, size: 128 << 10 };
        assert!(layout.place(small, 64 << 10).is_some());
        assert_eq!(layout.place(small, 64 << 10), None, "the other half is not whole any more");
        assert!(layout.place(small, 32 << 10).is_some());
        assert_eq!(layout.place(Region::FLAT, u64::MAX), None);
    }
}
