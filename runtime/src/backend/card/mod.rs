//! Cards that XRT, the Xilinx runtime, drives or emulates: whatever the interface through which a process reaches them.
//!
//! XRT has one mode in a process, which the environment says (XCL_EMULATION_MODE) and this never sets. Its emulated cards are
//! devices of that mode only: nothing that asks for a card gets an emulated one. No card has been driven yet.
//!
//! For emulated ones, a program of ours (`sycl-hls xrt run`) is what makes XRT find emulated cards, and what emulates them: it tells in files
//! how they are, because XRT tells nobody of a kernel that stopped.

mod arguments;
mod cards;
mod device;
mod error;
mod held;
mod interface;
mod places;
mod program;
mod units;
mod usage;
mod wait;

use std::sync::Arc;

use sycl_hls_backend::{Backend, BackendKind, Device, PlatformInfo};
use xrt_sys::Cards as Machine;

use super::missing::Missing;
use crate::environment::{Environment, Malformed};
use cards::Cards;
pub(super) use cards::HELP;
use device::Card;
pub(super) use error::CardsError;
pub(super) use interface::{Interface, OpenCard, Unit};

/// The backend of XRT's cards, as the platform of this name; without devices, and saying why, when there are none in this
/// process. `reach` is asked for the way to them when there are.
pub(super) fn backend(
    kind: BackendKind,
    name: &str,
    environment: &Environment,
    reach: impl FnOnce() -> Result<&'static dyn Interface, CardsError>,
) -> Box<dyn Backend> {
    match find(kind, name, environment, &Machine::default(), reach) {
        Ok(backend) => Box::new(backend),
        Err(error) => Box::new(Missing { kind, reason: error.to_string() }),
    }
}

struct CardBackend {
    platform: PlatformInfo,
    devices: Vec<Arc<dyn Device>>,
}

fn find(
    kind: BackendKind,
    name: &str,
    environment: &Environment,
    machine: &Machine,
    reach: impl FnOnce() -> Result<&'static dyn Interface, CardsError>,
) -> Result<CardBackend, CardsError> {
    let cards = Cards::find(kind, environment, machine)?;
    let interface = reach()?;
    let all = Arc::default();
    let card = |card| Card::new(interface, card, environment, &all).map(|card| Arc::new(card) as _);
    let devices = cards.devices().map(card).collect::<Result<_, Malformed>>()?;
    let (name, vendor) = (name.to_owned(), "AMD".to_owned());
    Ok(CardBackend {
        platform: PlatformInfo { backend: kind, name, vendor, version: cards.version },
        devices,
    })
}

impl Backend for CardBackend {
    fn platform(&self) -> PlatformInfo {
        self.platform.clone()
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        self.devices.clone()
    }
}

#[cfg(test)]
mod tests;
