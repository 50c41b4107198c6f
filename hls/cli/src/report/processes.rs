//! What tables say of processes and of the channels between them.

use sycl_hls_compiler::report::{Channel, Kernel, Loop, Maker, Process, Wait};
use sycl_hls_types::{ChannelStatistics, ProcessStatistics, WaitCause};

use super::rows::{columns, count, each, figure, joined, line};
use crate::run_statistics::Run;

/// The loops of a kernel, outer ones first, each with its process, if that is not the kernel's own, and its level.
pub fn each_loop<'k>(kernel: &'k Kernel, act: &mut impl FnMut(Option<&'k Process>, &'k Loop, usize)) {
    each(&kernel.loops, 0, &mut |one, level| act(None, one, level));
    for process in &kernel.processes {
        each(&process.loops, 0, &mut |one, level| act(Some(process), one, level));
    }
}

/// The table of loops, its head first; empty where there is none. Of several processes, the first column has their names.
pub fn loops(kernel: &Kernel, maker: &Maker, name: impl Fn(&Loop, usize) -> String) -> Vec<Vec<String>> {
    let (columns, has_processes) = (columns(maker), !kernel.processes.is_empty());
    let mut rows = Vec::new();
    each_loop(kernel, &mut |process, one, level| {
        let of = has_processes.then(|| process.map_or_else(String::new, |process| process.name.clone()));
        let cells = columns.iter().map(|column| (column.cell)(one));
        let place = [name(one, level) + &joined(one), line(one.line)];
        rows.push(of.into_iter().chain(place).chain(cells).collect());
    });
    if !rows.is_empty() {
        let of = has_processes.then_some("process");
        rows.extend(outside(kernel, maker));
        let head = of.into_iter().chain(["loop", "line"]).chain(columns.iter().map(|column| column.name));
        rows.insert(0, head.map(str::to_owned).collect());
    }
    rows
}

/// The row of what is in no loop of our own hardware, so that the rows add up; of one process, and where all of it is known.
pub fn outside(kernel: &Kernel, maker: &Maker) -> Option<Vec<String>> {
    let in_loops: Option<u64> = kernel.loops.iter().map(|one| one.cycles.exact()).sum();
    let is_one = *maker == Maker::Own && kernel.processes.is_empty();
    let rest = kernel.cycles.exact().filter(|_| is_one)?.checked_sub(in_loops?)?;
    let cells = columns(maker).iter().map(|column| match column.name {
        "cycles" => rest.to_string(),
        _ => "-".to_owned(),
    });
    Some(["outside of loops".to_owned(), "-".to_owned()].into_iter().chain(cells).collect())
}

/// The accesses of loops that send a request for each element.
pub fn slow_ports(kernel: &Kernel) -> Vec<String> {
    let mut slow = Vec::new();
    each_loop(kernel, &mut |_, one, _| {
        let single = one.transfers.iter().filter(|transfer| !transfer.burst);
        for place in single.map(|transfer| transfer.place.to_string()) {
            // A helper has the same accesses wherever it is called.
            if !slow.contains(&place) {
                slow.push(place);
            }
        }
    });
    slow
}

/// The table of processes, its head first; empty where there is none.
pub fn processes(kernel: &Kernel) -> Vec<Vec<String>> {
    let row = |one: &Process| {
        let cycle = |cycle: Option<u64>| cycle.map_or_else(|| "-".to_owned(), |cycle| cycle.to_string());
        let times = [count(one.starts), cycle(one.first), cycle(one.last), count(one.cycles)];
        let area = [one.area.luts, one.area.ffs, one.area.dsps].map(figure);
        let names = [one.name.clone(), line(one.line)];
        names.into_iter().chain(times).chain([one.waiting().to_string()]).chain(area).collect()
    };
    let head =
        ["process", "line", "starts", "first cycle", "last cycle", "cycles", "waiting", "LUT", "FF", "DSP"];
    table(&head, kernel.processes.iter().map(row))
}

/// The table of channels, its head first; empty where there is none.
pub fn channels(kernel: &Kernel) -> Vec<Vec<String>> {
    let row = |one: &Channel| {
        let size = [line(one.line), one.depth.to_string(), one.bits.to_string()];
        let use_ = [count(one.elements), count(one.most), one.empty.to_string(), one.full.to_string()];
        let area = [one.area.luts, one.area.ffs, one.area.ramb18s].map(figure);
        std::iter::once(one.name.clone()).chain(size).chain(use_).chain(area).collect()
    };
    let head = [
        "channel",
        "line",
        "depth",
        "bits",
        "elements",
        "most held",
        "reader waits",
        "writer waits",
        "LUT",
        "FF",
        "BRAM18",
    ];
    table(&head, kernel.channels.iter().map(row))
}

/// What processes did in a simulated run, a head first; empty where there is none.
pub fn simulated_processes(run: &Run) -> Vec<Vec<String>> {
    let row = |one: &ProcessStatistics| {
        let waiting: u64 = one.waits.iter().map(|wait| wait.cycles).sum();
        let figures = [one.starts, one.cycles, waiting, one.ports].map(|figure| figure.to_string());
        [one.name.clone(), line(one.line)].into_iter().chain(figures).collect()
    };
    let head = ["process", "line", "starts", "cycles", "waiting", "for ports"];
    table(&head, run.dataflow.processes.iter().map(row))
}

/// What passed through channels in a simulated run, a head first; empty where there is none.
pub fn simulated_channels(run: &Run) -> Vec<Vec<String>> {
    let row = |one: &ChannelStatistics| {
        let figures =
            [one.depth, one.elements, one.most, one.empty, one.full].map(|figure| figure.to_string());
        [one.name.clone(), line(one.line)].into_iter().chain(figures).collect()
    };
    let head = ["channel", "line", "depth", "elements", "most held", "reader waits", "writer waits"];
    table(&head, run.dataflow.channels.iter().map(row))
}

/// What processes waited for in a simulated run.
pub fn simulated_waits(run: &Run) -> Vec<String> {
    let processes = run.dataflow.processes.iter();
    let waits = processes.flat_map(|one| one.waits.iter().map(move |wait| (one, wait)));
    waits.map(|(one, wait)| waiting(&one.name, wait.cycles, wait.line, &wait.what)).collect()
}

fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let rows: Vec<_> = rows.collect();
    let head = (!rows.is_empty()).then(|| head.iter().copied().map(str::to_owned).collect());
    head.into_iter().chain(rows).collect()
}

/// What a process waits for, the longest first, each with its line.
pub fn waits(process: &Process) -> Vec<(u32, String)> {
    let mut waits: Vec<&Wait> = process.waits.iter().collect();
    waits.sort_by_key(|wait| std::cmp::Reverse(wait.cycles));
    let said = waits.into_iter().map(|wait| {
        let Wait { what, line, cycles } = wait;
        (*line, waiting(&process.name, *cycles, *line, what))
    });
    said.collect()
}

fn waiting(process: &str, number: u64, at: u32, what: &WaitCause) -> String {
    let cycles = if number == 1 { "cycle" } else { "cycles" };
    format!("{process} waits {number} {cycles} in line {}: {what}", line(at))
}

/// How long a kernel runs.
pub fn duration(kernel: &Kernel) -> String {
    match &kernel.deadlock {
        Some(_) => "never ends".to_owned(),
        None => {
            let on_board =
                on_board(kernel).map(|(board, cycles)| format!(", with the memory of {board} {cycles}"));
            format!("{} cycles{}", count(kernel.cycles), on_board.unwrap_or_default())
        }
    }
}

/// A board, and how many cycles a kernel runs with its memory; nothing of one that never ends, or that has no ports.
pub fn on_board(kernel: &Kernel) -> Option<(&str, String)> {
    let has_ports = !kernel.ports.is_empty();
    let run = kernel.on_board.as_ref().filter(|_| has_ports && kernel.deadlock.is_none())?;
    Some((&run.board, count(run.cycles)))
}
