//! Which block runs when.

use super::names::Names;
use super::operand::NEVER;
use super::{Emitter, own_state_words};
use crate::rtl::design::{BlockId, Target};
use crate::rtl::harness::STATE_BITS;
use crate::rtl::lifetime::LONG_LINE;

impl Emitter<'_> {
    /// Where a block leads when its last iteration has ended: `b3_to_b4`.
    pub(super) fn transitions(&mut self, id: BlockId) {
        let block = &self.machine.blocks[id];
        let plan = self.plan_of(id);
        let (last, ii) = (plan.depth - 1, plan.schedule.ii);
        let mut rest = self.enabled(id, last, self.active(id, last, None));
        if let (Some(repeat), Some(ii)) = (&block.repeat, ii) {
            let over = self.bit(id, repeat.again, last);
            rest = format!("{rest} & ~{over}");
            let again = self.bit(id, repeat.again, ii - 1);
            let valid = self.enabled(id, ii - 1, self.active(id, ii - 1, None));
            self.net(1, format!("b{}_again", id.into_raw()), format!("{valid} & {again}"));
        }
        for (number, (cond, _)) in block.exits.iter().enumerate() {
            let cond = self.bit(id, *cond, last);
            self.net(1, format!("b{}_exit{number}", id.into_raw()), format!("{rest} & {cond}"));
            rest = format!("{rest} & ~{cond}");
        }
        self.net(1, format!("b{}_next", id.into_raw()), rest);
    }

    pub(super) fn control(&mut self) {
        self.line("// Control");
        if self.process == self.design.root {
            self.run();
        } else {
            self.inner_run();
        }
    }

    /// The bits that travel along the cycles of all blocks. All that looks at one is there already.
    pub(super) fn cycles(&mut self) {
        self.line("// Cycles");
        let ids: Vec<BlockId> = self.machine.blocks.iter().map(|(id, _)| id).collect();
        ids.into_iter().for_each(|id| self.stages(id));
    }

    /// The control of the root, which the kernel's own starts.
    fn run(&mut self) {
        let (design, args) = (self.design, self.machine.args.iter().enumerate());
        self.reg(1, "running");
        // `ap_done` of a run that has ended stays until `ap_continue`, which of `ap_ctrl_hs` is always 1. What a run has written to
        // registers is there until then.
        self.reg(1, "done");
        let is_free = if args.clone().any(|(_, arg)| arg.direction.is_written()) { " & ~done" } else { "" };
        self.net(1, "start", format!("ap_start & ~running{is_free}"));
        let is_used = |index| design.processes.iter().any(|(_, process)| process.reads_arg(index));
        for (index, arg) in args.filter(|(index, _)| is_used(*index)) {
            let (from, to) = (self.names.arg(index), self.names.latched(index));
            self.reg(arg.bits, &to);
            self.line(format!("always @(posedge clk) if (start) {to} <= {from};"));
        }
        let done = self.led_to(Target::Done);
        self.net(1, "last", any(&done));
        self.reg(1, "over");
        self.net(1, "ends", "(ce & last) | over");
        // The arguments have been taken: hosts may write those of the next run, and start it.
        self.line("assign ap_ready = start;");
        self.line("assign ap_done = ends | done;");
        self.line("assign ap_idle = ~running;");
        self.line("always @(posedge clk) begin");
        self.line("  if (!rst_n) running <= 1'b0;");
        self.line("  else if (start) running <= 1'b1;");
        self.line("  else if (ends & (~done | ap_continue)) running <= 1'b0;");
        // The run before is still to be continued: this one is over, and waits.
        self.line("  if (!rst_n) over <= 1'b0;");
        self.line("  else over <= ends & done & ~ap_continue;");
        self.line("  if (!rst_n) done <= 1'b0;");
        self.line("  else done <= (done & ends) | (ap_done & ~ap_continue);");
        self.line("end");
    }

    pub(super) fn led_to(&self, target: Target) -> Vec<String> {
        let mut from = Vec::new();
        for (id, block) in self.machine.blocks.iter() {
            for (number, (_, to)) in block.exits.iter().enumerate() {
                if *to == target {
                    from.push(format!("b{}_exit{number}", id.into_raw()));
                }
            }
            if block.next == target {
                from.push(format!("b{}_next", id.into_raw()));
            }
        }
        from
    }

    fn stages(&mut self, id: BlockId) {
        let mut starts = self.led_to(Target::Block(id));
        if id == self.machine.entry {
            starts.push(self.begins().to_owned());
        }
        if self.machine.blocks[id].repeat.is_some() {
            starts.push(format!("b{}_again", id.into_raw()));
        }
        if self.plan_of(id).flushes {
            return self.flushing_stages(id, &any(&starts));
        }
        let (valid, mut from, mut bit) = (Names::valid(id), None, any(&starts));
        let looked_at: Vec<u32> = self.looked_at.borrow().get(&id).into_iter().flatten().copied().collect();
        for cycle in looked_at {
            let length = from.replace(cycle).map_or(cycle + 1, |from: u32| cycle - from);
            let name = format!("{valid}_{cycle}");
            self.wire(1, &name);
            // Longer ones are shift registers.
            let ce = self.ce(length.min(LONG_LINE));
            self.line(format!(
                "sh_line #(.LENGTH({length})) {name}_line (.clk(clk), .rst_n(rst_n), .ce({ce}), .d({bit}), .q({name}));"
            ));
            bit = name;
        }
    }

    /// True while a block is at work, for simulations.
    fn at_work(&self, id: BlockId) -> String {
        let valid = Names::valid(id);
        if self.plan_of(id).flushes {
            return format!("|{valid}");
        }
        let looked_at = self.looked_at.borrow();
        let lines =
            looked_at.get(&id).into_iter().flatten().map(|cycle| format!("{valid}_{cycle}_line.busy"));
        any(&lines.collect::<Vec<_>>())
    }
}

impl Emitter<'_> {
    /// For the report of a run that does not end: which blocks are at work, and whether they stand still.
    pub(super) fn states(&mut self) {
        let ids: Vec<String> = self.machine.blocks.iter().map(|(id, _)| self.at_work(id)).rev().collect();
        let missing = own_state_words(self.machine) as usize * STATE_BITS - ids.len();
        let pad = if missing == 0 { String::new() } else { format!("{missing}'d0, ") };
        self.body.push_str("`ifdef SYCL_HLS_SIMULATION\n");
        self.line(format!("assign states = {{{pad}{}}};", ids.join(", ")));
        // A process that has not begun, or has ended, keeps no other one from standing still.
        let runs = if self.process == self.design.root { "running &" } else { "~running_q |" };
        self.line(format!("assign waits = {runs} {};", self.stands_still()));
        if self.design.is_observed(self.process) {
            self.line(format!("assign stuck = {};", self.stuck()));
        }
        self.body.push_str("`endif\n");
    }
}

/// The condition that one of these is true.
pub(super) fn any(conditions: &[String]) -> String {
    let possible: Vec<&String> = conditions.iter().filter(|it| *it != NEVER).collect();
    match possible.as_slice() {
        [] => NEVER.to_owned(),
        [one] => (*one).clone(),
        many => many.iter().map(|it| format!("({it})")).collect::<Vec<_>>().join(" | "),
    }
}
