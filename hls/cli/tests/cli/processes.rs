//! `sycl-hls report` of kernels with processes: what each does and waits for, channels, deadlocks.

use sycl_hls_compiler::report::{Fifos, Kernel, Report, Usage};
use sycl_hls_compiler::rtl::predict::Count;
use sycl_hls_types::{DataflowStatistics, WaitCause};

use crate::cli::call::npy;
use crate::cli::hw_emu::cache;
use crate::cli::support::Folder;

const KERNELS: &str = r#"#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn joined(x: &[u32], #[m_axi(bundle = "out")] y: &mut [u32]) {
        let (a_tx, a_rx) = stream::<u32, 4>();
        let (b_tx, b_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            split(x, a_tx, b_tx);
            join(a_rx, b_rx, y);
        }
    }

    fn split(x: &[u32], mut a: Sender<u32>, mut b: Sender<u32>) {
        for v in x {
            a.send(*v);
        }
        for v in x {
            b.send(*v);
        }
    }

    fn join(mut a: Receiver<u32>, mut b: Receiver<u32>, y: &mut [u32]) {
        for v in y.iter_mut() {
            *v = a.recv().wrapping_add(b.recv());
        }
    }
}
"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("k.rs", KERNELS);
    folder
}

const FOUR: [&str; 4] = ["report", "k.rs", "--args", "x.len=4,y.len=4"];

fn kernel() -> Kernel {
    let json = folder().run(FOUR.into_iter().chain(["--json"])).success().stdout;
    let report: Report = serde_json::from_str(&json).unwrap();
    assert_eq!(serde_json::to_string_pretty(&report).unwrap(), json.trim_end());
    report.kernels.into_iter().next().unwrap()
}

#[test]
fn processes_are_told_with_what_they_wait_for() {
    let kernel = kernel();
    let [split, join] = &kernel.processes[..] else { panic!("{kernel:?}") };
    assert_eq!((split.name.as_str(), split.line, join.name.as_str(), join.line), ("split", 11, "join", 12));
    for process in [split, join] {
        let all: u64 = process.activity.parts.iter().flatten().sum();
        assert_eq!(Some(all), process.cycles.exact(), "{process:?}");
        assert_eq!(
            (process.starts, process.last.unwrap() - process.first.unwrap() + 1),
            (Count::exactly(1), all)
        );
        let waits = (1..).zip(&process.waits);
        let of = |position: usize| {
            process.activity.parts.iter().filter_map(|part| part.get(position)).sum::<u64>()
        };
        assert!(waits.into_iter().all(|(position, wait)| of(position) == wait.cycles), "{process:?}");
    }
    assert!(join.last < kernel.cycles.exact(), "{kernel:?}");
    // The second loop of `split` asks memory for its first element when the first one has ended.
    let waits: Vec<_> = join.waits.iter().map(|wait| (&wait.what, wait.line)).collect();
    let [a, b] = ["a", "b"].map(|name| WaitCause::Element(name.to_owned()));
    assert_eq!(waits, [(&a, 27), (&b, 27), (&WaitCause::Responses("out".to_owned()), 27)]);
    let loops: Vec<_> = split.loops.iter().map(|one| (one.line, one.interval, one.iterations)).collect();
    assert_eq!(loops, [(17, Some(1), Count::exactly(4)), (20, Some(1), Count::exactly(4))]);
}

#[test]
fn channels_are_told_with_what_passes_through_them() {
    let kernel = kernel();
    let join = &kernel.processes[1];
    let told = |index: usize| {
        let channel = &kernel.channels[index];
        (channel.name.as_str(), channel.line, channel.depth, channel.bits, channel.elements, channel.most)
    };
    let [three, four] = [3, 4].map(Count::exactly);
    assert_eq!(told(0), ("a", 7, 4, 32, four, three));
    assert_eq!(told(1), ("b", 8, 2, 32, four, Count::exactly(2)));
    let waits = kernel.channels.iter().map(|channel| (channel.empty, channel.full));
    assert!(waits.eq([(join.waits[0].cycles, 0), (join.waits[1].cycles, 0)]), "{kernel:?}");
}

#[test]
fn areas_of_processes_and_channels_are_in_that_of_the_kernel() {
    let kernel = kernel();
    let areas = kernel.processes.iter().map(|process| process.area);
    let areas = areas.chain(kernel.channels.iter().map(|channel| channel.area)).chain(kernel.interfaces);
    let sum = |of: fn(&Usage) -> Option<u64>| areas.clone().map(|area| of(&area).unwrap()).sum::<u64>();
    // The root process and the registers of arguments are the rest.
    for (whole, parts) in [(kernel.area.luts, sum(|area| area.luts)), (kernel.area.ffs, sum(|area| area.ffs))]
    {
        assert!(whole > Some(parts) && whole < Some(parts + parts / 4), "{whole:?} {parts}");
    }
}

#[test]
fn the_table_and_the_page_have_processes() {
    let folder = folder();
    let text = folder.run(FOUR).success().stdout;
    for line in [
        "  process  line  starts  first cycle  last cycle  cycles  waiting  LUT  FF   DSP",
        "  join waits 8 cycles in line 27: responses to writes through `out`",
        "  channel  line  depth  bits  elements  most held  reader waits  writer waits  LUT  FF  BRAM18",
    ] {
        assert!(text.lines().any(|own| own == line), "{line} in {text}");
    }
    assert!(
        text.contains("\n  split    for v in x               17      4   1     67           4 "),
        "{text}"
    );
    folder.run(FOUR.into_iter().chain(["--html", "k.html"])).success();
    let page = String::from_utf8(folder.read("k.html")).unwrap();
    for part in [
        "<title>cycles 60 to 61\n2: `a` is empty</title>",
        "<rect class=\"responses\"",
        "<h3 data-line=\"11\">split</h3>",
        "receive from `b`",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
}

/// In the words of the interpreter, which finds the same.
#[test]
fn a_deadlock_is_predicted() {
    let folder = folder();
    let circle = [
        "deadlock: no process can go on",
        "k.rs:18:15: process `split` waits to write to channel `a`, which is full: depth 4, 5 written, 1 read",
        "k.rs:27:42: process `join` waits to read from channel `b`, which is empty: depth 2, 0 written, 0 read",
        "help: depth 7 instead of 4 for channel `a` (k.rs:7:",
    ];
    let args = ["report", "k.rs", "--args", "x.len=8,y.len=8"];
    let text = folder.run(args).fails(1, &circle).stdout;
    assert!(
        text.starts_with("joined (k.rs:6): never ends\n  deadlock: no process can go on\n    k.rs:18:15: "),
        "{text}"
    );
    let json = folder.run(args.into_iter().chain(["--json"])).fails(1, &circle).stdout;
    let report: Report = serde_json::from_str(&json).unwrap();
    let kernel = &report.kernels[0];
    assert!(circle.iter().all(|part| kernel.deadlock.as_ref().unwrap().contains(part)), "{kernel:?}");
    assert_eq!(kernel.channels[0].most, Count::exactly(4));
    assert_eq!(kernel.processes[0].loops[0].entries, Count::exactly(1));
}

/// Loops of processes may be asked for an interval, as others.
#[test]
fn strict_is_about_loops_of_processes_too() {
    let folder = Folder::new();
    let strict = "#[pipeline(ii = 1, strict)]\n        for v in y.iter_mut() {";
    let sum = "*v = a.recv().wrapping_add(b.recv()).wrapping_add(a.recv());";
    let kernels = KERNELS.replace("for v in y.iter_mut() {", strict);
    folder.write("k.rs", kernels.replace("*v = a.recv().wrapping_add(b.recv());", sum));
    let said = [
        "error[SH0518]: in our own hardware iterations start every 3 cycles",
        "recurrence: receive from `b` (line 28) -> receive from `a` (line 28)",
    ];
    folder.run(["report", "k.rs"]).fails(1, &said);
    folder.run(["emit", "--as", "verilog", "k.rs"]).fails(1, &said);
}

/// Elements up to the first 0 are sent.
const MARKED: &str = r#"#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn marked(x: &[u32], #[len(2)] y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 4>();
        #[dataflow]
        {
            send(x, tx);
            add(rx, y);
        }
    }

    fn send(x: &[u32], mut tx: Sender<u32>) {
        let mut i = 0_usize;
        loop {
            let value = x[i];
            tx.send(value);
            if value == 0 {
                break;
            }
            i += 1;
        }
    }

    fn add(mut rx: Receiver<u32>, y: &mut [u32]) {
        let mut sum = 0_u32;
        loop {
            let value = rx.recv();
            if value == 0 {
                break;
            }
            sum = sum.wrapping_add(value);
        }
        y[0] = sum;
    }
}
"#;

/// The cycles depend on elements: without them there is a bound, and with them a number.
#[test]
fn elements_of_slices_are_given_as_files() {
    let folder = Folder::new();
    folder.write("k.rs", MARKED);
    folder.write("five.npy", npy(&[8], &[7_u32, 8, 9, 10, 11, 0, 5, 5]));
    folder.write("three.npy", npy(&[8], &[7_u32, 8, 9, 0, 11, 0, 5, 5]));
    folder.write("y.npy", npy(&[3], &[0_u32; 3]));
    let cycles = |args: &str| {
        let json = folder.run(["report", "k.rs", "--json", "--args", args]).success().stdout;
        serde_json::from_str::<Report>(&json).unwrap().kernels[0].cycles
    };
    assert_eq!(cycles("x.len=8").exact(), None);
    let [five, three] = ["x=@five.npy", "x=@three.npy"].map(|args| cycles(args).exact().unwrap());
    assert!(three < five, "{three} {five}");
    let fifo = folder.run(["fifo", "k.rs", "--args", "x=@five.npy"]).success().stdout;
    assert!(
        fifo.starts_with(&format!("marked (k.rs): {five} cycles with the depths of the source")),
        "{fifo}"
    );
    let fails = |args: &str, words: &[&str]| {
        folder.run(["report", "k.rs", "--args", args]).fails(2, words);
    };
    fails("x=5", &["`5` is no value of `x`, which is a slice", "`x=@FILE.npy`", "`x.len=VALUE`"]);
    fails("x=@none.npy", &["`@none.npy` is no value of `x`"]);
    fails("y=@y.npy", &["`y` has 2 elements, and y.npy 3"]);
}

const EIGHT: [&str; 4] = ["fifo", "k.rs", "--args", "x.len=8,y.len=8"];

/// The sender fills `a` before it sends what the receiver waits for: seven elements beside the one that is received.
#[test]
fn depths_that_cost_no_cycle_are_found() {
    let folder = folder();
    let text = folder.run(EIGHT).success().stdout;
    assert!(text.starts_with("joined (k.rs): a deadlock with the depths of the source, "), "{text}");
    let json = folder.run(EIGHT.into_iter().chain(["--json"])).success().stdout;
    let found: Fifos = serde_json::from_str(&json).unwrap();
    assert_eq!(found.channels.iter().map(|fifo| fifo.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!((&found.declared.depths[..], found.declared.cycles), (&[4, 2][..], None));
    assert!(found.fastest.depths[0] >= 7 && found.fastest.cycles.is_some(), "{found:?}");
    folder.run(EIGHT.into_iter().chain(["--html", "k.html"])).success();
    let page = String::from_utf8(folder.read("k.html")).unwrap();
    for part in ["<svg viewBox", "<circle class=\"needed\"", "<td>of the source</td><td>deadlock</td>"] {
        assert!(page.contains(part), "{part} in {page}");
    }
    folder.run(EIGHT.into_iter().chain(["--write"])).success();
    let source = String::from_utf8(folder.read("k.rs")).unwrap();
    let [a, b] = found.fastest.depths[..] else { panic!("{found:?}") };
    for (name, depth) in [("a", a), ("b", b)] {
        let line = format!("let ({name}_tx, {name}_rx) = stream::<u32, {depth}>();");
        assert!(source.contains(&line), "{line} in {source}");
    }
    let kernel = folder.run(["report", "k.rs", "--args", "x.len=8,y.len=8", "--json"]).success().stdout;
    let report: Report = serde_json::from_str(&kernel).unwrap();
    assert_eq!(report.kernels[0].cycles.exact(), found.fastest.cycles);
}

#[test]
fn what_has_no_depths_is_told() {
    let folder = folder();
    folder.run(["fifo", "k.rs"]).fails(1, &["kernel `joined`: the cycles depend on", "`--args` gives"]);
    folder.run(["fifo", "k.rs", "--kernel", "other"]).fails(2, &["there is no kernel `other`"]);
    folder.write("plain.rs", "#[sycl_hls::kernels]\nmod kernels {\n    #[kernel]\n    pub fn k(y: &mut [u32]) {\n        y[0] = 1;\n    }\n}\n");
    folder.run(["fifo", "plain.rs"]).fails(2, &["no kernel of the file has streams"]);
}

/// Of a run with ideal memory.
#[test]
fn a_simulated_run_has_the_figures_of_the_report() {
    let folder = folder();
    folder.write("x.npy", npy(&[4], &[1_u32, 2, 3, 4]));
    folder.write("y.npy", npy(&[4], &[0_u32; 4]));
    let cache = cache();
    let environment = [("SYCL_HLS_CACHE", cache.as_os_str())];
    let args = ["--target", "hw_emu", "--memory", "ideal", "--stats", "s.json", "x=@x.npy", "y=@y.npy:z.npy"];
    folder.run_with(&environment, ["call", "k.rs", "joined"].into_iter().chain(args)).success();
    let runs: Vec<DataflowStatistics> = serde_json::from_slice(&folder.read("s.json")).unwrap();
    let kernel = kernel();
    let processes = runs[0].processes.iter().zip(&kernel.processes);
    for (simulated, predicted) in processes {
        let mut waits: Vec<_> = predicted.waits.iter().map(|it| (&it.what, it.line, it.cycles)).collect();
        waits.sort_by_key(|(.., cycles)| std::cmp::Reverse(*cycles));
        let found: Vec<_> = simulated.waits.iter().map(|it| (&it.what, it.line, it.cycles)).collect();
        assert_eq!((&simulated.name, simulated.line, found), (&predicted.name, predicted.line, waits));
        assert_eq!(Some(simulated.cycles), predicted.cycles.exact());
        assert_eq!((simulated.starts, simulated.ports), (1, 0));
    }
    for (simulated, predicted) in runs[0].channels.iter().zip(&kernel.channels) {
        let place = |name: &String, line, depth, bits| (name.clone(), line, depth, bits);
        assert_eq!(
            place(&simulated.name, simulated.line, simulated.depth, simulated.bits),
            place(&predicted.name, predicted.line, predicted.depth, predicted.bits)
        );
        let counts = [predicted.elements.exact(), predicted.most.exact()];
        assert_eq!([simulated.elements, simulated.most].map(Some), counts);
        assert_eq!((simulated.empty, simulated.full), (predicted.empty, predicted.full));
    }
    assert_eq!((runs[0].processes.len(), runs[0].channels.len()), (2, 2));
    let text = folder.run(FOUR.into_iter().chain(["--after", "s.json"])).success().stdout;
    for line in [
        "  process  line  starts  cycles  waiting  for ports",
        "  channel  line  depth  elements  most held  reader waits  writer waits",
    ] {
        assert!(text.lines().any(|own| own == line), "{line} in {text}");
    }
    let waits = "  join waits 8 cycles in line 27: responses to writes through `out`";
    assert_eq!(text.lines().filter(|own| *own == waits).count(), 2, "{text}");
    folder.run(FOUR.into_iter().chain(["--after", "s.json", "--html", "k.html"])).success();
    let page = String::from_utf8(folder.read("k.html")).unwrap();
    assert!(page.contains(waits.trim_start()) && page.contains("for ports"), "{page}");
}
