//! The arguments of a run, as XRT takes them.

use std::sync::Arc;

use sycl_hls_emulation::arguments::{Argument, Data};
use sycl_hls_types::{Scalar, ScalarValue};
use xrt_sys::{Bo, Device, Error, Value};

use super::units::Opened;

/// The least size of a buffer: what memory is mapped by. Slices without elements have buffers, too.
const PAGE: usize = 4096;

/// Sets the arguments of a unit's run, and brings what slices hold to the card. A hidden length is an argument of its own.
///
/// # Errors
/// When XRT refuses one, or has no memory.
pub(super) fn pass(unit: &mut Opened, device: &Arc<Device>, arguments: &[Argument<'_>]) -> Result<(), Error> {
    let mut position = 0;
    for argument in arguments {
        match argument {
            Argument::Scalar(value) => unit.run.set_value(position, by_value(*value))?,
            Argument::Struct(bytes) => unit.run.set_value(position, Value::Bytes(bytes))?,
            Argument::Slice { data, length } => {
                pass_slice(unit, device, position, data.bytes())?;
                if let Some(length) = length {
                    position += 1;
                    unit.run.set_value(position, Value::U64(*length))?;
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
pub(super) fn fetch(unit: &mut Opened, arguments: &mut [Argument<'_>]) -> Result<(), Error> {
    let mut position = 0;
    for argument in arguments {
        if let Argument::Slice { data, length } = argument {
            if let (Data::Mutable(bytes), Some(buffer)) = (data, unit.run.buffer(position)) {
                buffer.read(bytes)?;
            }
            position += i32::from(length.is_some());
        }
        position += 1;
    }
    Ok(())
}

/// Slices have their buffers from earlier runs, if those are neither too small nor much too large.
fn pass_slice(unit: &mut Opened, device: &Arc<Device>, position: i32, bytes: &[u8]) -> Result<(), Error> {
    let size = bytes.len().max(1).next_multiple_of(PAGE);
    let fits = |buffer: &&mut Bo| (size..=size.saturating_mul(4)).contains(&buffer.size());
    if let Some(buffer) = unit.run.buffer(position).filter(fits) {
        return buffer.write(bytes);
    }
    let mut buffer = Bo::new(device, size, unit.kernel.group(position)?)?;
    buffer.write(bytes)?;
    unit.run.set_buffer(position, buffer)
}

/// A scalar, as C passes it.
fn by_value(value: ScalarValue) -> Value<'static> {
    let bits = value.bits();
    // Bits that a type does not have are zero, and signed ones are extended here.
    match value.ty() {
        Scalar::Bool | Scalar::U8 | Scalar::U16 | Scalar::U32 => Value::U32(bits as u32),
        Scalar::U64 => Value::U64(bits),
        Scalar::I8 => Value::I32((bits as i8).into()),
        Scalar::I16 => Value::I32((bits as i16).into()),
        Scalar::I32 => Value::I32(bits as i32),
        Scalar::I64 => Value::I64(bits as i64),
        Scalar::F32 => Value::F32(f32::from_bits(bits as u32)),
        Scalar::F64 => Value::F64(f64::from_bits(bits)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_keep_their_values() {
        assert_eq!(by_value((-5_i8).into()), Value::I32(-5));
        assert_eq!(by_value(250_u8.into()), Value::U32(250));
        assert_eq!(by_value((-30_000_i16).into()), Value::I32(-30_000));
        assert_eq!(by_value(u32::MAX.into()), Value::U32(u32::MAX));
        assert_eq!(by_value(i64::MIN.into()), Value::I64(i64::MIN));
        assert_eq!(by_value(u64::MAX.into()), Value::U64(u64::MAX));
        assert_eq!(by_value(2.5_f32.into()), Value::F32(2.5));
        assert_eq!(by_value(1e9_f64.into()), Value::F64(1e9));
        assert_eq!(by_value(true.into()), Value::U32(1));
    }
}
