//! Where the control registers of a scalar output lie (UG1399, "S_AXILITE control register map").

use crate::Scalar;

/// Bytes of a register.
const WORD: u64 = 4;

/// The registers of a scalar that a kernel writes, as offsets in bytes from the compute unit's base.
///
/// ```text
/// written only:   data, control                      the control word stands where an input has a reserved one
/// initial value:  initial value, reserved, data, control
/// ```
/// Bit 0 of the control word is `ap_vld`: a run has written the data since this bit was last read. Reading clears it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutputRegisters {
    /// The value that the kernel has written. Hosts cannot write it.
    pub data: u64,
    /// The control word.
    pub valid: u64,
}

impl OutputRegisters {
    /// Those of an output whose first register is at `offset`: that of the initial value, if the kernel takes one.
    #[must_use]
    pub const fn at(offset: u64, scalar: Scalar, initial: bool) -> Self {
        let bytes = Self::data_bytes(scalar);
        let data = if initial { offset + bytes + WORD } else { offset };
        Self { data, valid: data + bytes }
    }

    /// Bytes of a value in registers: whole words.
    #[must_use]
    pub const fn data_bytes(scalar: Scalar) -> u64 {
        (scalar.bytes() as u64).next_multiple_of(WORD)
    }

    /// Reads what the kernel has written into the bytes of a value, with what reads the register at an offset.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn read_value<E>(
        self,
        value: &mut [u8],
        mut read: impl FnMut(u64) -> Result<u32, E>,
    ) -> Result<(), E> {
        for (offset, word) in (self.data..).step_by(WORD as usize).zip(value.chunks_mut(WORD as usize)) {
            let bytes = read(offset)?.to_le_bytes();
            word.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        }
        Ok(())
    }

    /// The offset behind the last of them.
    #[must_use]
    pub const fn end(self) -> u64 {
        self.valid + WORD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_lie_where_vitis_puts_them() {
        assert_eq!(OutputRegisters::at(0x10, Scalar::U8, false), OutputRegisters { data: 0x10, valid: 0x14 });
        assert_eq!(OutputRegisters::at(0x18, Scalar::F64, false).valid, 0x20);
        assert_eq!(OutputRegisters::at(0x20, Scalar::I32, true), OutputRegisters { data: 0x28, valid: 0x2c });
        let wide = OutputRegisters::at(0x20, Scalar::U64, true);
        assert_eq!((wide, wide.end()), (OutputRegisters { data: 0x2c, valid: 0x34 }, 0x38));
    }

    #[test]
    fn values_are_read_word_by_word() {
        let read = |offset: u64| Ok::<_, ()>(0x0101 * offset as u32);
        let (mut narrow, mut wide) = ([0; 2], [0; 8]);
        OutputRegisters::at(0x10, Scalar::U16, false).read_value(&mut narrow, read).unwrap();
        OutputRegisters::at(0x10, Scalar::U64, false).read_value(&mut wide, read).unwrap();
        assert_eq!((narrow, wide), ([0x10, 0x10], [0x10, 0x10, 0, 0, 0x14, 0x14, 0, 0]));
        assert_eq!(OutputRegisters::at(0x10, Scalar::U8, false).read_value(&mut narrow, |_| Err(7)), Err(7));
    }
}
