//! The registers of a packaged kernel beyond those of all kernels, by the names that Vitis HLS gives them in its own packages.

use std::collections::BTreeSet;

use sycl_hls_compiler::abi::{self, AbiKernel, AbiParamKind};
use sycl_hls_compiler::host::host_args;
use sycl_hls_types::{MemoryErrors, OutputRegisters, Restart};

/// A register in the description of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Described<'k> {
    pub name: String,
    /// Bytes from the compute unit's base.
    pub offset: u64,
    pub bits: u64,
    /// The bundle of the port to the memory that it points into.
    pub bundle: Option<&'k str>,
}

/// Bits of a control register.
const WORD: u64 = 32;

/// All registers: those of restarts, those of each argument, and those of errors of memories, which Vitis HLS does not have. The first of an argument has its name. What a kernel writes
/// has a control register, `sum_ctrl`; where it also takes a value from before, the value that it writes is `sum_o`.
pub(super) fn described(kernel: &AbiKernel) -> Vec<Described<'_>> {
    let mut registers = of_restarts(kernel.restart());
    for (arg, param) in host_args(kernel).into_iter().zip(&kernel.params) {
        if arg.stream.is_some() {
            continue;
        }
        let (offset, bits) = (arg.register.offset, 8 * arg.register.host_bytes());
        registers.push(Described { name: arg.name.to_owned(), offset, bits, bundle: arg.bundle });
        let AbiParamKind::Output { scalar, initial } = param.kind else { continue };
        let output = OutputRegisters::at(offset, scalar, initial);
        let mut written = arg.name.to_owned();
        if initial {
            written.push_str("_o");
            registers.push(Described { name: written.clone(), offset: output.data, bits, bundle: None });
        }
        registers.push(control(format!("{written}_ctrl"), output.valid));
    }
    registers.extend(of_errors(kernel));
    registers
}

/// Those that tell of errors of memories, 16 ports in each.
fn of_errors(kernel: &AbiKernel) -> Vec<Described<'static>> {
    let ports: BTreeSet<&str> = host_args(kernel).iter().filter_map(|arg| arg.bundle).collect();
    let first = abi::memory_errors(&abi::registers(kernel));
    let registers = 0..MemoryErrors::registers(ports.len()) as u64;
    registers.map(|number| control(format!("MEMORY_ERRORS_{number}"), first + WORD / 8 * number)).collect()
}

fn of_restarts(restart: Restart) -> Vec<Described<'static>> {
    let counter = restart.is_counted().then_some(("AUTO_RESTART_COUNTER_0", Restart::COUNTER));
    let mailboxes = [("MAILBOX_INPUT_CTRL", Restart::INPUT), ("MAILBOX_OUTPUT_CTRL", Restart::OUTPUT)];
    let mailboxes = mailboxes.into_iter().filter(|_| restart.has_mailbox());
    let all = counter.into_iter().chain(mailboxes);
    all.map(|(name, offset)| control(name.to_owned(), offset)).collect()
}

fn control(name: String, offset: u64) -> Described<'static> {
    Described { name, offset, bits: WORD, bundle: None }
}
