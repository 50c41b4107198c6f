//! Operations on channels and processes, and what waits for them.

use super::Emitter;
use super::control::any;
use super::enable::Wait;
use super::memory::choose;
use super::names::Names;
use crate::rtl::design::{BlockId, ChannelId, Node, NodeId, NodeKind, ProcessId};
use sycl_hls_ir::ChannelEnd;

/// An operation on a channel or a process.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    kind: NodeKind,
    /// When it happens.
    happens: String,
    /// What it sends or starts with.
    values: Vec<String>,
}

/// The name of a channel's signals: `c0`.
pub(super) fn channel(id: ChannelId) -> String {
    format!("c{}", id.into_raw())
}

/// The name of a process's signals: `p1`.
pub(super) fn process(id: ProcessId) -> String {
    format!("p{}", id.into_raw())
}

impl Emitter<'_> {
    /// An operation, and the net of what it receives.
    pub(super) fn synchronize(&mut self, id: BlockId, node: NodeId, data: &Node, wire: &str) {
        let cycle = self.plan_of(id).start(node);
        let active = self.active(id, cycle, data.when);
        let waits = match &data.kind {
            NodeKind::Receive(channel) => Some(format!("{}_valid", self::channel(*channel))),
            NodeKind::More(channel) => Some(format!("({0}_valid | ~{0}_fed)", self::channel(*channel))),
            NodeKind::Send(channel) => Some(format!("{}_ready", self::channel(*channel))),
            NodeKind::Join(process) => Some(format!("(~{}_running)", self::process(*process))),
            _ => None,
        };
        if let Some(there) = waits {
            let wait = Wait::new(active.clone(), there);
            self.stuck.push(((id, node), wait.stalls()));
            self.waits.push((id, cycle, wait));
        }
        let (answer, only_if) = match data.kind {
            NodeKind::Receive(id) => (Some(format!("{}_out", channel(id))), None),
            NodeKind::TryReceive(id) => (Some(format!("{{{0}_out, {0}_valid}}", channel(id))), Some("valid")),
            NodeKind::TrySend(id) => (Some(format!("{}_ready", channel(id))), Some("ready")),
            NodeKind::More(id) => (Some(format!("{}_valid", channel(id))), None),
            NodeKind::Empty(id) => (Some(format!("~{}_valid", channel(id))), None),
            NodeKind::Full(id) => (Some(format!("~{}_ready", channel(id))), None),
            _ => (None, None),
        };
        if let Some(answer) = answer {
            self.net(data.bits(), wire, answer);
        }
        let values = data.args.iter().map(|arg| self.operand(id, *arg, cycle).text).collect();
        let only_if =
            data.kind.end().zip(only_if).map(|((id, _), what)| format!(" & {}_{what}", channel(id)));
        let happens = format!("{active} & {}{}", self.enable(id, cycle), only_if.unwrap_or_default());
        self.synchronizing.push(Operation { kind: data.kind.clone(), happens, values });
    }

    /// When an access through a port happens that waits for `ready`: with the enable of its cycle, where there is no common one.
    pub(super) fn waiting(&mut self, id: BlockId, cycle: u32, active: String, ready: &str) -> String {
        if self.flushes {
            self.waits.push((id, cycle, Wait::new(active.clone(), ready)));
        }
        self.enabled(id, cycle, active)
    }

    /// What the operations ask of channels and processes.
    pub(super) fn channels(&mut self) {
        let operations = std::mem::take(&mut self.synchronizing);
        let of = |kinds: &[NodeKind]| -> Vec<&Operation> {
            operations.iter().filter(|it| kinds.contains(&it.kind)).collect()
        };
        let process_data = &self.design.processes[self.process];
        let when = |operations: &[&Operation]| {
            any(&operations.iter().map(|it| it.happens.clone()).collect::<Vec<_>>())
        };
        let value = |operations: &[&Operation], position: usize, bits: u32| {
            choose(operations.iter().map(|it| (it.happens.as_str(), it.values[position].as_str())), bits)
        };
        for (id, data) in self.design.channels.iter() {
            let name = channel(id);
            if process_data.has_end(id, ChannelEnd::Read) {
                let receives = of(&[NodeKind::Receive(id), NodeKind::TryReceive(id)]);
                self.line(format!("assign {name}_pop = {};", when(&receives)));
            }
            if process_data.has(|kind| *kind == NodeKind::Unread(id)) {
                self.line(format!("assign {name}_unread = {};", when(&of(&[NodeKind::Unread(id)]))));
            }
            if process_data.has_end(id, ChannelEnd::Write) {
                let sends = of(&[NodeKind::Send(id), NodeKind::TrySend(id)]);
                self.line(format!("assign {name}_push = {};", when(&sends)));
                self.line(format!("assign {name}_in = {};", value(&sends, 0, data.ty.bits())));
            }
        }
        for (id, data) in self.design.processes.iter() {
            let (name, starts) = (process(id), of(&[NodeKind::Start(id)]));
            if starts.is_empty() {
                continue;
            }
            self.line(format!("assign {name}_start = {};", when(&starts)));
            for (position, param) in data.params.iter().enumerate() {
                let bits = data.vars[*param].ty.bits();
                self.line(format!("assign {name}_param{position} = {};", value(&starts, position, bits)));
            }
        }
    }

    /// What the common `ce` wants of channels and processes, and the enables of pipelines that flush.
    pub(super) fn goes_on(&mut self) -> Vec<Wait> {
        let waits = std::mem::take(&mut self.waits);
        let ids: Vec<BlockId> = self.machine.blocks.iter().map(|(id, _)| id).collect();
        let flushing: Vec<BlockId> = ids.into_iter().filter(|id| self.plan_of(*id).flushes).collect();
        for id in flushing {
            let depth = self.plan_of(id).depth;
            for cycle in (0..depth).rev() {
                let own = waits.iter().filter(|(block, at, _)| (*block, *at) == (id, cycle));
                let mut goes_on: Vec<String> = own.map(|(.., wait)| wait.passes()).collect();
                let name = format!("b{}_en", id.into_raw());
                // A cycle waits for those behind it.
                goes_on.extend((cycle + 1 < depth).then(|| format!("{name}[{}]", cycle + 1)));
                let goes_on = if goes_on.is_empty() { "1'b1".to_owned() } else { goes_on.join(" & ") };
                self.line(format!("assign {name}[{cycle}] = {goes_on};"));
            }
        }
        let common = waits.into_iter().filter(|(block, ..)| !self.plan_of(*block).flushes);
        common.map(|(.., wait)| wait).collect()
    }

    /// True in a cycle in which something of the process stands still.
    pub(super) fn stands_still(&self) -> String {
        let flushing = self.machine.blocks.iter().filter(|(id, _)| self.plan_of(*id).flushes);
        let flushing: String = flushing.map(|(id, _)| format!(" | ~(&b{}_en)", id.into_raw())).collect();
        if flushing.is_empty() { "~ce".to_owned() } else { format!("(~ce{flushing})") }
    }

    /// The bits that travel along the cycles of a pipeline that flushes: what waits leaves a bubble behind it.
    pub(super) fn flushing_stages(&mut self, id: BlockId, starts: &str) {
        let (valid, depth) = (Names::valid(id), self.plan_of(id).depth);
        self.line("always @(posedge clk) begin");
        self.line(format!("  if (!rst_n) {valid} <= {depth}'b0;"));
        self.line("  else begin");
        for cycle in 0..depth {
            let (enable, before) = (self.enable(id, cycle), cycle.checked_sub(1));
            let next = before.map_or_else(
                || starts.to_owned(),
                |before| format!("{valid}[{before}] & {}", self.enable(id, before)),
            );
            self.line(format!("    if ({enable}) {valid}[{cycle}] <= {next};"));
        }
        self.line("  end");
        self.line("end");
    }

    /// The results of an operator of a pipeline that flushes: `raw` comes, and `wire` is there in the cycle that takes it.
    pub(super) fn hold(&mut self, block: BlockId, node: NodeId, bits: u32, wire: &str, raw: &str) {
        let plan = self.plan_of(block);
        let (start, end) = (plan.start(node), plan.end(node));
        let moves =
            |cycle: u32| format!("{} & {}", self.active(block, cycle, None), self.enable(block, cycle));
        let (push, pop) = (moves(start), moves(end));
        self.wire(bits, raw);
        self.wire(bits, wire);
        self.line(format!(
            "sh_hold #(.WIDTH({bits}), .LATENCY({})) {wire}_hold (.clk(clk), .rst_n(rst_n), .push({push}), .pop({pop}), .d({raw}), .q({wire}));",
            end - start
        ));
    }

    /// When the process at hand begins to run.
    pub(super) fn begins(&self) -> &'static str {
        if self.design.processes[self.process].after.is_empty() { "start" } else { "begins" }
    }

    /// The control of a process that another one starts.
    pub(super) fn inner_run(&mut self) {
        let begins = self.begins();
        self.reg(1, "running_q");
        let before: Vec<String> = self.design.processes[self.process]
            .after
            .iter()
            .map(|id| format!("{}_running", process(*id)))
            .collect();
        if before.is_empty() {
            self.line("assign running = running_q;");
        } else {
            // It is started, and waits for the ends of others.
            self.reg(1, "waiting");
            self.line("assign running = running_q | waiting;");
            self.net(1, begins, format!("waiting & ~({})", any(&before)));
            self.line("always @(posedge clk) begin");
            self.line("  if (!rst_n) waiting <= 1'b0;");
            self.line("  else waiting <= start | (waiting & ~begins);");
            self.line("end");
        }
        let (process, args) = (&self.design.processes[self.process], self.machine.args.iter().enumerate());
        for (index, arg) in args.filter(|(index, _)| process.reads_arg(*index)) {
            let (from, to) = (self.names.arg(index), self.names.latched(index));
            self.net(arg.bits, to, from);
        }
        let done = self.led_to(crate::rtl::design::Target::Done);
        self.net(1, "last", any(&done));
        self.line("always @(posedge clk) begin");
        self.line("  if (!rst_n) running_q <= 1'b0;");
        self.line(format!("  else if ({begins}) running_q <= 1'b1;"));
        self.line("  else if (ce & last) running_q <= 1'b0;");
        self.line("end");
    }
}
