//! What happens when every worker is busy. Alone in their process, because they hold all of them.
#![allow(missing_docs, clippy::panic, clippy::unwrap_used)]

mod common;

use std::sync::{Mutex, PoisonError};
use std::thread;

use common::gate::Gate;
use common::{affine, gated_write, host};
use sycl_hls::{Buffer, Event};

/// One test at a time.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn waiting_threads_run_what_they_need_and_nothing_else() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (q, gate) = (host(), Gate::closed());
    let workers = thread::available_parallelism().unwrap().get();
    let held: Vec<Event> =
        (0..workers + 3).map(|_| gated_write(&q, &gate, &Buffer::from_vec(vec![0]))).collect();
    gate.await_arrivals(workers);
    let b = Buffer::from_vec(vec![1_u32]);
    (0..10).for_each(|_| drop(affine(&q, &b, 2, 0)));
    assert_eq!(b.host_read().unwrap()[0], 1024);
    assert_eq!(gate.arrived(), workers, "a waiting thread ran a command that it did not need");
    gate.open();
    held.iter().for_each(|event| event.wait().unwrap());
}

/// A thread that sleeps until another thread's command is over goes on with what that leaves to be done.
#[test]
fn a_sleeping_thread_takes_over_what_no_worker_does() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (q, all, first) = (host(), Gate::closed(), Gate::closed());
    let workers = thread::available_parallelism().unwrap().get();
    let held: Vec<Event> = (0..workers).map(|_| gated_write(&q, &all, &Buffer::from_vec(vec![0]))).collect();
    all.await_arrivals(workers);
    let b = Buffer::from_vec(vec![0_u32]);
    let begun = gated_write(&q, &first, &b);
    let last = affine(&q, &b, 2, 3);
    thread::scope(|s| {
        s.spawn(|| begun.wait().unwrap());
        first.await_arrivals(1);
        let sleeper = s.spawn(|| last.wait().unwrap());
        // Time to fall asleep; too short a time makes the test weaker and nothing else.
        thread::sleep(std::time::Duration::from_millis(20));
        first.open();
        sleeper.join().unwrap();
    });
    assert_eq!(b.into_vec().unwrap(), [5]);
    all.open();
    held.iter().for_each(|event| event.wait().unwrap());
}
