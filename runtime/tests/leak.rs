//! Nothing depends on destructors (also run under AddressSanitizer, which this file is for): whatever is
//! forgotten, there is no undefined behaviour, and what does not need the forgotten thing goes on.
//!
//! `RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address cargo test --target x86_64-unknown-linux-gnu -p sycl-hls
//! --test leak`
#![allow(missing_docs, clippy::panic, clippy::unwrap_used)]

mod common;

use std::any::Any;
use std::mem;
use std::sync::Mutex;
use std::thread;

use common::gate::Gate;
use common::{affine, failing, host, kernels};
use sycl_hls::{Buffer, Download, Error, Status, scope};

/// Keeps a handle of what is forgotten within reach, as the sanitizer also looks for lost memory.
fn keep(thing: impl Any + Send) {
    static KEPT: Mutex<Vec<Box<dyn Any + Send>>> = Mutex::new(Vec::new());
    KEPT.lock().unwrap().push(Box::new(thing));
}

#[test]
fn a_forgotten_host_guard_stalls_later_writers_and_nothing_else() {
    let (q, b) = (host(), Buffer::from_vec(vec![3_u32; 100]));
    keep(q.clone());
    mem::forget(b.host_read().unwrap());
    let writer = affine(&q, &b, 2, 0);
    affine(&q, &Buffer::from_vec(vec![1]), 2, 0).wait().unwrap();
    assert_eq!(writer.status(), Status::Submitted);
    assert!(matches!(writer.wait(), Err(Error::Deadlock { .. })));
    assert!(matches!(b.into_vec(), Err(Error::Deadlock { .. })));
}

#[test]
fn a_forgotten_host_guard_keeps_the_data_readable() {
    let b = Buffer::from_vec(vec![3_u32; 100]);
    mem::forget(b.host_read().unwrap());
    assert_eq!(b.host_read().unwrap()[99], 3);
    let sum = Buffer::from_vec(vec![0_u32; 100]);
    host()
        .submit(|h| {
            let (x, y, sum) = (b.read(h), b.read(h), sum.write(h));
            h.single_task(kernels::add::args(x, y, sum))
        })
        .unwrap();
    assert_eq!(sum.into_vec().unwrap(), [6; 100]);
    // The last handle cannot take the data away, so it copies.
    assert_eq!(b.into_vec().unwrap(), [3; 100]);
}

#[test]
fn a_forgotten_host_write_stalls_all_later_users_and_nothing_else() {
    let (q, b) = (host(), Buffer::from_vec(vec![3_u32; 100]));
    keep(q.clone());
    mem::forget(b.host_write().unwrap());
    let reader = common::empty_group(&q, &b);
    affine(&q, &Buffer::from_vec(vec![1]), 2, 0).wait().unwrap();
    assert_eq!(reader.status(), Status::Submitted);
    assert!(matches!(b.host_read(), Err(Error::Deadlock { .. })));
    assert!(matches!(b.host_write(), Err(Error::Deadlock { .. })));
    assert!(matches!(b.into_vec(), Err(Error::Deadlock { .. })));
}

#[test]
fn a_thread_may_end_with_a_guard_forgotten() {
    let (q, b) = (host(), Buffer::from_vec(vec![3_u32; 10]));
    keep(q.clone());
    thread::scope(|s| s.spawn(|| mem::forget(b.host_read().unwrap())).join().unwrap());
    let writer = affine(&q, &b, 2, 0);
    assert_eq!((b.len(), writer.status()), (10, Status::Submitted));
}

#[test]
fn a_guard_that_a_host_task_forgets_keeps_its_buffer_locked() {
    let (q, b) = (host(), Buffer::from_vec(vec![3_u32; 100]));
    keep((q.clone(), b.clone()));
    let task = q.submit(|h| {
        let b = b.read(h);
        h.host_task(b, |b| {
            mem::forget(b);
            Ok::<(), Error>(())
        })
    });
    task.unwrap().wait().unwrap();
    assert_eq!(b.host_read().unwrap()[99], 3);
    let error = affine(&q, &b, 2, 0).wait().unwrap_err();
    assert!(error.to_string().contains("a host task has forgotten"), "{error}");
    assert!(matches!(b.host_read(), Err(Error::Poisoned(_))));
}

#[test]
fn forgotten_downloads_and_tasks_change_nothing() {
    let (q, gate, b) = (host(), Gate::closed(), Buffer::from_vec(vec![1_u32; 10]));
    let copied = Download::new();
    keep((q.clone(), b.clone(), copied.clone()));
    common::gated_write(&q, &gate, &b);
    mem::forget(q.copy(&b, &copied).unwrap());
    mem::forget(copied);
    {
        // What a command has taken over lives as long as the command.
        q.copy(vec![5_u32; 10], &b).unwrap();
        let taken = [7_u32; 10].to_vec();
        q.submit(|h| {
            let b = b.read_write(h);
            h.host_task(b, move |mut b| {
                b.iter_mut().zip(&taken).for_each(|(b, taken)| *b += taken);
                Ok::<(), Error>(())
            })
        })
        .unwrap();
    }
    gate.open();
    assert_eq!(*b.host_read().unwrap(), [12; 10]);
}

#[test]
fn a_forgotten_accessor_still_orders_its_group() {
    let (q, gate, b) = (host(), Gate::closed(), Buffer::from_vec(vec![1_u32; 10]));
    keep(b.clone());
    let reader = q.submit(|h| {
        let x = b.read(h);
        mem::forget(b.read(h));
        h.single_task(kernels::gated_read::args(gate.id(), x))
    });
    let writer = affine(&q, &b, 2, 0);
    assert_eq!(writer.status(), Status::Submitted);
    gate.open();
    writer.wait().unwrap();
    assert_eq!(reader.unwrap().status(), Status::Complete);
    assert_eq!(b.into_vec().unwrap(), [2; 10]);
}

#[test]
fn forgotten_buffers_events_and_queues_change_nothing() {
    let (q, b) = (host(), Buffer::from_vec(vec![1_u32; 10]));
    keep((q.clone(), b.clone()));
    let event = affine(&q, &b, 2, 0);
    keep(event.clone());
    mem::forget(event);
    mem::forget(b.clone());
    mem::forget(q);
    assert_eq!(b.into_vec().unwrap(), [2; 10]);
}

#[test]
fn a_forgotten_call_leaves_its_group_without_a_command() {
    let (q, b) = (host(), Buffer::from_vec(vec![1_u32; 10]));
    keep(b.clone());
    let event = q.submit(|h| {
        let y = b.write(h);
        // Scalars only, so that no memory is lost.
        mem::forget(y);
        mem::forget(kernels::empty::args());
        Ok::<(), Error>(())
    });
    event.unwrap().wait().unwrap();
    assert_eq!(b.into_vec().unwrap(), [1; 10]);
}

#[test]
fn borrowed_memory_is_left_alone_whatever_is_forgotten() {
    let (q, gate) = (host(), Gate::closed());
    let mut data = vec![1_u32; 10];
    let pending = {
        let b = Buffer::from_slice(&data);
        common::gated_write(&q, &gate, &b)
    };
    scope(|s| {
        let y = s.buffer(&mut data);
        q.submit(|h| {
            let y = y.read_write(h);
            h.single_task(kernels::affine::args(2, 0, y))
        })
        .unwrap();
    })
    .unwrap();
    // The first command runs with its own copy after the memory is gone.
    assert_eq!(mem::take(&mut data), [2; 10]);
    gate.open();
    pending.wait().unwrap();
}

#[test]
fn everything_may_be_dropped_while_commands_are_pending() {
    let gate = Gate::closed();
    {
        let (q, b) = (host(), Buffer::from_vec(vec![1_u32; 10]));
        common::gated_write(&q, &gate, &b);
        (0..10).for_each(|_| drop(affine(&q, &b, 2, 0)));
        failing(&q, &b);
    }
    gate.open();
}
