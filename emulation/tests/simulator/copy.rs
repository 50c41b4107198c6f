//! The kernel of `copy.v`: bursts on a wide port, and memory's bandwidth and latency.

use sycl_hls_emulation::simulator::{
    BankModel, BoardMemory, Configuration, RunLimits, RunReport, RunStatus, Simulator,
};

use crate::simulator::build::{self, board_memory, with};

/// Far more than any of these runs needs.
const LIMITS: RunLimits = RunLimits { max_cycles: 2_000_000, hang_cycles: 20_000, wall: None };

/// What the kernel does.
const COPY: u32 = 0;
const READ: u32 = 1;
const CHASE: u32 = 2;

/// Aligned to the port's words only: bursts are split at other places than the buffers'.
const SOURCE: u64 = 0x1_0000_0fc0;
const TARGET: u64 = 0x2_0000_0080;
const SIZE: u64 = 2 << 20;
const WORD: u64 = 64;

struct Copy(Simulator);

impl Copy {
    fn new(configuration: &Configuration) -> Self {
        let mut simulator = Simulator::start(build::copy()).unwrap();
        simulator.configure(configuration).unwrap();
        simulator.allocate(SOURCE, SIZE).unwrap();
        simulator.allocate(TARGET, SIZE).unwrap();
        Self(simulator)
    }

    fn board(memory: BoardMemory) -> Self {
        Self::new(&Configuration::of(BankModel::Board(memory)))
    }

    fn run(&mut self, what: u32, words: u64) -> RunReport {
        for (offset, value) in [(0x10, SOURCE), (0x1c, TARGET), (0x28, u64::from(what)), (0x34, words)] {
            self.0.write_register(offset, value as u32).unwrap();
            self.0.write_register(offset + 4, (value >> 32) as u32).unwrap();
        }
        let report = self.0.run(&LIMITS, &mut |_| ()).unwrap();
        assert_eq!(report.status, RunStatus::Done, "{report:?}");
        report
    }

    /// Copies that many words, and checks all bytes of the target, also behind them.
    fn copies(&mut self, words: u64) -> RunReport {
        let bytes = (words * WORD) as usize;
        let source: Vec<u8> = (0..bytes + 64).map(|i| (i * i / 7 + 1) as u8).collect();
        self.0.write(SOURCE, &source).unwrap();
        self.0.write(TARGET, &vec![0; bytes + 64]).unwrap();
        let report = self.run(COPY, words);
        let mut target = vec![1; bytes + 64];
        self.0.read(TARGET, &mut target).unwrap();
        assert!(target[..bytes] == source[..bytes] && target[bytes..] == [0; 64], "{words} words");
        report
    }

    /// Follows pointers from the source's first word on, each so many bytes behind the one before.
    fn chase(&mut self, stride: u64, hops: u64) -> u64 {
        for hop in 0..hops {
            let next = SOURCE + (hop + 1) * stride;
            self.0.write(SOURCE + hop * stride, &next.to_le_bytes()).unwrap();
        }
        self.run(CHASE, hops).cycles
    }
}

fn within(percent: f64, measured: f64, wanted: f64) {
    assert!((measured / wanted - 1.0).abs() <= percent / 100.0, "{measured} is not {wanted}");
}

#[test]
fn bursts_of_ideal_memory_take_exact_cycles() {
    let mut copy = Copy::new(&Configuration::default());
    for words in [1, 2, 63, 64, 65, 1000] {
        // Asked in cycle 1, there from cycle 65 on, one in each cycle; two more until the kernel says that it is done.
        assert_eq!(copy.run(READ, words).cycles, 64 + words + 2, "{words} words");
    }
}

#[test]
fn bursts_are_copied() {
    let mut copy = Copy::new(&Configuration::default());
    for words in [0, 1, 63, 64, 65, 66, 257, 5000] {
        let report = copy.copies(words);
        let port = report.bundle("gmem").unwrap();
        assert_eq!((port.read_beats, port.write_beats), (words, words));
        assert_eq!((port.read_bytes, port.write_bytes), (words * WORD, words * WORD));
        // The source begins with the last word of a 4 KiB page.
        assert_eq!(port.read_bursts, u64::from(words > 0) + words.saturating_sub(1).div_ceil(64));
    }
}

#[test]
fn bursts_are_copied_by_random_memory() {
    for seed in 0..30 {
        let mut copy = Copy::new(&Configuration { seed, ..Configuration::of(BankModel::Random) });
        copy.copies(200 + seed);
    }
}

#[test]
fn a_stream_has_the_banks_bandwidth() {
    for memory in [
        board_memory("DDR[0]", 300_000),
        board_memory("DDR[0]", 200_000),
        board_memory("HBM[0]", 450_000),
        board_memory("HBM[0]", 250_000),
    ] {
        let words = 10_000;
        let cycles = Copy::board(memory).run(READ, words).cycles;
        let bank = f64::from(memory.timing.clock_khz) * f64::from(memory.timing.width);
        // The port itself moves a word in a cycle.
        let wanted = bank.min(f64::from(memory.kernel_khz) * 64.0);
        let measured = words as f64 * 64.0 / cycles as f64 * f64::from(memory.kernel_khz);
        within(2.0, measured, wanted);
    }
}

#[test]
fn following_pointers_shows_the_banks_latency() {
    for memory in
        [board_memory("DDR[0]", 300_000), board_memory("DDR[0]", 200_000), board_memory("HBM[0]", 300_000)]
    {
        let ratio = f64::from(memory.timing.clock_khz) / f64::from(memory.kernel_khz);
        let hops = 12;
        let latency = |stride| {
            let mut copy = Copy::board(memory);
            // The first time opens the row.
            let (_, all) = (copy.chase(stride, hops), copy.run(CHASE, hops).cycles);
            let half = copy.run(CHASE, hops / 2).cycles;
            // A cycle of each hop is the kernel's.
            ((all - half) as f64 / (hops - hops / 2) as f64 - 1.0) * ratio
        };
        // The wider word of the port takes another cycle of HBM. Cycles of the kernel are whole, so a hop may be one longer.
        let hit = f64::from(memory.timing.read_latency + 64 / memory.timing.width - 1);
        let same_row = latency(64);
        assert!((hit - 0.01..hit + ratio).contains(&same_row), "{same_row} and {hit}");
        let miss = hit + f64::from(memory.timing.row_miss);
        let other_row = latency(u64::from(memory.timing.row_bytes * memory.timing.open_rows));
        assert!((miss - 0.01..miss + ratio).contains(&other_row), "{other_row} and {miss}");
    }
}

#[test]
fn a_short_queue_slows_a_stream_down() {
    let cycles = |queue_depth| {
        Copy::board(with(board_memory("DDR[0]", 300_000), |it| it.queue_depth = queue_depth))
            .run(READ, 2000)
            .cycles
    };
    assert!(cycles(1) > cycles(2) && cycles(2) >= cycles(32));
}

#[test]
fn ports_of_one_bank_share_it() {
    let mut copy = Copy::board(board_memory("DDR[0]", 300_000));
    let reads = copy.run(READ, 4000).cycles;
    let both = copy.copies(4000).cycles;
    assert!(both > reads * 19 / 10, "{both} and {reads}");
}

#[test]
fn a_board_without_sense_is_refused() {
    let mut copy = Copy::new(&Configuration::default());
    for memory in [
        with(board_memory("DDR[0]", 1), |it| it.clock_khz = 0),
        with(board_memory("DDR[0]", 1), |it| it.width = 0),
        with(board_memory("DDR[0]", 1), |it| it.read_latency = 0),
        with(board_memory("DDR[0]", 1), |it| it.queue_depth = 0),
        with(board_memory("DDR[0]", 1), |it| it.open_rows = 0),
    ] {
        let error = copy.0.configure(&Configuration::of(BankModel::Board(memory))).unwrap_err();
        assert!(error.to_string().contains("must not be 0"), "{error}");
    }
    copy.copies(3);
}

/// Cycles per second; run by hand: `cargo test -p sycl-hls-emulation simulator:: -- --ignored --nocapture speed`.
#[test]
#[ignore = "a measurement"]
fn speed() {
    let mut copy = Copy::new(&Configuration::default());
    let mut rate = |what, words: u64, runs: u64| {
        let start = std::time::Instant::now();
        let cycles: u64 = (0..runs).map(|_| copy.run(what, words).cycles).sum();
        cycles as f64 / start.elapsed().as_secs_f64() / 1e6
    };
    println!("reads: {:.2} Mcycles/s", rate(READ, 16_000, 100));
    println!("copies: {:.2} Mcycles/s", rate(COPY, 16_000, 100));
}
