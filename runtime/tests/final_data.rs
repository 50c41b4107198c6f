//! Where the elements of a buffer go in the end (S20 §4.7.2.1, Table 22: `set_final_data`, `set_write_back`).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};

use crate::common::gate::{Gate, eventually};
use crate::common::{affine, failing, gated_write, host};
use sycl_hls::{Buffer, scope};

/// A buffer whose final elements come out of the receiver, which ends when nobody is left to send any.
fn observed(elements: &[u32]) -> (Buffer<u32>, Receiver<Vec<u32>>) {
    let (buffer, (sender, receiver)) = (Buffer::from_slice(elements), mpsc::channel());
    buffer.set_final_data(move |elements| sender.send(elements).unwrap());
    (buffer, receiver)
}

/// Rows: F103, F106, F109.
#[test]
fn the_elements_go_to_the_target_when_the_last_handle_is_dropped() {
    let (q, gate) = (host(), Gate::closed());
    let (buffer, results) = observed(&[1, 2]);
    gated_write(&q, &gate, &buffer);
    let other = buffer.clone();
    drop(buffer);
    affine(&q, &other, 10, 0);
    // Dropping does not wait for the kernels.
    drop(other);
    assert!(results.try_recv().is_err());
    gate.open();
    assert_eq!(results.recv().unwrap(), [20, 30]);

    let vector = Arc::new(Mutex::new(vec![0; 7]));
    let buffer = Buffer::from_vec(vec![3]);
    buffer.set_final_data(Arc::downgrade(&vector));
    affine(&q, &buffer, 2, 1);
    drop(buffer);
    eventually("the vector has the elements", || *vector.lock().unwrap() == [7]);
}

/// Rows: F103.
#[test]
fn a_vector_that_nobody_has_any_more_gets_nothing() {
    let (buffer, gone) = (Buffer::from_vec(vec![3_u32]), Arc::new(Mutex::new(vec![])));
    buffer.set_final_data(Arc::downgrade(&gone));
    drop(gone);
    affine(&host(), &buffer, 2, 1);
    drop(buffer);
}

/// Rows: F107.
#[test]
fn elements_that_nobody_could_write_go_nowhere() {
    let q = host();
    let (buffer, results) = observed(&[1, 2]);
    q.copy(&buffer, &Buffer::from_vec(vec![0; 2])).unwrap();
    drop(buffer);
    assert!(results.recv().is_err());

    // A guard that writes is enough.
    let (buffer, results) = observed(&[1, 2]);
    buffer.host_write().unwrap()[1] = 5;
    drop(buffer);
    assert_eq!(results.recv().unwrap(), [1, 5]);
}

/// Rows: F108.
#[test]
fn write_back_can_be_switched_off() {
    let q = host();
    let (buffer, results) = observed(&[1]);
    affine(&q, &buffer, 1, 1);
    buffer.set_write_back(false);
    drop(buffer);
    assert!(results.recv().is_err());

    let (buffer, results) = observed(&[1]);
    buffer.set_write_back(false);
    affine(&q, &buffer, 1, 1);
    buffer.set_write_back(true);
    drop(buffer);
    assert_eq!(results.recv().unwrap(), [2]);

    // Without a target nothing comes of it.
    let buffer = Buffer::from_vec(vec![1]);
    buffer.set_write_back(true);
    affine(&q, &buffer, 1, 1).wait().unwrap();

    let (mut kept, mut written) = ([1_u32], [1_u32]);
    scope(|s| {
        let (a, b) = (s.buffer(&mut kept), s.buffer(&mut written));
        a.set_write_back(false);
        for buffer in [&a, &b] {
            q.submit(|h| {
                let y = buffer.write(h);
                h.fill(y, 9)
            })
            .unwrap();
        }
    })
    .unwrap();
    assert_eq!((kept, written), ([1], [9]));
}

#[test]
fn the_last_target_counts() {
    let q = host();
    let (buffer, first) = observed(&[1]);
    let (sender, second) = mpsc::channel();
    buffer.set_final_data(move |elements: Vec<u32>| sender.send(elements).unwrap());
    affine(&q, &buffer, 3, 0);
    drop(buffer);
    assert_eq!((first.recv().ok(), second.recv().unwrap()), (None, vec![3]));

    let (buffer, none) = observed(&[1]);
    buffer.set_final_data(());
    affine(&q, &buffer, 3, 0);
    drop(buffer);
    assert!(none.recv().is_err());
}

#[test]
fn elements_that_are_taken_or_not_valid_go_nowhere() {
    let q = host();
    let (buffer, results) = observed(&[1]);
    affine(&q, &buffer, 3, 0);
    assert_eq!(buffer.into_vec().unwrap(), [3]);
    assert!(results.recv().is_err());

    let (buffer, results) = observed(&[1]);
    failing(&q, &buffer);
    drop(buffer);
    assert!(results.recv().is_err());
}

#[test]
fn a_target_that_panics_keeps_nobody() {
    let reached = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&reached);
    let buffer = Buffer::from_vec(vec![1_u32]);
    buffer.set_final_data(move |_: Vec<u32>| {
        flag.store(true, Ordering::Relaxed);
        panic!("no place");
    });
    buffer.host_write().unwrap()[0] = 2;
    drop(buffer);
    eventually("the target is called", || reached.load(Ordering::Relaxed));
    let other = Buffer::from_vec(vec![2]);
    affine(&host(), &other, 4, 0).wait().unwrap();
    assert_eq!(other.into_vec().unwrap(), [8]);
}
