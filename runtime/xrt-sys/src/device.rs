//! A module with `unsafe` code: devices, and the images that they run.
#![allow(unsafe_code)]

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use crate::live::{self, Interface, Kind, Object};
use crate::process::{Handlers, one_at_a_time};
use crate::shim::Shim;
use crate::{Error, Info, Xrt};

/// A device that is open.
///
/// Closing any emulated device shuts down what the others of the process need (XRT 2.13, `ShutdownProtobufLibrary`): drop a
/// device when none is in use any more, or never. The end of the process closes what is open.
pub struct Device(pub(crate) Object);

impl Device {
    /// Opens the device with this number.
    ///
    /// # Errors
    /// When XRT does not.
    pub fn open(xrt: &'static Xrt, index: u32) -> Result<Self, Error> {
        let _handlers = Handlers::save();
        let what = || format!("open the device {index}");
        live::only(Interface::Native, what)?;
        // SAFETY: any number may be asked for.
        Object::open(xrt, Kind::Device, what, |functions| unsafe { (functions.device_open)(index) }).map(Self)
    }

    /// Opens the card with this PCIe address (BDF), such as `0000:65:00.1`.
    ///
    /// # Errors
    /// When XRT does not, or it is so old that it cannot.
    pub fn open_by_bdf(xrt: &'static Xrt, bdf: &str) -> Result<Self, Error> {
        let _handlers = Handlers::save();
        let what = || format!("open the card {bdf}");
        let error = |text: &str| Error { what: what(), text: text.to_owned() };
        let c_bdf = CString::new(bdf).map_err(|_| error("it is no address"))?;
        let open =
            xrt.enter().device_open_by_bdf.ok_or_else(|| error("this XRT opens none by its address"))?;
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
