//! What a kernel can do wrong on its memory ports, and what is said about it.

use sycl_hls_emulation::simulator::{
    BankModel, Channel, Configuration, Record, RecordKind, RunReport, RunStatus,
};

use crate::simulator::vadd::{
    A, B, C, CHANGE, CROSS, DEAF, EARLY, IMPATIENT, N, NO_LAST, SILENT, Vadd, WIDE_STROBE, WITHDRAW, expected,
};

fn only(report: &RunReport) -> &Record {
    assert_eq!(report.records.len(), 1, "{report:?}");
    &report.records[0]
}

#[test]
fn an_access_outside_of_every_buffer_is_reported() {
    let mut vadd = Vadd::ideal();
    vadd.arguments(A, B, C, N + 1, 0);
    let report = vadd.run();
    assert_eq!(report.status, RunStatus::BusError);
    // The first operand's surplus element is the second's first: buffers without a gap hide that.
    let [read, write] = &report.records[..] else { panic!("{report:?}") };
    let end = u64::from(N) * 4;
    let place = |record: &Record| (record.kind, record.bundle.clone(), record.channel, record.address);
    assert_eq!(place(read), (RecordKind::BusError, "gmem0".to_owned(), Channel::R, B + end));
    assert_eq!(place(write), (RecordKind::BusError, "out__1".to_owned(), Channel::W, C + end));
    // Cycle 0 is the one that saw ap_start; the data of read 2 of element 100 is taken in this cycle.
    assert_eq!(read.cycle, u64::from(N) * 139 + 130);
    assert_eq!(vadd.sums(), expected());
}

#[test]
fn accesses_far_outside_are_counted_and_end_the_run() {
    let mut vadd = Vadd::ideal();
    vadd.arguments(0, B, C, 1 << 30, 0);
    let report = vadd.run();
    assert_eq!((report.status, report.records.len()), (RunStatus::BusError, 64));
    assert!(report.left_out > 0);
}

#[test]
fn a_silent_kernel_hangs() {
    let report = Vadd::ideal().mistake(SILENT);
    assert_eq!(report.status, RunStatus::Hang);
    assert!(report.records.is_empty(), "{report:?}");
    assert!((4000..8000).contains(&report.cycles), "{}", report.cycles);
}

#[test]
fn the_report_of_a_hang_says_what_waits() {
    let report = Vadd::ideal().mistake(DEAF);
    assert_eq!(report.status, RunStatus::Hang);
    let record = only(&report);
    assert_eq!((record.kind, record.channel), (RecordKind::Hang, Channel::R));
    assert_eq!(record.text, "1 reads: data waits for the kernel");
}

/// The violation that a mistake leads to, with ideal memory or, if that hides it, with some random one.
fn violation(mistake: u32, memory: BankModel) -> Record {
    for seed in 0..20 {
        let mut vadd = Vadd::new(&Configuration { seed, ..Configuration::of(memory) });
        let report = vadd.mistake(mistake);
        if report.status == RunStatus::Violation {
            let error = vadd.0.read_register(0).unwrap_err();
            assert!(error.to_string().contains("the protocol was violated"), "{error}");
            return only(&report).clone();
        }
    }
    panic!("no violation")
}

#[test]
fn valid_stays_until_ready() {
    let record = violation(WITHDRAW, BankModel::Random);
    assert_eq!(record.text, "m_axi_gmem0, channel AR: VALID was withdrawn before READY");
}

#[test]
fn the_payload_stays_until_ready() {
    let record = violation(CHANGE, BankModel::Random);
    assert_eq!(
        (record.text.as_str(), record.channel),
        ("m_axi_gmem0, channel AR: the payload changed while VALID waited for READY", Channel::Ar)
    );
}

#[test]
fn bursts_do_not_cross_4_kib() {
    let mut vadd = Vadd::ideal();
    vadd.arguments(A + 0xc04, B, C, N, CROSS);
    let report = vadd.run();
    assert_eq!(report.status, RunStatus::Violation);
    let record = only(&report);
    assert_eq!(record.text, "m_axi_gmem0, channel AR: the burst crosses a 4 KiB boundary");
    assert_eq!((record.address, record.cycle), (A + 0xc04, 1));
}

#[test]
fn the_last_beat_is_marked() {
    let record = violation(NO_LAST, BankModel::Ideal);
    assert_eq!(record.text, "m_axi_out__1, channel W: WLAST is missing at the burst's last beat");
}

#[test]
fn strobes_are_within_the_beat() {
    let record = violation(WIDE_STROBE, BankModel::Ideal);
    assert_eq!(record.text, "m_axi_out__1, channel W: WSTRB has bytes outside of the beat");
    assert_eq!(record.address, C);
}

#[test]
fn nothing_is_offered_in_reset() {
    let mut vadd = Vadd::ideal();
    vadd.arguments(A, B, C, N, 0);
    // The mistake is made as soon as the register says so.
    vadd.0.write_register(0x38, EARLY).unwrap();
    vadd.0.reset(4).unwrap();
    let error = vadd.0.read_register(0).unwrap_err();
    assert!(error.to_string().contains("violated"), "{error}");
}

#[test]
fn done_comes_after_the_last_response() {
    let record = violation(IMPATIENT, BankModel::Ideal);
    assert_eq!(record.text, "m_axi_out__1, channel B: ap_done before the response to the last write");
}

/// Each sum is the next one's operand, by way of memory. Only those are looked at that are written long before the end.
fn running_sums(seed: u64, mistake: u32) -> Vec<u8> {
    let mut vadd = Vadd::new(&Configuration { seed, ..Configuration::of(BankModel::Random) });
    vadd.arguments(A, B, A + 4, N - 1, mistake);
    vadd.run();
    let mut sums = vec![0; N as usize * 2];
    vadd.0.read(A, &mut sums).unwrap();
    sums
}

#[test]
fn a_read_that_does_not_wait_for_a_write_is_found_by_random_memory() {
    let sums = (0..N / 2).map(|i| (0..i).map(|i| i << 24).fold(0, u32::wrapping_add));
    let sums: Vec<u8> = sums.flat_map(u32::to_le_bytes).collect();
    assert!((0..20).all(|seed| running_sums(seed, 0) == sums));
    assert!((0..20).any(|seed| running_sums(seed, IMPATIENT) != sums));
}
