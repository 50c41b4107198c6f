//! Processes take turns, until all have ended or none can go on: a deadlock.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use sycl_hls_types::{Blocked, ChannelState, DataflowError, Waiting};

use super::Error;
use super::channel::Fifo;
use super::control::Turn;
use super::exec::Machine;
use super::frame::Process;
use crate::dataflow::ProcessAccesses;
use crate::{ChannelEnd, ChannelId, FuncId, OpKind, RegionId, Span, TokenKind};

/// A turn ends after this many operations, if it does not end by itself.
const TURN: u64 = 1024;

/// The processes of a run.
#[derive(Default)]
pub(super) struct Schedule<'m> {
    /// By number. `None` while one runs, and where one has ended.
    processes: Vec<Option<Process<'m>>>,
    /// Numbers of those that have ended.
    free: Vec<usize>,
    live: usize,
    /// Those that can go on, in the order of their turns.
    pub ready: VecDeque<usize>,
    pub fifos: Vec<Fifo<'m>>,
    free_fifos: Vec<usize>,
    members: FxHashMap<(FuncId, RegionId), Rc<[Member<'m>]>>,
    /// The bodies of the processes that write channels, as far as they were asked for.
    writers: FxHashMap<(FuncId, ChannelId), Option<RegionId>>,
}

/// A process of a region, as the code has it.
pub(super) struct Member<'m> {
    pub name: &'m str,
    pub body: RegionId,
    pub span: Span,
    /// True if it starts when the one before has ended, whose results it reads.
    waits: bool,
}

/// A process of a region by its name and body.
type Partner<'m> = (&'m str, RegionId);

/// What a process waits for.
#[derive(Clone, Copy)]
pub(super) enum Wait {
    /// This FIFO, to access this end of it.
    Channel(usize, ChannelEnd, Span),
    /// An element in this FIFO, or the end of the process that writes it.
    More(usize, Span),
    /// The end of the process before it in the region.
    Start(usize, Span),
    /// The ends of the processes that it has started.
    Region,
}

impl<'m> Schedule<'m> {
    /// Gives a process its number.
    fn add(&mut self, mut process: Process<'m>) -> usize {
        self.live += 1;
        process.id = self.free.pop().unwrap_or(self.processes.len());
        let id = process.id;
        match self.processes.get_mut(id) {
            Some(free) => *free = Some(process),
            None => self.processes.push(Some(process)),
        }
        id
    }

    /// Gives a FIFO its number.
    pub fn open(&mut self, fifo: Fifo<'m>) -> usize {
        let id = self.free_fifos.pop().unwrap_or(self.fifos.len());
        match self.fifos.get_mut(id) {
            Some(free) => *free = fifo,
            None => self.fifos.push(fifo),
        }
        id
    }

    pub fn close(&mut self, fifo: usize) {
        self.free_fifos.push(fifo);
    }

    /// Lets the children of a process look again whether more comes: one of them has ended.
    fn look_again(&mut self, parent: usize) {
        let waiting = self.processes.iter_mut().flatten().filter(|it| it.parent == Some(parent));
        for process in waiting {
            if let Some(Wait::More(fifo, _)) = process.wait.take_if(|wait| matches!(wait, Wait::More(..))) {
                self.fifos[fifo].reader = None;
                self.ready.push_back(process.id);
            }
        }
    }

    /// Lets what waits for the end of a process go on.
    fn ended(&mut self, process: &Process<'m>) {
        self.live -= 1;
        self.free.push(process.id);
        self.ready.extend(process.follower);
        process.parent.into_iter().for_each(|parent| self.look_again(parent));
        if let Some(parent) = process.parent
            && let Some(Some(waiting)) = self.processes.get_mut(parent)
        {
            waiting.children -= 1;
            if waiting.children == 0 {
                self.ready.push_back(parent);
            }
        }
    }
}

impl<'m> Machine<'m> {
    /// Runs a process, with those that it starts, to its end.
    pub fn run(&mut self, process: Process<'m>) -> Result<(), Error> {
        let first = self.schedule.add(process);
        self.schedule.ready.push_back(first);
        loop {
            let Some(id) = self.schedule.ready.pop_front().or_else(|| self.grow()) else {
                return Err(self.stuck());
            };
            let Some(mut process) = self.schedule.processes[id].take() else { continue };
            process.wait = None;
            self.pause = if self.schedule.live > 1 { self.steps.saturating_sub(TURN) } else { 0 };
            match self.turn(&mut process)? {
                Turn::Done if id == first => return Ok(()),
                Turn::Done => self.schedule.ended(&process),
                Turn::Ready => {
                    self.schedule.processes[id] = Some(process);
                    self.schedule.ready.push_back(id);
                }
                Turn::Blocked => self.schedule.processes[id] = Some(process),
            }
        }
    }

    /// The process waits; the operation, which is not done, runs again then.
    pub fn wait(&mut self, process: &mut Process<'m>, wait: Wait) -> Turn {
        let channel = match wait {
            Wait::Channel(fifo, end, _) => Some((fifo, end)),
            Wait::More(fifo, _) => Some((fifo, ChannelEnd::Read)),
            Wait::Start(..) | Wait::Region => None,
        };
        if let Some((fifo, end)) = channel {
            let fifo = &mut self.schedule.fifos[fifo];
            match end {
                ChannelEnd::Read => fifo.reader = Some(process.id),
                ChannelEnd::Write => fifo.writer = Some(process.id),
            }
            self.steps += 1;
            if let Some(cursor) = process.control.last_mut() {
                cursor.next -= 1;
            }
        }
        process.wait = Some(wait);
        Turn::Blocked
    }

    /// Starts the processes of a region, and gives their number.
    pub fn start(&mut self, process: &Process<'m>, region: RegionId) -> usize {
        let members = self.members(process, region);
        let mut before: Option<usize> = None;
        for member in members.iter() {
            let mut child = process.fork(member);
            child.wait = before.filter(|_| member.waits).map(|before| Wait::Start(before, member.span));
            let waits = child.wait.is_some();
            let child = self.schedule.add(child);
            match before.and_then(|before| self.schedule.processes[before].as_mut()) {
                Some(before) if waits => before.follower = Some(child),
                _ => self.schedule.ready.push_back(child),
            }
            before = Some(child);
        }
        members.len()
    }

    fn members(&mut self, process: &Process<'m>, region: RegionId) -> Rc<[Member<'m>]> {
        let key = (process.frame.id, region);
        if let Some(known) = self.schedule.members.get(&key) {
            return Rc::clone(known);
        }
        let func = process.frame.func;
        let shared = func.shared_slots(region);
        let mut before = ProcessAccesses::default();
        let mut members = Vec::new();
        for op in func.processes(region) {
            let op = &func.ops[op];
            let OpKind::Process { name, body } = &op.kind else { continue };
            let accesses = ProcessAccesses::new(self.module, func, *body);
            let waits = accesses.follows(&before, &shared);
            members.push(Member { name, body: *body, span: op.span, waits });
            before = accesses;
        }
        let members: Rc<[Member<'m>]> = members.into();
        self.schedule.members.insert(key, Rc::clone(&members));
        members
    }

    /// The FIFOs that are full, of which a process waits for a place, with their depths.
    pub fn full(&self) -> Vec<(usize, &Fifo<'m>)> {
        let waiting = self.schedule.processes.iter().flatten().filter_map(|process| match process.wait? {
            Wait::Channel(fifo, ChannelEnd::Write, _) => Some((fifo, &self.schedule.fifos[fifo])),
            _ => None,
        });
        waiting.collect()
    }

    /// Where no process can go on, a FIFO that may gets one more place: the process that goes on.
    fn grow(&mut self) -> Option<usize> {
        let full: Vec<(usize, (FuncId, ChannelId), u64)> =
            self.full().into_iter().map(|(fifo, data)| (fifo, data.id, data.depth)).collect();
        let id = self.growth.grow(full.iter().map(|(_, id, depth)| (*id, *depth)))?;
        let (fifo, _, depth) =
            *full.iter().filter(|(_, other, _)| *other == id).min_by_key(|(.., depth)| *depth)?;
        let Fifo { owner, func, channel, .. } = self.schedule.fifos[fifo];
        // There are as many tokens of both kinds.
        let filled = channel.token.and_then(|token| func.token_of(token.blocks, TokenKind::Filled));
        let has_depth = |other: &&mut Fifo<'m>| {
            other.owner == owner && (other.id == id || Some(other.id.1) == filled && other.id.0 == id.0)
        };
        self.schedule.fifos.iter_mut().filter(has_depth).for_each(|fifo| fifo.depth = depth + 1);
        self.schedule.fifos[fifo].writer.take()
    }

    /// Why no process can go on.
    fn stuck(&self) -> Error {
        let blocked: Vec<Blocked> =
            self.schedule.processes.iter().flatten().filter_map(|process| self.blocked(process)).collect();
        DataflowError::stuck(blocked).into()
    }

    fn blocked(&self, process: &Process<'m>) -> Option<Blocked> {
        let (on, span) = match process.wait? {
            Wait::Channel(fifo, ChannelEnd::Read, span) | Wait::More(fifo, span) => {
                (Waiting::Element(self.channel_state(&self.schedule.fifos[fifo], ChannelEnd::Read)), span)
            }
            Wait::Channel(fifo, end, span) => {
                (Waiting::Place(self.channel_state(&self.schedule.fifos[fifo], end)), span)
            }
            Wait::Start(before, span) => {
                let before = self.schedule.processes.get(before).and_then(Option::as_ref);
                (Waiting::Start(before.map_or("", |before| before.name).to_owned()), span)
            }
            Wait::Region => return None,
        };
        Some(Blocked { process: process.name.to_owned(), at: self.module.location(span), on })
    }

    /// A channel as the process at one of its ends sees it.
    fn channel_state(&self, fifo: &Fifo<'m>, end: ChannelEnd) -> ChannelState {
        let partner = self.partner(fifo, end);
        ChannelState {
            channel: fifo.channel.name.clone(),
            depth: fifo.depth,
            port: fifo.func.port_end(fifo.id.1).is_some(),
            written: fifo.written,
            read: fifo.read,
            partner_ended: partner.is_some_and(|(_, body)| !self.runs(fifo, body)),
            partner: partner.map(|(name, _)| name.to_owned()),
        }
    }

    /// The process of a channel's region that has the other end.
    fn partner(&self, fifo: &Fifo<'m>, end: ChannelEnd) -> Option<Partner<'m>> {
        let has_other_end = |body: RegionId| {
            let accesses = ProcessAccesses::new(self.module, fifo.func, body);
            accesses.channels.iter().any(|access| access.channel == fifo.id.1 && access.end != end)
        };
        fifo.func.processes(fifo.region).into_iter().find_map(|op| match &fifo.func.ops[op].kind {
            OpKind::Process { name, body } if has_other_end(*body) => Some((name.as_str(), *body)),
            _ => None,
        })
    }

    /// True if the process with this body, of a channel's region, has not ended.
    fn runs(&self, fifo: &Fifo<'m>, body: RegionId) -> bool {
        let is_it = |process: &Process<'m>| process.parent == Some(fifo.owner) && process.body == body;
        self.schedule.processes.iter().flatten().any(is_it)
    }

    /// True if the process that writes a channel may write more.
    pub fn is_fed(&mut self, fifo: usize) -> bool {
        let data = &self.schedule.fifos[fifo];
        let writer = match self.schedule.writers.get(&data.id) {
            Some(known) => *known,
            None => {
                let (id, found) = (data.id, self.partner(data, ChannelEnd::Read));
                let writer = found.map(|(_, body)| body);
                self.schedule.writers.insert(id, writer);
                writer
            }
        };
        writer.is_some_and(|body| self.runs(&self.schedule.fifos[fifo], body))
    }
}
