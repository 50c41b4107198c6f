//! The computations of a block.

use super::Emitter;
use super::axi::{Read, WIDE_LENGTH, Write, length};
use super::enable::Wait;
use super::memory::Request;
use super::names::Names;
use super::operand::literal;
use crate::rtl::design::{Access, BlockId, Node, NodeId, NodeKind};
use crate::rtl::lifetime::{SHIFT_REGISTER, is_line, kept};

impl Emitter<'_> {
    pub(super) fn block(&mut self, id: BlockId) {
        let block = &self.machine.blocks[id];
        let span = block.span;
        self.line(format!("// Block {}, line {}", id.into_raw(), span.start.line_in_file()));
        let depth = self.plan_of(id).depth;
        if self.plan_of(id).flushes {
            self.nets.push_str(&format!("  reg [{}:0] {};\n", depth - 1, Names::valid(id)));
            self.nets.push_str(&format!("  wire [{}:0] b{}_en;\n", depth - 1, id.into_raw()));
        }
        let mut place = None;
        for (node, data) in block.nodes.iter().filter(|(_, data)| !matches!(data.kind, NodeKind::Const(_))) {
            let (line, cycle) = (data.span.start.line_in_file(), self.plan_of(id).start(node));
            if line > 0 && place.replace((line, cycle)) != Some((line, cycle)) {
                self.line(format!("// Line {line}, cycle {cycle}"));
            }
            self.node(id, node, data);
        }
        for (var, node, cycle) in self.plan_of(id).writes.clone() {
            let when = self.enabled(id, cycle, self.active(id, cycle, None));
            let value = self.operand(id, node, cycle).text;
            self.written.entry(var).or_default().push((when, value));
        }
        self.transitions(id);
        self.keep(id);
    }

    fn node(&mut self, id: BlockId, node: NodeId, data: &Node) {
        let cycle = self.plan_of(id).start(node);
        let name = self.names.node(id, node, data);
        let bits = data.bits();
        match &data.kind {
            NodeKind::Const(_) => {}
            NodeKind::Arg(arg, low) => {
                let (arg_bits, source) = (self.machine.args[*arg].bits, self.names.latched(*arg));
                let whole = *low == 0 && arg_bits == data.ty.bits();
                let part =
                    if whole { source } else { format!("{source}[{}:{low}]", low + data.ty.bits() - 1) };
                self.net(bits, &name, part);
            }
            NodeKind::Var(var) => {
                let value = self.names.var(*var);
                self.net(bits, &name, value);
            }
            NodeKind::Load(memory) | NodeKind::Store(memory) => {
                let is_load = matches!(data.kind, NodeKind::Load(_));
                let mut args = data.args.iter().map(|arg| self.operand(id, *arg, cycle).text);
                let index = args.next().unwrap_or_default();
                let value = if is_load { None } else { args.next() };
                let buffer = args.next();
                let active = self.enabled(id, cycle, self.active(id, cycle, data.when));
                let request = Request { active, index, value, buffer };
                let element = self.request(*memory, id, node, request);
                if is_load {
                    self.net(bits, &name, element);
                }
            }
            NodeKind::AxiRead(access) => {
                let address = self.operand(id, data.args[0], cycle).text;
                let (requested, count) = self.requested(id, data, *access, &data.args[1..], cycle);
                let end = self.plan_of(id).end(node);
                let taken = self.active(id, end, data.when);
                let bundle = self.machine.bundles[access.bundle].name.clone();
                let requested = self.waiting(id, cycle, requested, &format!("{bundle}_req_ready"));
                let taken = self.waiting(id, end, taken, &format!("{bundle}_rsp_valid"));
                let bytes = data.ty.bytes() as u32 * access.elements;
                self.requests[access.bundle].reads.push(Read { requested, address, count, taken, bytes });
                let element_bits = self.machine.bundles[access.bundle].element_bytes * 8;
                let part = if bits == element_bits { String::new() } else { format!("[{}:0]", bits - 1) };
                self.net(bits, &name, format!("{bundle}_rsp_data{part}"));
            }
            NodeKind::AxiWrite(access) => {
                let address = self.operand(id, data.args[0], cycle).text;
                let (values, burst) = data.args[1..].split_at(access.elements as usize);
                let value = self.joined(id, values, cycle);
                let (requested, count) = self.requested(id, data, *access, burst, cycle);
                let active = self.active(id, cycle, data.when);
                let bundle = self.machine.bundles[access.bundle].name.clone();
                let requested = self.waiting(id, cycle, requested, &format!("{bundle}_cmd_ready"));
                let active = self.waiting(id, cycle, active, &format!("{bundle}_dat_ready"));
                let bytes = data.ty.bytes() as u32 * access.elements;
                let write = Write { active, requested, address, count, value, bytes };
                self.requests[access.bundle].writes.push(write);
            }
            NodeKind::Fence(bundle) => {
                let active = self.active(id, cycle, data.when);
                let name = self.machine.bundles[*bundle].name.clone();
                self.stuck.push(((id, node), Wait::new(active.clone(), format!("{name}_idle")).stalls()));
                let active = self.waiting(id, cycle, active, &format!("{name}_idle"));
                self.requests[*bundle].fences.push(active);
            }
            NodeKind::Output(arg) => {
                let active = self.enabled(id, cycle, self.active(id, cycle, data.when));
                let value = self.operand(id, data.args[0], cycle).text;
                let (output, valid) = (self.names.output(*arg), self.names.output_valid(*arg));
                let enable = self.and_common_enable();
                self.line(format!("assign {output} = {value};"));
                self.line(format!("assign {valid} = ({active}){enable};"));
                self.outputs.push(*arg);
            }
            _ if data.is_synchronizing() => self.synchronize(id, node, data, &name),
            _ => self.operation(id, node, data, &name),
        }
    }

    /// When an access sends a request, and its length: one element, unless it is a burst.
    fn requested(
        &self,
        id: BlockId,
        data: &Node,
        access: Access,
        burst: &[NodeId],
        cycle: u32,
    ) -> (String, String) {
        let bundle = &self.machine.bundles[access.bundle];
        let bytes = data.ty.bytes() as u32;
        match burst {
            [asks, count] => {
                let asks = self.active(id, cycle, Some(*asks));
                let count = self.operand(id, *count, cycle);
                let length = match access.elements {
                    1 => length(bundle, &count.text, bytes),
                    _ => count.part(0, WIDE_LENGTH),
                };
                (asks, length)
            }
            _ => (self.active(id, cycle, data.when), length(bundle, &literal(32, 1), bytes)),
        }
    }

    /// Values side by side, the first one at the lowest bits.
    fn joined(&self, id: BlockId, values: &[NodeId], cycle: u32) -> String {
        let texts = values.iter().rev().map(|value| self.operand(id, *value, cycle).text);
        let texts: Vec<String> = texts.collect();
        if let [text] = texts.as_slice() { text.clone() } else { format!("{{{}}}", texts.join(", ")) }
    }

    /// The registers that keep values for later cycles.
    fn keep(&mut self, id: BlockId) {
        for (node, used) in kept(&self.machine.blocks[id], self.plan_of(id)) {
            let mut from = 0;
            for to in used {
                self.keep_until(id, node, from, to);
                from = to;
            }
        }
    }

    /// From one register of a value that is used to the next one.
    fn keep_until(&mut self, id: BlockId, node: NodeId, from: u32, to: u32) {
        let data = &self.machine.blocks[id].nodes[node];
        let (name, bits) = (self.names.node(id, node, data), data.bits());
        let plan = self.plan_of(id);
        let (end, flushes) = (plan.end(node), plan.flushes);
        let step = plan.schedule.ii.unwrap_or(0);
        let register = |number: u32| if number == 0 { name.clone() } else { format!("{name}_q{number}") };
        if is_line(plan, to - from) {
            let (d, q) = (register(from), register(to));
            self.wire(bits, &q);
            let ce = self.ce(bits * (to - from).div_ceil(SHIFT_REGISTER));
            self.line(format!(
                "sh_delay #(.WIDTH({bits}), .LATENCY({})) {q}_line (.clk(clk), .ce({ce}), .d({d}), .q({q}));",
                to - from
            ));
            return;
        }
        for number in from + 1..=to {
            let cycle = end + (number - 1) * step;
            let enable = if flushes { self.enable(id, cycle) } else { self.ce(bits) };
            let valid = format!("{enable} & {}", self.valid(id, cycle));
            let (d, q) = (register(number - 1), register(number));
            self.reg(bits, &q);
            self.line(format!("always @(posedge clk) if ({valid}) {q} <= {d};"));
        }
    }
}
