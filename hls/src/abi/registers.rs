//! The control registers of a kernel: the map that Vitis gives a kernel with this C signature.
//!
//! UG1399, "S_AXILITE control register map": control, interrupt enable and status at 0x00 to 0x0c, the arguments
//! from 0x10 on, or behind the registers of [`Restart`], each followed by a reserved word.

use sycl_hls_types::{MemoryErrors, OutputRegisters, Restart};

use super::{AbiKernel, AbiParam, AbiParamKind};

/// The bundle of the control registers, unless the kernel names another.
pub const CONTROL_BUNDLE: &str = "control";

/// Width of a register, in bytes.
const WORD: u64 = 4;

impl AbiKernel {
    /// The bundle of the control registers.
    #[must_use]
    pub fn control_bundle(&self) -> &str {
        self.directives.control.as_ref().map_or(CONTROL_BUNDLE, |control| &control.name)
    }

    /// Whether it starts itself again, and so has control registers for that.
    #[must_use]
    pub fn restart(&self) -> Restart {
        self.directives.restart()
    }

    /// The offset of each parameter's registers, in bytes from the compute unit's base: as the user says, the others
    /// one after the other, each followed by a reserved word (UG1399, "S_AXILITE control register map").
    #[must_use]
    pub fn register_offsets(&self) -> Vec<u64> {
        let chosen = |param: &AbiParam| param.directives.s_axilite.as_ref().and_then(|it| it.offset);
        let taken: Vec<(u64, u64)> = self
            .params
            .iter()
            .filter_map(|param| chosen(param).map(|offset| (u64::from(offset), param.kind.register_bytes())))
            .collect();
        let mut next = self.restart().first_argument();
        let offsets = self.params.iter().map(|param| {
            if let Some(offset) = chosen(param) {
                return u64::from(offset);
            }
            let bytes = param.kind.register_bytes();
            while let Some((start, len)) =
                taken.iter().find(|(start, len)| next < start + len && *start < next + bytes)
            {
                next = start + len;
            }
            let offset = next;
            next += bytes + param.kind.reserved_bytes();
            offset
        });
        offsets.collect()
    }
}

impl AbiParamKind {
    /// True for an AXI-stream port, which is no argument that a host sets.
    #[must_use]
    pub const fn is_stream(&self) -> bool {
        matches!(self, Self::Stream { .. })
    }

    /// Bytes of the argument's value: 8 for an address, 0 for a stream.
    #[must_use]
    pub fn value_bytes(&self) -> u64 {
        match self {
            Self::Scalar(scalar) | Self::Output { scalar, .. } => scalar.bytes() as u64,
            Self::Struct { layout, .. } => layout.size,
            Self::Pointer { .. } | Self::Length => 8,
            Self::Stream { .. } => 0,
        }
    }

    /// Bytes of the registers that hold it: whole words, and the control word of an output.
    #[must_use]
    pub fn register_bytes(&self) -> u64 {
        match self {
            Self::Output { scalar, initial } => OutputRegisters::at(0, *scalar, *initial).end(),
            _ => self.value_bytes().next_multiple_of(WORD),
        }
    }

    /// Bytes behind them that are reserved.
    fn reserved_bytes(&self) -> u64 {
        if matches!(self, Self::Output { .. } | Self::Stream { .. }) { 0 } else { WORD }
    }
}

/// The registers of one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register {
    /// Offset from the compute unit's base, in bytes.
    pub offset: u64,
    /// Bytes of the argument's value: 8 for an address.
    pub value_bytes: u64,
    /// Bytes of the registers that hold it: whole words, and the control word of an output.
    pub bytes: u64,
}

impl Register {
    /// Bytes of the registers of the value that a host writes, or reads of what is only written: whole words.
    #[must_use]
    pub const fn host_bytes(&self) -> u64 {
        self.value_bytes.next_multiple_of(WORD)
    }
}

/// The registers of all arguments, in the order of the parameters. Those of a stream have no bytes.
#[must_use]
pub fn registers(kernel: &AbiKernel) -> Vec<Register> {
    let registers = kernel.params.iter().zip(kernel.register_offsets()).map(|(param, offset)| {
        let (value_bytes, bytes) = (param.kind.value_bytes(), param.kind.register_bytes());
        Register { offset, value_bytes, bytes }
    });
    registers.collect()
}

/// Size of the address range that holds all registers, in bytes: a power of two, and at least 4 KiB.
#[must_use]
pub fn address_range(kernel: &AbiKernel) -> u64 {
    range_of(&registers(kernel))
}

/// Offset of the first register in which our hardware tells of errors of memories ([`MemoryErrors`]): behind all arguments and the
/// reserved word of the last one. Vitis' kernels have nothing there.
#[must_use]
pub fn memory_errors(registers: &[Register]) -> u64 {
    let end = registers.iter().map(|register| register.offset + register.bytes).max().unwrap_or(0);
    (end + WORD).next_multiple_of(0x10).max(0x20)
}

/// Size of the address range that holds these registers and those of errors, likewise. An argument has a port at most.
#[must_use]
pub fn range_of(registers: &[Register]) -> u64 {
    let errors = WORD * MemoryErrors::registers(registers.len()) as u64;
    (memory_errors(registers) + errors).next_power_of_two().max(0x1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_ir::directive::{AutoRestart, SAxilite};
    use sycl_hls_ir::{FuncDirectives, ParamDirectives};
    use sycl_hls_types::Scalar;

    fn kernel(kinds: Vec<AbiParamKind>) -> AbiKernel {
        let params = kinds.into_iter().map(|kind| AbiParam {
            name: "p".into(),
            host_name: "p".into(),
            kind,
            directives: ParamDirectives::default(),
        });
        AbiKernel {
            name: "k".into(),
            symbol: "k".into(),
            params: params.collect(),
            directives: FuncDirectives::default(),
        }
    }

    fn pointer() -> AbiParamKind {
        AbiParamKind::Pointer {
            element: Scalar::U32.into(),
            ty: "const uint32_t *".into(),
            bundle: "gmem0".into(),
        }
    }

    #[test]
    fn three_pointers_and_an_int_lie_where_vitis_puts_them() {
        // vadd(const unsigned *, const unsigned *, unsigned *, int) of Vitis_Accel_Examples.
        let vadd = kernel(vec![pointer(), pointer(), pointer(), AbiParamKind::Scalar(Scalar::I32)]);
        let offsets: Vec<u64> = registers(&vadd).iter().map(|register| register.offset).collect();
        assert_eq!(offsets, [0x10, 0x1c, 0x28, 0x34]);
        assert_eq!(address_range(&vadd), 0x1000);
    }

    #[test]
    fn narrow_arguments_take_a_word() {
        let narrow = kernel(vec![
            AbiParamKind::Scalar(Scalar::U8),
            AbiParamKind::Scalar(Scalar::Bool),
            AbiParamKind::Scalar(Scalar::F64),
            AbiParamKind::Length,
        ]);
        let registers = registers(&narrow);
        let offsets: Vec<u64> = registers.iter().map(|register| register.offset).collect();
        assert_eq!(offsets, [0x10, 0x18, 0x20, 0x2c]);
        assert_eq!(registers[0], Register { offset: 0x10, value_bytes: 1, bytes: 4 });
    }

    #[test]
    fn structs_take_whole_words() {
        let fields = ["a", "b", "c"].map(|name| (name.to_owned(), Scalar::U16.into()));
        let layout = sycl_hls_types::StructLayout::new("P", fields);
        let kernel = kernel(vec![AbiParamKind::Struct { name: "P".into(), layout }, AbiParamKind::Length]);
        let registers = registers(&kernel);
        assert_eq!(registers[0], Register { offset: 0x10, value_bytes: 6, bytes: 8 });
        assert_eq!(registers[1].offset, 0x1c);
    }

    #[test]
    fn an_output_has_a_control_word_and_perhaps_a_register_for_its_value_before() {
        let output = |scalar, initial| AbiParamKind::Output { scalar, initial };
        let kernel = kernel(vec![
            output(Scalar::I32, false),
            output(Scalar::U8, true),
            output(Scalar::F64, false),
            output(Scalar::U64, true),
            AbiParamKind::Scalar(Scalar::I32),
        ]);
        let offsets: Vec<u64> = registers(&kernel).iter().map(|register| register.offset).collect();
        assert_eq!(offsets, [0x10, 0x18, 0x28, 0x34, 0x4c]);
        assert_eq!(registers(&kernel)[1], Register { offset: 0x18, value_bytes: 1, bytes: 0x10 });
    }

    #[test]
    fn registers_lie_where_the_user_says_and_the_others_around_them() {
        let mut mixed = kernel(vec![pointer(), AbiParamKind::Scalar(Scalar::U32), AbiParamKind::Length]);
        mixed.params[1].directives.s_axilite = Some(SAxilite { offset: Some(0x1c), register: false }.into());
        let offsets: Vec<u64> = registers(&mixed).iter().map(|register| register.offset).collect();
        assert_eq!(offsets, [0x10, 0x1c, 0x20]);
        mixed.params[1].directives.s_axilite =
            Some(SAxilite { offset: Some(0x1fe0), register: false }.into());
        assert_eq!(address_range(&mixed), 0x2000);
    }

    #[test]
    fn arguments_stand_behind_the_registers_of_restarts() {
        let mut kernel = kernel(vec![pointer(), AbiParamKind::Scalar(Scalar::I32)]);
        for (mailbox, expected) in [(false, [0x14, 0x20]), (true, [0x1c, 0x28])] {
            kernel.directives.auto_restart = Some(AutoRestart { mailbox }.into());
            let offsets: Vec<u64> = registers(&kernel).iter().map(|register| register.offset).collect();
            assert_eq!(offsets, expected);
        }
    }

    #[test]
    fn registers_of_errors_are_behind_all_others() {
        let errors = |kernel: &AbiKernel| memory_errors(&registers(kernel));
        assert_eq!(errors(&kernel(vec![])), 0x20);
        assert_eq!(errors(&kernel(vec![pointer(), AbiParamKind::Length])), 0x30);
        let mut far = kernel(vec![AbiParamKind::Scalar(Scalar::U32), pointer()]);
        far.params[0].directives.s_axilite = Some(SAxilite { offset: Some(0xff8), register: false }.into());
        assert_eq!((errors(&far), address_range(&far)), (0x1000, 0x2000));
    }

    #[test]
    fn many_arguments_widen_the_range() {
        assert_eq!(address_range(&kernel(vec![pointer(); 400])), 0x2000);
    }
}
