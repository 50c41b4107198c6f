//! The memories that a kernel and its helpers access.

use crate::{SlotDirectives, Span, Type};

use super::Banks;

/// A memory's id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MemoryId(pub u32);

/// A variable, an argument or a constant, or one field of all its elements.
#[derive(Clone, Debug)]
pub struct Memory {
    /// What messages call it.
    pub name: String,
    /// Its declaration, where it has one.
    pub span: Span,
    /// What it is made of.
    pub kind: MemoryKind,
    /// The object that it belongs to; fields of one object have this in common.
    pub object: u32,
    /// The loops around its declaration.
    pub(super) level: usize,
}

/// What a memory is made of.
#[derive(Clone, Debug)]
pub enum MemoryKind {
    /// Registers: scalars, and completely partitioned arrays.
    Registers,
    /// On the chip.
    Local {
        /// How it is split.
        banks: Banks,
        /// Its directives.
        directives: Box<SlotDirectives>,
    },
    /// Constants: as many memories as it takes.
    Constants,
    /// Behind an AXI master port.
    Port {
        /// The kernel's parameter.
        param: usize,
        /// The port's bundle.
        bundle: String,
        /// Bits of an element.
        bits: u64,
        /// The widest word that the port may make of elements, in bits.
        widest: u64,
        /// True if there is a cache in it.
        cached: bool,
    },
}

/// Vitis takes arrays of at most this many elements apart by itself (UG1399, `config_array_partition`,
/// `complete_threshold`).
const SMALL: u64 = 4;

impl MemoryKind {
    /// The memory of a local variable.
    pub(super) fn of_slot(ty: &Type, directives: &SlotDirectives) -> Self {
        let dims = ty.dims();
        let banks = Banks::new(&dims, directives);
        let small = ty.leaves() <= SMALL && directives.storage.is_none();
        if dims.is_empty() || small || banks.are_registers() {
            return Self::Registers;
        }
        Self::Local { banks, directives: Box::new(directives.clone()) }
    }

    /// True if it is behind a port of the kernel.
    #[must_use]
    pub const fn is_port(&self) -> bool {
        matches!(self, Self::Port { .. })
    }
}
