//! Predicted cycles: closed forms where iterations are alike, intervals where control depends on data. That they are those
//! of simulation, the tests of whole kernels say.

use sycl_hls_compiler::pass::HARDWARE;
use sycl_hls_compiler::rtl::design::Design;
use sycl_hls_compiler::rtl::predict::{
    Bank, Count, Inputs, Memory, Moved, OnBoard, Prediction, on_board, predict, traffic,
};
use sycl_hls_compiler::rtl::{Clock, Plan, hardware};

use crate::hardware::subject::{after, rust};

struct Kernel {
    design: Design,
    plan: Plan,
}

impl Kernel {
    fn new(params: &str, body: &str) -> Self {
        let code = format!("use sycl_hls::device::*; #[kernel] pub fn k({params}) {{ {body} }}");
        let module = after(&rust(&code), HARDWARE);
        let (_, func) = module.kernels().next().unwrap();
        let (design, plan) = hardware(&module, func, Clock::of_vitis(300.0)).unwrap();
        Self { design, plan }
    }

    /// With these scalars and lengths, by their names among the registers.
    fn predict(&self, given: &[(&str, u64)]) -> Prediction {
        predict(&self.design, &self.plan, &self.inputs(given))
    }

    fn inputs(&self, given: &[(&str, u64)]) -> Inputs {
        let value = |name: &str| given.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
        let registers = self.design.args.iter();
        let registers = registers.map(|arg| value(&arg.name).map(|value| value.to_le_bytes().to_vec()));
        Inputs::of_registers(registers.collect())
    }

    /// How many iterations each loop has, where the slice at the parameter `x`, the second one, holds these elements.
    fn iterations(&self, n: u64, x: &[u32]) -> Vec<Count> {
        let mut inputs = self.inputs(&[("n", n), ("x", 0)]);
        inputs.slices.insert(1, x.iter().flat_map(|it| it.to_le_bytes()).collect());
        predict(&self.design, &self.plan, &inputs).loops.iter().map(|it| it.iterations).collect()
    }

    fn cycles(&self, given: &[(&str, u64)]) -> Count {
        self.predict(given).cycles
    }

    fn exact(&self, given: &[(&str, u64)]) -> u64 {
        let cycles = self.cycles(given);
        cycles.exact().unwrap_or_else(|| panic!("{cycles} with {given:?}"))
    }
}

/// A bank of DDR4, as in the files of boards.
const BANK: Bank = Bank {
    clock_khz: 300_000,
    width: 64,
    read_latency: 22,
    write_latency: 8,
    row_miss: 10,
    queue_depth: 32,
    row_bytes: 8192,
};

impl Kernel {
    /// What goes through its ports.
    fn traffic(&self, given: &[(&str, u64)]) -> OnBoard {
        let ports = traffic(&self.design, &self.predict(given));
        let all = |of: fn(&OnBoard) -> Moved| ports.iter().map(of).fold(Moved::NONE, Moved::and);
        OnBoard { reads: all(|port| port.reads), writes: all(|port| port.writes) }
    }

    /// With all ports at this bank.
    fn on_bank(&self, bank: Bank, given: &[(&str, u64)]) -> Count {
        let of_bundle = vec![Some(0); self.design.bundles.len()];
        let memory = Memory { kernel_khz: 300_000, banks: vec![bank], of_bundle };
        on_board(&self.design, &self.predict(given), &memory)
    }
}

/// The value at `at` of the polynomial that has these values at 0, 1, 2 and so on (Newton's forward differences).
fn extrapolate(values: &[u64], at: u64) -> i128 {
    let mut differences: Vec<i128> = values.iter().map(|value| i128::from(*value)).collect();
    let (mut sum, mut binomial) = (0, 1);
    for order in 0..values.len() as i128 {
        sum += differences[0] * binomial;
        binomial = binomial * (i128::from(at) - order) / (order + 1);
        differences = differences.windows(2).map(|pair| pair[1] - pair[0]).collect();
    }
    sum
}

/// For sizes from 2 on, cycles are a polynomial of this degree.
fn is_polynomial(kernel: &Kernel, name: &str, degree: usize, at: u64) {
    let n = |n: u64| kernel.exact(&[(name, n)]);
    let values: Vec<u64> = (0..=degree as u64).map(|offset| n(2 + offset)).collect();
    for at in [9, 17, 40, at] {
        assert_eq!(i128::from(n(at)), extrapolate(&values, at - 2), "{name} = {at}");
    }
}

#[test]
fn long_loops_are_not_counted_one_by_one() {
    let axpy =
        Kernel::new("a: f32, x: &[f32], y: &mut [f32]", "for i in 0..y.len() { y[i] = a * x[i] + y[i]; }");
    let n = |n: u64| axpy.exact(&[("y_len", n)]);
    assert_eq!(n(1_000_000_000_000) - n(1000), 1_000_000_000_000 - 1000);
    assert_eq!(n(17) - n(1), 16);
    assert!(n(0) < 8);
}

#[test]
fn nests_take_a_polynomial_of_their_size() {
    let params = "n: usize, a: &[f32], b: &[f32], c: &mut [f32]";
    let body = "for i in 0..n { for j in 0..n { let mut sum = 0.0; for k in 0..n { sum += a[i * n + k] * b[k * n + j]; } \
                c[i * n + j] = sum; } }";
    is_polynomial(&Kernel::new(params, body), "n", 3, 4096);
    let body = "for i in 0..n { let mut j = 0; while j < n { c[j] = a[j]; j += 1; } for j in 0..8 { c[j] = b[j]; } }";
    is_polynomial(&Kernel::new(params, body), "n", 2, 100_000);
    let triangle = "for i in 0..n { for j in 0..=i { c[i * n + j] = a[j] * 2.0; } }";
    is_polynomial(&Kernel::new(params, triangle), "n", 2, 2000);
}

/// A nest that is one block, with a bound that is known only when it starts.
#[test]
fn joined_nests_take_a_multiple_of_their_outermost_bound() {
    let body = "for i in 0..n { for j in 0..24_usize { for k in 0..16_usize { y[(i * 24 + j) * 16 + k] = x[k] + j as u32; } } }";
    let kernel = Kernel::new("n: usize, x: &[u32], y: &mut [u32]", body);
    assert_eq!(kernel.predict(&[("n", 3)]).loops.len(), 1, "the nest is one block");
    is_polynomial(&kernel, "n", 1, 1_000_000);
    let inclusive = Kernel::new("n: usize, x: &[u32], y: &mut [u32]", &body.replace("0..n", "0..=n"));
    assert_eq!(inclusive.exact(&[("n", 7)]), kernel.exact(&[("n", 8)]));
}

/// Nests that run abreast for as long as the shorter one does: what is left of the other one begins within it.
#[test]
fn loops_abreast_have_their_own_ends() {
    let nest = |count: u32, from: &str, to: &str| {
        format!(
            "for i in 0..{count}_usize {{ for j in 0..24_usize {{ {to}[i * 24 + j] = {from}[j] + i as u32; }} }}"
        )
    };
    let port = |name: &str, ty: &str| format!("#[m_axi(bundle = \"{name}\")] {name}: {ty}");
    let params = ["a", "b"]
        .map(|it| port(it, "&[u32]"))
        .into_iter()
        .chain(["c", "d"].map(|it| port(it, "&mut [u32]")));
    let params = params.collect::<Vec<_>>().join(", ");
    for (first, second) in [(5, 9), (9, 5), (7, 7)] {
        let kernel = Kernel::new(&params, &format!("{} {}", nest(first, "a", "c"), nest(second, "b", "d")));
        let iterations: Vec<u64> =
            kernel.predict(&[]).loops.iter().map(|it| it.iterations.exact().unwrap()).collect();
        let (short, long) = (u64::from(first.min(second)) * 24, u64::from(first.max(second)) * 24);
        let expected = if short == long { vec![short] } else { vec![short, long - short] };
        assert_eq!(iterations, expected, "{first} and {second}");
    }
}

/// An iteration that waits for what the one before has written.
#[test]
fn fences_wait_for_the_response() {
    let body = "for i in 0..n { let mut sum = 0; for j in 0..n { sum += x[j]; } x[i] = sum; }";
    is_polynomial(&Kernel::new("n: usize, x: &mut [u32]", body), "n", 2, 5000);
    let writes_last = Kernel::new("x: &mut [u32]", "x[0] = 1;").exact(&[]);
    let nothing = Kernel::new("x: &mut [u32]", "").exact(&[]);
    // The write and the fence are in cycles that follow each other.
    assert_eq!(writes_last - nothing, 9);
}

/// Of a write under a condition, one fence waits for the response; those behind it find it there.
#[test]
fn a_response_is_waited_for_once() {
    let body = "if x[0] > 3 { y[0] = 1; } for i in 0..n { z[i] = y[i]; } for i in 0..n { z[i] = y[i + 1]; }";
    let kernel = Kernel::new("n: usize, x: &[u32], y: &mut [u32], z: &mut [u32]", body);
    let cycles = kernel.cycles(&[("n", 0)]);
    assert!(cycles.most.unwrap() - cycles.least <= 9, "{cycles}");
}

/// Elements that come in a burst are known as well as those that are read alone.
#[test]
fn known_data_decides() {
    let params = "n: usize, x: &[u32], y: &mut [u32]";
    let sum = "let mut sum = 0; for i in 0..n { sum += x[i]; } for j in 0..sum { y[j as usize] = 1; }";
    assert_eq!(Kernel::new(params, sum).iterations(4, &[3, 9, 4, 1]), [4, 17].map(Count::exactly));
    // A loop that holds another one is left, or goes on.
    let rows = "'rows: for i in 0..n { for j in 0..x[i] { if j == 7 { continue 'rows; } y[j as usize] = x[i]; } \
                if x[i] == 5 { break; } y[i] = 4; }";
    assert_eq!(Kernel::new(params, rows).iterations(4, &[3, 9, 5, 1]), [3, 3 + 8 + 5].map(Count::exactly));
}

/// What is behind a loop without an end is never reached.
#[test]
fn endless_loops_have_no_bound() {
    for body in ["loop { y[0] = 1; }", "let mut i = 0_usize; loop { y[i] = 2; i += 1; }"] {
        let cycles = Kernel::new("y: &mut [u32]", body).cycles(&[]);
        assert!(cycles.least >= 64 && cycles.most.is_none(), "{cycles} for {body}");
    }
}

#[test]
fn data_gives_an_interval() {
    let body = "let mut found = 0; for i in 0..n { if x[i] == 0 { found = i; break; } } y[0] = found as u32;";
    let search = Kernel::new("n: usize, x: &[u32], y: &mut [u32]", body);
    let (short, long) = (search.cycles(&[("n", 10)]), search.cycles(&[("n", 1_000_000)]));
    assert_eq!(short.least, long.least);
    assert!(short.most.unwrap() < long.most.unwrap());
    assert!(short.exact().is_none());
    // A counter that stands still in the last iteration.
    let body = "let mut i = 0; while i < n { if x[i] == 0 { break; } i += 1; } y[0] = i as u32;";
    let search = Kernel::new("n: usize, x: &[u32], y: &mut [u32]", body);
    let (short, long) = (search.cycles(&[("n", 10)]), search.cycles(&[("n", 1_000_000)]));
    assert!(short.most.unwrap() < long.most.unwrap() && short.exact().is_none(), "{short}, {long}");
    // Nobody says how often.
    assert_eq!(search.cycles(&[]).most, None);
    let endless =
        Kernel::new("x: &[u32], y: &mut [u32]", "let mut v = x[0]; while v != 1 { v = v / 2; } y[0] = v;");
    assert_eq!(endless.cycles(&[]).most, None);
    assert!(endless.cycles(&[]).least > 60);
}

#[test]
fn loops_that_are_too_long_to_walk_through_have_bounds() {
    let body = "for i in 0..n { for j in 0..10_usize { if x[i] == j as u32 { break; } y[j] = i as u32; } }";
    let kernel = Kernel::new("n: usize, x: &[u32], y: &mut [u32]", body);
    let cycles = |n: u64| kernel.cycles(&[("n", n)]);
    let (small, large) = (cycles(1000), cycles(1_000_000_000));
    assert!(large.most.unwrap() / 1_000_000 <= small.most.unwrap() + 1, "{small}, {large}");
    assert!(large.least > small.least && large.least < large.most.unwrap(), "{small}, {large}");
}

#[test]
fn either_way_may_take_as_long() {
    let body = "for i in 0..n { if x[i] > 3 { y[i] = 1; } }";
    let kernel = Kernel::new("n: usize, x: &[u32], y: &mut [u32]", body);
    let cycles = kernel.cycles(&[("n", 100)]);
    // Only the last write is in doubt, and the kernel waits for its response.
    assert!(cycles.most.unwrap() - cycles.least <= 10, "{cycles}");
}

#[test]
fn loops_are_counted() {
    let body = "for i in 0..n { for j in 0..i + 1 { y[j] = x[i]; } }";
    let kernel = Kernel::new("n: usize, x: &[u32], y: &mut [u32]", body);
    let loops = kernel.predict(&[("n", 5)]).loops;
    let trips: Vec<_> = loops.iter().map(|it| (it.entries, it.trips.unwrap(), it.iterations)).collect();
    let exactly = Count::exactly;
    let inner = Count { least: 1, most: Some(5) };
    assert_eq!(trips, [(exactly(1), exactly(5), exactly(5)), (exactly(5), inner, exactly(15))]);
    let never = kernel.predict(&[("n", 0)]).loops;
    assert!(never.iter().all(|it| it.trips.is_none()));
}

/// A condition that multiplies its counter changes when the product passes the bound.
#[test]
fn conditions_on_multiples_are_not_counted_one_by_one() {
    let body = "let mut i = 0_usize; while 3 * i < n { y[i] = 1; i += 1; }";
    let kernel = Kernel::new("n: usize, y: &mut [u32]", body);
    let loops = kernel.predict(&[("n", 3_000_000_000_000)]).loops;
    // The last one only compares.
    assert_eq!(loops[0].iterations, Count::exactly(1_000_000_000_001));
}

/// Rows that add to what the row before has written are not joined to one loop, which could not be pipelined.
#[test]
fn rows_that_read_what_others_write_stay_apart() {
    let body = "for i in 0..4_usize { for j in 0..16_usize { y[j] += x[i * 16 + j]; } }";
    let loops = Kernel::new("x: &[u32], y: &mut [u32]", body).predict(&[]).loops;
    assert_eq!(loops.iter().map(|it| it.iterations).collect::<Vec<_>>(), [4, 64].map(Count::exactly));
}

/// Nor are rows that are to be no pipeline.
#[test]
fn rows_that_are_no_pipeline_stay_apart() {
    let body = |directive: &str| {
        format!(
            "for i in 0..4_usize {{ {directive} for j in 0..16_usize {{ y[i * 16 + j] = x[i * 16 + j]; }} }}"
        )
    };
    let loops = |directive: &str| {
        let kernel = Kernel::new("x: &[u32], y: &mut [u32]", &body(directive));
        kernel.predict(&[]).loops.iter().map(|it| it.iterations).collect::<Vec<_>>()
    };
    assert_eq!(loops("#[pipeline(off)]"), [4, 64].map(Count::exactly));
    assert_eq!(loops(""), [Count::exactly(64)]);
}

/// Loops are fused also where that saves a single cycle: these two take turns at the port.
#[test]
fn loops_are_fused_for_a_cycle() {
    let port = r#"#[m_axi(bundle = "g")]"#;
    let params = format!("{port} y: &mut [f32], {port} z: &mut [f32]");
    let body = "for i in 0..2_usize { y[i] = 1.0; } for i in 0..2_usize { z[i] = i as f32 * 3.0; }";
    assert_eq!(Kernel::new(&params, body).predict(&[]).loops.len(), 1);
}

/// A cycle for each group, and no more for what is left.
#[test]
fn groups_take_a_cycle() {
    let body = "#[unroll(factor = 16)] for i in first..first + n { y[i] = x[i] + 1; }";
    let kernel = Kernel::new("first: usize, n: usize, x: &[u32], y: &mut [u32]", body);
    let cycles = |first: u64, n: u64| kernel.exact(&[("first", first), ("n", n)]);
    assert_eq!(cycles(0, 4096) - cycles(0, 16), 255);
    assert_eq!(cycles(5, 4097), cycles(0, 4096) + 1);
    assert_eq!(cycles(0, 4097), cycles(0, 4112));
}

/// A burst has 16 words. A slice may begin within a page: its first and last bursts are shorter then.
#[test]
fn requests_become_bursts() {
    let kernel = Kernel::new("x: &[u32], y: &mut [u32]", "for i in 0..y.len() { y[i] = x[i]; }");
    let moved = |n: u64| kernel.traffic(&[("y_len", n)]);
    assert_eq!((moved(1).reads.bursts, moved(1).reads.longest), (Count::exactly(1), 1));
    assert_eq!(moved(16).writes.bursts, Count { least: 1, most: Some(2) });
    // A request is for 1,024 elements.
    let OnBoard { reads, writes } = moved(4096 + 17);
    assert_eq!(reads, writes);
    assert_eq!(reads.bursts, Count { least: 4 * 64 + 2, most: Some(4 * 65 + 2) });
    assert_eq!((reads.beats, reads.bytes), (Count::exactly(4113), Count::exactly(4 * 4113)));
    assert_eq!((reads.shortest, reads.longest), (1, 16));
}

/// Rows that begin where another variable says are no bursts.
#[test]
fn rows_that_shift_are_requested_one_by_one() {
    let body = "let mut t = [0_u32; 256]; let mut k = 0_usize; for i in 0..8_usize { for j in 0..16_usize { \
                t[16 * i + j] = x[j]; y[16 * i + j + k] = t[16 * i + j + 5]; k += 2; } }";
    let moved = Kernel::new("x: &[u32], y: &mut [u32]", body).traffic(&[]);
    assert_eq!((moved.writes.requests, moved.writes.longest), (Count::exactly(128), 1));
}

/// A request for each element, where there is a condition: as often as nobody knows.
#[test]
fn what_is_read_under_a_condition_has_bounds() {
    let body = "for i in 0..y.len() { if x[i] > 3 { y[i] = 1; } }";
    let moved = Kernel::new("x: &[u32], y: &mut [u32]", body).traffic(&[("y_len", 100)]);
    assert_eq!(moved.reads.beats, Count::exactly(100));
    assert_eq!(moved.writes.beats, Count { least: 0, most: Some(100) });
    assert_eq!((moved.writes.shortest, moved.writes.longest), (1, 1));
}

/// Bytes in groups of 64: each may begin within a word, which the last one may leave.
#[test]
fn wide_accesses_have_the_words_that_they_touch() {
    let body = "#[unroll(factor = 64)] for i in first..first + n { y[i] = x[i]; }";
    let kernel = Kernel::new("first: usize, n: usize, x: &[u8], y: &mut [u8]", body);
    let moved = kernel.traffic(&[("first", 3), ("n", 640)]);
    assert_eq!(moved.reads.beats, Count { least: 10, most: Some(11) });
    assert_eq!(moved.reads.bursts, Count { least: 1, most: Some(2) });
    // Groups of twice what a port has: one of two accesses makes the request for both.
    let body = "#[unroll(factor = 16)] for i in first..first + n { y[i] = x[i]; }";
    let kernel = Kernel::new("first: usize, n: usize, x: &[u64], y: &mut [u64]", body);
    let moved = kernel.traffic(&[("first", 3), ("n", 640)]);
    assert_eq!(moved.reads.beats, Count { least: 79, most: Some(81) });
}

/// A bank moves a word of 16 elements in a cycle, and opens a row for each burst at most.
#[test]
fn memory_bounds_cycles() {
    let kernel = Kernel::new("x: &[u32], y: &mut [u32]", "for i in 0..y.len() { y[i] = x[i]; }");
    let given = [("y_len", 1024)];
    let ideal = kernel.exact(&given);
    let bounds = kernel.on_bank(BANK, &given);
    assert_eq!(bounds.least, ideal);
    // 65 bursts in each direction, 2 words each at most, 10 cycles for a row.
    let work = 2 * 65 * (2 + 10) - 2;
    assert!((work - 8..=work + 8).contains(&(bounds.most.unwrap() - ideal)), "{bounds}, {ideal}");
    // A bank of 4 bytes at half of the clock moves an element in two cycles.
    let slow = kernel.on_bank(Bank { width: 4, clock_khz: 150_000, ..BANK }, &given);
    assert!(slow.least > 4 * 1024 - 64, "{slow}");
    // Responses that come sooner may save what the last fence waits for.
    let soon = kernel.on_bank(Bank { write_latency: 1, ..BANK }, &given);
    assert!(soon.least < ideal && soon.least + 16 > ideal, "{soon}");
}

/// A port has 32 bursts under way, and 160 beats of reads: 128, and two bursts more.
#[test]
fn what_is_under_way_bounds_cycles() {
    let kernel = Kernel::new("x: &[u32], y: &mut [u32]", "for i in 0..y.len() { y[i] = x[i]; }");
    let far = Bank { read_latency: 300, ..BANK };
    // What is not in the loop takes some cycles more.
    let takes = |bank: Bank, cycles: u64| {
        let bounds = kernel.on_bank(bank, &[("y_len", 3200)]);
        assert!((cycles..cycles + 16).contains(&bounds.least), "{bounds}, {cycles}");
    };
    takes(far, 20 * 300);
    takes(Bank { queue_depth: 4, ..far }, 200 / 4 * 300);
    takes(Bank { write_latency: 900, ..far }, 7 * 900);
    // At most, for 65 bursts in each direction: two words each, the latency of as many reads as come one after the other with ideal
    // memory, a cycle for each of two responses, and what short bursts have less than 16 beats.
    let given = [("y_len", 1024)];
    let (ideal, most) = (kernel.exact(&given), kernel.on_bank(Bank { row_bytes: 0, ..far }, &given).most);
    assert_eq!(most.unwrap() - ideal, 2 * 130 + (ideal / 64 + 1) * (300 - 64) + 2 + 16);
    // Each entry of a loop has a latency of its own.
    let twice = Kernel::new(
        "x: &[u32], y: &mut [u32]",
        "for k in 0..2_u32 { let mut sum = k; #[loop_flatten(off)] for i in 0..20_usize { sum ^= x[i]; } y[k as usize] = sum; }",
    );
    let bounds = twice.on_bank(far, &[]);
    assert!(bounds.least > 2 * 300 && bounds.least < 2 * 364, "{bounds}");
}

/// What a port alone has in a bank that is as fast as it is takes no longer than with ideal memory.
#[test]
fn beats_of_one_port_take_their_cycles_once() {
    let kernel = Kernel::new(
        r#"#[m_axi(bundle = "a")] x: &[u32], #[m_axi(bundle = "b")] y: &mut [u32]"#,
        "for i in 0..y.len() { y[i] = x[i]; }",
    );
    let given = [("y_len", 1024)];
    let prediction = kernel.predict(&given);
    let ideal = prediction.cycles.exact().unwrap();
    let beyond = |bank: Bank| {
        let memory = Memory { kernel_khz: 300_000, banks: vec![bank; 2], of_bundle: vec![Some(0), Some(1)] };
        on_board(&kernel.design, &prediction, &memory).most.unwrap() - ideal
    };
    let flat = Bank { row_bytes: 0, ..BANK };
    assert!(beyond(flat) < 8, "{}", beyond(flat));
    // An element is a word, and takes two cycles in the place of one.
    let slow = beyond(Bank { width: 4, clock_khz: 150_000, ..flat });
    assert!((2048..2048 + 64).contains(&slow), "{slow}");
    assert!(kernel.on_bank(flat, &given).most.unwrap() > ideal + 2 * 64, "both in one bank");
}

/// What depends on time may be anything else with slower memory.
#[test]
fn nothing_is_known_of_kernels_that_ask_for_the_state_of_channels() {
    let body = "let (mut tx, mut rx) = stream::<u32, 2>();
        #[dataflow]
        {
            for i in 0..64_usize { _ = tx.try_send(x[i]); }
            for i in 0..64_usize { y[i] = rx.try_recv().unwrap_or(7); }
        }";
    let kernel = Kernel::new("x: &[u32], y: &mut [u32]", body);
    assert_eq!(kernel.on_bank(BANK, &[]), Count::at_least(0));
}
