//! Devices, units and runs as XRT's own interface has them.

use std::path::Path;
use std::sync::Arc;

use sycl_hls_types::{Scalar, ScalarValue};
use xrt_sys::{Access, Bo, Device, Error, Kernel, Place, Run, State, Value, Xrt};

use crate::backend::card::{Interface, OpenCard, Unit};

impl Interface for Xrt {
    fn open(&'static self, place: &Place) -> Result<Arc<dyn OpenCard>, Error> {
        Ok(Arc::new(Opened(Arc::new(Device::open(self, place)?))))
    }

    fn outlives_stops(&self) -> bool {
        self.loads_beside_stopped_runs()
    }
}

/// A card that is open.
struct Opened(Arc<Device>);

impl OpenCard for Opened {
    fn program(&self, image: &Path, then: &mut dyn FnMut()) -> Result<[u8; 16], Error> {
        self.0.program(image, then)?;
        self.0.image()
    }

    fn unit(&self, name: &str, access: Access) -> Result<Box<dyn Unit>, Error> {
        let kernel = Arc::new(Kernel::open(&self.0, name, access)?);
        Ok(Box::new(Native { run: Run::new(&kernel)?, kernel, device: Arc::clone(&self.0) }))
    }
}

/// A compute unit. Its run, with its buffers, is used again and again.
struct Native {
    run: Run,
    kernel: Arc<Kernel>,
    device: Arc<Device>,
}

impl Native {
    /// The buffer that is this argument.
    fn bo(&mut self, argument: u32) -> Result<&mut Bo, Error> {
        let missing =
            || Error { what: format!("copy argument {argument}"), text: "it has no buffer".to_owned() };
        self.run.buffer(argument).ok_or_else(missing)
    }
}

impl Unit for Native {
    fn set_scalar(&mut self, argument: u32, value: ScalarValue) -> Result<(), Error> {
        self.run.set_value(argument, by_value(value))
    }

    fn set_struct(&mut self, argument: u32, bytes: &[u8]) -> Result<(), Error> {
        self.run.set_value(argument, Value::Bytes(bytes))
    }

    fn buffer(&mut self, argument: u32) -> Option<usize> {
        self.run.buffer(argument).map(|buffer| buffer.size())
    }

    fn make_buffer(&mut self, argument: u32, size: usize) -> Result<(), Error> {
        let buffer = Bo::new(&self.device, size, self.kernel.group(argument)?)?;
        self.run.set_buffer(argument, buffer)
    }

    fn write(&mut self, argument: u32, bytes: &[u8]) -> Result<(), Error> {
        self.bo(argument)?.write(bytes)
    }

    fn read(&mut self, argument: u32, bytes: &mut [u8]) -> Result<(), Error> {
        self.bo(argument)?.read(bytes)
    }

    fn read_register(&mut self, offset: u32) -> Result<u32, Error> {
        self.kernel.read_register(offset)
    }

    fn write_register(&mut self, offset: u32, value: u32) -> Result<(), Error> {
        self.kernel.write_register(offset, value)
    }

    fn start(&mut self) -> Result<(), Error> {
        self.run.start()
    }

    fn state(&mut self) -> Result<State, Error> {
        Ok(self.run.state())
    }

    fn give_up(self: Box<Self>) {
        self.run.give_up();
    }
}

/// A scalar of at most 64 bits, as all arguments are, as C passes it.
fn by_value(value: ScalarValue) -> Value<'static> {
    let (ty, bits) = (value.ty(), value.low_bits());
    let number = value.to_integer().unwrap_or_default();
    match ty {
        Scalar::F32 => Value::F32(value.to_f32()),
        Scalar::F64 => Value::F64(value.to_f64()),
        _ if ty.bits() <= 32 && ty.is_signed() => Value::I32(number as i32),
        _ if ty.bits() <= 32 => Value::U32(bits as u32),
        _ if ty.is_signed() => Value::I64(number as i64),
        _ => Value::U64(bits),
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
