//! A process of a region: its name, and how far it is.

use std::future::{Future, poll_fn};
use std::panic;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use sycl_hls_types::Location;

use super::turn::InTurn;

/// A side of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Write,
    Read,
}

/// A process of a region.
pub struct Process {
    name: &'static str,
    at: &'static panic::Location<'static>,
    progress: AtomicU8,
}

/// How far a process is.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Progress {
    Waits,
    Runs,
    Ended,
}

impl Process {
    pub(super) const fn new(name: &'static str, at: &'static panic::Location<'static>) -> Self {
        Self { name, at, progress: AtomicU8::new(Progress::Waits as u8) }
    }

    pub(super) const fn name(&self) -> &'static str {
        self.name
    }

    pub(super) const fn at(&self) -> &'static panic::Location<'static> {
        self.at
    }

    pub(super) fn is(&self, progress: Progress) -> bool {
        self.progress.load(Ordering::Relaxed) == progress as u8
    }

    /// The process, which does `body` and gives its result. It starts at its first turn.
    pub async fn run<R>(self: Arc<Self>, body: impl Future<Output = R>) -> R {
        let mut body = pin!(body);
        self.progress.store(Progress::Runs as u8, Ordering::Relaxed);
        let result = poll_fn(|context| {
            let _turn = InTurn::new(self.name);
            body.as_mut().poll(context)
        })
        .await;
        self.progress.store(Progress::Ended as u8, Ordering::Relaxed);
        result
    }
}

pub(crate) fn location(at: &panic::Location<'_>) -> Location {
    Location { file: at.file().to_owned(), line: at.line(), column: at.column() }
}
