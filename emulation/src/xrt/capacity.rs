//! Whether the buffers of a run fit the banks of the card. In `sw_emu` XRT puts buffers into a memory that is as large as all banks
//! together.

use std::collections::{BTreeMap, BTreeSet};

use sycl_hls_boards::size;
use sycl_hls_types::BankConnection;

use super::arguments::SliceAt;
use super::worker::{BufferAt, Start};

/// Checks runs, and says each thing once.
#[derive(Debug, Default)]
pub(super) struct Capacity {
    said: BTreeSet<String>,
}

/// An argument, the banks that it reaches, and its buffer.
struct Placed<'a> {
    name: &'a str,
    connection: &'a BankConnection,
    buffer: &'a BufferAt,
}

impl Capacity {
    /// New warnings about arguments of a run whose buffers the card's banks cannot hold, each by itself or together.
    pub fn check(
        &mut self,
        connections: &[BankConnection],
        start: &Start,
        slices: &[SliceAt<'_>],
    ) -> Vec<String> {
        let place = |slice| placed(connections, start, slice);
        let mut banks: BTreeMap<&str, Vec<Placed<'_>>> = BTreeMap::new();
        for placed in slices.iter().filter_map(place) {
            banks.entry(&placed.connection.banks).or_default().push(placed);
        }
        let mut warnings: Vec<String> =
            banks.values().flat_map(|together| warnings(&start.unit, together)).collect();
        warnings.retain(|warning| self.said.insert(warning.clone()));
        warnings
    }
}

fn placed<'a>(
    connections: &'a [BankConnection],
    start: &'a Start,
    slice: &SliceAt<'a>,
) -> Option<Placed<'a>> {
    let connection = connections.iter().find(|it| it.unit == start.unit && it.param == slice.name)?;
    let holds = |buffer: &&BufferAt| {
        slice.address.checked_sub(buffer.address).is_some_and(|offset| offset < buffer.size)
    };
    let buffer = start.buffers.iter().find(holds)?;
    Some(Placed { name: slice.name, connection, buffer })
}

/// What is wrong with buffers of these arguments, which reach the same banks.
fn warnings(unit: &str, together: &[Placed<'_>]) -> Vec<String> {
    let too_large = |it: &&Placed<'_>| it.buffer.size > it.connection.bytes;
    let alone = together.iter().filter(too_large).map(|Placed { name, connection, buffer }| {
        let BankConnection { banks, bytes, .. } = connection;
        format!(
            "`{name}` of {unit} is in a buffer of {}, and {banks} of the card has {}: this host cannot run there; use smaller \
             buffers, or give `{name}` other banks",
            size(buffer.size),
            size(*bytes)
        )
    });
    let alone: Vec<String> = alone.collect();
    if alone.is_empty() { sum(unit, together).into_iter().collect() } else { alone }
}

/// The complaint about buffers of which each fits, if they do not together.
fn sum(unit: &str, together: &[Placed<'_>]) -> Option<String> {
    let BankConnection { banks, bytes, .. } = together.first()?.connection;
    let buffers: BTreeMap<u64, u64> = together.iter().map(|it| (it.buffer.address, it.buffer.size)).collect();
    let all = buffers.values().fold(0_u64, |all, size| all.saturating_add(*size));
    let names: Vec<String> = together.iter().map(|it| format!("`{}`", it.name)).collect();
    (all > *bytes).then(|| {
        format!(
            "{} of {unit} are in buffers of {} together, and {banks} of the card has {}: this host cannot run there; use smaller \
             buffers, or give the arguments banks of their own",
            names.join(", "),
            size(all),
            size(*bytes)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn connection(param: &str, banks: &str, mib: u64) -> BankConnection {
        BankConnection { unit: "k_1".into(), param: param.into(), banks: banks.into(), bytes: mib * MIB }
    }

    fn slice(name: &str, address: u64) -> SliceAt<'_> {
        SliceAt { name, address, elements: 1, element: 4, mutable: false }
    }

    fn start(unit: &str, buffers: &[(u64, u64)]) -> Start {
        let buffer = |(address, mib): &(u64, u64)| BufferAt {
            address: *address,
            size: mib * MIB,
            memory: *address,
            name: String::new(),
        };
        Start { unit: unit.into(), buffers: buffers.iter().map(buffer).collect(), ..Start::default() }
    }

    #[test]
    fn a_buffer_larger_than_its_banks_is_named_once() {
        let connections = [connection("x", "HBM[0:1]", 512), connection("y", "DDR[0]", 1024)];
        let slices = [slice("x", 0x10), slice("y", 1 << 40)];
        let mut capacity = Capacity::default();
        let large = start("k_1", &[(0, 513), (1 << 40, 1024)]);
        assert_eq!(
            capacity.check(&connections, &large, &slices),
            [
                "`x` of k_1 is in a buffer of 513 MiB, and HBM[0:1] of the card has 512 MiB: this host cannot run there; use \
                 smaller buffers, or give `x` other banks"
            ]
        );
        assert!(capacity.check(&connections, &large, &slices).is_empty());
        let fits = start("k_1", &[(0, 512), (1 << 40, 1024)]);
        assert!(Capacity::default().check(&connections, &fits, &slices).is_empty());
        let other_unit = start("k_2", &[(0, 513)]);
        assert!(Capacity::default().check(&connections, &other_unit, &slices).is_empty());
    }

    #[test]
    fn buffers_of_one_bank_are_counted_together_and_shared_ones_once() {
        let connections = [connection("x", "HBM[0]", 256), connection("y", "HBM[0]", 256)];
        let apart = start("k_1", &[(0, 200), (1 << 40, 57)]);
        let said = Capacity::default().check(&connections, &apart, &[slice("x", 0), slice("y", 1 << 40)]);
        assert!(
            matches!(&said[..], [one] if one.starts_with("`x`, `y` of k_1 are in buffers of 257 MiB together, and HBM[0]")),
            "{said:?}"
        );
        let shared = Capacity::default().check(&connections, &apart, &[slice("x", 0), slice("y", 0x100)]);
        assert!(shared.is_empty(), "{shared:?}");
    }
}
