//! The arguments of a run, as XRT takes them.

use sycl_hls_emulation::arguments::{Argument, Data};
use xrt_sys::Error;

use super::Unit;

/// The least size of a buffer: what memory is mapped by. Slices without elements have buffers, too.
const PAGE: usize = 4096;

/// Sets the arguments of a unit's run, and brings what slices hold to the card. A hidden length is an argument of its own.
///
/// # Errors
/// When XRT refuses one, or has no memory.
pub(super) fn pass(unit: &mut dyn Unit, arguments: &[Argument<'_>]) -> Result<(), Error> {
    let mut position = 0;
    for argument in arguments {
        match argument {
            Argument::Scalar(value) => unit.set_scalar(position, *value)?,
            Argument::Struct(bytes) => unit.set_struct(position, bytes)?,
            Argument::Slice { data, length } => {
                pass_slice(unit, position, data.bytes())?;
                if let Some(length) = length {
                    position += 1;
                    unit.set_scalar(position, (*length).into())?;
                }
            }
        }
        position += 1;
    }
    Ok(())
}

/// Brings back what slices hold that the kernel may write.
///
/// # Errors
/// When XRT does not.
pub(super) fn fetch(unit: &mut dyn Unit, arguments: &mut [Argument<'_>]) -> Result<(), Error> {
    let mut position = 0;
    for argument in arguments {
        if let Argument::Slice { data, length } = argument {
            if let Data::Mutable(bytes) = data {
                unit.read(position, bytes)?;
            }
            position += u32::from(length.is_some());
        }
        position += 1;
    }
    Ok(())
}

/// Slices have their buffers from earlier runs, if those are neither too small nor much too large.
fn pass_slice(unit: &mut dyn Unit, position: u32, bytes: &[u8]) -> Result<(), Error> {
    let size = bytes.len().max(1).next_multiple_of(PAGE);
    let fits = |buffer: &usize| (size..=size.saturating_mul(4)).contains(buffer);
    if unit.buffer(position).filter(fits).is_none() {
        unit.make_buffer(position, size)?;
    }
    unit.write(position, bytes)
}
