//! Random networks of processes: chains, forks and joins, circles with initial tokens, elements that are dealt out and collected, nested
//! regions, data-driven tasks, arrays that are passed on, blocks that are handed over, and regions that are entered again and again, with channels of random depths and
//! loops of random intervals; and linked kernels with free-running ones between them.
//!
//! Each process takes an element from each of its channels and gives one to each of others in every iteration, in any order, and a circle
//! holds as many elements as it begins with. So every network ends, with the same results on every target.

mod linked;

use std::fmt::Write as _;

use sycl_hls_tests::job::{Arg, ArgKind, ArgTy, Job};
use sycl_hls_types::Scalar;

use crate::case::Case;
use crate::generate::Dice;

/// The most elements that pass through a channel in a turn.
const MOST_ELEMENTS: i128 = 20;

/// One network of so many is one of linked kernels.
const LINKED: usize = 5;

/// A channel whose elements nobody takes yet.
#[derive(Clone, Debug)]
struct Channel {
    name: String,
    ty: &'static str,
}

/// A process: a function, and the call of it.
struct Stage {
    function: String,
    call: String,
}

/// A network that is being made.
struct Network {
    dice: Dice,
    /// The declarations of channels.
    channels: String,
    stages: Vec<Stage>,
    open: Vec<Channel>,
    channel_count: usize,
}

/// The end of a channel in a function.
#[derive(Clone, Debug)]
struct End {
    name: String,
    ty: &'static str,
}

/// The ends of channels on one side, `rx` or `tx`.
fn ends(channels: &[Channel], side: &str) -> Vec<End> {
    channels.iter().map(|it| End { name: format!("{}_{side}", it.name), ty: it.ty }).collect()
}

/// A random network as a kernels module, with a run of it.
#[must_use]
pub fn network(seed: u64, number: u64) -> Case {
    let mut dice = Dice::new(seed, number);
    let elements = dice.between(1, MOST_ELEMENTS);
    let turns = dice.weighted([(2, 0), (1, 1), (1, 3)]);
    let is_linked = dice.below(LINKED) == 0;
    let (channels, stages, open) = (String::new(), Vec::new(), Vec::new());
    let mut network = Network { dice, channels, stages, open, channel_count: 0 };
    let name = format!("network_{number}");
    if is_linked {
        return linked::case(&mut network, name, elements);
    }
    network.source();
    for _ in 0..network.dice.below(4) {
        match network.dice.weighted([(5, 0), (2, 1), (1, 2), (1, 3), (2, 4), (1, 5), (2, 6), (1, 7)]) {
            0 => network.stage(),
            1 => network.circle(),
            2 => network.dealt(),
            3 => network.nested(),
            4 => network.task(),
            5 => network.array(),
            6 => network.blocks(),
            _ => network.striped(),
        }
    }
    network.sink();
    let text = network.text(&name, turns);
    let args = network.slices(elements);
    let jobs = vec![Job { kernel: "k".to_owned(), args, seed: network.dice.bits() }];
    Case { module: name, text, jobs }
}

/// An argument of numbers of 32 bits.
fn arg(kind: ArgKind, bits: Vec<u64>) -> Arg {
    Arg { kind, ty: ArgTy::Scalar(Scalar::U32), bits }
}

impl Network {
    fn text(&mut self, name: &str, turns: usize) -> String {
        self.dice.shuffle(&mut self.stages);
        let calls: String = self.stages.iter().map(|stage| format!("    {}\n", stage.call)).collect();
        let functions: String = self.stages.iter().map(|stage| stage.function.as_str()).collect();
        let dataflow = self.dice.of(["dataflow", "dataflow", "dataflow(disable_start_propagation)"]);
        let region = format!("{}#[{dataflow}]\n{{\n{calls}}}\n", self.channels);
        let body = match turns {
            0 => region,
            _ => format!("for _turn in 0..{turns}_usize {{\n{region}}}\n"),
        };
        format!(
            "#[sycl_hls::kernels]\n#[allow(unused_mut, unused_variables)]\npub mod {name} {{\nuse sycl_hls::device::*;\n\n#[kernel]\n\
             pub fn k(x: &[u32], out: &mut [u32]) {{\nlet n = x.len();\n{body}}}\n{functions}}}\n"
        )
    }

    /// Declares a channel.
    fn channel(&mut self, least: usize) -> Channel {
        let name = format!("c{}", self.channel_count);
        self.channel_count += 1;
        let depth = least + self.dice.weighted([(3, 0), (3, 1), (1, 4), (1, 15)]);
        let ty = self.dice.of(["u32", "u32", "u8", "u64", "i16"]);
        let _ = writeln!(self.channels, "let (mut {name}_tx, mut {name}_rx) = stream::<{ty}, {depth}>();");
        Channel { name, ty }
    }

    /// The arguments of a network: what it reads, and as many places for what it writes.
    fn slices(&mut self, elements: i128) -> Vec<Arg> {
        let bits: Vec<u64> = (0..elements).map(|_| self.dice.bits() & 0xffff_ffff).collect();
        let places = vec![0; bits.len()];
        vec![arg(ArgKind::Slice, bits), arg(ArgKind::SliceMut, places)]
    }

    /// One of the channels that nobody receives from.
    fn take(&mut self) -> Option<Channel> {
        let position = self.dice.below(self.open.len());
        (!self.open.is_empty()).then(|| self.open.swap_remove(position))
    }

    /// A loop over so many elements, with this body.
    fn counted(&mut self, count: &str, body: &str) -> String {
        let directive = match body.contains("while") {
            // What is in a pipeline is unrolled.
            true => self.dice.of(["", "#[pipeline(off)]\n"]),
            false => self.dice.of(["", "", "#[pipeline]\n", "#[pipeline(ii = 3)]\n", "#[pipeline(off)]\n"]),
        };
        format!("{directive}for i in 0..{count} {{\n{body}}}\n")
    }

    /// What is computed with `v`: in no cycle, in some, in many, or in as many as the value says.
    fn computed(&mut self) -> String {
        let number = self.dice.between(2, 1000);
        match self.dice.below(6) {
            0 => format!("v = v.wrapping_add({number});\n"),
            1 => format!("v = v.wrapping_mul({number}) ^ i as u64;\n"),
            2 => format!("v = v / {number} + v % 7;\n"),
            3 => format!("v = {number} / (v % 16 + 1);\n"),
            4 => format!("if v % 3 == 0 {{\nv ^= {number};\n}}\n"),
            _ => "let mut steps = v % 5;\nwhile steps > 0 {\nv = v.rotate_left(3);\nsteps -= 1;\n}\n"
                .to_owned(),
        }
    }

    /// One iteration: an element from each of these, and one to each of the others, in any order; what is sent may depend on what was
    /// received before.
    fn iteration(&mut self, from: &[End], to: &[End]) -> String {
        let receive = |end: &End| format!("v = v.wrapping_mul(31) ^ {}.recv() as u64;\n", end.name);
        let send = |end: &End| format!("{}.send(v as {});\n", end.name, end.ty);
        let mut rest: Vec<String> = from.iter().skip(1).map(receive).chain(to.iter().map(send)).collect();
        self.dice.shuffle(&mut rest);
        let mut text: String = from.first().map(receive).unwrap_or_default();
        for operation in rest {
            if self.dice.percent(50) {
                text += &self.computed();
            }
            text += &operation;
        }
        text
    }

    /// A process with these ends; `before` and `after` stand around its loop.
    fn process(&mut self, from: &[Channel], to: &[Channel], around: [&str; 2], loops: &str) {
        let name = format!("p{}", self.stages.len());
        let receivers = from.iter().map(|it| format!("mut {0}_rx: Receiver<{1}>", it.name, it.ty));
        let senders = to.iter().map(|it| format!("mut {0}_tx: Sender<{1}>", it.name, it.ty));
        let params: Vec<String> = receivers.chain(senders).collect();
        let ends = from.iter().map(|it| format!("{}_rx", it.name));
        let ends: Vec<String> = ends.chain(to.iter().map(|it| format!("{}_tx", it.name))).collect();
        let [before, after] = around;
        let function = format!("\nfn {name}({}, n: usize) {{\n{before}{loops}{after}}}\n", params.join(", "));
        self.stages.push(Stage { function, call: format!("{name}({}, n);", ends.join(", ")) });
    }

    /// The loop of a process over all elements.
    fn over_all(&mut self, from: &[Channel], to: &[Channel], count: &str) -> String {
        let start = format!("let mut v: u64 = {};\n", self.dice.between(0, 99));
        let body = start + &self.iteration(&ends(from, "rx"), &ends(to, "tx"));
        self.counted(count, &body)
    }

    /// The process that reads the input.
    fn source(&mut self) {
        let to: Vec<Channel> = (0..=self.dice.below(3)).map(|_| self.channel(1)).collect();
        let sends: String = to.iter().map(|it| format!("{}_tx.send(v as {});\n", it.name, it.ty)).collect();
        let body = format!("let mut v = x[i] as u64;\n{}{sends}", self.computed());
        let loops = self.counted("n", &body);
        self.process(&[], &to, ["", ""], &loops);
        self.with_slice("x: &[u32]", "x");
        self.open.extend(to);
    }

    /// The last process takes a slice, too.
    fn with_slice(&mut self, param: &str, arg: &str) {
        if let Some(stage) = self.stages.last_mut() {
            stage.function = stage.function.replacen('(', &format!("({param}, "), 1);
            stage.call = stage.call.replacen('(', &format!("({arg}, "), 1);
        }
    }

    /// A process that joins and forks.
    fn stage(&mut self) {
        let from: Vec<Channel> = (0..=self.dice.below(2)).filter_map(|_| self.take()).collect();
        let to: Vec<Channel> = (0..=self.dice.below(2)).map(|_| self.channel(1)).collect();
        let loops = self.over_all(&from, &to, "n");
        self.process(&from, &to, ["", ""], &loops);
        self.open.extend(to);
    }

    /// A process that runs again and again, as long as elements come: a statement of the region.
    fn task(&mut self) {
        let from: Vec<Channel> = (0..=self.dice.below(2)).filter_map(|_| self.take()).collect();
        if from.is_empty() {
            return;
        }
        let to: Vec<Channel> = (0..=self.dice.below(2)).map(|_| self.channel(1)).collect();
        // What is the same in all of the kernel's run.
        let number = if self.dice.percent(50) { Some("n as u32".to_owned()) } else { None };
        let call = format!("loop {{\n{}}}", self.run(&from, &to, number));
        self.stages.push(Stage { function: String::new(), call });
        self.open.extend(to);
    }

    /// One run of a process that begins anew with each element. It computes with this number, or else with a constant.
    fn run(&mut self, from: &[Channel], to: &[Channel], number: Option<String>) -> String {
        let number = number.unwrap_or_else(|| format!("{}_u32", self.dice.below(9)));
        let start = format!("let i = {number};\nlet mut v: u64 = {};\n", self.dice.between(0, 99));
        start + &self.iteration(&ends(from, "rx"), &ends(to, "tx"))
    }

    /// All elements are written to an array, which the next process reads when all are there. What is open ends here: whoever
    /// waits until something else is taken would wait for ever.
    fn array(&mut self) {
        let from = std::mem::take(&mut self.open);
        let to: Vec<Channel> = (0..=self.dice.below(2)).map(|_| self.channel(1)).collect();
        let (number, given) = (self.stages.len(), self.dice.percent(50));
        let ty = self.dice.of(["u32", "u8", "u64"]);
        let body =
            format!("let mut v: u64 = 1;\n{}all[i] = v as {ty};\n", self.iteration(&ends(&from, "rx"), &[]));
        let filled = self.counted("n", &body);
        let declared = format!("let mut all = [0_{ty}; {MOST_ELEMENTS}];\n");
        match given {
            true => self.process(&from, &[], [&declared, "all\n"], &filled),
            false => self.process(&from, &[], ["", ""], &filled),
        }
        let Some(mut fill) = self.stages.pop() else { return };
        match given {
            true => {
                fill.function = fill.function.replacen(") {", &format!(") -> [{ty}; {MOST_ELEMENTS}] {{"), 1);
                fill.call = format!("let a{number} = {}", fill.call);
            }
            false => {
                let param = format!("(all: &mut [{ty}; {MOST_ELEMENTS}], ");
                fill.function = fill.function.replacen('(', &param, 1);
                fill.call = format!(
                    "let mut a{number} = [0_{ty}; {MOST_ELEMENTS}];\n{}",
                    fill.call.replacen('(', &format!("(&mut a{number}, "), 1)
                );
            }
        }
        let index = self.dice.of(["i", "n - 1 - i", "i % 3"]);
        let sends = self.iteration(&[], &ends(&to, "tx"));
        let loops = self.counted("n", &format!("let mut v = all[{index}] as u64;\n{sends}"));
        self.process(&[], &to, ["", ""], &loops);
        let name = format!("p{}", self.stages.len() - 1);
        self.with_slice(&format!("all: &[{ty}; {MOST_ELEMENTS}]"), &format!("&a{number}"));
        let Some(read) = self.stages.last_mut() else { return };
        // The two stand one behind the other.
        read.function =
            fill.function.replacen(&format!("fn {name}("), &format!("fn {name}_fill("), 1) + &read.function;
        read.call = format!(
            "{}\n{}",
            fill.call.replacen(&format!("{name}("), &format!("{name}_fill("), 1),
            read.call
        );
        self.open.extend(to);
    }

    /// All elements go through blocks, which the next process reads in another order. What is open ends here, as before an array.
    fn blocks(&mut self) {
        let from = std::mem::take(&mut self.open);
        let to: Vec<Channel> = (0..=self.dice.below(2)).map(|_| self.channel(1)).collect();
        let (name, size) = (format!("b{}", self.stages.len()), self.dice.of([1, 2, 3, 5, 8]));
        let ty = self.dice.of(["u32", "u8", "u64"]);
        self.declare_blocks(&name, ty, size);
        let received = self.iteration(&ends(&from, "rx"), &[]);
        let fill = format!("let mut v: u64 = 1;\nif i < n {{\n{received}}}\nblock[k] = v as {ty};\n");
        let loops = self.over_blocks(&format!("let mut block = {name}_tx.acquire();\n"), size, &fill);
        self.process(&from, &[], ["", ""], &loops);
        self.with_slice(&format!("mut {name}_tx: BlockSender<[{ty}; {size}]>"), &format!("{name}_tx"));
        let name = if self.dice.percent(30) { self.task_of_blocks(&name, ty, size) } else { name };
        let index = match self.dice.below(3) {
            0 => "k".to_owned(),
            1 => format!("{size} - 1 - k"),
            _ => format!("i % {size}"),
        };
        let sends = self.iteration(&[], &ends(&to, "tx"));
        let give = format!("if i < n {{\nlet mut v = block[{index}] as u64;\n{sends}}}\n");
        let loops = self.over_blocks(&format!("let block = {name}_rx.acquire();\n"), size, &give);
        self.process(&[], &to, ["", ""], &loops);
        self.with_slice(&format!("mut {name}_rx: BlockReceiver<[{ty}; {size}]>"), &format!("{name}_rx"));
        self.open.extend(to);
    }

    /// The loops of a process over blocks and the elements in them, which may hand a block over by themselves.
    fn over_blocks(&mut self, acquire: &str, size: usize, body: &str) -> String {
        let directive = match body.contains("while") {
            true => "",
            false => self.dice.of(["", "#[pipeline]\n", "#[pipeline(off)]\n"]),
        };
        let end = match self.dice.below(5) {
            0 => "drop(block);\n",
            1 => "if b % 2 == 1 {\ndrop(block);\ncontinue;\n}\n",
            2 => "if b + 1 == count {\nbreak;\n}\n",
            3 => "if b + 1 == count {\nreturn;\n}\n",
            _ => "",
        };
        format!(
            "let count = n.div_ceil({size});\nfor b in 0..count {{\n{acquire}{directive}for k in 0..{size}_usize {{\nlet i = {size} * b + k;\n{body}}}\n{end}}}\n"
        )
    }

    /// Declares a stream of blocks, each in one memory or several.
    fn declare_blocks(&mut self, name: &str, ty: &str, size: usize) {
        let depth = self.dice.between(1, 3);
        let directive = match size {
            1 => "",
            _ => self.dice.of([
                "",
                "",
                "#[array_partition(complete)]\n",
                "#[array_partition(cyclic, factor = 2)]\n",
                "#[array_partition(block, factor = 2)]\n",
            ]),
        };
        let _ = writeln!(
            self.channels,
            "{directive}let (mut {name}_tx, mut {name}_rx) = blocks::<[{ty}; {size}], {depth}>();"
        );
    }

    /// A task that takes these blocks and gives others, whose name this is.
    fn task_of_blocks(&mut self, from: &str, ty: &str, size: usize) -> String {
        let to = format!("{from}t");
        self.declare_blocks(&to, ty, size);
        let index = if self.dice.percent(50) { "k".to_owned() } else { format!("{size} - 1 - k") };
        let computed = self.computed();
        let call = format!(
            "loop {{\nlet given = {from}_rx.acquire();\nlet mut block = {to}_tx.acquire();\nfor k in 0..{size}_usize {{\nlet i = k;\n\
             let mut v = given[{index}] as u64;\n{computed}block[k] = v as {ty};\n}}\n}}"
        );
        self.stages.push(Stage { function: String::new(), call });
        to
    }

    /// All elements go through two streams of blocks in turn, with a process or a task for each, and on in another one. What is
    /// open ends here, as before an array.
    fn striped(&mut self) {
        let from = std::mem::take(&mut self.open);
        let to = self.channel(1);
        let name = format!("s{}", self.stages.len());
        let (size, ty, depth) =
            (self.dice.of([1, 2, 3]), self.dice.of(["u32", "u8"]), self.dice.between(1, 2));
        for part in ["in", "out"] {
            let _ = writeln!(
                self.channels,
                "let (mut {name}{part}_txs, mut {name}{part}_rxs) = streams_of_blocks::<[{ty}; {size}], {depth}, 2>();"
            );
        }
        let rounds = format!("n.div_ceil(2 * {size})");
        let each = |end: &str, acquire: &str, body: &str| {
            format!(
                "for round in 0..{rounds} {{\nfor (s, end) in {end}.iter_mut().enumerate() {{\n{acquire}for k in 0..{size}_usize {{\n\
                 let i = {size} * (2 * round + s) + k;\n{body}}}\n}}\n}}\n"
            )
        };
        let received = self.iteration(&ends(&from, "rx"), &[]);
        let fill = format!("let mut v: u64 = 1;\nif i < n {{\n{received}}}\nblock[k] = v as {ty};\n");
        let loops = each("txs", "let mut block = end.acquire();\n", &fill);
        self.process(&from, &[], ["", ""], &loops);
        self.with_slice(&format!("mut txs: [BlockSender<[{ty}; {size}]>; 2]"), &format!("{name}in_txs"));
        let computed = self.computed();
        let work = format!(
            "let given = rx.acquire();\nlet mut block = tx.acquire();\nfor k in 0..{size}_usize {{\nlet i = k;\n\
             let mut v = given[{size} - 1 - k] as u64;\n{computed}block[k] = v as {ty};\n}}\n"
        );
        let header = if self.dice.percent(50) { "loop".to_owned() } else { format!("for _ in 0..{rounds}") };
        let call = format!(
            "for (mut rx, mut tx) in {name}in_rxs.into_iter().zip({name}out_txs) {{\n{header} {{\n{work}}}\n}}"
        );
        self.stages.push(Stage { function: String::new(), call });
        let sends = self.iteration(&[], &ends(std::slice::from_ref(&to), "tx"));
        let give = format!("if i < n {{\nlet mut v = block[k] as u64;\n{sends}}}\n");
        let loops = each("rxs", "let block = end.acquire();\n", &give);
        self.process(&[], std::slice::from_ref(&to), ["", ""], &loops);
        self.with_slice(&format!("mut rxs: [BlockReceiver<[{ty}; {size}]>; 2]"), &format!("{name}out_rxs"));
        self.open.push(to);
    }

    /// Two processes, of which the first waits for what the second has sent: some elements before all others.
    fn circle(&mut self) {
        let Some(from) = self.take() else { return };
        let tokens = self.dice.between(1, 3) as usize;
        let (there, back, to) = (self.channel(1), self.channel(tokens), self.channel(1));
        let loops = self.over_all(&[from.clone(), back.clone()], std::slice::from_ref(&there), "n");
        let rest = format!("for _ in 0..{tokens}_u8 {{\nlet _rest = {}_rx.recv();\n}}\n", back.name);
        self.process(&[from, back.clone()], std::slice::from_ref(&there), ["", &rest], &loops);
        let loops = self.over_all(std::slice::from_ref(&there), &[back.clone(), to.clone()], "n");
        let first = format!("for k in 0..{tokens}_u8 {{\n{}_tx.send(k as {});\n}}\n", back.name, back.ty);
        self.process(&[there], &[back, to.clone()], [&first, ""], &loops);
        self.open.push(to);
    }

    /// Elements are dealt out to two processes in turn, and collected.
    fn dealt(&mut self) {
        let Some(from) = self.take() else { return };
        let [even, odd, evens, odds, to] = [(); 5].map(|()| self.channel(1));
        let deal = format!(
            "let v = {}_rx.recv() as u64;\nif i % 2 == 0 {{\n{even}_tx.send(v as {});\n}} else {{\n{odd}_tx.send(v as {});\n}}\n",
            from.name,
            even.ty,
            odd.ty,
            even = even.name,
            odd = odd.name,
        );
        let loops = self.counted("n", &deal);
        self.process(&[from], &[even.clone(), odd.clone()], ["", ""], &loops);
        for (taken, given, count) in [(even, evens.clone(), "n.div_ceil(2)"), (odd, odds.clone(), "n / 2")] {
            let loops = self.over_all(std::slice::from_ref(&taken), std::slice::from_ref(&given), count);
            self.process(&[taken], &[given], ["", ""], &loops);
        }
        let collect = format!(
            "let v = if i % 2 == 0 {{ {}_rx.recv() as u64 }} else {{ {}_rx.recv() as u64 }};\n{}_tx.send(v as {});\n",
            evens.name, odds.name, to.name, to.ty
        );
        let loops = self.counted("n", &collect);
        self.process(&[evens, odds], std::slice::from_ref(&to), ["", ""], &loops);
        self.open.push(to);
    }

    /// A process that is a region of two processes itself.
    fn nested(&mut self) {
        let Some(from) = self.take() else { return };
        let to = self.channel(1);
        let depth = 1 + self.dice.below(3);
        let inner = Channel { name: "inner".to_owned(), ty: "u32" };
        let first = self.over_all(std::slice::from_ref(&from), std::slice::from_ref(&inner), "n");
        let second = self.over_all(std::slice::from_ref(&inner), std::slice::from_ref(&to), "n");
        let region = format!(
            "let (mut inner_tx, mut inner_rx) = stream::<u32, {depth}>();\n#[dataflow]\n{{\n{first}{second}}}\n"
        );
        self.process(&[from], std::slice::from_ref(&to), ["", ""], &region);
        self.open.push(to);
    }

    /// The process that takes all that is left, and writes the output.
    fn sink(&mut self) {
        let from = std::mem::take(&mut self.open);
        let body =
            format!("let mut v: u64 = 1;\n{}out[i] = v as u32;\n", self.iteration(&ends(&from, "rx"), &[]));
        let loops = self.counted("n", &body);
        self.process(&from, &[], ["", ""], &loops);
        self.with_slice("out: &mut [u32]", "out");
    }
}
