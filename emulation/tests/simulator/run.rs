//! Runs that go well, and their cycles.

use sycl_hls_emulation::simulator::{BankModel, Configuration, RunLimits, RunStatus, WaveFormat};

use crate::simulator::build::{board_memory, with};
use crate::simulator::vadd::{A, B, C, N, Vadd, expected};

#[test]
fn the_result_is_right_and_the_cycles_are_exact() {
    let mut vadd = Vadd::ideal();
    for n in [0, 1, N, N] {
        vadd.arguments(A, B, C, n, 0);
        let report = vadd.run();
        assert_eq!(report.status, RunStatus::Done, "{report:?}");
        // An element takes 1 + 64 cycles for each read, 1 + 8 for the write: the latencies of ideal memory.
        assert_eq!(report.cycles, u64::from(n) * (65 + 65 + 9) + 1);
        assert_eq!(report.bundle("gmem0").unwrap().read_beats, u64::from(2 * n));
        let out = report.bundle("out__1").unwrap();
        assert_eq!((out.write_bursts, out.write_beats, out.w_stalls), (u64::from(n), u64::from(n), 0));
    }
    assert_eq!(vadd.sums(), expected());
    vadd.0.quit().unwrap();
}

#[test]
fn random_memory_gives_the_same_data() {
    let mut cycles = Vec::new();
    for seed in 0..40 {
        let mut vadd = Vadd::new(&Configuration { seed, ..Configuration::of(BankModel::Random) });
        vadd.arguments(A, B, C, N, 0);
        let report = vadd.run();
        assert_eq!(report.status, RunStatus::Done, "seed {seed}: {report:?}");
        assert_eq!(vadd.sums(), expected(), "seed {seed}");
        cycles.push(report.cycles);
    }
    cycles.sort_unstable();
    cycles.dedup();
    assert!(cycles.len() > 30, "{cycles:?}");
}

#[test]
fn a_seed_is_reproducible() {
    let cycles = || {
        let mut vadd = Vadd::new(&Configuration { seed: 7, ..Configuration::of(BankModel::Random) });
        vadd.arguments(A, B, C, N, 0);
        vadd.run().cycles
    };
    assert_eq!(cycles(), cycles());
}

#[test]
fn registers_that_nothing_initializes_depend_on_the_seed() {
    let word = |seed, random_reset| {
        let mut vadd = Vadd::new(&Configuration { seed, random_reset, ..Configuration::default() });
        vadd.0.read_register(0x10).unwrap()
    };
    assert_eq!(word(1, false), 0);
    assert_eq!(word(1, true), word(1, true));
    assert_ne!(word(1, true), word(2, true));
}

#[test]
fn a_bank_of_a_board_has_its_latency() {
    // The kernel at 150 MHz: half of the memory's clock. One read, then its neighbour in the same row.
    let memory = with(board_memory("DDR[0]", 150_000), |it| {
        (it.read_latency, it.row_miss, it.write_latency) = (40, 20, 10)
    });
    let mut vadd = Vadd::new(&Configuration::of(BankModel::Board(memory)));
    let mut cycles = |n| {
        vadd.0.configure(&Configuration::of(BankModel::Board(memory))).unwrap();
        vadd.arguments(A, B, C, n, 0);
        vadd.run().cycles
    };
    // Two reads, one of them in a new row, and a write in another new row, each a cycle after the one before.
    assert_eq!(cycles(1), 1 + (1 + 30) + (1 + 20) + (1 + 15));
    assert_eq!(cycles(2) - cycles(1), (1 + 20) + (1 + 20) + (1 + 5));
}

#[test]
fn a_run_that_takes_too_long_can_go_on() {
    let mut vadd = Vadd::ideal();
    vadd.arguments(A, B, C, N, 0);
    let limits = RunLimits { max_cycles: 1000, ..RunLimits::default() };
    let report = vadd.try_run(&limits).unwrap();
    assert_eq!(report.status, RunStatus::Timeout);
    assert!((990..=1000).contains(&report.cycles), "{}", report.cycles);
    let report = vadd.0.resume(&RunLimits::default(), &mut |_| ()).unwrap();
    assert_eq!(report.status, RunStatus::Done);
    assert_eq!(vadd.sums(), expected());
}

#[test]
fn reset_in_the_middle_of_a_run_leaves_a_kernel_that_works() {
    for cycles in [1, 10, 67, 70, 131, 135] {
        let mut vadd = Vadd::ideal();
        vadd.arguments(A, B, C, N, 0);
        vadd.try_run(&RunLimits { max_cycles: cycles, ..RunLimits::default() }).unwrap();
        vadd.0.reset(3).unwrap();
        assert_eq!(vadd.0.read_register(0).unwrap(), 4, "idle");
        assert_eq!(vadd.0.read_register(0x10).unwrap(), A as u32, "data is not reset");
        let report = vadd.run();
        assert_eq!((report.status, report.cycles), (RunStatus::Done, u64::from(N) * 139 + 1));
        assert_eq!(vadd.sums(), expected());
    }
}

#[test]
fn done_is_seen_in_the_registers() {
    let mut vadd = Vadd::ideal();
    vadd.arguments(A, B, C, 1, 0);
    assert_eq!(vadd.0.read_register(0).unwrap(), 0b100);
    vadd.run();
    assert_eq!(vadd.0.read_register(0).unwrap(), 0b110);
    assert_eq!(vadd.0.read_register(0).unwrap(), 0b100, "reading clears done");
    vadd.0.write_register_bytes(0x10, 0xffff_ffff, 0b0100).unwrap();
    assert_eq!(vadd.0.read_register(0x10).unwrap(), A as u32 | 0x00ff_0000);
}

#[test]
fn waveforms_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a b.fst");
    let mut vadd = Vadd::ideal();
    assert_eq!(vadd.0.description().waves, Some(WaveFormat::Fst));
    let error = vadd.0.record(WaveFormat::Vcd, &path).unwrap_err();
    assert!(error.to_string().contains("the other waveform format"), "{error}");
    vadd.0.record(WaveFormat::Fst, &path).unwrap();
    vadd.arguments(A, B, C, 3, 0);
    vadd.run();
    vadd.0.quit().unwrap();
    assert!(std::fs::metadata(&path).unwrap().len() > 1000);
}

#[test]
fn memory_is_what_was_allocated() {
    let mut vadd = Vadd::ideal();
    assert_eq!(vadd.0.description().bundles, [("gmem0".to_owned(), 32), ("out__1".to_owned(), 512)]);
    assert_eq!(vadd.0.description().kernel, "vadd");
    for (address, size) in [(A + 4, 4), (A - 4, 8), (A - 100, 10_000), (0, 0), (u64::MAX, 2)] {
        vadd.0.allocate(address, size).unwrap_err();
    }
    // Larger than what there is of real memory, and larger than a frame.
    vadd.0.allocate(1 << 40, 64 << 30).unwrap();
    let large: Vec<u8> = (0..20_000_000_u32).map(|i| (i % 251) as u8).collect();
    vadd.0.write((1 << 40) + (63 << 30) + 1, &large).unwrap();
    let mut back = vec![0; large.len()];
    vadd.0.read((1 << 40) + (63 << 30) + 1, &mut back).unwrap();
    assert!(back == large);
    vadd.0.free(1 << 40).unwrap();
    vadd.0.free(1 << 40).unwrap_err();
    vadd.0.read(1 << 40, &mut [0]).unwrap_err();
}
