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
}
