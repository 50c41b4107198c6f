//! Channels: FIFOs with the places that they have on hardware.

use std::collections::VecDeque;

use sycl_hls_types::ScalarValue;

use super::Error;
use super::Growth;
use super::control::Turn;
use super::exec::Machine;
use super::frame::Process;
use super::memory::View;
use super::schedule::Wait;
use crate::{Channel, ChannelAccess, ChannelEnd, ChannelId, Func, FuncId, Op, RegionId, Token, TokenKind};

/// A channel of a region that runs.
pub(super) struct Fifo<'m> {
    pub channel: &'m Channel,
    pub id: (FuncId, ChannelId),
    pub func: &'m Func,
    /// How many elements it holds.
    pub depth: u64,
    /// The body of the region, and the process that it is part of.
    pub region: RegionId,
    pub owner: usize,
    elements: VecDeque<ScalarValue>,
    /// Of tokens for filled blocks: the blocks, in the order of the elements.
    blocks: VecDeque<View>,
    pub written: u64,
    pub read: u64,
    /// The processes that wait for it to change.
    pub reader: Option<usize>,
    pub writer: Option<usize>,
}

impl<'m> Fifo<'m> {
    pub fn new(process: &Process<'m>, id: ChannelId, region: RegionId, growth: &Growth) -> Self {
        let func = process.frame.func;
        let (channel, id) = (&func.channels[id], (process.frame.id, id));
        // There are as many tokens of both kinds.
        let held = channel.token.and_then(|token| func.token_of(token.blocks, TokenKind::Held));
        let sized = held.map_or(id, |held| (id.0, held));
        Self {
            channel,
            id,
            func,
            depth: growth.depth(sized, channel.depth),
            region,
            owner: process.id,
            elements: VecDeque::new(),
            blocks: VecDeque::new(),
            written: 0,
            read: 0,
            reader: None,
            writer: None,
        }
    }

    /// The FIFO of a port of the kernel that the run starts: what the host has sent, or all that it will take.
    pub fn port(process: &Process<'m>, id: ChannelId, elements: Vec<ScalarValue>) -> Self {
        let func = process.frame.func;
        Self {
            channel: &func.channels[id],
            id: (process.frame.id, id),
            func,
            depth: u64::MAX,
            region: func.body,
            owner: process.id,
            written: elements.len() as u64,
            elements: elements.into(),
            blocks: VecDeque::new(),
            read: 0,
            reader: None,
            writer: None,
        }
    }

    /// What it holds in the end.
    pub fn take_all(&mut self) -> Vec<ScalarValue> {
        std::mem::take(&mut self.elements).into()
    }

    /// How many elements are not received. One that a process has taken ahead has no place here.
    pub fn len(&self) -> u64 {
        self.written - self.read
    }

    fn is_full(&self) -> bool {
        self.elements.len() as u64 >= self.depth
    }
}

impl<'m> Machine<'m> {
    /// An operation on a channel. The turn of the process ends where it has to wait, and where it learns that there is
    /// nothing to do.
    pub fn access(
        &mut self,
        process: &mut Process<'m>,
        op: &'m Op,
        (channel, access): (ChannelId, &'m ChannelAccess),
    ) -> Result<Option<Turn>, Error> {
        let span = op.span;
        let Some(&fifo) = process.frame.channels.get(channel) else {
            return Err(self.undefined(span, "there is no such channel"));
        };
        let wait = Wait::Channel(fifo, access.end(), span);
        let result = match access {
            ChannelAccess::Read => match self.take(fifo) {
                Some(element) => Some(element),
                None => return Ok(Some(self.wait(process, wait))),
            },
            ChannelAccess::Write(value) => {
                let value = self.value(&process.frame, *value, span)?.clone();
                if !self.put(fifo, value) {
                    return Ok(Some(self.wait(process, wait)));
                }
                None
            }
            ChannelAccess::Unread => {
                let fifo = &mut self.schedule.fifos[fifo];
                fifo.read = fifo.read.saturating_sub(1);
                None
            }
            ChannelAccess::TryRead(place) => {
                let to = self.view(&process.frame, place, span)?;
                let element = self.take(fifo);
                let found = element.is_some();
                if let Some(element) = element {
                    self.memory.fill(to, element);
                }
                Some(self.answer(found, found))
            }
            ChannelAccess::TryWrite(value) => {
                let value = self.value(&process.frame, *value, span)?.clone();
                let done = self.put(fifo, value);
                Some(self.answer(done, done))
            }
            ChannelAccess::Empty => {
                let empty = self.schedule.fifos[fifo].elements.is_empty();
                Some(self.answer(empty, !empty))
            }
            ChannelAccess::More => {
                let more = !self.schedule.fifos[fifo].elements.is_empty();
                if !more && self.is_fed(fifo) {
                    return Ok(Some(self.wait(process, Wait::More(fifo, span))));
                }
                Some(more.into())
            }
            ChannelAccess::Full => {
                let full = self.schedule.fifos[fifo].is_full();
                Some(self.answer(full, !full))
            }
        };
        if let (Some(token), ChannelAccess::Read | ChannelAccess::Write(_)) =
            (self.schedule.fifos[fifo].channel.token, access)
        {
            self.hand_over(process, fifo, (token, access.end()));
        }
        if let (Some(id), Some(value)) = (op.result, result) {
            process.frame.values.set(id, value);
        }
        Ok(None)
    }

    /// The block that a process has from now on, or has no more, when it has sent or received this token.
    fn hand_over(&mut self, process: &mut Process<'m>, fifo: usize, (token, end): (Token, ChannelEnd)) {
        let slots = &mut process.frame.slots;
        let own = slots.get(token.blocks).copied();
        match (token.kind, end) {
            (TokenKind::Held, ChannelEnd::Write) => {
                let leaves = process.frame.func.slots[token.blocks].ty.leaves();
                slots.insert(token.blocks, self.memory.uninit(usize::try_from(leaves).unwrap_or(usize::MAX)));
            }
            (TokenKind::Filled, ChannelEnd::Write) => self.schedule.fifos[fifo].blocks.extend(own),
            (TokenKind::Filled, ChannelEnd::Read) => {
                if let Some(block) = self.schedule.fifos[fifo].blocks.pop_front() {
                    slots.insert(token.blocks, block);
                }
            }
            (TokenKind::Held, ChannelEnd::Read) => own.into_iter().for_each(|block| self.memory.free(block)),
        }
    }

    /// Takes the oldest element out of a FIFO. Who waited for a place goes on.
    fn take(&mut self, fifo: usize) -> Option<ScalarValue> {
        let fifo = &mut self.schedule.fifos[fifo];
        let element = fifo.elements.pop_front()?;
        fifo.read += 1;
        self.schedule.ready.extend(fifo.writer.take());
        Some(element)
    }

    /// Puts an element into a FIFO. Who waited for one goes on. False if there is no place.
    fn put(&mut self, fifo: usize, element: ScalarValue) -> bool {
        let fifo = &mut self.schedule.fifos[fifo];
        if fifo.is_full() {
            return false;
        }
        fifo.elements.push_back(element);
        fifo.written += 1;
        self.schedule.ready.extend(fifo.reader.take());
        true
    }

    /// The answer to an operation that does not wait. The turn ends if the process can do nothing now: if it asks again
    /// and again, others go on meanwhile.
    fn answer(&mut self, answer: bool, can_go_on: bool) -> ScalarValue {
        if !can_go_on {
            self.pause = self.steps;
        }
        answer.into()
    }
}
