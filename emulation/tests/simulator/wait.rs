//! The kernel of `wait_.v`, which has no memory ports.

use std::path::Path;

use sycl_hls_backend::KernelArg;
use sycl_hls_emulation::hw_emu::{self, Setup};
use sycl_hls_emulation::simulator::{Configuration, RunLimits, RunReport, RunStatus, Simulator, WaveFormat};
use sycl_hls_types::{
    Fault, KernelInterface, MemoryErrors, ObservedDataflow, Param, ParamKind, PortArguments, Scalar,
    SimulatedKernel,
};

use crate::simulator::build;

fn started(cycles: u32) -> Simulator {
    let mut simulator = Simulator::start(build::wait()).unwrap();
    simulator.configure(&Configuration::default()).unwrap();
    simulator.write_register(0x10, cycles).unwrap();
    simulator
}

#[test]
fn a_kernel_may_have_no_memory() {
    for cycles in [0, 1, 10_000] {
        let mut simulator = started(cycles);
        assert!(simulator.description().bundles.is_empty());
        let report = simulator.run(&RunLimits::default(), &mut |_| ()).unwrap();
        assert_eq!((report.status, report.cycles), (RunStatus::Done, u64::from(cycles) + 2));
    }
}

#[test]
fn steps_are_counted() {
    let mut simulator = started(100);
    let before = simulator.step(0).unwrap().edges;
    let report = simulator.step(12).unwrap();
    assert_eq!((report.status, report.edges - before, report.cycles), (RunStatus::Done, 12, 0));
}

#[test]
fn waveforms_are_text_where_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wait.vcd");
    let mut simulator = started(5);
    simulator.record(WaveFormat::Vcd, &path).unwrap();
    simulator.run(&RunLimits::default(), &mut |_| ()).unwrap();
    // What a run recorded is there when it ends.
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("$timescale") && text.contains("ap_start") && text.contains("count"), "{text}");
    let error = simulator.record(WaveFormat::Vcd, &path).unwrap_err();
    assert!(error.to_string().contains("already"), "{error}");
    simulator.configure(&Configuration::default()).unwrap();
    let error = simulator.record(WaveFormat::Vcd, Path::new("/nowhere/a.vcd")).unwrap_err();
    assert!(error.to_string().contains("cannot be written"), "{error}");
}

/// A run in whose register of errors these bits are 1. The test's kernel keeps there what was written.
fn answered(errors: u32) -> Result<RunReport, Fault> {
    let param = |name: &str| Param { name: name.into(), kind: ParamKind::Scalar { scalar: Scalar::U32 } };
    let kernel = SimulatedKernel {
        interface: KernelInterface::new("wait", vec![param("cycles"), param("errors")]),
        symbol: "wait_".into(),
        clock_mhz: 300,
        registers: vec![0x10, 0x0c],
        chained: false,
        restart: sycl_hls_types::Restart::Never,
        persistent: false,
        bundles: Vec::new(),
        memory_errors: Some(MemoryErrors {
            offset: 0x0c,
            ports: vec![PortArguments { reads: vec!["x".into()], writes: vec!["y".into()] }],
        }),
        accesses: Vec::new(),
        blocks: Vec::new(),
        dataflow: ObservedDataflow::default(),
        units: Vec::new(),
    };
    let setup = Setup {
        configuration: Configuration::default(),
        regions: Vec::new(),
        limits: RunLimits::default(),
        wave: None,
    };
    let args = vec![KernelArg::Scalar(7_u32.into()), KernelArg::Scalar(errors.into())];
    hw_emu::run(&kernel, build::wait(), &setup, args, &mut ())
}

#[test]
fn a_run_whose_memories_answer_with_errors_fails() {
    assert_eq!(answered(0).unwrap().cycles, 9);
    for (errors, accesses) in
        [(1, "reads of `x`"), (2, "writes of `y`"), (3, "reads of `x` and writes of `y`")]
    {
        let fault = answered(errors).unwrap_err();
        assert_eq!(fault.kernel, "wait");
        assert!(fault.message.starts_with(&format!("a memory answered {accesses} with an error")), "{fault}");
    }
}

#[test]
fn registers_end_with_their_addresses() {
    let error = started(1).write_register(0x1000, 1).unwrap_err();
    assert!(error.to_string().contains("no control register"), "{error}");
}
