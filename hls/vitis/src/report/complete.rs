//! What one report does not say, another may.

use super::figure::Range;
use super::model::{Clock, Latency, Loop, Module, Resources, Synthesis};

impl Synthesis {
    /// Takes from another report of the same kernel, or of one of its modules, what is not known yet. What is known stays.
    pub fn complete(&mut self, other: Self) {
        // A report of a module alone knows nothing of the whole.
        if self.kernel.is_none() || self.kernel == other.kernel {
            fill(&mut self.kernel, other.kernel);
            clock(&mut self.clock, other.clock);
            latency(&mut self.latency, other.latency);
            range(&mut self.interval, other.interval);
            resources(&mut self.used, other.used);
            fill(&mut self.pragmas, other.pragmas);
        }
        fill(&mut self.version, other.version);
        fill(&mut self.part, other.part);
        fill(&mut self.flow, other.flow);
        resources(&mut self.available, other.available);
        for from in other.modules {
            match self.modules.iter_mut().find(|module| module.name == from.name) {
                Some(into) => module(into, from),
                None => self.modules.push(from),
            }
        }
    }
}

fn fill<T>(into: &mut Option<T>, from: Option<T>) {
    if into.is_none() {
        *into = from;
    }
}

fn range(into: &mut Range, from: Range) {
    fill(&mut into.min, from.min);
    fill(&mut into.max, from.max);
}

fn latency(into: &mut Latency, from: Latency) {
    fill(&mut into.min, from.min);
    fill(&mut into.avg, from.avg);
    fill(&mut into.max, from.max);
}

fn clock(into: &mut Clock, from: Clock) {
    fill(&mut into.target_ns, from.target_ns);
    fill(&mut into.uncertainty_ns, from.uncertainty_ns);
    fill(&mut into.estimated_ns, from.estimated_ns);
}

fn resources(into: &mut Resources, from: Resources) {
    fill(&mut into.lut, from.lut);
    fill(&mut into.ff, from.ff);
    fill(&mut into.bram_18k, from.bram_18k);
    fill(&mut into.uram, from.uram);
    fill(&mut into.dsp, from.dsp);
}

fn module(into: &mut Module, from: Module) {
    fill(&mut into.place, from.place);
    clock(&mut into.clock, from.clock);
    latency(&mut into.latency, from.latency);
    range(&mut into.interval, from.interval);
    resources(&mut into.used, from.used);
    fill(&mut into.issue, from.issue);
    loops(&mut into.loops, from.loops);
}

fn loops(into: &mut Vec<Loop>, from: Vec<Loop>) {
    if into.is_empty() {
        *into = from;
        return;
    }
    for other in from {
        if let Some(known) = into.iter_mut().find(|known| known.name == other.name) {
            one_loop(known, other);
        }
    }
}

fn one_loop(into: &mut Loop, from: Loop) {
    fill(&mut into.file, from.file);
    if into.lines.is_empty() {
        into.lines = from.lines;
    }
    range(&mut into.trip_count, from.trip_count);
    range(&mut into.latency, from.latency);
    range(&mut into.iteration_latency, from.iteration_latency);
    fill(&mut into.depth, from.depth);
    fill(&mut into.wanted_ii, from.wanted_ii);
    fill(&mut into.ii, from.ii);
    fill(&mut into.pipelined, from.pipelined);
    fill(&mut into.slack_ns, from.slack_ns);
    fill(&mut into.issue, from.issue);
    loops(&mut into.inner, from.inner);
}
