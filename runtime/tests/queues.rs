//! Several queues, queues in order, and commands that depend on events (S20 §4.6.5.5, §4.9.4.1).

use std::thread;

use crate::common::gate::Gate;
use crate::common::{affine, failing, host, kernels};
use sycl_hls::{Buffer, Error, Event, Queue, Selector, Status};

fn in_order() -> Queue {
    Queue::builder(Selector::host()).in_order().build().unwrap()
}

/// Submits a command on a buffer of its own that waits at the gate, and has a thread wait for it.
fn held(q: &Queue, gate: &Gate) -> Event {
    let event = crate::common::gated_write(q, gate, &Buffer::from_vec(vec![0]));
    let awaited = event.clone();
    thread::spawn(move || awaited.wait().unwrap());
    gate.await_arrivals(1);
    event
}

/// A command on a buffer of its own.
fn unrelated(q: &Queue) -> Event {
    affine(q, &Buffer::from_vec(vec![0]), 1, 1)
}

/// Rows: F063.
#[test]
fn a_queue_in_order_runs_one_command_after_the_other() {
    let (q, other, gate) = (in_order(), in_order(), Gate::closed());
    assert_eq!((q.is_in_order(), host().is_in_order()), (true, false));
    let first = held(&q, &gate);
    let later: Vec<Event> = (0..3).map(|_| unrelated(&q)).collect();
    let empty = q.submit(|_| Ok::<(), Error>(())).unwrap();
    // Other queues go on.
    unrelated(&other).wait().unwrap();
    unrelated(&host()).wait().unwrap();
    assert!(later.iter().chain([&empty]).all(|event| event.status() == Status::Submitted));
    gate.open();
    empty.wait().unwrap();
    assert!(later.iter().chain([&first]).all(|event| event.status() == Status::Complete));
}

/// Rows: F072.
#[test]
fn the_order_holds_for_many_commands_of_many_threads() {
    let q = Queue::builder(Selector::host()).in_order().enable_profiling().build().unwrap();
    let events: Vec<Event> = thread::scope(|s| {
        let threads: Vec<_> =
            (0..4).map(|_| s.spawn(|| (0..500).map(|_| unrelated(&q)).collect::<Vec<_>>())).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    q.wait().unwrap();
    let mut times: Vec<_> = events.iter().map(|event| event.profiling().unwrap()).collect();
    times.sort_by_key(|times| times.start);
    assert!(times.windows(2).all(|pair| pair[0].end <= pair[1].start), "no two ran at the same time");
    for thread in events.chunks(500) {
        let starts: Vec<u64> = thread.iter().map(|event| event.profiling().unwrap().start).collect();
        assert!(starts.is_sorted(), "a thread's commands ran in its order");
    }
}

#[test]
fn a_failure_does_not_stop_a_queue_in_order() {
    let (q, y) = (in_order(), Buffer::from_vec(vec![1_u32]));
    failing(&q, &Buffer::from_vec(vec![0]));
    affine(&q, &y, 5, 0).wait().unwrap();
    assert_eq!(y.into_vec().unwrap(), [5]);
    assert!(matches!(q.wait(), Err(Error::Kernel(_))));
}

#[test]
fn a_queue_in_order_behind_ones_own_guard_is_a_deadlock() {
    let (q, b) = (in_order(), Buffer::from_vec(vec![1_u32]));
    let guard = b.host_read().unwrap();
    affine(&q, &b, 2, 0);
    let last = unrelated(&q);
    assert!(matches!(last.wait(), Err(Error::Deadlock { .. })));
    drop(guard);
    last.wait().unwrap();
}

/// Rows: F088.
#[test]
fn a_command_runs_after_the_events_it_depends_on() {
    let (q, other) = (host(), host());
    let gates = [Gate::closed(), Gate::closed()];
    let first = held(&q, &gates[0]);
    let second = held(&other, &gates[1]);
    let dependent = q.submit(|h| {
        h.depends_on(&first);
        h.depends_on(&second);
        h.single_task(kernels::empty::args())
    });
    let dependent = dependent.unwrap();
    unrelated(&q).wait().unwrap();
    gates[0].open();
    first.wait().unwrap();
    unrelated(&q).wait().unwrap();
    assert_eq!((second.status(), dependent.status()), (Status::Running, Status::Submitted));
    gates[1].open();
    dependent.wait().unwrap();
    assert_eq!(second.status(), Status::Complete);
    // An event that is over, twice, and in a group without a command.
    let again = q.submit(|h| {
        h.depends_on(&first);
        h.depends_on(&first);
        Ok::<(), Error>(())
    });
    again.unwrap().wait().unwrap();
}

#[test]
fn a_failed_dependency_is_over_all_the_same() {
    let (q, y) = (host(), Buffer::from_vec(vec![1_u32]));
    let failed = failing(&q, &Buffer::from_vec(vec![0]));
    let dependent = q.submit(|h| {
        h.depends_on(&failed);
        let y = y.write(h);
        h.fill(y, 3)
    });
    dependent.unwrap().wait().unwrap();
    assert!(failed.wait().is_err());
    assert_eq!(y.into_vec().unwrap(), [3]);
}
