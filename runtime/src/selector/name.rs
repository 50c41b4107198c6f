//! Devices by name.

use sycl_hls_backend::{BackendKind, BoardInfo, DeviceKind, is_address_of};
use sycl_hls_types::Target;

use crate::boards;
use crate::environment::Environment;
use crate::{Device, Error, Platform, Result};

/// What names a device.
#[derive(Clone, Debug)]
pub(super) struct Name {
    text: String,
    /// The board to emulate when the name says none.
    default_board: Option<String>,
}

const HOST: &str = BackendKind::Host.name();

impl Name {
    /// The name as a user writes it.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), default_board: None }
    }

    /// The name of the host.
    pub fn host() -> Self {
        Self::new(HOST)
    }

    /// The name of a board in software emulation.
    pub fn sw_emu(board: &str) -> Self {
        Self::new(&format!("{}/{board}", BackendKind::SwEmu))
    }

    /// The name of a board in hardware emulation.
    pub fn hw_emu(board: &str) -> Self {
        Self::new(&format!("{}/{board}", BackendKind::HwEmu))
    }

    /// The name in an environment; that of the host when there is none.
    pub fn from_environment(environment: &Environment) -> Self {
        Self {
            text: environment.device.clone().unwrap_or_else(|| HOST.to_owned()),
            default_board: environment.board.clone(),
        }
    }

    /// The name as the user wrote it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The device.
    ///
    /// # Errors
    /// When the name is malformed, the board unknown, or the device not available.
    pub fn select(&self) -> Result<Device> {
        let id = self.device_id()?;
        Device::all().into_iter().find(|device| device.info().id == id).ok_or_else(|| self.not_there(&id))
    }

    /// The id of the device among [`Device::all`].
    fn device_id(&self) -> Result<String> {
        let (kind, instance) = match self.text.split_once('/') {
            Some((kind, instance)) => (kind, Some(instance)),
            None => (self.text.as_str(), None),
        };
        let Some(known) = BackendKind::ALL.into_iter().find(|known| known.name() == kind) else {
            return Err(self.malformed(&format!("there is no kind of device `{kind}`")));
        };
        match instance {
            Some("") => Err(self.malformed("nothing follows the `/`")),
            Some(_) if kind == HOST => Err(self.malformed("there is one host, without an id")),
            None if kind == HOST => Ok(HOST.to_owned()),
            Some(board) if is_emulation(known) => emulated(known, board),
            None if is_emulation(known) => match &self.default_board {
                Some(board) => emulated(known, board),
                None => Err(self.malformed(&format!(
                    "it does not say which board to emulate; write `{known}/u200`, or set SYCL_HLS_BOARD \
                     beside SYCL_HLS_DEVICE",
                ))),
            },
            Some(instance) if drives_cards(known) => self.card(known, instance),
            None if drives_cards(known) => self.real_card(known, None),
            _ => Err(self.unavailable(known)),
        }
    }

    /// The id of the first card that is meant, which is never an emulated one.
    fn real_card(&self, kind: BackendKind, wanted: Option<&str>) -> Result<String> {
        let is_meant = |device: &Device| match &device.info().kind {
            DeviceKind::Board(board) if board.target == Target::Hw => {
                let id = &device.info().id;
                device.platform().backend() == kind && wanted.is_none_or(|name| is_called(name, id, board))
            }
            _ => false,
        };
        let found = Device::all().into_iter().find(is_meant);
        found.map(|card| card.info().id.clone()).ok_or_else(|| self.unavailable(kind))
    }

    /// The id of a card: an emulated one only if the name says so.
    fn card(&self, kind: BackendKind, instance: &str) -> Result<String> {
        let (mode, board) = match instance.split_once('/') {
            Some((mode, board)) => (mode, Some(board)),
            None => (instance, self.default_board.as_deref()),
        };
        if ![BackendKind::SwEmu, BackendKind::HwEmu].iter().any(|kind| kind.name() == mode) {
            return self.real_card(kind, Some(instance));
        }
        let first = format!("{kind}/{mode}/");
        match board {
            Some("") => Err(self.malformed("nothing follows the `/`")),
            Some(board) => {
                let (board, number) =
                    board.split_once('/').map_or((board, ""), |(board, number)| (board, number));
                let separator = if number.is_empty() { "" } else { "/" };
                Ok(format!("{first}{}{separator}{number}", boards::named(board)?.name))
            }
            None => {
                let ids = Device::all().into_iter().map(|device| device.info().id.clone());
                let found = ids.into_iter().find(|id| id.starts_with(&first));
                found.ok_or_else(|| self.unavailable(kind))
            }
        }
    }

    /// The error for an emulated board that is known and not among the devices.
    fn not_there(&self, id: &str) -> Error {
        let kind = BackendKind::ALL.into_iter().find(|kind| id.starts_with(&format!("{kind}/")));
        kind.map_or_else(
            || self.malformed(&format!("there is no device `{id}`")),
            |kind| self.unavailable(kind),
        )
    }

    /// The error for a kind of device whose instances have no names that could be checked.
    fn unavailable(&self, kind: BackendKind) -> Error {
        let reason = Platform::of_backend(kind).map(|platform| match platform.unavailable() {
            Some(reason) => reason.to_owned(),
            None => without(&platform),
        });
        let reason = reason.unwrap_or_else(|| "there is no such device".to_owned());
        Error::Unavailable { device: self.text.clone(), kind, reason }
    }

    fn malformed(&self, problem: &str) -> Error {
        Error::BadSelector { value: self.text.clone(), problem: problem.to_owned() }
    }
}

/// Why a platform with devices has not the one that was named.
fn without(platform: &Platform) -> String {
    let ids: Vec<String> = platform.devices().iter().map(|device| device.info().id.clone()).collect();
    let mode = match platform.backend() {
        kind if drives_cards(kind) => {
            "; XRT has one mode in a process, which XCL_EMULATION_MODE names, and no card is emulated in silence"
        }
        _ => "",
    };
    format!("there is no such device, but {}{mode}", ids.join(", "))
}

/// True if what follows the kind means the card with this id: its address, its board, or its shell.
fn is_called(name: &str, id: &str, board: &BoardInfo) -> bool {
    let bdf = id.split_once('/').map_or("", |(_, bdf)| bdf);
    is_address_of(name, bdf)
        || [&board.board, &board.platform].iter().any(|own| own.eq_ignore_ascii_case(name))
}

const fn is_emulation(kind: BackendKind) -> bool {
    matches!(kind, BackendKind::SwEmu | BackendKind::HwEmu)
}

/// True if its devices are cards, or what XRT emulates in their place.
const fn drives_cards(kind: BackendKind) -> bool {
    matches!(kind, BackendKind::Xrt | BackendKind::OpenCl)
}

fn emulated(kind: BackendKind, board: &str) -> Result<String> {
    Ok(format!("{kind}/{}", boards::named(board)?.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::GRAMMAR;

    fn select(device: Option<&str>, board: Option<&str>) -> Result<String> {
        let owned = |text: Option<&str>| text.map(ToOwned::to_owned);
        let environment =
            Environment { device: owned(device), board: owned(board), ..Environment::default() };
        Ok(Name::from_environment(&environment).select()?.info().id.clone())
    }

    fn message(device: &str) -> String {
        select(Some(device), None).unwrap_err().to_string()
    }

    #[test]
    fn the_environment_names_the_device() {
        assert_eq!(select(None, None).unwrap(), "host");
        assert_eq!(select(None, Some("u200")).unwrap(), "host");
        assert_eq!(select(Some("host"), None).unwrap(), "host");
        assert_eq!(select(Some("sw_emu/u50"), Some("u200")).unwrap(), "sw_emu/u50");
        assert_eq!(select(Some("sw_emu"), Some("u280")).unwrap(), "sw_emu/u280");
        assert_eq!(select(Some("hw_emu/u50"), Some("u200")).unwrap(), "hw_emu/u50");
        assert_eq!(select(Some("hw_emu"), Some("u280")).unwrap(), "hw_emu/u280");
    }

    #[test]
    fn a_malformed_name_is_shown_with_the_grammar() {
        for name in ["", "gpu", "HOST", "/u200", "sw_emu/", "host/0", "xrt/", "sw-emu/u200", " host"] {
            let error = select(Some(name), Some("u200")).unwrap_err();
            assert!(matches!(&error, Error::BadSelector { value, .. } if value == name), "{name}: {error}");
            assert!(error.to_string().contains(&format!("`{name}` names no device")), "{error}");
            assert!(error.to_string().contains(GRAMMAR), "{error}");
        }
    }

    #[test]
    fn emulation_needs_a_board_that_exists() {
        assert!(message("sw_emu").contains("write `sw_emu/u200`"));
        assert!(message("hw_emu").contains("write `hw_emu/u200`"));
        assert!(message("hw_emu/u20").contains("did you mean `u200`?"));
        assert!(message("sw_emu/u20").contains("did you mean `u200`?"));
        assert!(select(Some("sw_emu"), Some("u20")).unwrap_err().to_string().contains("u200"));
    }

    #[test]
    fn cards_are_called_by_address_board_or_shell() {
        let board = BoardInfo {
            target: Target::Hw,
            board: "u200".into(),
            platform: "xilinx_u200_xdma_201830_2".into(),
        };
        let is_called = |name: &str| is_called(name, "xrt/0000:65:00.1", &board);
        for name in ["0000:65:00.1", "65:00.1", "u200", "U200", "xilinx_u200_xdma_201830_2"] {
            assert!(is_called(name), "{name}");
        }
        assert!(!is_called("u280") && !is_called("0000:b3:00.1") && !is_called(""));
    }

    #[test]
    fn other_kinds_are_unavailable_and_nothing_replaces_them() {
        use BackendKind::{OpenCl, Xrt};
        for (kind, why) in [(Xrt, "there is no card"), (OpenCl, "drives cards through `xrt` alone")] {
            for instance in ["", "/0000:3b:00.1", "/sw_emu", "/hw_emu/u200", "/sw_emu/u50/1"] {
                let name = format!("{kind}{instance}");
                let error = select(Some(&name), None).unwrap_err();
                assert!(
                    matches!(&error, Error::Unavailable { device, kind: of, .. } if *device == name && *of == kind),
                    "{error}"
                );
                assert!(error.to_string().contains(why), "{error}");
            }
        }
        assert!(message("xrt/sw_emu/").contains("nothing follows"));
        assert!(message("xrt/sw_emu/u20").contains("did you mean `u200`?"));
        assert!(message("opencl/sw_emu/u20").contains("did you mean `u200`?"));
    }
}
