//! What is done in a process that calls XRT, and how it answers.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sycl_hls_boards::{Board, Catalogue};
use sycl_hls_types::Target;
use xclbin_tools::Uuid;
use xrt_sys::{Cards, Device, Place, Unavailable, Xrt};

use super::Card;
use crate::catalogue;
use crate::terminal::print;

/// What such a process is asked for, as JSON on its command line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Lists the cards; the answer is a [`Found`].
    Find,
    /// Load an image on a card; the answer is the identity of the image that it then runs.
    Program {
        /// The image.
        image: PathBuf,
        /// The card.
        card: Place,
    },
}

/// The cards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Found {
    /// The cards, in XRT's order.
    pub cards: Vec<Card>,
    /// Why there are none.
    pub reason: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
}

/// What such a process answers, as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer<T> {
    /// What was asked for.
    Done(T),
    /// XRT refuses, with these words.
    Refused(String),
}

/// What begins the line with the answer: XRT prints lines of its own.
pub const MARK: &str = "sycl-hls-answer:";

/// Does what is asked, and prints the [`Answer`].
///
/// # Errors
/// When the request makes no sense.
pub fn answer(request: &str) -> anyhow::Result<()> {
    let answer = match serde_json::from_str(request)? {
        Request::Find => Answer::Done(serde_json::to_value(find(catalogue::of_project(None)?))?),
        Request::Program { image, card } => match program(&image, &card) {
            Ok(uuid) => Answer::Done(uuid.to_string().into()),
            Err(error) => Answer::Refused(error.to_string()),
        },
    };
    print(&format!("\n{MARK}{}\n", serde_json::to_string(&answer)?))
}

fn program(image: &std::path::Path, card: &Place) -> anyhow::Result<Uuid> {
    let device = Device::open(Xrt::load()?, card)?;
    device.program(image, || ())?;
    Ok(Uuid::from_bytes(device.image()?))
}

fn find(boards: Catalogue) -> Found {
    let nothing = |reason: &str, help: &str| Found {
        reason: Some(reason.to_owned()),
        help: (!help.is_empty()).then(|| help.to_owned()),
        ..Found::default()
    };
    let xrt = match Xrt::load() {
        Ok(xrt) => xrt,
        Err(unavailable) => return nothing(&unavailable.to_string(), ""),
    };
    let mode = std::env::var("XCL_EMULATION_MODE").unwrap_or_default();
    let cards = match mode.as_str() {
        "" => Ok(real(xrt)),
        "sw_emu" => emulated(xrt, Target::SwEmu, boards),
        "hw_emu" => emulated(xrt, Target::HwEmu, boards),
        other => {
            let reason = format!("XCL_EMULATION_MODE is `{other}`, which is neither `sw_emu` nor `hw_emu`");
            return nothing(&reason, "unset it for cards");
        }
    };
    match cards {
        Err(unavailable) => nothing(&unavailable.to_string(), ""),
        Ok(cards) if !cards.is_empty() => Found { cards, ..Found::default() },
        Ok(_) if !mode.is_empty() => nothing("XRT emulates no card here", "see `sycl-hls help xrt run`"),
        Ok(_) if Cards::default().has_driver() => {
            nothing("XRT's driver, xocl, has found no card", "look at `lspci -d 10ee:` and `dmesg`")
        }
        Ok(_) => nothing(
            "XRT's driver, xocl, is not loaded",
            "on a machine with a card, install AMD's package of XRT and the card's shell; `sycl-hls doctor` tells of drivers",
        ),
    }
}

fn emulated(xrt: &'static Xrt, target: Target, boards: Catalogue) -> Result<Vec<Card>, Unavailable> {
    let count = xrt_sys::count()?;
    let card = |index| {
        let mut card = card(xrt, String::new(), Place::Index(index), Some(target));
        let board = card.board(boards);
        card.device = format!("xrt/{target}/{}", board.map_or("", |board| board.name.as_str()));
        // XRT says how much it emulates, which is more in sw_emu.
        card.memory_bytes = board.map(Board::memory_on_card).or(card.memory_bytes);
        if index > 0 {
            card.device += &format!("/{index}");
        }
        card
    };
    Ok((0..count).map(card).collect())
}

fn real(xrt: &'static Xrt) -> Vec<Card> {
    let card = |found: xrt_sys::PciCard| {
        let mut card = card(xrt, format!("xrt/{}", found.bdf), Place::Bdf(found.bdf), None);
        card.interface_uuids = found.interfaces;
        card
    };
    Cards::default().list().into_iter().map(card).collect()
}

fn card(xrt: &'static Xrt, device: String, place: Place, emulation: Option<Target>) -> Card {
    let opened = Device::open(xrt, &place).and_then(|device| Ok((device.info()?, device.image().ok())));
    let (info, image, problem) = match opened {
        Ok((info, image)) => (info, image, None),
        Err(error) => (xrt_sys::Info::default(), None, Some(error.to_string())),
    };
    Card {
        device,
        place,
        emulation,
        platform: info.platform,
        interface_uuids: Vec::new(),
        memory_bytes: info.memory,
        banks: info.banks,
        clocks_mhz: info.clocks_mhz,
        celsius: info.celsius,
        // A card that has none says zero.
        image: image.map(Uuid::from_bytes).filter(|uuid| !uuid.is_nil()).map(|uuid| uuid.to_string()),
        problem,
    }
}
