//! Regions of processes (UG1399, "Dataflow"): a region is the body of a function, and each process a function of its own.
//!
//! A process starts with `PROCESS(function)(arguments)`, or `NEXT_PROCESS` if it reads what the one before it writes. For
//! Vitis both are calls; software emulation starts a coroutine. `TASK(function, arguments)` starts one that runs as long as elements come:
//! `hls::task` of Vitis, for which the function has one run.

use rustc_hash::FxHashSet;
use sycl_hls_ir::dataflow::ProcessAccesses;
use sycl_hls_ir::{ChannelEnd, ChannelId, OpId, OpKind, RegionId, SlotId, Span, Token, TokenKind};

use super::capture::{Capture, captures, scalars};
use super::func::Emitter;
use super::lines::{Mark, Text};
use super::prelude::Helper;
use super::stmt::{self, Stmt, StmtKind};
use super::{pragma, printer, signature};

/// A process of a region.
struct Process {
    body: RegionId,
    accesses: ProcessAccesses,
}

impl Emitter<'_> {
    pub(super) fn dataflow(&mut self, body: RegionId, start_propagation: bool, span: Span) {
        let written = self.writes(body);
        self.flush(|root| written.contains(&root));
        if self.is_all_of_the_function(body) {
            return self.region_of_processes(body, start_propagation, span);
        }
        let call =
            self.outlined(body, span, |inner| inner.region_of_processes(body, start_propagation, span));
        self.line(format!("{call};"), span);
    }

    /// True if the function at hand does nothing but this region.
    fn is_all_of_the_function(&self, body: RegionId) -> bool {
        let ops = &self.func.regions[self.func.body].ops;
        let kind = |op: &OpId| &self.func.ops[*op].kind;
        let is_last = match ops.as_slice() {
            [.., region, end] => {
                matches!(kind(region), OpKind::Dataflow { body: own, .. } if *own == body)
                    && *kind(end) == OpKind::Return(None)
            }
            _ => false,
        };
        is_last && self.out.is_empty() && !self.is_pending()
    }

    fn region_of_processes(&mut self, body: RegionId, start_propagation: bool, span: Span) {
        self.output.helpers.insert(Helper::Processes);
        let option = if start_propagation { "" } else { " disable_start_propagation" };
        self.out.push(Stmt::pragma(format!("DATAFLOW{option}"), span));
        let func = self.func;
        let shared = func.shared_slots(body);
        let processes = self.processes(body);
        self.stable_scalars(&processes, span);
        let mut before: Option<&Process> = None;
        for &op in &func.regions[body].ops {
            let op = &func.ops[op];
            match &op.kind {
                OpKind::DeclareChannel(channel) => self.declare_channel(*channel, &processes),
                OpKind::Declare { slot, .. } if func.is_blocks(*slot) => {}
                OpKind::Declare { slot, init } => self.declare(*slot, init, op.span),
                OpKind::Process { name, body } => {
                    let process = processes.iter().find(|process| process.body == *body);
                    let follows =
                        process.zip(before).is_some_and(|(it, before)| follows(it, before, &shared));
                    self.process(name, *body, follows, op.span);
                    before = process;
                }
                _ => {}
            }
        }
    }

    /// Tells Vitis that the scalars that tasks take do not change: a task is never started again, and waits for no argument.
    fn stable_scalars(&mut self, processes: &[Process], span: Span) {
        let tasks = processes.iter().filter(|process| self.func.task(process.body).is_some());
        let taken = tasks.flat_map(|task| scalars(self.module, self.func, task.body));
        let mut known: FxHashSet<Capture> = FxHashSet::default();
        for scalar in taken.filter(|scalar| known.insert(*scalar)) {
            let name = self.capture_argument(scalar);
            self.out.push(Stmt::pragma(pragma::stable(&name), span));
        }
    }

    fn processes(&self, body: RegionId) -> Vec<Process> {
        let bodies = self.func.processes(body).into_iter().flat_map(|op| self.func.ops[op].kind.regions());
        let process = |body| Process { body, accesses: ProcessAccesses::new(self.module, self.func, body) };
        bodies.map(process).collect()
    }

    fn process(&mut self, name: &str, body: RegionId, follows: bool, span: Span) {
        let call = self.outlined(body, span, |inner| {
            inner.declare_ends_of_blocks(body, span);
            inner.block(body);
        });
        let function = self.names.process(self.func, body).to_owned();
        let start = if follows { "NEXT_PROCESS" } else { "PROCESS" };
        let arguments = call.strip_prefix(&function).unwrap_or_default();
        let text = if self.func.task(body).is_some() {
            self.output.helpers.insert(Helper::Tasks);
            let arguments =
                arguments.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or_default();
            format!("TASK({function}, {arguments});")
        } else {
            format!("{start}({function}){arguments};")
        };
        let mark = Mark::Process { name: name.to_owned(), function };
        self.out.push(Stmt { kind: StmtKind::Dataflow(text, mark), span });
    }

    /// Makes a function of a region, whose statements `fill` prints, and gives the call of it.
    fn outlined(&mut self, region: RegionId, span: Span, fill: impl FnOnce(&mut Emitter<'_>)) -> String {
        let captures = captures(self.module, self.func, region, &self.definitions);
        let written = self.writes(region);
        let arguments: Vec<String> = captures.iter().map(|it| self.capture_argument(*it)).collect();
        let name = self.names.process(self.func, region).to_owned();
        let mut inner = Emitter::new(self.module, self.id, self.names, self.all_ranges, self.output);
        inner.define_constants();
        let own: Vec<String> = captures.iter().map(|it| inner.take_capture(*it)).collect();
        fill(&mut inner);
        let mut unused: Vec<&str> = own.iter().map(String::as_str).collect();
        stmt::keep_unmentioned(&inner.out, &mut unused);
        let is_used = |name: &String| !unused.contains(&name.as_str());
        let list: Vec<String> = captures
            .iter()
            .zip(&own)
            .filter(|(_, name)| is_used(name))
            .map(|(it, name)| inner.capture_parameter(*it, name, &written))
            .collect();
        let arguments: Vec<String> =
            arguments.into_iter().zip(&own).filter(|(_, name)| is_used(name)).map(|(it, _)| it).collect();
        let stmts = std::mem::take(&mut inner.out);
        let mut text = Text::default();
        text.push_str(&printer::comment(span, &self.module.source, 0));
        text.push_str(&format!("{}\n", signature::wrapped("static void", &name, &list)));
        text.append(printer::print(&stmts, &self.module.source));
        text.push_str("}\n");
        self.output.functions.push(text);
        format!("{name}({})", arguments.join(", "))
    }

    fn declare_channel(&mut self, channel: ChannelId, processes: &[Process]) {
        let data = &self.func.channels[channel];
        if matches!(data.token, Some(Token { kind: TokenKind::Filled, .. })) {
            return;
        }
        let user = |end: ChannelEnd| {
            let has_end = |process: &&Process| {
                process.accesses.channels.iter().any(|it| it.channel == channel && it.end == end)
            };
            let process = processes.iter().find(has_end)?;
            Some(self.names.process(self.func, process.body).to_owned())
        };
        let (writer, reader) = (user(ChannelEnd::Write), user(ChannelEnd::Read));
        let mark = Mark::Channel { name: data.name.clone(), depth: data.depth, writer, reader, port: false };
        let name = self.name_channel(channel);
        if let Some(Token { blocks, .. }) = data.token {
            let text = format!("{} {name};", self.stream_type(channel));
            self.out.push(Stmt { kind: StmtKind::Dataflow(text, mark), span: data.span });
            return self.slot_pragmas(blocks, &name, data.span);
        }
        let text = format!("{} {name}(\"{name}\");", self.stream_type(channel));
        self.out.push(Stmt { kind: StmtKind::Dataflow(text, mark), span: data.span });
        self.out.push(Stmt::pragma(format!("STREAM variable={name} depth={}", data.depth), data.span));
    }
}

/// True if a process starts only when the one before it has ended.
fn follows(process: &Process, before: &Process, shared: &FxHashSet<SlotId>) -> bool {
    process.accesses.follows(&before.accesses, shared)
}
