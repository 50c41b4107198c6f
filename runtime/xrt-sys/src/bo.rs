//! A module with `unsafe` code: buffers of devices.
#![allow(unsafe_code)]

use std::sync::Arc;

use crate::functions::{Functions, constant};
use crate::live::{Kind, Object};
use crate::{Device, Error};

/// A buffer on a device, with its copy on the host (XRT: *buffer object*).
pub struct Bo {
    pub(crate) object: Object,
    size: usize,
    /// Dropped after the buffer.
    _device: Arc<Device>,
}

impl Bo {
    /// A buffer of so many bytes in a bank or group of banks, as [`crate::Kernel::group`] gives them.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn new(device: &Arc<Device>, size: usize, group: u32) -> Result<Self, Error> {
        let what = || format!("make a buffer of {size} bytes in memory {group}");
        let object = Object::open(device.0.xrt, Kind::Bo, what, |functions| {
            // SAFETY: the device is open; any size and group may be asked for, and 0 are no flags.
            unsafe { (functions.bo_alloc)(device.0.handle(), size, 0, group) }
        })?;
        Ok(Self { object, size, _device: Arc::clone(device) })
    }

    /// Its size in bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Copies these bytes to the beginning of the buffer on the device.
    ///
    /// # Errors
    /// When they are more than fit, or XRT fails.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.copy("write", bytes.len(), |functions| {
            // SAFETY: the buffer exists and is as large as these bytes, which are readable.
            let written =
                unsafe { (functions.bo_write)(self.object.handle(), bytes.as_ptr().cast(), bytes.len(), 0) };
            written == 0 && self.sync(functions, constant::TO_DEVICE, bytes.len())
        })
    }

    /// Copies the beginning of the buffer on the device to `bytes`.
    ///
    /// # Errors
    /// When they are more than the buffer has, or XRT fails.
    pub fn read(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        let (start, len) = (bytes.as_mut_ptr(), bytes.len());
        self.copy("read", len, |functions| {
            let synced = self.sync(functions, constant::FROM_DEVICE, len);
            // SAFETY: the buffer exists and is as large as `bytes`, which may be written.
            synced && unsafe { (functions.bo_read)(self.object.handle(), start.cast(), len, 0) } == 0
        })
    }

    /// Brings so many bytes from one side to the other, if these are two.
    fn sync(&self, functions: &Functions, direction: u32, len: usize) -> bool {
        // SAFETY: the buffer exists, and nobody calls this with more than it has.
        self.object.xrt.shares_memory
            || unsafe { (functions.bo_sync)(self.object.handle(), direction, len, 0) } == 0
    }

    /// Calls what copies so many bytes, if that many fit.
    fn copy(&self, verb: &str, len: usize, call: impl FnOnce(&Functions) -> bool) -> Result<(), Error> {
        let what = || format!("{verb} {len} bytes of a buffer of {}", self.size);
        match len {
            0 => Ok(()),
            _ if len > self.size => Err(Error { what: what(), text: "it is shorter".to_owned() }),
            _ => self.object.xrt.attempt(what, |functions| call(functions).then_some(())),
        }
    }

    /// Leaves the buffer for ever to a device that may still work on it.
    pub(crate) fn abandon(self) {
        self.object.abandon();
    }
}
