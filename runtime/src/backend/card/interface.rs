//! What an interface of XRT's does for cards.

use std::path::Path;
use std::sync::Arc;

use sycl_hls_types::ScalarValue;
use xrt_sys::{Access, Error, Place, State};

/// A way to XRT's cards.
pub trait Interface: Send + Sync {
    /// Opens the card in this place.
    ///
    /// # Errors
    /// When XRT does not.
    fn open(&'static self, place: &Place) -> Result<Arc<dyn OpenCard>, Error>;

    /// Why what kernels write into registers cannot be read this way, if it cannot.
    fn lacks_registers(&self) -> Option<&'static str> {
        None
    }

    /// True if cards can be programmed while a run is under way that never ends, once it was given up.
    fn outlives_stops(&self) -> bool;
}

/// A card that is open.
pub trait OpenCard: Send + Sync {
    /// Puts an image on the card, where no unit of another one is open; gives the identity of what is there then. `then` is
    /// called before another card can be opened or get an image.
    ///
    /// # Errors
    /// When XRT refuses it.
    fn program(&self, image: &Path, then: &mut dyn FnMut()) -> Result<[u8; 16], Error>;

    /// A compute unit of the image that is there, as XRT names it: `vadd:{vadd_1}`. Registers are read of those that are opened
    /// for this process alone.
    ///
    /// # Errors
    /// When there is none.
    fn unit(&self, name: &str, access: Access) -> Result<Box<dyn Unit>, Error>;
}

/// A compute unit that is open, with the arguments of its runs.
pub trait Unit: Send {
    /// Sets an argument by its number.
    ///
    /// # Errors
    /// When XRT refuses it.
    fn set_scalar(&mut self, argument: u32, value: ScalarValue) -> Result<(), Error>;

    /// Sets an argument to a struct by value, which has these bytes.
    ///
    /// # Errors
    /// When XRT refuses it.
    fn set_struct(&mut self, argument: u32, bytes: &[u8]) -> Result<(), Error>;

    /// Size in bytes of the buffer that is this argument.
    fn buffer(&mut self, argument: u32) -> Option<usize>;

    /// Makes a buffer of so many bytes this argument, in a memory that the unit reaches with it.
    ///
    /// # Errors
    /// When there is no memory.
    fn make_buffer(&mut self, argument: u32, size: usize) -> Result<(), Error>;

    /// Copies to the beginning of the buffer that is this argument.
    ///
    /// # Errors
    /// When XRT does not.
    fn write(&mut self, argument: u32, bytes: &[u8]) -> Result<(), Error>;

    /// Copies from there.
    ///
    /// # Errors
    /// When XRT does not.
    fn read(&mut self, argument: u32, bytes: &mut [u8]) -> Result<(), Error>;

    /// Reads a register of the unit, at an offset in bytes.
    ///
    /// # Errors
    /// When XRT does not, or the unit is shared.
    fn read_register(&mut self, offset: u32) -> Result<u32, Error>;

    /// Writes a register of the unit, at an offset in bytes.
    ///
    /// # Errors
    /// When XRT does not, or the unit is shared.
    fn write_register(&mut self, offset: u32, value: u32) -> Result<(), Error>;

    /// Starts a run.
    ///
    /// # Errors
    /// When XRT does not.
    fn start(&mut self) -> Result<(), Error>;

    /// How far it is. Never waits.
    ///
    /// # Errors
    /// When XRT does not tell.
    fn state(&mut self) -> Result<State, Error>;

    /// Lets go of a run that never ends, and of its buffers.
    fn give_up(self: Box<Self>);
}
