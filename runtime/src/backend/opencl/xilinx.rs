//! Devices and compute units as XRT's OpenCL has them.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use sycl_hls_types::ScalarValue;
use xclbin_tools::Xclbin;
use xrt_sys::opencl::{self, Device, OpenCl, Program};
use xrt_sys::{Access, Error, Place, State};

use crate::backend::card::{Interface, OpenCard, Unit};

/// Why outputs cannot be read.
const NO_REGISTERS: &str = "XRT's OpenCL has no call that reads registers; select the card as `xrt/..`";

impl Interface for OpenCl {
    fn open(&'static self, place: &Place) -> Result<Arc<dyn OpenCard>, Error> {
        let index = match place {
            Place::Index(index) => usize::try_from(*index).unwrap_or(usize::MAX),
            Place::Bdf(bdf) => {
                let text = "by its address, XRT's own interface alone does".to_owned();
                return Err(Error { what: format!("open the card {bdf} through OpenCL"), text });
            }
        };
        let device = Arc::new(Device::open(self, index)?);
        Ok(Arc::new(Opened { device, program: Mutex::default() }))
    }

    fn lacks_registers(&self) -> Option<&'static str> {
        Some(NO_REGISTERS)
    }

    /// The run has its program, and a card with a program takes no other one.
    fn outlives_stops(&self) -> bool {
        false
    }
}

/// A card that is open, and what is on it.
struct Opened {
    device: Arc<Device>,
    program: Mutex<Option<Arc<Program>>>,
}

impl OpenCard for Opened {
    fn program(&self, image: &Path, then: &mut dyn FnMut()) -> Result<[u8; 16], Error> {
        let unreadable = |error: &dyn ToString| Error {
            what: format!("load {}", image.display()),
            text: error.to_string(),
        };
        let bytes = fs::read(image).map_err(|error| unreadable(&error))?;
        let uuid = Xclbin::from_bytes(bytes.as_slice()).map_err(|error| unreadable(&error))?.uuid();
        let mut program = self.program.lock().unwrap_or_else(PoisonError::into_inner);
        // A card with a program takes no other one.
        *program = None;
        let (loaded, ()) = self.device.program(&bytes, then)?;
        *program = Some(Arc::new(loaded));
        Ok(uuid.into_bytes())
    }

    fn unit(&self, name: &str, _: Access) -> Result<Box<dyn Unit>, Error> {
        let program = self.program.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = || Error { what: format!("find `{name}`"), text: "there is no image".to_owned() };
        Ok(Box::new(opencl::Unit::open(program.as_ref().ok_or_else(missing)?, name)?))
    }
}

impl Unit for opencl::Unit {
    fn set_scalar(&mut self, argument: u32, value: ScalarValue) -> Result<(), Error> {
        // Values are as large as their types here, and not as registers.
        self.set_value(argument, &value.to_le_bytes())
    }

    fn set_struct(&mut self, argument: u32, bytes: &[u8]) -> Result<(), Error> {
        self.set_value(argument, bytes)
    }

    fn buffer(&mut self, argument: u32) -> Option<usize> {
        Self::buffer(self, argument)
    }

    fn make_buffer(&mut self, argument: u32, size: usize) -> Result<(), Error> {
        Self::make_buffer(self, argument, size)
    }

    fn write(&mut self, argument: u32, bytes: &[u8]) -> Result<(), Error> {
        Self::write(self, argument, bytes)
    }

    fn read(&mut self, argument: u32, bytes: &mut [u8]) -> Result<(), Error> {
        Self::read(self, argument, bytes)
    }

    fn read_register(&mut self, _: u32) -> Result<u32, Error> {
        Err(Error { what: "read a register".to_owned(), text: NO_REGISTERS.to_owned() })
    }

    fn write_register(&mut self, _: u32, _: u32) -> Result<(), Error> {
        Err(Error { what: "write a register".to_owned(), text: NO_REGISTERS.to_owned() })
    }

    fn start(&mut self) -> Result<(), Error> {
        Self::start(self)
    }

    fn state(&mut self) -> Result<State, Error> {
        Self::state(self)
    }

    fn give_up(self: Box<Self>) {}
}
