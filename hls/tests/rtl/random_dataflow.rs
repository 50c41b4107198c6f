//! Random networks of processes: chains, forks and joins with channels of random depths, loops of random intervals and latencies.
//! Prediction says their cycles and their deadlocks.

use std::fmt::Write as _;

use sycl_hls_ir::{check, parse};

use super::dataflow::simulated;
use crate::random::Random;

/// Elements that pass through each channel.
const ELEMENTS: u64 = 6;

/// A region that is being written.
struct Network {
    random: Random,
    channels: String,
    /// The process that is being written.
    body: String,
    processes: Vec<String>,
    channel_count: u64,
    value_count: u64,
    /// Channels that nobody receives from yet.
    open: Vec<u64>,
}

impl Network {
    /// A module with a kernel of some processes.
    fn text(seed: u64) -> String {
        let random = Random(seed);
        let (channels, body, processes, open) = (String::new(), String::new(), Vec::new(), Vec::new());
        let mut network = Self { random, channels, body, processes, channel_count: 0, value_count: 10, open };
        network.process("source", &[]);
        for number in 0..network.random.below(4) {
            let count = network.random.below(2) + 1;
            let taken: Vec<u64> = (0..count).filter_map(|_| network.take()).collect();
            network.process(&format!("stage{number}"), &taken);
        }
        network.sink();
        let (iterations, processes) = (network.random.below(4) + 1, network.shuffled());
        format!(
            "module m from \"m.rs\"\n\nkernel @k(&0.x: [i32] len({ELEMENTS}) bundle \"gmem0\", &1.out: mut [i32] len({ELEMENTS}) bundle \"gmem1\") {{\n\
             %0 = const 0: u64\n%1 = const {ELEMENTS}: u64\n%2 = const {iterations}: u64\n%3 = const 77: i32\n\
             for %4 in %0..%2 {{\ndataflow {{\n{}{processes}}}\n}}\nreturn\n}}\n",
            network.channels
        )
    }

    /// The processes in any order.
    fn shuffled(&mut self) -> String {
        for position in (1..self.processes.len()).rev() {
            let other = self.random.below(position as u64 + 1) as usize;
            self.processes.swap(position, other);
        }
        self.processes.concat()
    }

    fn value(&mut self) -> String {
        self.value_count += 1;
        format!("%{}", self.value_count)
    }

    /// One of the channels that nobody receives from.
    fn take(&mut self) -> Option<u64> {
        let count = self.open.len() as u64;
        (count > 0).then(|| self.random.below(count) as usize).map(|position| self.open.swap_remove(position))
    }

    fn channel(&mut self) -> u64 {
        let (id, depth) = (self.channel_count, self.random.below(4) + 1);
        self.channel_count += 1;
        let _ = writeln!(self.channels, "channel #{id}.c{id}: i32 depth {depth}");
        self.open.push(id);
        id
    }

    /// A loop over all elements, with this body.
    fn counted(&mut self, body: impl FnOnce(&mut Self, &str)) {
        let counter = self.value();
        let directive = ["", " pipeline", " pipeline(ii = 2)", " pipeline(ii = 3)", " pipeline(off)"];
        let directive = self.random.pick(&directive);
        let _ = writeln!(self.body, "for {counter} in %0..%1{directive} {{");
        body(self, &counter);
        self.body.push_str("}\n");
    }

    /// What a process computes of two values: in no cycle, in some, or in many.
    fn computed(&mut self, a: &str, b: &str) -> String {
        let result = self.value();
        let operation = self.random.pick(&["add.wrapping", "xor", "mul.wrapping", "div.wrapping"]);
        // No division by zero.
        let b = if operation == "div.wrapping" { "%3" } else { b };
        let _ = writeln!(self.body, "{result} = {operation} {a}, {b}: i32");
        result
    }

    fn receive(&mut self, channel: u64) -> String {
        let value = self.value();
        let _ = writeln!(self.body, "{value} = read #{channel}: i32");
        value
    }

    /// A process that receives from these channels, or else reads the input, and sends to one or two others.
    fn process(&mut self, name: &str, from: &[u64]) {
        let to: Vec<u64> = (0..=self.random.below(2)).map(|_| self.channel()).collect();
        self.body = format!("process \"{name}\" {{\n");
        if from.len() == to.len() && self.random.below(4) == 0 {
            // One loop after the other.
            for (from, to) in from.iter().zip(&to) {
                self.counted(|network, _| {
                    let value = network.receive(*from);
                    network.send(*to, &value);
                });
            }
        } else {
            self.counted(|network, counter| {
                let mut value = "%3".to_owned();
                if from.is_empty() {
                    value = network.value();
                    let _ = writeln!(network.body, "{value} = read &0.x[{counter}]: i32");
                }
                for channel in from {
                    let received = network.receive(*channel);
                    value = network.computed(&received, &value);
                }
                for channel in &to {
                    network.send(*channel, &value);
                    value = network.computed(&value, &value);
                }
            });
        }
        self.end();
    }

    /// The process ends here.
    fn end(&mut self) {
        self.processes.push(std::mem::take(&mut self.body) + "}\n");
    }

    fn send(&mut self, channel: u64, value: &str) {
        let _ = writeln!(self.body, "write #{channel}, {value}");
    }

    /// A process that receives from all channels that are left, and writes the output.
    fn sink(&mut self) {
        self.body = "process \"sink\" {\n".to_owned();
        self.counted(|network, counter| {
            let mut value = "%3".to_owned();
            while let Some(channel) = network.take() {
                let received = network.receive(channel);
                value = network.computed(&received, &value);
            }
            let _ = writeln!(network.body, "write &1.out[{counter}], {value}");
        });
        self.end();
    }
}

#[test]
fn cycles_and_deadlocks_of_random_networks_are_predicted() {
    let mut stuck = 0;
    for seed in 0..48 {
        let text = Network::text(seed);
        let module = parse(&text).unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        assert_eq!(check(&module), Ok(()), "{seed}\n{text}");
        let name = format!("network {seed}\n{text}");
        stuck += u64::from(simulated(&name, &module).is_none());
    }
    assert!((1..24).contains(&stuck), "{stuck} of them have a deadlock");
}
