//! Events (S20 §4.6.6): waiting, status and times.

use std::thread;

use crate::common::gate::Gate;
use crate::common::{affine, failing, host, kernels};
use sycl_hls::{Buffer, Errc, Error, Event, Queue, Selector, Status};

fn profiled() -> Queue {
    Queue::builder(Selector::host()).enable_profiling().build().unwrap()
}

/// Rows: F087.
#[test]
fn status_goes_from_submitted_through_running_to_complete() {
    let (q, first, second) = (host(), Gate::closed(), Gate::closed());
    let b = Buffer::from_vec(vec![0_u32]);
    let earlier = crate::common::gated_write(&q, &first, &b);
    let event = crate::common::gated_write(&q, &second, &b);
    assert_eq!(event.status(), Status::Submitted);
    thread::scope(|s| {
        s.spawn(|| event.wait().unwrap());
        first.await_arrivals(1);
        assert_eq!((earlier.status(), event.status()), (Status::Running, Status::Submitted));
        first.open();
        second.await_arrivals(1);
        assert_eq!((earlier.status(), event.status()), (Status::Complete, Status::Running));
        second.open();
    });
    assert_eq!(event.status(), Status::Complete);
    assert_eq!(format!("{event:?}"), "Event { status: Complete, .. }");
}

#[test]
fn waiting_can_be_repeated_and_always_tells_the_same() {
    let (q, y) = (host(), Buffer::from_vec(vec![0_u32]));
    let good = affine(&q, &y, 1, 1);
    let bad = failing(&q, &y);
    let clone = bad.clone();
    for _ in 0..2 {
        good.wait().unwrap();
        assert_eq!(bad.wait().unwrap_err().to_string(), clone.wait().unwrap_err().to_string());
    }
    assert_eq!((good.status(), bad.status()), (Status::Complete, Status::Complete));
}

/// Rows: F090, F093.
#[test]
fn times_are_in_order_and_so_are_those_of_dependent_commands() {
    let (q, other, y) = (profiled(), profiled(), Buffer::from_vec(vec![0_u32; 1000]));
    let events: Vec<Event> =
        (0..20).map(|i| affine(if i % 2 == 0 { &q } else { &other }, &y, 1, 1)).collect();
    let times: Vec<_> = events.iter().map(|event| event.profiling().unwrap()).collect();
    for pair in times.windows(2) {
        assert!(pair[0].submit <= pair[0].start && pair[0].start <= pair[0].end, "{pair:?}");
        assert!(pair[0].submit <= pair[1].submit && pair[0].end <= pair[1].start, "{pair:?}");
    }
}

/// Rows: F091.
#[test]
fn the_submission_is_timed_between_the_closure_and_the_return() {
    let q = profiled();
    let time = || q.submit(|_| Ok::<(), Error>(())).unwrap().profiling().unwrap();
    let (mut inside, before) = (None, time());
    let event = q.submit(|_| {
        inside = Some(time());
        Ok::<(), Error>(())
    });
    let submit = event.unwrap().profiling().unwrap().submit;
    let after = time();
    assert!(before.end <= inside.unwrap().submit);
    assert!(inside.unwrap().end <= submit && submit <= after.submit);
}

/// Rows: F090.
#[test]
fn times_are_waited_for_and_are_those_of_the_run() {
    let (q, gate) = (profiled(), Gate::closed());
    let event = crate::common::gated_write(&q, &gate, &Buffer::from_vec(vec![0]));
    let times = thread::scope(|s| {
        let times = s.spawn(|| event.profiling().unwrap());
        gate.await_arrivals(1);
        thread::sleep(std::time::Duration::from_millis(5));
        assert!(!times.is_finished());
        gate.open();
        times.join().unwrap()
    });
    assert!(times.end - times.start >= 5_000_000, "{times:?} are no nanoseconds");
}

#[test]
fn failed_commands_have_times_too() {
    let q = profiled();
    let event = failing(&q, &Buffer::from_vec(vec![0]));
    let times = event.profiling().unwrap();
    assert!(times.submit <= times.start && times.start <= times.end);
    assert!(event.wait().is_err());
}

/// Rows: F064, F092.
#[test]
fn without_profiling_there_are_no_times() {
    let error = host().submit(|h| h.single_task(kernels::empty::args())).unwrap().profiling().unwrap_err();
    assert!(matches!(&error, Error::Invalid(text) if text.contains("enable_profiling()")), "{error}");
    assert_eq!(error.code(), Errc::Invalid);
}

#[test]
fn events_outlive_their_queue() {
    let y = Buffer::from_vec(vec![0_u32]);
    let event = affine(&host(), &y, 1, 1);
    event.wait().unwrap();
    assert_eq!(y.into_vec().unwrap(), [1]);
}

/// Rows: F077.
#[test]
fn dropping_a_queue_neither_waits_nor_cancels() {
    let (gate, y) = (Gate::closed(), Buffer::from_vec(vec![0_u32]));
    let q = host();
    let event = crate::common::gated_write(&q, &gate, &y);
    drop(q);
    assert_ne!(event.status(), Status::Complete);
    gate.open();
    assert_eq!(y.into_vec().unwrap(), [1]);
    assert_eq!(event.status(), Status::Complete);
}
