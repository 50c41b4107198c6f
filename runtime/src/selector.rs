//! Choosing a device by name.

use sycl_hls_boards::Board;
use sycl_hls_types::Target;

use crate::environment::Environment;
use crate::{Device, Error, Result};

/// Which device a queue runs on (device selection, S20 §4.6.1.1).
///
/// A selector names one device. It is looked up when a queue is made; a device that does not exist is an
/// error then, never replaced by another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selector {
    name: String,
    /// The board to emulate when the name says none.
    default_board: Option<String>,
}

/// The kinds of devices that a name can begin with.
const KINDS: [&str; 5] = [HOST, SW_EMU, "hw_emu", "opencl", "xrt"];
const HOST: &str = "host";
const SW_EMU: &str = Target::SwEmu.name();

impl Selector {
    /// The host's processor.
    #[must_use]
    pub fn host() -> Self {
        Self::by_name(HOST)
    }

    /// Software emulation of a board: `Selector::sw_emu("u200")`.
    #[must_use]
    pub fn sw_emu(board: &str) -> Self {
        Self::by_name(&format!("{SW_EMU}/{board}"))
    }

    /// The device that the environment variable `SYCL_HLS_DEVICE` names, as for [`Selector::by_name`]; the
    /// host when it is not set. `sw_emu` alone emulates the board in `SYCL_HLS_BOARD`.
    ///
    /// The environment is read once per process.
    #[must_use]
    pub fn from_env() -> Self {
        Self::from_environment(Environment::of_process())
    }

    /// The device with this name: `host | sw_emu | hw_emu | opencl | xrt`, then, except for `host`, `/` and a
    /// board or device id. `Selector::by_name("sw_emu/u200")`.
    #[must_use]
    pub fn by_name(name: &str) -> Self {
        Self { name: name.to_owned(), default_board: None }
    }

    fn from_environment(environment: &Environment) -> Self {
        Self {
            name: environment.device.clone().unwrap_or_else(|| HOST.to_owned()),
            default_board: environment.board.clone(),
        }
    }

    /// The device.
    ///
    /// # Errors
    /// When the name is malformed, the board unknown, or the device not available.
    pub(crate) fn select(&self) -> Result<Device> {
        let id = self.device_id()?;
        Device::all()
            .into_iter()
            .find(|device| device.info().id == id)
            .ok_or_else(|| self.malformed(&format!("there is no device `{id}`")))
    }

    /// The id of the device among [`Device::all`].
    fn device_id(&self) -> Result<String> {
        let (kind, instance) = match self.name.split_once('/') {
            Some((kind, instance)) => (kind, Some(instance)),
            None => (self.name.as_str(), None),
        };
        if !KINDS.contains(&kind) {
            return Err(self.malformed(&format!("there is no kind of device `{kind}`")));
        }
        match instance {
            Some("") => Err(self.malformed("nothing follows the `/`")),
            Some(_) if kind == HOST => Err(self.malformed("there is one host, without an id")),
            None if kind == HOST => Ok(HOST.to_owned()),
            Some(board) if kind == SW_EMU => emulated(board),
            None if kind == SW_EMU => match &self.default_board {
                Some(board) => emulated(board),
                None => Err(self.malformed(
                    "it does not say which board to emulate; write `sw_emu/u200`, or set SYCL_HLS_BOARD \
                     beside SYCL_HLS_DEVICE",
                )),
            },
            _ => Err(Error::Unavailable { device: self.name.clone(), kind: kind.to_owned() }),
        }
    }

    fn malformed(&self, problem: &str) -> Error {
        Error::BadSelector { value: self.name.clone(), problem: problem.to_owned() }
    }
}

fn emulated(board: &str) -> Result<String> {
    Ok(format!("{SW_EMU}/{}", Board::by_name(board)?.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::GRAMMAR;

    fn select(device: Option<&str>, board: Option<&str>) -> Result<String> {
        let owned = |text: Option<&str>| text.map(ToOwned::to_owned);
        let environment =
            Environment { device: owned(device), board: owned(board), ..Environment::default() };
        Ok(Selector::from_environment(&environment).select()?.info().id.clone())
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
    fn sw_emu_needs_a_board_that_exists() {
        assert!(message("sw_emu").contains("write `sw_emu/u200`"));
        assert!(message("sw_emu/u20").contains("did you mean `u200`?"));
        assert!(select(Some("sw_emu"), Some("u20")).unwrap_err().to_string().contains("u200"));
    }

    #[test]
    fn other_kinds_are_unavailable_and_nothing_replaces_them() {
        for (name, kind) in
            [("hw_emu/u200", "hw_emu"), ("xrt/0000:3b:00.1", "xrt"), ("opencl", "opencl"), ("xrt", "xrt")]
        {
            let error = select(Some(name), None).unwrap_err();
            assert!(matches!(&error, Error::Unavailable { device, .. } if device == name), "{error}");
            assert!(error.to_string().contains(&format!("no {kind} backend")), "{error}");
        }
    }

    #[test]
    fn constructors_agree_with_names() {
        assert_eq!(Selector::host(), Selector::by_name("host"));
        assert_eq!(Selector::sw_emu("u200"), Selector::by_name("sw_emu/u200"));
    }
}
