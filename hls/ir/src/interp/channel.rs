//! Channels: FIFOs with the places that they have on hardware.

use std::collections::VecDeque;

use sycl_hls_types::ScalarValue;

use super::Error;
use super::control::Turn;
use super::exec::Machine;
use super::frame::Process;
use super::schedule::Wait;
use crate::{Channel, ChannelAccess, ChannelEnd, ChannelId, Func, Op, RegionId};

/// A channel of a region that runs.
pub(super) struct Fifo<'m> {
    pub channel: &'m Channel,
    pub id: ChannelId,
    pub func: &'m Func,
    /// The body of the region, and the process that it is part of.
    pub region: RegionId,
    pub owner: usize,
    elements: VecDeque<ScalarValue>,
    pub written: u64,
    pub read: u64,
    /// The processes that wait for it to change.
    pub reader: Option<usize>,
    pub writer: Option<usize>,
}

impl<'m> Fifo<'m> {
    pub fn new(func: &'m Func, id: ChannelId, region: RegionId, owner: usize) -> Self {
        let channel = &func.channels[id];
        let elements = VecDeque::new();
        Self { channel, id, func, region, owner, elements, written: 0, read: 0, reader: None, writer: None }
    }

    /// How many elements there are.
    pub fn len(&self) -> u64 {
        self.written - self.read
    }

    const fn is_full(&self) -> bool {
        self.written - self.read >= self.channel.depth
    }

    /// Takes the oldest element out, and tells who waited for a place.
    fn take(&mut self) -> Option<(ScalarValue, Option<usize>)> {
        let element = self.elements.pop_front()?;
        self.read += 1;
        Some((element, self.writer.take()))
    }

    /// Puts an element in, and tells who waited for one. False if there is no place.
    fn put(&mut self, element: ScalarValue) -> (bool, Option<usize>) {
        if self.is_full() {
            return (false, None);
        }
        self.elements.push_back(element);
        self.written += 1;
        (true, self.reader.take())
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
        let Some(&fifo) = process.frame.channels.get(channel) else {
            return Err(self.undefined(op.span, "there is no such channel"));
        };
        let (result, woken) = match access {
            ChannelAccess::Read => match self.schedule.fifos[fifo].take() {
                Some((element, woken)) => (Some(element), woken),
                None => {
                    return Ok(Some(self.wait(process, Wait::Channel(fifo, ChannelEnd::Read, op.span))));
                }
            },
            ChannelAccess::Write(value) => {
                let value = self.value(&process.frame, *value, op.span)?.clone();
                match self.schedule.fifos[fifo].put(value) {
                    (true, woken) => (None, woken),
                    (false, _) => {
                        return Ok(Some(self.wait(process, Wait::Channel(fifo, ChannelEnd::Write, op.span))));
                    }
                }
            }
            ChannelAccess::TryRead(place) => {
                let to = self.view(&process.frame, place, op.span)?;
                let taken = self.schedule.fifos[fifo].take();
                let (found, woken) = (taken.is_some(), taken.as_ref().and_then(|(_, woken)| *woken));
                if let Some((element, _)) = taken {
                    self.memory.fill(to, element);
                }
                (Some(self.query(found)), woken)
            }
            ChannelAccess::TryWrite(value) => {
                let value = self.value(&process.frame, *value, op.span)?.clone();
                let (done, woken) = self.schedule.fifos[fifo].put(value);
                (Some(self.query(done)), woken)
            }
            ChannelAccess::Empty => {
                let empty = self.schedule.fifos[fifo].len() == 0;
                self.query(!empty);
                (Some(empty.into()), None)
            }
            ChannelAccess::Full => {
                let full = self.schedule.fifos[fifo].is_full();
                self.query(!full);
                (Some(full.into()), None)
            }
        };
        if let (Some(id), Some(value)) = (op.result, result) {
            process.frame.values.set(id, value);
        }
        self.schedule.ready.extend(woken);
        Ok(None)
    }

    /// The answer to an operation that does not wait. After a failure the turn ends: a process that asks again and again
    /// lets the others go on.
    fn query(&mut self, success: bool) -> ScalarValue {
        if !success {
            self.pause = self.steps;
        }
        success.into()
    }
}
