//! What the linker of Vitis is told about kernels: how many there are, and where.
//!
//! UG1702, "v++ General Options", sections `[connectivity]` and `[clock]`.

use std::collections::{BTreeMap, BTreeSet};

use sycl_hls_ir::directive::Bank;
use sycl_hls_types::{LinkGroup, PortName};

use crate::abi::{AbiKernel, AbiParam, AbiParamKind};

/// A compute unit: one copy of a kernel in hardware.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'k> {
    /// The kernel.
    pub kernel: &'k AbiKernel,
    /// Its number among the kernel's units, from 0.
    pub index: usize,
}

/// All compute units of a kernel.
pub fn units(kernel: &AbiKernel) -> impl Iterator<Item = Unit<'_>> {
    (0..kernel.directives.units() as usize).map(move |index| Unit { kernel, index })
}

impl Unit<'_> {
    /// The name that the linker gives it: `vadd_1`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}_{}", self.kernel.symbol, self.index + 1)
    }

    /// The banks that the user chose for a parameter.
    #[must_use]
    pub fn bank<'p>(&self, param: &'p AbiParam) -> Option<&'p Bank> {
        let banks = &param.directives.banks;
        banks.get(self.index).or_else(|| banks.first()).map(|bank| &bank.value)
    }

    /// The super logic region that the user chose.
    #[must_use]
    pub fn slr(&self) -> Option<u32> {
        let slrs = &self.kernel.directives.slrs;
        slrs.get(self.index).or_else(|| slrs.first()).map(|slr| slr.index)
    }
}

/// The clock that the user chose for a kernel, in Hz.
#[must_use]
pub fn hertz(kernel: &AbiKernel) -> Option<u64> {
    kernel.directives.clock.as_ref().map(|clock| u64::from(clock.mhz) * 1_000_000)
}

/// How many ports of kernels reach each bank that the user chose, by the bank's name. A port that reaches a range of banks goes
/// through a switch, and is not counted.
#[must_use]
pub fn ports(kernels: &[AbiKernel]) -> BTreeMap<String, u32> {
    let mut ports = BTreeSet::new();
    for unit in kernels.iter().flat_map(units) {
        for param in &unit.kernel.params {
            let (AbiParamKind::Pointer { bundle, .. }, Some(bank)) = (&param.kind, unit.bank(param)) else {
                continue;
            };
            if bank.last.is_none_or(|last| last == bank.first) {
                ports.insert((bank.tags().collect::<String>(), unit.name(), bundle));
            }
        }
    }
    let mut counts = BTreeMap::new();
    for (bank, ..) in ports {
        *counts.entry(bank).or_default() += 1;
    }
    counts
}

/// The configuration file for `v++ --link --config`: what the user said, and nothing that is so by itself.
#[must_use]
pub fn config<'l>(kernels: &[AbiKernel], links: impl IntoIterator<Item = &'l LinkGroup>) -> String {
    let (mut connectivity, mut clock) = (Vec::new(), Vec::new());
    for kernel in kernels {
        if kernel.directives.compute_units.is_some() {
            connectivity.push(format!("nk={}:{}", kernel.symbol, kernel.directives.units()));
        }
        for unit in units(kernel) {
            let name = unit.name();
            let pointers =
                kernel.params.iter().filter(|param| matches!(param.kind, AbiParamKind::Pointer { .. }));
            let banks = pointers.filter_map(|param| unit.bank(param).map(|bank| (param, bank)));
            connectivity
                .extend(banks.map(|(param, bank)| format!("sp={name}.{}:{}", param.name, bank.tag())));
            connectivity.extend(unit.slr().map(|slr| format!("slr={name}:SLR{slr}")));
            clock.extend(hertz(kernel).map(|hertz| format!("freqHz={hertz}:{name}")));
        }
    }
    let links = links.into_iter().flat_map(|group| &group.links);
    connectivity.extend(links.filter_map(|link| {
        let (from, to) = (unit_port(kernels, &link.producer)?, unit_port(kernels, &link.consumer)?);
        Some(format!("stream_connect={from}:{to}:{}", link.depth))
    }));
    section("connectivity", &connectivity) + &section("clock", &clock)
}

/// A port of a linked kernel, which has one compute unit: `load_1.output`.
fn unit_port(kernels: &[AbiKernel], name: &PortName) -> Option<String> {
    let kernel = kernels.iter().find(|kernel| kernel.name == name.kernel)?;
    let param = kernel.params.iter().find(|param| param.host_name == name.port)?;
    Some(format!("{}.{}", Unit { kernel, index: 0 }.name(), param.name))
}

fn section(name: &str, lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!("[{name}]\n{}\n", lines.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_ir::directive::{Clock, ComputeUnits, Memory, Slr};
    use sycl_hls_ir::{FuncDirectives, ParamDirectives};
    use sycl_hls_types::Scalar;

    fn kernel(directives: FuncDirectives, banks: Vec<Bank>) -> AbiKernel {
        let (ty, element) = ("uint32_t *".to_owned(), Scalar::U32.into());
        let kind = AbiParamKind::Pointer { ty, element, bundle: "gmem0".into() };
        let banks = banks.into_iter().map(Into::into).collect();
        let directives_of_x = ParamDirectives { banks, ..ParamDirectives::default() };
        let params =
            vec![AbiParam { name: "x".into(), host_name: "x".into(), kind, directives: directives_of_x }];
        AbiKernel { name: "k".into(), symbol: "k".into(), params, directives }
    }

    #[test]
    fn nothing_said_is_nothing_written() {
        assert_eq!(config(&[kernel(FuncDirectives::default(), Vec::new())], &[]), "");
    }

    #[test]
    fn ports_are_counted_by_bank() {
        let bank = |first, last| Bank { memory: Memory::Ddr, first, last };
        let two = FuncDirectives {
            compute_units: Some(ComputeUnits { count: 2 }.into()),
            ..FuncDirectives::default()
        };
        let one = kernel(FuncDirectives::default(), vec![bank(1, None)]);
        let mut shared = AbiKernel { symbol: "shared".into(), ..one.clone() };
        shared.params.push(shared.params[0].clone());
        let range = AbiKernel { symbol: "range".into(), ..kernel(two.clone(), vec![bank(0, Some(1))]) };
        let each = AbiKernel { symbol: "each".into(), ..kernel(two, vec![bank(1, Some(1)), bank(2, None)]) };
        let counted = ports(&[one, shared, range, each]);
        assert_eq!(counted, BTreeMap::from([("DDR[1]".into(), 3), ("DDR[2]".into(), 1)]));
    }

    #[test]
    fn one_bank_serves_all_units_and_several_one_each() {
        let bank = |first, last| Bank { memory: Memory::Hbm, first, last };
        let directives = FuncDirectives {
            compute_units: Some(ComputeUnits { count: 2 }.into()),
            slrs: vec![Slr { index: 1 }.into()],
            clock: Some(Clock { mhz: 250 }.into()),
            ..FuncDirectives::default()
        };
        let text = config(&[kernel(directives.clone(), vec![bank(0, Some(3))])], &[]);
        assert_eq!(
            text,
            "[connectivity]\nnk=k:2\nsp=k_1.x:HBM[0:3]\nslr=k_1:SLR1\nsp=k_2.x:HBM[0:3]\nslr=k_2:SLR1\n\
             [clock]\nfreqHz=250000000:k_1\nfreqHz=250000000:k_2\n"
        );
        let text = config(&[kernel(directives, vec![bank(0, None), bank(4, None)])], &[]);
        assert!(text.contains("sp=k_1.x:HBM[0]\n") && text.contains("sp=k_2.x:HBM[4]\n"), "{text}");
    }
}
