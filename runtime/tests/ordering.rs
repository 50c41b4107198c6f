//! The order in which commands run (S20 §3.7.1.2, §3.8.1), decided by latches and never by timing.

use std::thread;

use crate::common::gate::{Gate, eventually};
use crate::common::{affine, host, kernels};
use sycl_hls::{Buffer, Error, Event, Queue, Status};

/// Submits a writer that waits at the gate, and has a thread wait for it, so that it gets there whatever the
/// workers do.
fn gated_write(q: &Queue, gate: &Gate, y: &Buffer<u32>) -> Event {
    run_aside(crate::common::gated_write(q, gate, y))
}

/// As `gated_write`, a reader.
fn gated_read(q: &Queue, gate: &Gate, x: &Buffer<u32>) -> Event {
    run_aside(crate::common::gated_read(q, gate, x))
}

fn run_aside(event: Event) -> Event {
    let awaited = event.clone();
    thread::spawn(move || awaited.wait().unwrap());
    event
}

/// A command that reads `x` into `sum`.
fn copy(q: &Queue, x: &Buffer<u32>, sum: &Buffer<u32>) -> Event {
    q.submit(|h| {
        let (a, b, sum) = (x.read(h), x.read(h), sum.write(h));
        h.single_task(kernels::add::args(a, b, sum))
    })
    .unwrap()
}

/// Checks that `later` does not run while the gated `earlier` does, on one queue and on two.
fn check_order(
    earlier: impl Fn(&Queue, &Gate, &Buffer<u32>) -> Event,
    later: impl Fn(&Queue, &Buffer<u32>) -> Event,
) {
    let (q, other) = (host(), host());
    for second_queue in [&q, &other] {
        let (gate, b) = (Gate::closed(), Buffer::from_vec(vec![1_u32]));
        let first = earlier(&q, &gate, &b);
        gate.await_arrivals(1);
        let second = later(second_queue, &b);
        // Something submitted after it runs, so it had its chance.
        affine(second_queue, &Buffer::from_vec(vec![0]), 1, 1).wait().unwrap();
        assert_eq!((first.status(), second.status()), (Status::Running, Status::Submitted));
        gate.open();
        second.wait().unwrap();
        assert_eq!(first.status(), Status::Complete);
    }
}

/// Rows: F137.
#[test]
fn a_reader_waits_for_the_writer() {
    let sum = Buffer::from_vec(vec![0_u32]);
    check_order(gated_write, |q, b| copy(q, b, &sum));
    assert_eq!(sum.into_vec().unwrap(), [4]);
}

/// Rows: F137.
#[test]
fn a_writer_waits_for_the_reader() {
    check_order(gated_read, |q, b| affine(q, b, 2, 0));
}

/// Rows: F137.
#[test]
fn a_writer_waits_for_the_writer() {
    check_order(gated_write, |q, b| affine(q, b, 2, 0));
}

#[test]
fn a_writer_waits_for_every_reader_since_the_last_writer() {
    let q = host();
    let b = Buffer::from_vec(vec![0_u32]);
    let gates = [Gate::closed(), Gate::closed()];
    let readers: Vec<Event> = gates.iter().map(|gate| gated_read(&q, gate, &b)).collect();
    gates.iter().for_each(|gate| gate.await_arrivals(1));
    let writer = affine(&q, &b, 1, 1);
    gates[1].open();
    readers[1].wait().unwrap();
    assert_eq!((readers[0].status(), writer.status()), (Status::Running, Status::Submitted));
    gates[0].open();
    writer.wait().unwrap();
    assert_eq!(readers[0].status(), Status::Complete);
}

/// Rows: F137.
#[test]
fn readers_run_at_the_same_time() {
    let (q, gate, b) = (host(), Gate::closed(), Buffer::from_vec(vec![0_u32]));
    affine(&q, &b, 1, 1);
    gated_read(&q, &gate, &b);
    gated_read(&q, &gate, &b);
    gate.await_arrivals(2);
    gate.open();
}

/// Rows: F134.
#[test]
fn an_accessor_orders_its_group_even_if_no_kernel_takes_it() {
    check_order(gated_write, |q, b| {
        q.submit(|h| {
            let _ = b.read(h);
            h.single_task(kernels::empty::args())
        })
        .unwrap()
    });
    check_order(gated_read, |q, b| {
        q.submit(|h| {
            // Read and written by one group: it is a writer (S20 §3.8.1, Table 4).
            let (_, _) = (b.write(h), b.read(h));
            Ok::<(), Error>(())
        })
        .unwrap()
    });
    check_order(gated_read, |q, b| {
        q.submit(|h| {
            let (_, _) = (b.read(h), b.write(h));
            Ok::<(), Error>(())
        })
        .unwrap()
    });
}

/// Rows: F062.
#[test]
fn commands_without_common_buffers_pass_each_other() {
    let (q, gate) = (host(), Gate::closed());
    let held = gated_write(&q, &gate, &Buffer::from_vec(vec![0]));
    gate.await_arrivals(1);
    let free = affine(&q, &Buffer::from_vec(vec![0]), 1, 1);
    free.wait().unwrap();
    assert_eq!(held.status(), Status::Running);
    gate.open();
    held.wait().unwrap();
}

/// Rows: F218.
#[test]
fn commands_run_without_anybody_waiting() {
    let (q, b) = (host(), Buffer::from_vec(vec![0_u32]));
    let events: Vec<Event> = (0..100).map(|_| affine(&q, &b, 1, 1)).collect();
    for event in events {
        eventually("the command runs", || event.status() == Status::Complete);
    }
    // Once more when the workers have gone to sleep.
    thread::sleep(std::time::Duration::from_millis(50));
    let event = affine(&q, &b, 1, 1);
    eventually("the command runs", || event.status() == Status::Complete);
}

#[test]
fn what_a_command_holds_back_starts_without_anybody_waiting() {
    let (q, gate, b) = (host(), Gate::closed(), Buffer::from_vec(vec![0_u32]));
    gated_write(&q, &gate, &b);
    let later: Vec<Event> = (0..3).map(|_| copy(&q, &b, &Buffer::from_vec(vec![0]))).collect();
    gate.open();
    later.iter().for_each(|event| eventually("the command runs", || event.status() == Status::Complete));
}

/// Rows: F071.
#[test]
fn groups_of_many_threads_do_not_interleave() {
    let b = Buffer::from_vec(vec![0_u32]);
    thread::scope(|s| {
        for _ in 0..8 {
            s.spawn(|| {
                let q = host();
                (0..1000).for_each(|_| drop(affine(&q, &b, 1, 1)));
                q.wait().unwrap();
            });
        }
    });
    assert_eq!(b.into_vec().unwrap(), [8000]);
}

#[test]
fn a_long_chain_neither_overflows_the_stack_nor_waits_long() {
    let length: u32 = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    let (q, gate, b) = (host(), Gate::closed(), Buffer::from_vec(vec![0_u32]));
    gated_write(&q, &gate, &b);
    // Held back, so that the whole chain is there at once.
    (0..length).for_each(|_| drop(affine(&q, &b, 1, 1)));
    thread::Builder::new()
        .stack_size(64 << 10)
        .spawn(move || {
            gate.open();
            q.wait().unwrap();
            assert_eq!(b.into_vec().unwrap(), [length + 1]);
        })
        .unwrap()
        .join()
        .unwrap();
}
