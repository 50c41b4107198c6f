//! Streams of blocks: memory that one process fills and another one reads, block after block.

use std::cell::Cell;
use std::future::Future;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::sync::Arc;

use super::stream::alone;
use crate::dataflow::{self, Channel, Ends, Fifo, Side, Visit};

/// What a block can be: an array of numbers, or of arrays of them.
pub trait Block: Copy + Send + 'static {
    /// All zeros.
    #[doc(hidden)]
    const ZEROS: Self;
}

macro_rules! numbers {
    ($($number:ty = $zero:literal),*) => {
        $(impl Block for $number {
            const ZEROS: Self = $zero;
        })*
    };
}

numbers!(u8 = 0, u16 = 0, u32 = 0, u64 = 0, usize = 0, i8 = 0, i16 = 0, i32 = 0, i64 = 0, isize = 0);
numbers!(f32 = 0.0, f64 = 0.0, bool = false);

impl<B: Block, const N: usize> Block for [B; N] {
    const ZEROS: Self = [B::ZEROS; N];
}

/// The blocks of a stream: a token for each that is held, and those that are filled.
struct Blocks<B> {
    held: Arc<Fifo<()>>,
    filled: Arc<Fifo<Box<B>>>,
}

impl<B> Clone for Blocks<B> {
    fn clone(&self) -> Self {
        Self { held: Arc::clone(&self.held), filled: Arc::clone(&self.filled) }
    }
}

/// The end of a stream of blocks that fills them.
///
/// As a [`Sender`](super::Sender) it is moved into one process.
#[must_use = "a stream needs a process that writes it"]
pub struct BlockSender<B> {
    blocks: Blocks<B>,
    not_sync: PhantomData<Cell<()>>,
}

/// The end of a stream of blocks that reads them.
///
/// As a [`Receiver`](super::Receiver) it is moved into one process.
#[must_use = "a stream needs a process that reads it"]
pub struct BlockReceiver<B> {
    blocks: Blocks<B>,
    not_sync: PhantomData<Cell<()>>,
}

/// A stream of blocks: `DEPTH` arrays, those that are written and read at the time among them, `hls::stream_of_blocks` of Vitis.
///
/// One process fills a block, in any order, while another one reads the block that was filled before. All blocks are
/// read when the region ends; else the run ends with an error, as it does when processes wait for one another.
#[track_caller]
pub fn blocks<B: Block, const DEPTH: usize>() -> (BlockSender<B>, BlockReceiver<B>) {
    named_blocks::<B, DEPTH>("blocks")
}

/// [`blocks`] with the name that reports have. Part of the interface to the macro.
#[doc(hidden)]
#[track_caller]
pub fn named_blocks<B: Block, const DEPTH: usize>(name: &'static str) -> (BlockSender<B>, BlockReceiver<B>) {
    const { assert!(DEPTH > 0, "a stream has a depth of at least 1") };
    ends(name, DEPTH, Location::caller())
}

/// `N` streams of blocks: the ends that fill them, and those that read them.
///
/// A loop over ends as a statement of a region is a process for each; in a process, it is unrolled.
#[track_caller]
pub fn streams_of_blocks<B: Block, const DEPTH: usize, const N: usize>()
-> ([BlockSender<B>; N], [BlockReceiver<B>; N]) {
    named_streams_of_blocks::<B, DEPTH, N>("blocks")
}

/// [`streams_of_blocks`] with the name that reports have, before an underscore and a number. Part of the interface to the macro.
#[doc(hidden)]
#[track_caller]
pub fn named_streams_of_blocks<B: Block, const DEPTH: usize, const N: usize>(
    name: &str,
) -> ([BlockSender<B>; N], [BlockReceiver<B>; N]) {
    const { assert!(DEPTH > 0, "a stream has a depth of at least 1") };
    let at = Location::caller();
    let all: [_; N] = std::array::from_fn(|index| ends(&format!("{name}_{index}"), DEPTH, at));
    let blocks = all.map(|(sender, _)| sender.blocks);
    (
        blocks.each_ref().map(|blocks| BlockSender { blocks: blocks.clone(), not_sync: PhantomData }),
        blocks.map(|blocks| BlockReceiver { blocks, not_sync: PhantomData }),
    )
}

/// The two ends of a stream of blocks.
fn ends<B: Block>(
    name: &str,
    depth: usize,
    at: &'static Location<'static>,
) -> (BlockSender<B>, BlockReceiver<B>) {
    let blocks = Blocks {
        held: Arc::new(Fifo::new(name.to_owned(), depth, at)),
        filled: Arc::new(Fifo::new(name.to_owned(), depth, at)),
    };
    (
        BlockSender { blocks: blocks.clone(), not_sync: PhantomData },
        BlockReceiver { blocks, not_sync: PhantomData },
    )
}

/// A block that a process fills. It is handed over when it is dropped: at the end of its scope.
pub struct WriteBlock<'a, B: Block> {
    block: Box<B>,
    filled: &'a Fifo<Box<B>>,
}

/// A block that a process reads. It is free for the producer when it is dropped: at the end of its scope.
pub struct ReadBlock<'a, B: Block> {
    block: Box<B>,
    held: &'a Fifo<()>,
}

impl<B: Block> BlockSender<B> {
    /// The next block, which the process is to fill: what it does not write has no defined value. Waits while all are held.
    ///
    /// # Panics
    /// Outside of a region, when all are held.
    #[track_caller]
    pub fn acquire(&mut self) -> WriteBlock<'_, B> {
        if !self.blocks.held.push(()) {
            alone(self.blocks.held.waiting(Side::Write));
        }
        self.fresh()
    }

    /// [`Self::acquire`] in a process. Part of the interface to the macro.
    #[doc(hidden)]
    #[track_caller]
    pub fn acquire_in_turn(&mut self) -> impl Future<Output = WriteBlock<'_, B>> {
        let this = &*self;
        let held = &this.blocks.held;
        let acquire = move || held.push(()).then(|| this.fresh());
        dataflow::wait(Location::caller(), acquire, move || held.waiting(Side::Write))
    }

    fn fresh(&self) -> WriteBlock<'_, B> {
        WriteBlock { block: Box::new(B::ZEROS), filled: &self.blocks.filled }
    }
}

impl<B: Block> BlockReceiver<B> {
    /// The block that was filled next. Waits while there is none.
    ///
    /// # Panics
    /// Outside of a region, when there is none.
    #[track_caller]
    pub fn acquire(&mut self) -> ReadBlock<'_, B> {
        // A closure would be the place of the complaint.
        match self.blocks.filled.pop() {
            Some(block) => ReadBlock { block, held: &self.blocks.held },
            None => alone(self.blocks.filled.waiting(Side::Read)),
        }
    }

    /// [`Self::acquire`] in a process. Part of the interface to the macro.
    #[doc(hidden)]
    #[track_caller]
    pub fn acquire_in_turn(&mut self) -> impl Future<Output = ReadBlock<'_, B>> {
        let Blocks { held, filled } = &self.blocks;
        let acquire = move || filled.pop().map(|block| ReadBlock { block, held });
        dataflow::wait(Location::caller(), acquire, move || filled.waiting(Side::Read))
    }

    /// Waits until there is a filled block, which gives true, or none will come because the producer has ended.
    #[doc(hidden)]
    #[track_caller]
    pub fn __more_in_turn(&self) -> impl Future<Output = bool> {
        let filled = &self.blocks.filled;
        dataflow::wait(Location::caller(), move || filled.more(), move || filled.waiting(Side::Read))
    }

    /// The same outside of a region, where nothing comes but what is there.
    #[doc(hidden)]
    #[must_use]
    pub fn __more(&self) -> bool {
        !self.blocks.filled.is_empty()
    }
}

impl<B: Block> Deref for WriteBlock<'_, B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.block
    }
}

impl<B: Block> DerefMut for WriteBlock<'_, B> {
    fn deref_mut(&mut self) -> &mut B {
        &mut self.block
    }
}

impl<B: Block> Deref for ReadBlock<'_, B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.block
    }
}

impl<B: Block> Drop for WriteBlock<'_, B> {
    fn drop(&mut self) {
        // There is a place: no more blocks are filled than held.
        self.filled.push(self.block.clone());
    }
}

impl<B: Block> Drop for ReadBlock<'_, B> {
    fn drop(&mut self) {
        self.held.pop();
    }
}

macro_rules! ends {
    ($end:ident, $side:ident) => {
        impl<B> Ends for $end<B> {
            fn each<'r>(&self, visit: &mut Visit<'_, 'r>)
            where
                Self: 'r,
            {
                (visit.0)(Arc::clone(&self.blocks.held) as Arc<dyn Channel + 'r>, Side::$side);
                (visit.0)(Arc::clone(&self.blocks.filled) as Arc<dyn Channel + 'r>, Side::$side);
            }
        }

        impl<B> std::fmt::Debug for $end<B> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($end))
            }
        }
    };
}

ends!(BlockSender, Write);
ends!(BlockReceiver, Read);
