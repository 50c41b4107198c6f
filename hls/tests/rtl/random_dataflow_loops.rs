//! Random chains of processes in loops of iterations: what reaches the next process is an array, a scalar, elements
//! of a channel, or several of these. The cores do what the interpreter does in as many cycles as predicted.

use std::fmt::Write as _;

use sycl_hls_ir::{check, parse};

use super::dataflow::simulated;
use crate::random::Random;

/// Elements of each array, and those that pass through each channel in an iteration.
const ELEMENTS: u64 = 6;

/// What reaches the next process.
#[derive(Clone, Copy)]
struct Link {
    array: bool,
    scalar: bool,
    /// The depth of a channel. Where memory is handed over as well, all elements of an iteration have a place.
    channel: Option<u64>,
}

impl Link {
    fn random(random: &mut Random) -> Self {
        let (array, scalar) = (random.below(2) == 0, random.below(3) == 0);
        let is_needed = !array && !scalar;
        let least = if is_needed { 1 } else { ELEMENTS };
        let depth = least + random.below(4);
        Self { array, scalar, channel: (is_needed || random.below(3) == 0).then_some(depth) }
    }

    /// The declarations of the link with this number.
    fn declared(self, number: usize) -> String {
        let mut text = String::new();
        if self.array {
            let _ = writeln!(text, "slot ${}.a{number}: mut [i32; {ELEMENTS}]", 2 * number);
        }
        if self.scalar {
            let _ = writeln!(text, "slot ${}.s{number}: mut i32", 2 * number + 1);
        }
        if let Some(depth) = self.channel {
            let _ = writeln!(text, "channel #{number}.c{number}: i32 depth {depth}");
        }
        text
    }
}

/// Writes a process with its place in the chain, from its link and to the next one.
struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    values: u64,
}

impl Writer<'_> {
    fn value(&mut self, operation: &str, ty: &str) -> String {
        self.values += 1;
        let _ = writeln!(self.text, "%{} = {operation}: {ty}", self.values);
        format!("%{}", self.values)
    }

    fn process(&mut self, number: usize, from: Option<Link>, to: Option<Link>) {
        let _ = writeln!(self.text, "process \"p{number}\" {{");
        let before = number.wrapping_sub(1);
        let mut value = self.value("cast %4", "i32");
        if from.is_some_and(|from| from.scalar) {
            let scalar = self.value(&format!("read ${}.s{before}", 2 * before + 1), "i32");
            value = self.value(&format!("add.wrapping {value}, {scalar}"), "i32");
        }
        if to.is_some_and(|to| to.scalar) {
            let _ = writeln!(self.text, "write ${}.s{number}, {value}", 2 * number + 1);
        }
        self.elements(number, from, to, &value);
        self.text.push_str("}\n");
    }

    /// The loop over all elements.
    fn elements(&mut self, number: usize, from: Option<Link>, to: Option<Link>, value: &str) {
        let before = number.wrapping_sub(1);
        self.values += 1;
        let counter = format!("%{}", self.values);
        let directive = self.random.pick(&["", " pipeline", " pipeline(ii = 2)", " pipeline(off)"]);
        let _ = writeln!(self.text, "for {counter} in %0..%1{directive} {{");
        let mut inputs = Vec::new();
        match from {
            None => inputs.push(self.value(&format!("read &0.x[{counter}]"), "i32")),
            Some(from) => {
                if from.array {
                    let index = self.value(&format!("sub %5, {counter}"), "u64");
                    inputs.push(self.value(&format!("read ${}.a{before}[{index}]", 2 * before), "i32"));
                }
                if from.channel.is_some() {
                    inputs.push(self.value(&format!("read #{before}"), "i32"));
                }
            }
        }
        let mut value = value.to_owned();
        for input in inputs {
            let operation = self.random.pick(&["add.wrapping", "xor", "mul.wrapping"]);
            value = self.value(&format!("{operation} {value}, {input}"), "i32");
        }
        if to.is_some_and(|to| to.array) {
            let _ = writeln!(self.text, "write ${}.a{number}[{counter}], {value}", 2 * number);
        }
        if to.is_some_and(|to| to.channel.is_some()) {
            let _ = writeln!(self.text, "write #{number}, {value}");
        }
        if to.is_none() {
            let _ = writeln!(self.text, "write &1.out[{counter}], {value}");
        }
        self.text.push_str("}\n");
    }
}

/// A module with a kernel of some processes in a loop of some iterations.
fn chain(seed: u64) -> String {
    let mut random = Random(seed);
    let links: Vec<Link> = (0..=random.below(3)).map(|_| Link::random(&mut random)).collect();
    let iterations = random.below(5) + 1;
    let declared: String = links.iter().enumerate().map(|(number, link)| link.declared(number)).collect();
    let mut writer = Writer { random: &mut random, text: String::new(), values: 10 };
    for number in 0..=links.len() {
        let from = number.checked_sub(1).map(|before| links[before]);
        writer.process(number, from, links.get(number).copied());
    }
    format!(
        "module m from \"m.rs\"\n\nkernel @k(&0.x: [i32] len({ELEMENTS}) bundle \"gmem0\", &1.out: mut [i32] len({ELEMENTS}) bundle \"gmem1\") {{\n\
         %0 = const 0: u64\n%1 = const {ELEMENTS}: u64\n%2 = const {iterations}: u64\n%5 = const {}: u64\n\
         for %4 in %0..%2 {{\ndataflow {{\n{declared}{}}}\n}}\nreturn\n}}\n",
        ELEMENTS - 1,
        writer.text
    )
}

#[test]
fn iterations_of_random_chains_do_what_the_interpreter_does() {
    for seed in 0..40 {
        let text = chain(seed);
        let module = parse(&text).unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        assert_eq!(check(&module), Ok(()), "{seed}\n{text}");
        assert!(simulated(&format!("chain {seed}\n{text}"), &module).is_some(), "{seed}\n{text}");
    }
}
