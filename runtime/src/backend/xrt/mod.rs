//! Cards, as XRT, the Xilinx runtime, emulates them.
//!
//! XRT has one mode in a process, which the environment says (XCL_EMULATION_MODE) and this never sets. Its emulated cards are
//! devices of that mode only: nothing that asks for a card gets an emulated one.
//!
//! A program of ours (`sycl-hls xrt run`) is what makes XRT find emulated cards, and what emulates them: it tells in files
//! how they are, because XRT tells nobody of a kernel that stopped.

mod arguments;
mod card;
mod cards;
mod program;
mod units;
mod wait;

use std::sync::Arc;

use sycl_hls_backend::{Backend, BackendKind, Device, PlatformInfo};
use xrt_sys::Xrt;

use super::missing::Missing;
use crate::environment::Environment;
use card::Card;
use cards::Cards;

/// The backend; without devices, and saying why, when XRT emulates none in this process.
pub(super) fn backend(environment: &Environment) -> Box<dyn Backend> {
    match find(environment) {
        Ok(backend) => Box::new(backend),
        Err(reason) => Box::new(Missing { kind: BackendKind::Xrt, reason }),
    }
}

struct Emulation {
    version: String,
    devices: Vec<Arc<dyn Device>>,
}

fn find(environment: &Environment) -> Result<Emulation, String> {
    let cards = Cards::find(environment)?;
    let xrt = Xrt::load().map_err(|error| error.to_string())?;
    let all = Arc::default();
    let card = |(index, info)| Card::new(xrt, index, info, environment, &all).map(|card| Arc::new(card) as _);
    let devices = cards.devices().map(card).collect::<Result<_, String>>()?;
    Ok(Emulation { version: cards.version, devices })
}

impl Backend for Emulation {
    fn platform(&self) -> PlatformInfo {
        PlatformInfo {
            backend: BackendKind::Xrt,
            name: "Alveo cards".to_owned(),
            vendor: "AMD".to_owned(),
            version: self.version.clone(),
        }
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        self.devices.clone()
    }
}
