//! Writing buffers on the host (S20 §4.7.6.10): what waits for a guard, what a guard waits for, and deadlocks.

use std::thread;

use crate::common::gate::{Gate, eventually};
use crate::common::{affine, failing, host};
use sycl_hls::{Buffer, Error, Event, Id, Status};

fn assert_deadlock<T: std::fmt::Debug>(result: Result<T, Error>, line: u32) {
    let error = result.unwrap_err();
    let Error::Deadlock { guard } = &error else { panic!("{error:?}") };
    assert_eq!((guard.file(), guard.line()), (file!(), line));
}

/// Rows: F155.
#[test]
fn commands_see_what_the_host_wrote() {
    let (q, b) = (host(), Buffer::from_vec(vec![1_u32, 2, 3]));
    affine(&q, &b, 10, 0);
    let mut guard = b.host_write().unwrap();
    assert_eq!(format!("{guard:?}"), "[10, 20, 30]");
    guard[1] += 1;
    guard[2..].fill(7);
    drop(guard);
    affine(&q, &b, 2, 0);
    assert_eq!(b.into_vec().unwrap(), [20, 42, 14]);
}

#[test]
fn every_index_can_be_written() {
    let b = Buffer::<u32, 3>::zeroed([2, 2, 2]).unwrap();
    let mut guard = b.host_write().unwrap();
    guard[[0, 1, 0]] = 1;
    guard[Id::from([1, 1, 1])] = 2;
    guard.iter_mut().for_each(|x| *x += 1);
    assert_eq!((guard[[0, 1, 0]], guard.range().size()), (2, 8));
    drop(guard);
    assert_eq!(b.into_vec().unwrap(), [1, 1, 2, 1, 1, 1, 1, 3]);
    let rows = Buffer::<u8, 2>::zeroed([2, 2]).unwrap();
    rows.host_write().unwrap()[1].copy_from_slice(&[5, 6]);
    assert_eq!(rows.into_vec().unwrap(), [0, 0, 5, 6]);
}

/// Rows: F151.
#[test]
fn all_later_users_wait_for_the_guard_and_nothing_else_does() {
    let (q, gate, b) = (host(), Gate::closed(), Buffer::from_vec(vec![1_u32]));
    gate.open();
    let mut guard = b.host_write().unwrap();
    let (reader, writer) = (crate::common::gated_read(&q, &gate, &b), affine(&q, &b, 2, 0));
    affine(&q, &Buffer::from_vec(vec![1]), 2, 0).wait().unwrap();
    assert_eq!((reader.status(), writer.status(), gate.arrived()), (Status::Submitted, Status::Submitted, 0));
    guard[0] = 5;
    drop(guard);
    eventually("the writer runs", || writer.status() == Status::Complete);
    assert_eq!((gate.arrived(), b.into_vec().unwrap()), (1, vec![10]));
}

/// Has another thread write `b` on the host, and checks that it does so only after `earlier` has passed the gate.
fn check_waits_for(earlier: impl Fn(&Gate, &Buffer<u32>) -> Event) {
    let (gate, b) = (Gate::closed(), Buffer::from_vec(vec![1_u32]));
    let event = earlier(&gate, &b);
    thread::scope(|s| {
        let written = s.spawn(|| b.host_write().unwrap()[0] = 9);
        gate.await_arrivals(1);
        assert!(!written.is_finished());
        gate.open();
        written.join().unwrap();
    });
    event.wait().unwrap();
    assert_eq!(b.into_vec().unwrap(), [9]);
}

#[test]
fn writing_waits_for_writers_and_for_readers() {
    let q = host();
    check_waits_for(|gate, b| crate::common::gated_write(&q, gate, b));
    check_waits_for(|gate, b| crate::common::gated_read(&q, gate, b));
}

/// Rows: F153.
#[test]
fn guards_of_two_threads_exclude_each_other() {
    let b = Buffer::from_vec(vec![0_u32]);
    thread::scope(|s| {
        for _ in 0..4 {
            s.spawn(|| {
                for _ in 0..100 {
                    let mut guard = b.host_write().unwrap();
                    let before = guard[0];
                    thread::yield_now();
                    guard[0] = before + 1;
                    drop(guard);
                    assert!(b.host_read().unwrap()[0] > before);
                }
            });
        }
    });
    assert_eq!(b.into_vec().unwrap(), [400]);
}

/// Rows: F154.
#[test]
fn a_second_guard_of_this_thread_is_a_deadlock_unless_both_read() {
    let (q, b) = (host(), Buffer::from_vec(vec![1_u32]));
    let (reading, line) = (b.host_read().unwrap(), line!());
    assert_deadlock(b.host_write(), line);
    assert_eq!((b.host_read().unwrap()[0], reading[0]), (1, 1));
    drop(reading);
    let (writing, line) = (b.host_write().unwrap(), line!());
    assert_deadlock(b.host_read(), line);
    assert_deadlock(b.host_write(), line);
    assert_deadlock(affine(&q, &b, 2, 0).wait(), line);
    drop(writing);
    assert_eq!(b.into_vec().unwrap(), [2]);
}

#[test]
fn a_guard_that_was_refused_leaves_the_order_as_it_was() {
    let (q, b) = (host(), Buffer::from_vec(vec![1_u32]));
    let (reading, line) = (b.host_read().unwrap(), line!());
    assert_deadlock(b.host_write(), line);
    let writer = affine(&q, &b, 2, 0);
    affine(&q, &Buffer::from_vec(vec![1]), 2, 0).wait().unwrap();
    assert_eq!((writer.status(), reading[0]), (Status::Submitted, 1));
    drop(reading);
    writer.wait().unwrap();
    assert_eq!(b.into_vec().unwrap(), [2]);
}

#[test]
fn a_thread_that_panics_with_a_guard_leaves_the_buffer_usable() {
    let (q, b) = (host(), Buffer::from_vec(vec![1_u32]));
    thread::scope(|s| {
        let panicked = s.spawn(|| {
            let mut guard = b.host_write().unwrap();
            guard[0] = 3;
            panic!("as the test wants it");
        });
        panicked.join().unwrap_err();
    });
    affine(&q, &b, 2, 0).wait().unwrap();
    assert_eq!(b.host_write().unwrap()[0], 6);
    assert_eq!(b.into_vec().unwrap(), [6]);
}

#[test]
fn a_poisoned_buffer_is_not_written() {
    let (q, b) = (host(), Buffer::from_vec(vec![1_u32]));
    failing(&q, &b);
    assert!(matches!(b.host_write(), Err(Error::Poisoned(_))));
    assert!(q.wait().is_err());
}
