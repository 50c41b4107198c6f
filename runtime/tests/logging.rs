//! What is logged: failures that nobody has seen, when nobody can see them any more.
#![allow(missing_docs, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fmt::Debug;
use std::sync::Mutex;

use common::gate::{Gate, eventually};
use common::{failing, host};
use sycl_hls::{Buffer, Queue, Selector, Status};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

static LOGGED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Keeps the messages of errors.
struct Log;

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::ERROR
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Message);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

struct Message;

impl Visit for Message {
    fn record_debug(&mut self, _: &Field, value: &dyn Debug) {
        LOGGED.lock().unwrap().push(format!("{value:?}"));
    }
}

/// Messages since the last call.
fn logged() -> Vec<String> {
    std::mem::take(&mut *LOGGED.lock().unwrap())
}

/// Submits a command that fails and is over when this returns, unseen.
fn fail_unseen(q: &Queue, len: usize) -> sycl_hls::Event {
    let event = failing(q, &Buffer::from_vec(vec![0; len]));
    eventually("the command ends", || event.status() == Status::Complete);
    event
}

/// One test, as there is one log.
#[test]
fn unseen_failures_are_logged_and_others_are_not() {
    tracing::subscriber::set_global_default(Log).unwrap();

    // When the last handle is dropped, though the event is still there.
    let q = host();
    let _event = fail_unseen(&q, 1);
    drop(q.clone());
    assert_eq!(logged(), [""; 0]);
    drop(q);
    let messages = logged();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].contains("nobody waited for it: kernel `store`: index out of bounds: the len is 1"));

    // What any wait has returned is seen.
    let q = host();
    fail_unseen(&q, 2).wait().unwrap_err();
    drop(q);
    let q = host();
    fail_unseen(&q, 3);
    q.wait().unwrap_err();
    drop(q);
    let q = host();
    fail_unseen(&q, 4);
    q.wait_and_throw().unwrap_err();
    fail_unseen(&q, 5);
    drop(q);
    let messages = logged();
    assert!(messages.len() == 1 && messages[0].contains("the len is 5"), "{messages:?}");

    // The handler's are the handler's.
    let q = Queue::builder(Selector::host()).async_handler(drop).build().unwrap();
    fail_unseen(&q, 6);
    drop(q);
    assert_eq!(logged(), [""; 0]);

    // What fails after the queue is gone is logged when no event is left to tell.
    let late = |see: bool| {
        let (q, gate, y) = (host(), Gate::closed(), Buffer::from_vec(vec![0_u32; 7]));
        common::gated_write(&q, &gate, &y);
        let event = failing(&q, &y);
        drop((q, y));
        gate.open();
        eventually("the command ends", || event.status() == Status::Complete);
        assert_eq!(logged(), [""; 0]);
        if see {
            event.wait().unwrap_err();
        }
    };
    late(true);
    late(false);
    eventually("the failure is logged", || !LOGGED.lock().unwrap().is_empty());
    let messages = logged();
    assert!(messages.len() == 1 && messages[0].contains("the len is 7"), "{messages:?}");
}
