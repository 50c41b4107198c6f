//! A module with `unsafe` code: devices, and the images that they run.
#![allow(unsafe_code)]

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::functions::Functions;
use crate::live::{self, Interface, Kind, Object};
use crate::process::{Handlers, one_at_a_time};
use crate::shim::{Shim, in_place};
use crate::{Error, Info, Xrt};

/// A device that is open.
///
/// Closing any emulated device shuts down what the others of the process need (XRT 2.13, `ShutdownProtobufLibrary`): drop a
/// device when none is in use any more, or never. The end of the process closes what is open.
pub struct Device(pub(crate) Object);

/// Where XRT finds a device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// At this address on PCIe, such as `0000:65:00.1`.
    Bdf(String),
    /// Among the emulated ones, at this position.
    Index(u32),
}

impl Device {
    /// Opens a device.
    ///
    /// # Errors
    /// When XRT does not, or it is so old that it opens none by its address.
    pub fn open(xrt: &'static Xrt, place: &Place) -> Result<Self, Error> {
        let _handlers = Handlers::save();
        let what = || match place {
            Place::Bdf(bdf) => format!("open the card {bdf}"),
            Place::Index(index) => format!("open the device {index}"),
        };
        live::only(Interface::Native, what)?;
        let error = |text: String| Error { what: what(), text };
        in_place().map_err(|missing| error(missing.to_string()))?;
        let bdf = match place {
            Place::Index(index) => {
                // SAFETY: any number may be asked for.
                let open = |functions: &Functions| unsafe { (functions.device_open)(*index) };
                return Object::open(xrt, Kind::Device, what, open).map(Self);
            }
            Place::Bdf(bdf) => bdf.as_str(),
        };
        let c_bdf = CString::new(bdf).map_err(|_| error("it is no address".to_owned()))?;
        let by_bdf = xrt.enter().device_open_by_bdf;
        let open = by_bdf.ok_or_else(|| error("this XRT opens none by its address".to_owned()))?;
        // SAFETY: any text that ends with a NUL may be asked for.
        Object::open(xrt, Kind::Device, what, |_| unsafe { open(c_bdf.as_ptr()) }).map(Self)
    }

    /// What the device is.
    ///
    /// # Errors
    /// When this version of XRT does not tell.
    pub fn info(&self) -> Result<Info, Error> {
        let what = || "tell what the device is".to_owned();
        let error = |text: String| Error { what: what(), text };
        let shim = Shim::of_process().map_err(|unavailable| error(unavailable.to_string()))?;
        self.0.xrt.attempt(what, |functions| {
            // SAFETY: the device is open.
            let handle = unsafe { functions.device_to_xcl?(self.0.handle()) };
            // SAFETY: it is what XRT says that the library below has for this device, which is open.
            unsafe { shim.info(handle) }
        })
    }

    /// Programs the device with an image; no kernel of an earlier one may be running. An image for another mode of emulation
    /// than that of the process ends the process.
    ///
    /// `then` is called before any other device can be opened or programmed.
    ///
    /// # Errors
    /// When XRT refuses the image; when there are buffers or runs under way, of whatever device, which it would break.
    pub fn program<T>(&self, image: &Path, then: impl FnOnce() -> T) -> Result<T, Error> {
        let what = || format!("load {}", image.display());
        let path = CString::new(image.as_os_str().as_bytes());
        let path = path.map_err(|error| Error { what: what(), text: error.to_string() })?;
        let alone = one_at_a_time();
        live::nothing_breaks(&alone, what)?;
        let _handlers = Handlers::save();
        self.0.xrt.attempt(what, |functions| {
            // SAFETY: the device is open, and the path ends with a NUL. There are no buffers, and
            // none are made meanwhile.
            let failed = unsafe { (functions.device_load_file)(self.0.handle(), path.as_ptr()) };
            (failed == 0).then_some(())
        })?;
        Ok(then())
    }

    /// The identity of the image that the device runs.
    ///
    /// # Errors
    /// When there is none.
    pub fn image(&self) -> Result<[u8; 16], Error> {
        let mut uuid = [0; 16];
        self.0.xrt.attempt(
            || "tell which image the device runs".to_owned(),
            |functions| {
                // SAFETY: the device is open, and there is room for a UUID.
                let failed = unsafe { (functions.device_uuid)(self.0.handle(), uuid.as_mut_ptr()) };
                (failed == 0).then_some(())
            },
        )?;
        Ok(uuid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_is_not_there_is_an_error() {
        // Where there is no XRT, that is what it says.
        let Ok(xrt) = Xrt::load() else { return };
        let error = Device::open(xrt, &Place::Bdf("ffff:ff:1f.7".to_owned())).err().unwrap();
        assert_eq!(error.what, "open the card ffff:ff:1f.7");
        // Its own words, or ours where it would throw.
        let said = ["No such device", "XILINX_XRT"];
        assert!(said.iter().any(|text| error.text.contains(text)), "{error}");
    }
}
