//! Who calls an async handler, and when (S20 §4.13.1.1): the functions apart from `Queue::wait_and_throw`.

use std::sync::{Arc, Mutex};

use crate::common::gate::{Gate, eventually};
use crate::common::{failing, handler, host};
use sycl_hls::{Buffer, Error, Event, Queue, Selector, Status};

/// A queue whose handler keeps what it gets.
fn with_handler() -> (Queue, Arc<Mutex<Vec<Error>>>) {
    let (log, handler) = handler();
    (Queue::builder(Selector::host()).async_handler(handler).build().unwrap(), log)
}

#[test]
fn throw_asynchronous_hands_over_what_there_is_and_does_not_wait() {
    let ((q, log), gate, y) = (with_handler(), Gate::closed(), Buffer::from_vec(vec![0_u32]));
    q.throw_asynchronous();
    crate::common::gated_write(&q, &gate, &y);
    let pending = failing(&q, &y);
    let over = failing(&q, &Buffer::from_vec(vec![0]));
    assert!(over.wait().is_err());
    q.throw_asynchronous();
    q.throw_asynchronous();
    assert_eq!(log.lock().unwrap().len(), 1);
    assert_eq!(pending.status(), Status::Submitted);
    gate.open();
    eventually("the command ends", || pending.status() == Status::Complete);
    assert_eq!(log.lock().unwrap().len(), 1);
    q.throw_asynchronous();
    assert_eq!(log.lock().unwrap().len(), 2);
    drop(q);
    assert_eq!(log.lock().unwrap().len(), 2);
}

#[test]
fn throw_asynchronous_without_a_handler_takes_nothing_away() {
    let q = host();
    assert!(failing(&q, &Buffer::from_vec(vec![0])).wait().is_err());
    q.throw_asynchronous();
    assert!(matches!(q.wait(), Err(Error::Kernel(_))));
}

#[test]
fn an_event_hands_over_the_failures_of_its_queue_once() {
    let (q, log) = with_handler();
    let (y, clean) = (Buffer::from_vec(vec![0_u32]), Buffer::from_vec(vec![0_u32]));
    let first = failing(&q, &y);
    let second = failing(&q, &y);
    second.wait_and_throw().unwrap();
    assert!(matches!(&log.lock().unwrap()[..], [Error::Kernel(_), Error::Poisoned(_)]));
    first.wait_and_throw().unwrap();
    crate::common::affine(&q, &clean, 1, 1).wait_and_throw().unwrap();
    assert_eq!(log.lock().unwrap().len(), 2);
    assert!(first.wait().is_err() && q.wait().is_err());
}

/// Rows: F085.
#[test]
fn an_event_hands_over_the_failures_behind_it_on_other_queues_once() {
    let ((first, first_log), (second, second_log), (third, third_log)) =
        (with_handler(), with_handler(), with_handler());
    let count = || [&first_log, &second_log, &third_log].map(|log| log.lock().unwrap().len());
    let number = || Buffer::from_vec(vec![0_u32]);
    let depends = |on: &Event| {
        let group = third.submit(|h| {
            h.depends_on(on);
            Ok::<(), Error>(())
        });
        group.unwrap()
    };
    // By memory, while the first command is not over.
    let (gate, y, z) = (Gate::closed(), number(), number());
    crate::common::gated_write(&first, &gate, &y);
    failing(&first, &y);
    let event = crate::common::affine(&second, &y, 1, 1);
    gate.open();
    event.wait_and_throw().unwrap();
    assert_eq!(count(), [1, 1, 0]);
    event.wait_and_throw().unwrap();
    assert_eq!(count(), [1, 1, 0]);
    // By memory, when it is over, and by way of a command that has not failed.
    let over = failing(&first, &z);
    assert!(over.wait().is_err());
    let behind = crate::common::affine(&second, &z, 1, 1);
    depends(&behind).wait_and_throw().unwrap();
    assert_eq!(count(), [2, 2, 0]);
    // By its event.
    let over = failing(&first, &number());
    assert!(over.wait().is_err());
    depends(&depends(&over)).wait_and_throw().unwrap();
    assert_eq!(count(), [3, 2, 0]);
    // Failures of queues on which it does not depend stay there.
    assert!(failing(&first, &number()).wait().is_err());
    crate::common::affine(&third, &number(), 1, 1).wait_and_throw().unwrap();
    assert_eq!(count(), [3, 2, 0]);
}

#[test]
fn an_event_of_a_queue_without_a_handler_returns_its_failure() {
    let q = host();
    let event = failing(&q, &Buffer::from_vec(vec![0]));
    assert!(matches!(event.wait_and_throw(), Err(Error::Kernel(_))));
    crate::common::affine(&q, &Buffer::from_vec(vec![0]), 1, 1).wait_and_throw().unwrap();
    assert!(q.wait().is_err());
}

#[test]
fn an_event_behind_ones_own_guard_is_a_deadlock() {
    let ((q, _), b) = (with_handler(), Buffer::from_vec(vec![0_u32]));
    let guard = b.host_read().unwrap();
    let event = crate::common::affine(&q, &b, 1, 1);
    assert!(matches!(event.wait_and_throw(), Err(Error::Deadlock { .. })));
    drop(guard);
    event.wait_and_throw().unwrap();
}
