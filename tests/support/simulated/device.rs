//! A kernel in simulated hardware as a host has it on a card: registers and memory, which go on from run to run.

use sycl_hls_backend::KernelArg;
use sycl_hls_emulation::simulator::{Configuration, RunLimits, RunReport, RunStatus, Simulator};
use sycl_hls_ir::{Func, ParamKind};
use sycl_hls_types::Length;

use super::{Program, bytes};
use crate::Value;

/// Bytes on both sides of a slice that no run may change.
const GUARD: u64 = 192;

/// What those bytes are.
const UNTOUCHED: u8 = 0xa5;

/// A kernel with its simulator.
pub struct Device {
    /// The simulator, for what a host does besides.
    pub simulator: Simulator,
    registers: Vec<u32>,
    params: Vec<ParamKind>,
    /// Where there is memory.
    free: u64,
}

/// Arguments that the kernel was given.
pub struct Passed {
    values: Vec<Value>,
    /// Of slices.
    addresses: Vec<Option<u64>>,
}

impl Device {
    pub(super) fn new(program: &Program, func: &Func) -> Self {
        let registers = program.hardware.manifest.registers.iter().map(|offset| *offset as u32).collect();
        Self {
            simulator: Simulator::start(&program.simulator).expect("the simulator starts"),
            registers,
            params: func.params.iter().map(|param| param.kind.clone()).collect(),
            free: 0x1_0000_0000,
        }
    }

    /// Makes the kernel anew, with this memory.
    ///
    /// # Panics
    /// When there is no such memory.
    pub fn configure(&mut self, memory: &Configuration) {
        self.simulator.configure(memory).expect("there is such memory");
    }

    /// Fills memory and registers. Slices begin `first` elements behind a page of 4 KiB.
    ///
    /// # Panics
    /// When the simulator does not take them.
    pub fn pass(&mut self, args: &[Value], first: u64) -> Passed {
        let mut registers = self.registers.clone().into_iter();
        let mut addresses = Vec::new();
        for (arg, param) in args.iter().zip(self.params.clone()) {
            let bytes = bytes(arg);
            let mut words = vec![bytes.clone()];
            let mut address = None;
            if let ParamKind::Slice { length, element, .. } = param {
                let size = element.layout().size().max(1);
                let at = self.place(&bytes, first * size);
                words = vec![at.to_le_bytes().to_vec()];
                if length == Length::Argument {
                    words.push((bytes.len() as u64 / size).to_le_bytes().to_vec());
                }
                address = Some(at);
            }
            addresses.push(address);
            for bytes in words {
                self.set(registers.next().expect("there is a register"), &bytes);
            }
        }
        Passed { values: args.to_vec(), addresses }
    }

    /// Puts a slice into memory of its own.
    fn place(&mut self, bytes: &[u8], offset: u64) -> u64 {
        let around = vec![UNTOUCHED; GUARD as usize];
        let all = [&around, bytes, &around].concat();
        let start = self.free + 4096 + offset - GUARD;
        self.simulator.allocate(start, all.len() as u64).expect("there is memory");
        self.simulator.write(start, &all).expect("memory can be written");
        self.free += 0x10_0000;
        start + GUARD
    }

    fn set(&mut self, register: u32, bytes: &[u8]) {
        for (number, word) in (0..).zip(bytes.chunks(4)) {
            let mut value = [0; 4];
            value.iter_mut().zip(word).for_each(|(to, from)| *to = *from);
            let answer = self.simulator.write_register(register + 4 * number, u32::from_le_bytes(value));
            assert_eq!(answer.expect("the kernel answers"), 0);
        }
    }

    /// Starts the kernel and waits for its end, at most so many cycles.
    ///
    /// # Panics
    /// When the simulator is lost.
    pub fn run(&mut self, max_cycles: u64) -> RunReport {
        let limits = RunLimits { max_cycles, hang_cycles: 100_000, ..RunLimits::default() };
        let report = self.simulator.run(&limits, &mut |_| ()).expect("the simulator answers");
        self.acknowledge(&report);
        report
    }

    /// Waits for the end of a run that has begun.
    ///
    /// # Panics
    /// When the simulator is lost.
    pub fn resume(&mut self) -> RunReport {
        let report = self.simulator.resume(&RunLimits::default(), &mut |_| ());
        let report = report.expect("the simulator answers");
        self.acknowledge(&report);
        report
    }

    /// `ap_continue`: the host has seen that the kernel is done.
    fn acknowledge(&mut self, report: &RunReport) {
        if report.status == RunStatus::Done {
            self.simulator.write_register(0, 1 << 4).expect("the kernel answers");
        }
    }

    /// True if all registers of arguments are zero, as after a reset.
    ///
    /// # Panics
    /// When the simulator is lost.
    pub fn arguments_are_zero(&mut self) -> bool {
        let registers = self.registers.clone();
        registers
            .into_iter()
            .all(|register| self.simulator.read_register(register).expect("the kernel answers") == 0)
    }

    /// What the arguments are now.
    ///
    /// # Panics
    /// When the simulator is lost, or the kernel has changed what lies beside its slices.
    pub fn values(&mut self, passed: &Passed) -> Vec<Value> {
        let mut values = passed.values.clone();
        for (value, address) in values.iter_mut().zip(&passed.addresses) {
            let Some(address) = *address else { continue };
            let len = bytes(value).len();
            let mut all = vec![0; len + 2 * GUARD as usize];
            self.simulator.read(address - GUARD, &mut all).expect("memory can be read");
            let (before, rest) = all.split_at(GUARD as usize);
            let (now, after) = rest.split_at(len);
            assert!(before.iter().chain(after).all(|byte| *byte == UNTOUCHED), "beside {address:#x}");
            match value.kernel_arg() {
                KernelArg::SliceMut(bytes) => bytes.copy_from_slice(now),
                KernelArg::Slice(bytes) => assert_eq!(bytes, now, "only read"),
                KernelArg::Scalar(_) | KernelArg::Struct(_) | KernelArg::Stream(_) => {}
            }
        }
        values
    }
}
