//! Sub-buffers (S20 §4.7.2): parts of a buffer that are buffers, and who waits for whom.

use std::sync::mpsc;

use crate::common::gate::Gate;
use crate::common::{affine, failing, gated_read, gated_write, host, kernels};
use sycl_hls::{Buffer, Device, Errc, Error, Queue, Selector, Status, scope};

/// Rows: F113, F116.
#[test]
fn a_sub_buffer_is_a_contiguous_part_of_a_buffer() {
    let image = Buffer::from_vec_with_range((0..12).collect::<Vec<u32>>(), [3, 4]).unwrap();
    let rows = image.sub_buffer([1, 0], [2, 4]).unwrap();
    assert_eq!((rows.len(), rows.range().to_array(), rows.is_sub_buffer()), (8, [2, 4], true));
    assert!(!image.is_sub_buffer());
    assert_eq!(rows.host_read().unwrap()[[1, 2]], 10);
    let part = image.sub_buffer([1, 1], [1, 2]).unwrap();
    assert_eq!(part.clone().into_vec().unwrap(), [5, 6]);
    assert!(image.sub_buffer([3, 0], [0, 4]).unwrap().is_empty());
    assert_ne!(part, image);
    assert_eq!(part, image.sub_buffer([1, 1], [1, 2]).unwrap());
    for (sub_buffer, reason) in [
        (image.sub_buffer([0, 1], [2, 3]), "is not contiguous in memory"),
        (image.sub_buffer([2, 0], [2, 4]), "reaches out of a buffer of range [3, 4]"),
        (image.sub_buffer([0, usize::MAX], [1, 2]), "reaches out"),
        (rows.sub_buffer([0, 0], [1, 4]), "would be one of a sub-buffer"),
    ] {
        let error = sub_buffer.unwrap_err();
        assert_eq!(error.code(), Errc::Invalid);
        assert!(error.to_string().contains(reason), "{error}");
    }
}

/// No device here wants an alignment: emulated boards work on the host's memory, and cards get copies.
///
/// Rows: F114, F115.
#[test]
fn what_is_written_to_a_part_is_written_to_the_buffer() {
    let (sender, results) = mpsc::channel();
    let buffer = Buffer::from_vec(vec![1_u32, 2, 3, 4, 5]);
    buffer.set_final_data(move |elements: Vec<u32>| sender.send(elements).unwrap());
    let part = buffer.sub_buffer(1, 3).unwrap();
    let q = host();
    affine(&q, &part, 10, 0);
    assert_eq!(*buffer.host_read().unwrap(), [1, 20, 30, 40, 5]);
    buffer.host_write().unwrap()[2] = 7;
    q.submit(|h| {
        let middle = part.write(h).ranged(1, 1)?;
        assert_eq!(middle.offset()[0], 1);
        h.fill(middle, 8)
    })
    .unwrap();
    assert_eq!(*part.host_read().unwrap(), [20, 8, 40]);
    // A guard that is narrower than the buffer, and a copy between two parts.
    part.host_write().unwrap().copy_from_slice(&[6, 7, 8]);
    q.copy(&part, &buffer.sub_buffer(0, 1).unwrap()).unwrap_err();
    q.copy(&buffer.sub_buffer(0, 1).unwrap(), &buffer.sub_buffer(4, 1).unwrap()).unwrap();
    // The last handle is that of the part.
    drop(buffer);
    assert!(results.try_recv().is_err());
    drop(part);
    assert_eq!(results.recv().unwrap(), [1, 6, 7, 8, 1]);

    let mut borrowed = [1_u32, 2, 3];
    scope(|s| {
        let part = s.buffer(&mut borrowed).sub_buffer(2, 1).unwrap();
        q.submit(|h| {
            let part = part.write(h);
            h.fill(part, 9)
        })
        .unwrap();
    })
    .unwrap();
    assert_eq!(borrowed, [1, 2, 9]);
}

/// Rows: F117.
#[test]
fn only_parts_with_a_common_element_are_ordered() {
    let (q, first, second) = (host(), Gate::closed(), Gate::closed());
    let buffer = Buffer::from_vec(vec![0_u32; 6]);
    let part = |start: usize, len: usize| buffer.sub_buffer(start, len).unwrap();
    gated_write(&q, &first, &part(0, 2));
    gated_write(&q, &second, &part(2, 2));
    // Both run, on one memory at the same time.
    first.await_arrivals(1);
    second.await_arrivals(1);
    // A third one needs none of them, on a guard as in a command.
    affine(&q, &part(4, 2), 1, 5).wait().unwrap();
    assert_eq!(*part(4, 2).host_read().unwrap(), [5, 5]);
    let across = affine(&q, &part(1, 2), 10, 0);
    let all = affine(&q, &buffer, 1, 1);
    first.open();
    assert_eq!((across.status(), all.status()), (Status::Submitted, Status::Submitted));
    second.open();
    all.wait().unwrap();
    assert_eq!(buffer.into_vec().unwrap(), [2, 11, 11, 2, 6, 6]);
}

#[test]
fn readers_of_the_buffer_keep_writers_of_a_part_waiting() {
    let (q, gate, buffer) = (host(), Gate::closed(), Buffer::from_vec(vec![1_u32, 2]));
    gated_read(&q, &gate, &buffer);
    gate.await_arrivals(1);
    let part = buffer.sub_buffer(1, 1).unwrap();
    let written = affine(&q, &part, 3, 0);
    assert_eq!(
        *part.clone().sub_buffer(0, 1).err().map(|error| error.code()).as_ref().unwrap(),
        Errc::Invalid
    );
    assert_eq!(written.status(), Status::Submitted);
    gate.open();
    written.wait().unwrap();
    // One group may use both, and disjoint parts of one buffer in one kernel.
    let first = buffer.sub_buffer(0, 1).unwrap();
    q.submit(|h| {
        let (all, sum) = (buffer.read(h), first.read_write(h));
        drop(all);
        let (a, b) = (part.read(h), part.read(h));
        h.single_task(kernels::add::args(a, b, sum))
    })
    .unwrap()
    .wait()
    .unwrap();
    assert_eq!(buffer.into_vec().unwrap(), [12, 6]);
}

#[test]
fn a_failure_makes_the_part_invalid_that_it_could_write() {
    let (q, buffer) = (host(), Buffer::from_vec(vec![1_u32, 2, 3, 4]));
    let [left, right] = [0, 2].map(|start| buffer.sub_buffer(start, 2).unwrap());
    failing(&q, &left).wait().unwrap_err();
    assert_eq!(*right.host_read().unwrap(), [3, 4]);
    assert!(matches!(buffer.host_read().map(drop), Err(Error::Poisoned(_))));
    assert!(matches!(buffer.sub_buffer(1, 2).unwrap().into_vec(), Err(Error::Poisoned(_))));
    q.fill(&left, 5).unwrap();
    assert_eq!(buffer.into_vec().unwrap(), [5, 5, 3, 4]);
}

#[test]
fn boards_take_any_part() {
    let board = Device::new(Selector::sw_emu("u200")).unwrap();
    let q = Queue::new(Selector::device(&board)).unwrap();
    let buffer = Buffer::from_vec(vec![1_u8, 2, 3]);
    q.fill(&buffer.sub_buffer(1, 1).unwrap(), 7).unwrap();
    assert_eq!(buffer.into_vec().unwrap(), [1, 7, 3]);
}
