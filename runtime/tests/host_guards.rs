//! Reading buffers on the host (S20 §4.7.6.10): what waits for a guard, what does not, and deadlocks (S20
//! §3.9.8.1).

use std::sync::Barrier;
use std::thread;

use crate::common::gate::{Gate, eventually};
use crate::common::{affine, host, kernels};
use sycl_hls::{Buffer, Errc, Error, Event, Queue, Selector, Status, scope};

/// A command that reads `x`.
fn read(q: &Queue, x: &Buffer<u32>) -> Event {
    let sum = Buffer::from_vec(vec![0; x.len()]);
    q.submit(|h| {
        let (a, b, sum) = (x.read(h), x.read(h), sum.write(h));
        h.single_task(kernels::add::args(a, b, sum))
    })
    .unwrap()
}

/// Checks for a deadlock that names the line of a guard in this file.
fn assert_deadlock<T: std::fmt::Debug>(result: Result<T, Error>, line: u32) {
    let error = result.unwrap_err();
    let Error::Deadlock { guard } = &error else { panic!("{error:?}") };
    assert_eq!((guard.file(), guard.line()), (file!(), line));
    assert!(error.to_string().contains(&format!("host_guards.rs:{line}:")), "{error}");
    assert_eq!(error.code(), Errc::Invalid);
}

/// Rows: F150.
#[test]
fn reading_waits_for_the_last_writer() {
    let (q, gate, b) = (host(), Gate::closed(), Buffer::from_vec(vec![1_u32]));
    crate::common::gated_write(&q, &gate, &b);
    affine(&q, &b, 10, 0);
    thread::scope(|s| {
        let value = s.spawn(|| b.host_read().unwrap()[0]);
        gate.await_arrivals(1);
        assert!(!value.is_finished());
        gate.open();
        assert_eq!(value.join().unwrap(), 20);
    });
}

/// Rows: F151, F152.
#[test]
fn writers_wait_for_the_guard_and_readers_do_not() {
    let (q, b) = (host(), Buffer::from_vec(vec![1_u32]));
    let guard = b.host_read().unwrap();
    let writer = affine(&q, &b, 2, 0);
    let other = affine(&q, &Buffer::from_vec(vec![1]), 2, 0);
    other.wait().unwrap();
    assert_eq!((writer.status(), guard[0]), (Status::Submitted, 1));
    drop(guard);
    // Nobody waits for it, and it goes on all the same.
    eventually("the writer runs", || writer.status() == Status::Complete);

    let guard = b.host_read().unwrap();
    let again = b.host_read().unwrap();
    read(&q, &b).wait().unwrap();
    assert_eq!((&*guard, &*again), (&[2][..], &[2][..]));
    assert_eq!(format!("{guard:?}"), "[2]");
}

/// Rows: F153.
#[test]
fn writers_wait_for_every_guard() {
    let (q, b) = (host(), Buffer::from_vec(vec![1_u32]));
    let (first, second) = (b.host_read().unwrap(), b.host_read().unwrap());
    let writer = affine(&q, &b, 2, 0);
    drop(first);
    affine(&q, &Buffer::from_vec(vec![1]), 2, 0).wait().unwrap();
    assert_eq!(writer.status(), Status::Submitted);
    drop(second);
    writer.wait().unwrap();
}

/// Rows: F154.
#[test]
fn waiting_for_ones_own_guard_is_an_error_and_not_a_hang() {
    let b = Buffer::from_vec(vec![1_u32]);
    let (guard, line) = (b.host_read().unwrap(), line!());
    // With a handler, as it must not swallow the error, and without.
    let q = Queue::builder(Selector::host()).async_handler(|error| panic!("{error}")).build().unwrap();
    affine(&q, &b, 1, 0);
    assert_deadlock(q.wait_and_throw(), line);
    let q = host();
    let writer = affine(&q, &b, 2, 0);
    assert_deadlock(writer.wait(), line);
    assert_deadlock(writer.profiling(), line);
    assert_deadlock(q.wait(), line);
    assert_deadlock(q.wait_and_throw(), line);
    assert_deadlock(b.host_read(), line);
    assert_deadlock(b.clone().into_vec(), line);
    // An error leaves everything as it was.
    drop(guard);
    writer.wait().unwrap();
    q.wait().unwrap();
    assert_eq!(b.into_vec().unwrap(), [2]);
}

#[test]
fn a_deadlock_is_found_at_any_distance_and_behind_running_commands() {
    let (q, gate) = (host(), Gate::closed());
    let (a, b) = (Buffer::from_vec(vec![1_u32]), Buffer::from_vec(vec![0_u32]));
    let running = crate::common::gated_write(&q, &gate, &b);
    let (guard, line) = (a.host_read().unwrap(), line!());
    affine(&q, &a, 2, 0);
    q.submit(|h| {
        let (x, y, sum) = (a.read(h), a.read(h), b.write(h));
        h.single_task(kernels::add::args(x, y, sum))
    })
    .unwrap();
    let last = affine(&q, &b, 1, 1);
    assert_deadlock(last.wait(), line);
    gate.open();
    running.wait().unwrap();
    drop(guard);
    last.wait().unwrap();
    assert_eq!(b.into_vec().unwrap(), [5]);
}

#[test]
fn a_guard_that_nothing_waits_for_is_no_deadlock() {
    let (q, a, b) = (host(), Buffer::from_vec(vec![1_u32]), Buffer::from_vec(vec![1_u32]));
    let earlier = affine(&q, &a, 2, 0);
    let guard = a.host_read().unwrap();
    earlier.wait().unwrap();
    affine(&q, &b, 2, 0).wait().unwrap();
    read(&q, &a).wait().unwrap();
    q.wait().unwrap();
    assert_eq!(b.into_vec().unwrap(), [2]);
    drop(guard);
}

#[test]
fn the_guard_of_another_thread_is_waited_for() {
    let (q, b) = (host(), Buffer::from_vec(vec![1_u32]));
    let (taken, let_go) = (Barrier::new(2), Barrier::new(2));
    thread::scope(|s| {
        s.spawn(|| {
            let guard = b.host_read().unwrap();
            taken.wait();
            let_go.wait();
            thread::sleep(std::time::Duration::from_millis(20));
            drop(guard);
        });
        taken.wait();
        let writer = affine(&q, &b, 2, 0);
        // Also with a guard of this thread, on something else.
        let other = Buffer::from_vec(vec![0_u32]);
        let guard = other.host_read().unwrap();
        assert_eq!(writer.status(), Status::Submitted);
        let_go.wait();
        writer.wait().unwrap();
        q.wait().unwrap();
        drop(guard);
    });
    assert_eq!(b.into_vec().unwrap(), [2]);
}

#[test]
fn a_scope_that_would_wait_for_a_guard_says_so() {
    let (q, a) = (host(), Buffer::from_vec(vec![5_u32]));
    let (guard, line) = (a.host_read().unwrap(), line!());
    let mut data = [1_u32];
    let result = scope(|s| {
        let b = s.buffer(&mut data);
        affine(&q, &a, 2, 0);
        q.submit(|h| {
            let (x, y, sum) = (a.read(h), a.read(h), b.write(h));
            h.single_task(kernels::add::args(x, y, sum))
        })
        .unwrap();
    });
    assert_deadlock(result, line);
    assert_eq!(data, [1]);
    drop(guard);
    q.wait().unwrap();
    assert_eq!(data, [1]);
}

/// Rows: F111.
#[test]
fn the_last_handle_gives_the_data_away_without_a_copy() {
    let (q, data) = (host(), vec![1_u32; 1000]);
    let address = data.as_ptr();
    let b = Buffer::from_vec(data);
    let clone = b.clone();
    affine(&q, &b, 2, 0);
    read(&q, &b);
    let copy = clone.into_vec().unwrap();
    assert_ne!(copy.as_ptr(), address);
    read(&q, &b);
    let moved = b.into_vec().unwrap();
    assert_eq!((moved.as_ptr(), &moved), (address, &copy));
    assert_eq!(copy, [2; 1000]);
}

/// Rows: F100, F105.
#[test]
fn buffers_copy_slices_and_take_vectors_over() {
    let data = vec![1_u32, 2];
    let b = Buffer::from_slice(&data);
    assert_eq!((b.len(), b.is_empty()), (2, false));
    affine(&host(), &b, 10, 0).wait().unwrap();
    assert_eq!((data, b.into_vec().unwrap()), (vec![1, 2], vec![10, 20]));
    assert_eq!(format!("{:?}", Buffer::from_slice(&[1.5_f64])), "Buffer { element: f64, range: [1], .. }");
}
