//! Bindings to memories and operators, with what the devices have.
//!
//! Source of both tables: the device description of the Vitis HLS 2020.2 front end (Xilinx/HLS, branch 2020.2,
//! `XILINXFPGAPlatformBasic.cpp`). It refuses every other combination.

use sycl_hls_types::Scalar;

use super::option::Rules;
use super::problem::{Problem, ProblemKind};
use crate::BinaryOp;

words! {
    /// Kinds of memory for an array (UG1399, "pragma HLS bind_storage", `type`).
    pub enum StorageKind {
        /// One port.
        Ram1p = "ram_1p",
        /// One port to write, several to read.
        Ram1wnr = "ram_1wnr",
        /// Two ports: one reads and writes, one reads.
        Ram2p = "ram_2p",
        /// Two ports: one reads, one writes.
        RamS2p = "ram_s2p",
        /// Two ports that read and write.
        RamT2p = "ram_t2p",
        /// Read only, one port.
        Rom1p = "rom_1p",
        /// Read only, two ports.
        Rom2p = "rom_2p",
        /// Read only, several ports.
        RomNp = "rom_np",
    }

    /// What a memory is made of (UG1399, "pragma HLS bind_storage", `impl`).
    pub enum StorageImpl {
        /// Left to the tool.
        Auto = "auto",
        /// Block RAM.
        Bram = "bram",
        /// Block RAM with error correction.
        BramEcc = "bram_ecc",
        /// Look-up tables.
        Lutram = "lutram",
        /// Ultra RAM.
        Uram = "uram",
        /// Ultra RAM with error correction.
        UramEcc = "uram_ecc",
    }

    /// What an operator is made of (UG1399, "pragma HLS bind_op", `impl`).
    pub enum OperatorImpl {
        /// Look-up tables.
        Fabric = "fabric",
        /// DSP blocks, for integers.
        Dsp = "dsp",
        /// A few DSP blocks.
        MedDsp = "meddsp",
        /// DSP blocks wherever they help.
        FullDsp = "fulldsp",
        /// DSP blocks only.
        MaxDsp = "maxdsp",
        /// DSP blocks with floats built in.
        PrimitiveDsp = "primitivedsp",
    }

    /// Operations that can be bound (UG1399, "pragma HLS bind_op", `op`).
    pub enum BoundOp {
        /// Integer sum.
        Add = "add",
        /// Integer difference.
        Sub = "sub",
        /// Integer product.
        Mul = "mul",
        /// `f32` sum.
        FloatAdd = "fadd",
        /// `f32` difference.
        FloatSub = "fsub",
        /// `f32` product.
        FloatMul = "fmul",
        /// `f32` quotient.
        FloatDiv = "fdiv",
        /// `f32` square root.
        FloatSqrt = "fsqrt",
        /// `f32` reciprocal square root.
        FloatRsqrt = "frsqrt",
        /// `f32` reciprocal.
        FloatRecip = "frecip",
        /// `f32` exponential.
        FloatExp = "fexp",
        /// `f32` logarithm.
        FloatLog = "flog",
        /// `f64` sum.
        DoubleAdd = "dadd",
        /// `f64` difference.
        DoubleSub = "dsub",
        /// `f64` product.
        DoubleMul = "dmul",
        /// `f64` quotient.
        DoubleDiv = "ddiv",
        /// `f64` square root.
        DoubleSqrt = "dsqrt",
        /// `f64` reciprocal square root.
        DoubleRsqrt = "drsqrt",
        /// `f64` reciprocal.
        DoubleRecip = "drecip",
        /// `f64` exponential.
        DoubleExp = "dexp",
        /// `f64` logarithm.
        DoubleLog = "dlog",
    }
}

/// The greatest latency of a memory, in cycles; the least one is 1.
const MAX_STORAGE_LATENCY: u32 = 3;

directives! {
    /// The memory of an array (UG1399, "pragma HLS bind_storage").
    pub struct BindStorage = "bind_storage" {
        /// its ports
        kind as "type": StorageKind,
        /// what it is made of
        implementation as "impl": Option<StorageImpl>,
        /// the cycles of a read
        latency: Option<u32> [1, MAX_STORAGE_LATENCY],
    }

    /// The operator that computes a variable (UG1399, "pragma HLS bind_op").
    pub struct BindOp = "bind_op" {
        /// the operation; without it, the one that the variable is declared with
        op: Option<BoundOp>,
        /// what the operator is made of
        implementation as "impl": Option<OperatorImpl>,
        /// the cycles from the operands to the result
        latency: Option<u32>,
    }
}

/// The implementations of each kind of memory.
pub const STORAGE: &[(StorageKind, &[StorageImpl])] = {
    use StorageImpl::{Auto, Bram, BramEcc, Lutram, Uram, UramEcc};
    &[
        (StorageKind::Ram1p, &[Auto, Lutram, Bram, Uram]),
        (StorageKind::Ram1wnr, &[Auto, Lutram, Bram, Uram]),
        (StorageKind::Ram2p, &[Auto, Lutram, Bram, Uram]),
        (StorageKind::RamS2p, &[Lutram, Bram, Uram, BramEcc, UramEcc]),
        (StorageKind::RamT2p, &[Bram, Uram]),
        (StorageKind::Rom1p, &[Auto, Lutram, Bram]),
        (StorageKind::Rom2p, &[Auto, Lutram, Bram]),
        (StorageKind::RomNp, &[Lutram, Bram]),
    ]
};

/// The implementations of each operation, with the greatest latency in cycles; the least one is 0.
pub const OPERATORS: &[(BoundOp, &[(OperatorImpl, u32)])] = {
    use OperatorImpl::{Dsp, Fabric, FullDsp, MaxDsp, MedDsp, PrimitiveDsp};
    &[
        (BoundOp::Add, &[(Fabric, 4), (Dsp, 0)]),
        (BoundOp::Sub, &[(Fabric, 4), (Dsp, 0)]),
        (BoundOp::Mul, &[(Fabric, 4), (Dsp, 4)]),
        (BoundOp::FloatAdd, &[(Fabric, 13), (FullDsp, 12), (PrimitiveDsp, 3)]),
        (BoundOp::FloatSub, &[(Fabric, 13), (FullDsp, 12), (PrimitiveDsp, 3)]),
        (BoundOp::FloatMul, &[(Fabric, 9), (MedDsp, 9), (FullDsp, 9), (MaxDsp, 7), (PrimitiveDsp, 4)]),
        (BoundOp::FloatDiv, &[(Fabric, 29)]),
        (BoundOp::FloatSqrt, &[(Fabric, 29)]),
        (BoundOp::FloatRsqrt, &[(Fabric, 38), (FullDsp, 33)]),
        (BoundOp::FloatRecip, &[(Fabric, 37), (FullDsp, 30)]),
        (BoundOp::FloatExp, &[(Fabric, 24), (MedDsp, 21), (FullDsp, 30)]),
        (BoundOp::FloatLog, &[(Fabric, 24), (MedDsp, 23), (FullDsp, 29)]),
        (BoundOp::DoubleAdd, &[(Fabric, 13), (FullDsp, 15)]),
        (BoundOp::DoubleSub, &[(Fabric, 13), (FullDsp, 15)]),
        (BoundOp::DoubleMul, &[(Fabric, 10), (MedDsp, 13), (FullDsp, 13), (MaxDsp, 14)]),
        (BoundOp::DoubleDiv, &[(Fabric, 58)]),
        (BoundOp::DoubleSqrt, &[(Fabric, 58)]),
        (BoundOp::DoubleRsqrt, &[(FullDsp, 111)]),
        (BoundOp::DoubleRecip, &[(FullDsp, 36)]),
        (BoundOp::DoubleExp, &[(Fabric, 40), (MedDsp, 45), (FullDsp, 57)]),
        (BoundOp::DoubleLog, &[(Fabric, 38), (MedDsp, 49), (FullDsp, 65)]),
    ]
};

impl StorageKind {
    /// True if it can be written.
    #[must_use]
    pub const fn is_rom(self) -> bool {
        matches!(self, Self::Rom1p | Self::Rom2p | Self::RomNp)
    }

    /// What it can be made of.
    #[must_use]
    pub fn implementations(self) -> &'static [StorageImpl] {
        STORAGE.iter().find(|(kind, _)| *kind == self).map_or(&[], |(_, implementations)| implementations)
    }
}

impl BoundOp {
    /// The operation on values of a type, if it can be bound.
    #[must_use]
    pub const fn of(op: BinaryOp, ty: Scalar) -> Option<Self> {
        Some(match (op, ty) {
            (BinaryOp::Add, Scalar::F32) => Self::FloatAdd,
            (BinaryOp::Sub, Scalar::F32) => Self::FloatSub,
            (BinaryOp::Mul, Scalar::F32) => Self::FloatMul,
            (BinaryOp::Div, Scalar::F32) => Self::FloatDiv,
            (BinaryOp::Add, Scalar::F64) => Self::DoubleAdd,
            (BinaryOp::Sub, Scalar::F64) => Self::DoubleSub,
            (BinaryOp::Mul, Scalar::F64) => Self::DoubleMul,
            (BinaryOp::Div, Scalar::F64) => Self::DoubleDiv,
            (BinaryOp::Add, _) => Self::Add,
            (BinaryOp::Sub, _) => Self::Sub,
            (BinaryOp::Mul, _) => Self::Mul,
            _ => return None,
        })
    }

    /// What it can be made of, with the greatest latency of each.
    #[must_use]
    pub fn implementations(self) -> &'static [(OperatorImpl, u32)] {
        OPERATORS.iter().find(|(op, _)| *op == self).map_or(&[], |(_, implementations)| implementations)
    }
}

impl Rules for BindStorage {
    fn problem(&self) -> Option<Problem> {
        let legal = self.kind.implementations();
        let chosen = self.implementation.unwrap_or(StorageImpl::Auto);
        if legal.contains(&chosen) {
            return None;
        }
        let kind = self.kind.name();
        let message = match self.implementation {
            Some(chosen) => format!("there is no `{kind}` made of `{}`", chosen.name()),
            None => format!("a `{kind}` needs an `impl`: the tool does not choose one by itself"),
        };
        let names: Vec<&str> = legal.iter().map(|implementation| implementation.name()).collect();
        Some(Problem::new(
            ProblemKind::Binding,
            message,
            "Vitis refuses the combination",
            format!("`{kind}` has the `impl` {}", names.join(", ")),
        ))
    }
}

impl BindOp {
    /// What is wrong with it for the operation that it binds.
    #[must_use]
    pub fn problem_with(&self, op: BoundOp) -> Option<Problem> {
        let legal = op.implementations();
        let name = op.name();
        let of_op =
            legal.iter().filter(|(known, _)| self.implementation.is_none_or(|chosen| chosen == *known));
        let Some(most) = of_op.map(|(_, most)| *most).max() else {
            let chosen = self.implementation.map_or("", OperatorImpl::name);
            let names: Vec<&str> = legal.iter().map(|(implementation, _)| implementation.name()).collect();
            return Some(Problem::new(
                ProblemKind::Binding,
                format!("there is no `{name}` made of `{chosen}`"),
                "Vitis refuses the combination",
                format!("`{name}` has the `impl` {}", names.join(", ")),
            ));
        };
        let latency = self.latency.filter(|latency| *latency > most)?;
        let made =
            self.implementation.map_or_else(String::new, |chosen| format!(" made of `{}`", chosen.name()));
        Some(Problem::new(
            ProblemKind::Binding,
            format!("a `{name}`{made} has no latency of {latency} cycles"),
            "Vitis refuses a latency outside of the operator's range",
            format!("write a latency from 0 to {most}"),
        ))
    }
}

impl Rules for BindOp {
    fn problem(&self) -> Option<Problem> {
        self.op.and_then(|op| self.problem_with(op))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_operation_is_in_its_table_once() {
        assert!(STORAGE.iter().map(|(kind, _)| kind).eq(StorageKind::ALL));
        assert!(OPERATORS.iter().map(|(op, _)| op).eq(BoundOp::ALL));
        assert!(OPERATORS.iter().all(|(_, implementations)| !implementations.is_empty()));
    }
}
