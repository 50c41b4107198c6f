//! A FIFO of fixed depth, with what reports say of it.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::panic::Location;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sycl_hls_types::{ChannelState, DataflowError, Waiting};

use super::process::{Process, Progress, Side, location};

/// A FIFO with two ends. The lock is never contended while a kernel runs: its processes are one thread.
pub(crate) struct Fifo<T> {
    name: Cow<'static, str>,
    depth: usize,
    at: &'static Location<'static>,
    /// True if it is a port of the kernel: it belongs to no region, and always has a place.
    port: bool,
    state: Mutex<State<T>>,
}

struct State<T> {
    elements: VecDeque<T>,
    /// What the consumer has taken ahead of receiving it.
    held: Option<T>,
    /// How many there were so far.
    written: u64,
    producer: Option<Arc<Process>>,
    consumer: Option<Arc<Process>>,
}

/// A FIFO of any elements, as its region has it.
pub(crate) trait Channel {
    /// Gives an end to a process, unless one has it: that one is of a region around this one. True if this is the first
    /// process that has an end, so that the channel is of its region.
    fn give(&self, side: Side, process: &Arc<Process>) -> bool;

    /// The error of a region that ends now, if there are elements left.
    fn leftover(&self) -> Option<DataflowError>;

    /// Its declaration.
    fn at(&self) -> &'static Location<'static>;
}

impl<T> Fifo<T> {
    pub fn new(name: impl Into<Cow<'static, str>>, depth: usize, at: &'static Location<'static>) -> Self {
        let state =
            State { elements: VecDeque::new(), held: None, written: 0, producer: None, consumer: None };
        Self { name: name.into(), depth, at, port: false, state: Mutex::new(state) }
    }

    /// The FIFO of a port, with what the host has sent.
    #[track_caller]
    pub fn of_port(name: &'static str, elements: Vec<T>) -> Self {
        let fifo = Self { port: true, ..Self::new(name, usize::MAX, Location::caller()) };
        let mut state = fifo.state();
        state.written = elements.len() as u64;
        state.elements = elements.into();
        drop(state);
        fifo
    }

    /// Takes all elements.
    pub fn take_all(&self) -> Vec<T> {
        std::mem::take(&mut self.state().elements).into()
    }

    /// Adds an element; false when the FIFO is full.
    pub fn push(&self, element: T) -> bool {
        let mut state = self.state();
        let has_place = state.elements.len() < self.depth;
        if has_place {
            state.elements.push_back(element);
            state.written += 1;
        }
        has_place
    }

    /// Takes the oldest element.
    pub fn pop(&self) -> Option<T> {
        let mut state = self.state();
        state.held.take().or_else(|| state.elements.pop_front())
    }

    /// The element that [`Self::pop`] takes next. The consumer holds it from now on, so that its place is free.
    pub fn front(&self) -> Option<T>
    where
        T: Copy,
    {
        let mut state = self.state();
        if state.held.is_none() {
            state.held = state.elements.pop_front();
        }
        state.held
    }

    pub fn is_empty(&self) -> bool {
        let state = self.state();
        state.held.is_none() && state.elements.is_empty()
    }

    /// Whether there is an element; `None` while there is none and the producer may send one.
    pub fn more(&self) -> Option<bool> {
        if !self.is_empty() {
            return Some(true);
        }
        let ended = self.state().producer.as_ref().is_none_or(|producer| producer.is(Progress::Ended));
        ended.then_some(false)
    }

    pub fn is_full(&self) -> bool {
        self.state().elements.len() >= self.depth
    }

    /// What a process waits for at a side.
    pub fn waiting(&self, side: Side) -> Waiting {
        let state = self.state();
        let partner = match side {
            Side::Write => &state.consumer,
            Side::Read => &state.producer,
        };
        let channel = ChannelState {
            channel: self.name.to_string(),
            depth: self.depth as u64,
            written: state.written,
            read: state.read(),
            partner: partner.as_ref().map(|partner| partner.name().to_owned()),
            partner_ended: partner.as_ref().is_some_and(|partner| partner.is(Progress::Ended)),
            port: self.port,
        };
        match side {
            Side::Write => Waiting::Place(channel),
            Side::Read => Waiting::Element(channel),
        }
    }
}

impl<T> State<T> {
    /// How many elements the consumer has taken. What it holds when it has ended, it has not.
    fn read(&self) -> u64 {
        let ended = self.consumer.as_ref().is_none_or(|consumer| consumer.is(Progress::Ended));
        let held = u64::from(self.held.is_some() && ended);
        self.written - self.elements.len() as u64 - held
    }
}

impl<T> Fifo<T> {
    /// A process that panics while it has the lock leaves nothing half done.
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Channel for Fifo<T> {
    fn give(&self, side: Side, process: &Arc<Process>) -> bool {
        let mut state = self.state();
        let is_first = state.producer.is_none() && state.consumer.is_none();
        let end = match side {
            Side::Write => &mut state.producer,
            Side::Read => &mut state.consumer,
        };
        end.get_or_insert_with(|| Arc::clone(process));
        is_first && !self.port
    }

    fn leftover(&self) -> Option<DataflowError> {
        let state = self.state();
        let count = state.written - state.read();
        drop(state);
        (count > 0).then(|| DataflowError::Leftover {
            channel: self.name.to_string(),
            count,
            at: location(self.at),
        })
    }

    fn at(&self) -> &'static Location<'static> {
        self.at
    }
}
