//! Control: which operation is next, without the host's stack.

use sycl_hls_types::{DataflowError, ScalarValue};

use super::Error;
use super::channel::Fifo;
use super::exec::{Event, Machine};
use super::frame::{Frame, Process};
use super::schedule::Wait;
use crate::{
    ChannelId, CompareOp, ForLoop, Func, Op, OpId, OpKind, RegionId, Span, ValueId, compare, successor,
};

/// Where control is in a region.
pub(super) struct Cursor<'m> {
    pub ops: &'m [OpId],
    /// The position of the next operation.
    pub next: usize,
    level: Level<'m>,
}

/// What a region is of: what its end, and exits that go through it, mean.
pub(super) enum Level<'m> {
    /// A function.
    Body,
    /// An `if` or a scope, with the value that the region's becomes.
    Plain(Option<ValueId>),
    Block,
    Dataflow(Box<Processes>),
    For(Counter<'m>),
    /// A `while`: its body, or its condition, which stands outside of the loop.
    While {
        cond: RegionId,
        body: RegionId,
        in_body: bool,
    },
}

/// How a turn ends.
pub(super) enum Turn {
    /// The process can go on.
    Ready,
    /// It waits.
    Blocked,
    /// It has ended.
    Done,
}

/// A region of processes that runs.
pub(super) struct Processes {
    body: RegionId,
    /// The numbers of its FIFOs.
    channels: Vec<usize>,
    started: bool,
}

/// A counted loop that runs.
pub(super) struct Counter<'m> {
    for_loop: &'m ForLoop,
    span: Span,
    value: ScalarValue,
    hi: ScalarValue,
}

impl<'m> Cursor<'m> {
    pub fn new(func: &'m Func, region: RegionId, level: Level<'m>) -> Self {
        Self { ops: &func.regions[region].ops, next: 0, level }
    }
}

impl<'m> Machine<'m> {
    /// Runs a process until its turn ends.
    pub fn turn(&mut self, process: &mut Process<'m>) -> Result<Turn, Error> {
        loop {
            let Some(cursor) = process.control.last_mut() else { return Ok(Turn::Done) };
            let ended = match self.straight(&mut process.frame, cursor)? {
                Event::Control(op) => self.control(process, op)?,
                Event::End => self.end(process, None)?,
                Event::Pause => return Ok(Turn::Ready),
            };
            if let Some(turn) = ended {
                return Ok(turn);
            }
        }
    }

    /// An operation that moves control. How the turn ends, if it does.
    fn control(&mut self, process: &mut Process<'m>, op: &'m Op) -> Result<Option<Turn>, Error> {
        let (func, span) = (process.frame.func, op.span);
        match &op.kind {
            OpKind::Yield(value) => {
                let value = self.value(&process.frame, *value, span)?.clone();
                return self.end(process, Some(value));
            }
            OpKind::Return(value) => {
                let value =
                    value.map(|value| self.value(&process.frame, value, span).cloned()).transpose()?;
                return Ok(self.leave(process, value).then_some(Turn::Done));
            }
            OpKind::Break(levels) => return self.exit(process, *levels, false),
            OpKind::Continue(levels) => return self.exit(process, *levels, true),
            OpKind::For(for_loop) => self.enter_loop(process, for_loop, span)?,
            OpKind::While { cond, body, .. } => {
                let level = Level::While { cond: *cond, body: *body, in_body: false };
                process.control.push(Cursor::new(func, *cond, level));
            }
            OpKind::Block { body } => process.control.push(Cursor::new(func, *body, Level::Block)),
            OpKind::Scope { body, .. } => process.control.push(Cursor::new(func, *body, Level::Plain(None))),
            OpKind::If { cond, then, otherwise } => {
                let cond = self.value(&process.frame, *cond, span)?.is_true();
                let region = if cond { *then } else { *otherwise };
                process.control.push(Cursor::new(func, region, Level::Plain(op.result)));
            }
            OpKind::Call { func, args } => self.call(process, (*func, args), op.result, span)?,
            OpKind::Dataflow { body, .. } => {
                let region = Processes { body: *body, channels: Vec::new(), started: false };
                process.control.push(Cursor::new(func, *body, Level::Dataflow(Box::new(region))));
            }
            OpKind::DeclareChannel(channel) => self.declare_channel(process, *channel),
            OpKind::Channel { channel, access } => return self.access(process, op, (*channel, access)),
            // The end of the region starts them all.
            _ => {}
        }
        Ok(None)
    }

    fn enter_loop(
        &mut self,
        process: &mut Process<'m>,
        for_loop: &'m ForLoop,
        span: Span,
    ) -> Result<(), Error> {
        let frame = &mut process.frame;
        let hi = self.value(frame, for_loop.hi, span)?.clone();
        let value = self.value(frame, for_loop.lo, span)?.clone();
        let counter = Counter { for_loop, span, value, hi };
        if counter.goes_on(&counter.value) {
            self.step(span)?;
            counter.enter(frame);
            process.control.push(Cursor::new(frame.func, for_loop.body, Level::For(counter)));
        }
        Ok(())
    }

    fn declare_channel(&mut self, process: &mut Process<'m>, channel: ChannelId) {
        if let Some(Cursor { level: Level::Dataflow(region), .. }) = process.control.last() {
            let (body, growth) = (region.body, &self.growth);
            let fifo = Fifo::new(process, channel, body, growth);
            let fifo = self.schedule.open(fifo);
            if let Some(Cursor { level: Level::Dataflow(region), .. }) = process.control.last_mut() {
                region.channels.push(fifo);
            }
            process.frame.channels.insert(channel, fifo);
        }
    }

    /// Control is behind the processes of a region: they start, and when all have ended, it goes on.
    fn end_of_processes(&mut self, process: &mut Process<'m>) -> Result<Option<Turn>, Error> {
        let Some(Cursor { level: Level::Dataflow(region), .. }) = process.control.last_mut() else {
            return Ok(None);
        };
        if !std::mem::replace(&mut region.started, true) {
            let body = region.body;
            process.children = self.start(process, body);
            if process.children > 0 {
                return Ok(Some(self.wait(process, Wait::Region)));
            }
        }
        if let Some(Cursor { level: Level::Dataflow(region), .. }) = process.control.pop() {
            for fifo in region.channels {
                let Fifo { channel, .. } = &self.schedule.fifos[fifo];
                let (count, at) = (self.schedule.fifos[fifo].len(), self.module.location(channel.span));
                if count > 0 {
                    return Err(DataflowError::Leftover { channel: channel.name.clone(), count, at }.into());
                }
                self.schedule.close(fifo);
            }
        }
        Ok(None)
    }

    /// The end of a region, which yields this. How the turn ends, if it does.
    fn end(
        &mut self,
        process: &mut Process<'m>,
        yielded: Option<ScalarValue>,
    ) -> Result<Option<Turn>, Error> {
        let Some(cursor) = process.control.last_mut() else { return Ok(Some(Turn::Done)) };
        let func = process.frame.func;
        match &mut cursor.level {
            Level::For(counter) => {
                // The last value may be near the type's last one.
                let next =
                    successor(&counter.value, counter.for_loop.step).filter(|next| counter.goes_on(next));
                let Some(next) = next else {
                    process.control.pop();
                    return Ok(None);
                };
                self.step(counter.span)?;
                counter.value = next;
                counter.enter(&mut process.frame);
                cursor.next = 0;
            }
            Level::While { cond, body, in_body }
                if *in_body || yielded.as_ref().is_some_and(ScalarValue::is_true) =>
            {
                *in_body = !*in_body;
                cursor.ops = &func.regions[if *in_body { *body } else { *cond }].ops;
                cursor.next = 0;
            }
            Level::Body => return Ok(self.leave(process, None).then_some(Turn::Done)),
            Level::Plain(result) => {
                if let (Some(result), Some(value)) = (*result, yielded) {
                    process.frame.values.set(result, value);
                }
                process.control.pop();
            }
            Level::Block | Level::While { .. } => {
                process.control.pop();
            }
            Level::Dataflow(_) => return self.end_of_processes(process),
        }
        Ok(None)
    }

    /// Leaves, or continues, the loop or block that this many others are in. How the turn ends, if it does.
    fn exit(
        &mut self,
        process: &mut Process<'m>,
        mut skipped: u32,
        continues: bool,
    ) -> Result<Option<Turn>, Error> {
        while let Some(cursor) = process.control.last() {
            match cursor.level {
                // There is no such loop: the code was not checked.
                Level::Body | Level::Dataflow(_) => {
                    return Ok(self.leave(process, None).then_some(Turn::Done));
                }
                Level::Plain(_) | Level::While { in_body: false, .. } => {}
                Level::Block if continues => skipped = skipped.saturating_sub(1),
                Level::For(_) | Level::While { .. } if skipped == 0 && continues => {
                    return self.end(process, None);
                }
                Level::For(_) | Level::While { .. } | Level::Block if skipped == 0 => {
                    process.control.pop();
                    return Ok(None);
                }
                Level::For(_) | Level::While { .. } | Level::Block => skipped -= 1,
            }
            process.control.pop();
        }
        Ok(Some(Turn::Done))
    }
}

impl Counter<'_> {
    /// Gives the body its value.
    fn enter(&self, frame: &mut Frame<'_>) {
        for &param in &frame.func.regions[self.for_loop.body].params {
            frame.values.set(param, self.value.clone());
        }
    }

    /// True if there is an iteration with this value.
    fn goes_on(&self, value: &ScalarValue) -> bool {
        let op = if self.for_loop.inclusive { CompareOp::Le } else { CompareOp::Lt };
        compare(op, value, &self.hi)
    }
}
