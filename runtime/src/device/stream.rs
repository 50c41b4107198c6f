//! Streams: FIFOs between the processes of a dataflow region.

use std::cell::Cell;
use std::future::Future;
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

use sycl_hls_types::{DataflowError, Waiting};

use super::packet::StreamElement;
use crate::dataflow::{self, Channel, Ends, Fifo, Side, Visit};

/// The end of a stream that writes.
///
/// It is moved into one process, or passed to it, so there is one producer. Dropping it does nothing: there is no end of a
/// stream.
#[must_use = "a stream needs a process that writes it"]
pub struct Sender<T> {
    fifo: Arc<Fifo<T>>,
    not_sync: PhantomData<Cell<()>>,
}

/// The end of a stream that reads.
///
/// It is moved into one process, or passed to it, so there is one consumer. It is no iterator, because there is no end
/// of a stream: the consumer knows how many elements there are, or reads until one that says so.
#[must_use = "a stream needs a process that reads it"]
pub struct Receiver<T> {
    fifo: Arc<Fifo<T>>,
    not_sync: PhantomData<Cell<()>>,
}

/// A stream: a FIFO of `DEPTH` elements on every target, `hls::stream` of Vitis.
///
/// Its two ends go to two processes of a `#[dataflow]` region. All elements are read when the region ends; else the run
/// ends with an error, as it does when processes wait for one another.
///
/// Outside of a region, in a test of one process, nobody else runs: what waits there is an error, and a stream that has
/// places for all elements takes the place of the other process.
#[track_caller]
pub fn stream<T: Copy, const DEPTH: usize>() -> (Sender<T>, Receiver<T>) {
    named_stream::<T, DEPTH>("stream")
}

/// [`stream`] with the name that reports have. Part of the interface to the macro.
#[doc(hidden)]
#[track_caller]
pub fn named_stream<T: Copy, const DEPTH: usize>(name: &'static str) -> (Sender<T>, Receiver<T>) {
    const { assert!(DEPTH > 0, "a stream has a depth of at least 1") };
    let fifo = Arc::new(Fifo::new(name, DEPTH, Location::caller()));
    (Sender { fifo: Arc::clone(&fifo), not_sync: PhantomData }, Receiver { fifo, not_sync: PhantomData })
}

/// A stream that a kernel reads, in a run of it. Part of the interface to the macro.
#[doc(hidden)]
pub struct ReceiverPort<'a, T: StreamElement> {
    fifo: Arc<Fifo<T>>,
    elements: &'a mut Vec<u8>,
}

/// A stream that a kernel writes, in a run of it. Part of the interface to the macro.
#[doc(hidden)]
pub struct SenderPort<'a, T: StreamElement> {
    fifo: Arc<Fifo<T>>,
    elements: &'a mut Vec<u8>,
}

impl<'a, T: StreamElement> ReceiverPort<'a, T> {
    pub(crate) fn new(name: &'static str, elements: &'a mut Vec<u8>) -> Self {
        let sent = T::from_bytes(&std::mem::take(elements));
        Self { fifo: Arc::new(Fifo::of_port(name, sent)), elements }
    }

    /// The kernel's end.
    pub fn end(&self) -> Receiver<T> {
        Receiver { fifo: Arc::clone(&self.fifo), not_sync: PhantomData }
    }
}

impl<'a, T: StreamElement> SenderPort<'a, T> {
    pub(crate) fn new(name: &'static str, elements: &'a mut Vec<u8>) -> Self {
        Self { fifo: Arc::new(Fifo::of_port(name, Vec::new())), elements }
    }

    /// The kernel's end.
    pub fn end(&self) -> Sender<T> {
        Sender { fifo: Arc::clone(&self.fifo), not_sync: PhantomData }
    }
}

impl<T: StreamElement> Drop for ReceiverPort<'_, T> {
    fn drop(&mut self) {
        self.elements.append(&mut T::to_bytes(&self.fifo.take_all()));
    }
}

impl<T: StreamElement> Drop for SenderPort<'_, T> {
    fn drop(&mut self) {
        self.elements.append(&mut T::to_bytes(&self.fifo.take_all()));
    }
}

/// `N` streams, each as [`stream`] makes it: their senders and their receivers.
///
/// A loop over them that is a statement of a `#[dataflow]` region, `for (rx, tx) in rxs.into_iter().zip(txs)`, makes `N`
/// processes.
#[track_caller]
pub fn streams<T: Copy, const DEPTH: usize, const N: usize>() -> ([Sender<T>; N], [Receiver<T>; N]) {
    named_streams::<T, DEPTH, N>("stream")
}

/// [`streams`] with the name that reports have, before an underscore and a number. Part of the interface to the macro.
#[doc(hidden)]
#[track_caller]
pub fn named_streams<T: Copy, const DEPTH: usize, const N: usize>(
    name: &str,
) -> ([Sender<T>; N], [Receiver<T>; N]) {
    const { assert!(DEPTH > 0, "a stream has a depth of at least 1") };
    let at = Location::caller();
    let fifos: [Arc<Fifo<T>>; N] =
        std::array::from_fn(|index| Arc::new(Fifo::new(format!("{name}_{index}"), DEPTH, at)));
    let senders = fifos.each_ref().map(|fifo| Sender { fifo: Arc::clone(fifo), not_sync: PhantomData });
    (senders, fifos.map(|fifo| Receiver { fifo, not_sync: PhantomData }))
}

impl<T: Copy> Sender<T> {
    /// Writes an element. Waits while the FIFO is full.
    ///
    /// # Panics
    /// Outside of a region, when the FIFO is full.
    #[track_caller]
    pub fn send(&mut self, element: T) {
        if !self.fifo.push(element) {
            alone(self.fifo.waiting(Side::Write));
        }
    }

    /// Writes an element, or does nothing and gives false if the FIFO is full.
    #[must_use = "the element is lost if the stream is full"]
    pub fn try_send(&mut self, element: T) -> bool {
        self.fifo.push(element)
    }

    /// True if the FIFO has no place for another element.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.fifo.is_full()
    }

    /// [`Self::send`] in a process. Part of the interface to the macro, as those below are.
    #[doc(hidden)]
    #[track_caller]
    pub fn send_in_turn(&mut self, element: T) -> impl Future<Output = ()> {
        self.send_at(element, Location::caller())
    }

    /// The same for an operation that stands at `at`.
    pub(super) fn send_at(&mut self, element: T, at: &'static Location<'static>) -> impl Future<Output = ()> {
        let fifo = &self.fifo;
        let push = move || fifo.push(element).then_some(());
        dataflow::wait(at, push, move || fifo.waiting(Side::Write))
    }

    /// Writes an element, unless the FIFO is full.
    pub(super) fn offer(&self, element: T) -> bool {
        self.fifo.push(element)
    }

    /// What a process waits for that cannot write.
    pub(super) fn waits(&self) -> Waiting {
        self.fifo.waiting(Side::Write)
    }

    #[doc(hidden)]
    pub fn try_send_in_turn(&mut self, element: T) -> impl Future<Output = bool> {
        let sent = self.try_send(element);
        dataflow::answer(sent, sent)
    }

    #[doc(hidden)]
    pub fn is_full_in_turn(&self) -> impl Future<Output = bool> {
        let full = self.is_full();
        dataflow::answer(full, !full)
    }
}

impl<T: Copy> Receiver<T> {
    /// Takes the next element. Waits while the FIFO is empty.
    ///
    /// # Panics
    /// Outside of a region, when the FIFO is empty.
    #[track_caller]
    pub fn recv(&mut self) -> T {
        // A closure would be the place of the complaint.
        match self.fifo.pop() {
            Some(element) => element,
            None => alone(self.fifo.waiting(Side::Read)),
        }
    }

    /// Takes the next element, if there is one now.
    pub fn try_recv(&mut self) -> Option<T> {
        self.fifo.pop()
    }

    /// The next element, which the next [`Self::recv`] takes. Waits while the FIFO is empty.
    ///
    /// The consumer holds the element in a register of its own, so that its place in the FIFO is free for another one.
    ///
    /// # Panics
    /// Outside of a region, when the FIFO is empty.
    #[must_use]
    #[track_caller]
    pub fn peek(&mut self) -> T {
        match self.fifo.front() {
            Some(element) => element,
            None => alone(self.fifo.waiting(Side::Read)),
        }
    }

    /// True if the FIFO has no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fifo.is_empty()
    }

    #[doc(hidden)]
    #[track_caller]
    pub fn recv_in_turn(&mut self) -> impl Future<Output = T> {
        self.recv_at(Location::caller())
    }

    /// The same for an operation that stands at `at`.
    pub(super) fn recv_at(&mut self, at: &'static Location<'static>) -> impl Future<Output = T> {
        let fifo = &self.fifo;
        dataflow::wait(at, move || fifo.pop(), move || fifo.waiting(Side::Read))
    }

    /// Takes the next element, if there is one.
    pub(super) fn take(&self) -> Option<T> {
        self.fifo.pop()
    }

    /// What a process waits for that cannot read.
    pub(super) fn waits(&self) -> Waiting {
        self.fifo.waiting(Side::Read)
    }

    #[doc(hidden)]
    pub fn try_recv_in_turn(&mut self) -> impl Future<Output = Option<T>> {
        let element = self.try_recv();
        dataflow::answer(element, element.is_some())
    }

    #[doc(hidden)]
    #[track_caller]
    pub fn peek_in_turn(&mut self) -> impl Future<Output = T> {
        let fifo = &self.fifo;
        dataflow::wait(Location::caller(), move || fifo.front(), move || fifo.waiting(Side::Read))
    }

    /// Waits until there is an element, which gives true, or none will come because the producer has ended.
    #[doc(hidden)]
    #[track_caller]
    pub fn __more_in_turn(&self) -> impl Future<Output = bool> {
        let fifo = &self.fifo;
        dataflow::wait(Location::caller(), move || fifo.more(), move || fifo.waiting(Side::Read))
    }

    /// The same outside of a region, where nothing comes but what is there.
    #[doc(hidden)]
    #[must_use]
    pub fn __more(&self) -> bool {
        !self.is_empty()
    }

    #[doc(hidden)]
    pub fn is_empty_in_turn(&self) -> impl Future<Output = bool> {
        let empty = self.is_empty();
        dataflow::answer(empty, !empty)
    }
}

/// The error of an operation that waits where no other process runs.
#[track_caller]
pub(super) fn alone(on: Waiting) -> ! {
    let blocked = dataflow::waiting(on, Location::caller());
    dataflow::fail(DataflowError::stuck(vec![blocked]))
}

macro_rules! ends {
    ($end:ident, $side:ident) => {
        impl<T> Ends for $end<T> {
            fn each<'r>(&self, visit: &mut Visit<'_, 'r>)
            where
                Self: 'r,
            {
                (visit.0)(Arc::clone(&self.fifo) as Arc<dyn Channel + 'r>, Side::$side);
            }
        }

        impl<T> std::fmt::Debug for $end<T> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($end))
            }
        }
    };
}

ends!(Sender, Write);
ends!(Receiver, Read);

impl<E: Ends> Ends for &mut E {
    fn each<'r>(&self, visit: &mut Visit<'_, 'r>)
    where
        Self: 'r,
    {
        E::each(self, visit);
    }
}

impl<E: Ends, const N: usize> Ends for [E; N] {
    fn each<'r>(&self, visit: &mut Visit<'_, 'r>)
    where
        Self: 'r,
    {
        self.iter().for_each(|end| end.each(visit));
    }
}
