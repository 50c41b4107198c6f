//! Buffers whose contents nothing needs (`property::no_init`, S20 §4.7.6.4), and what makes poisoned ones valid.

use crate::common::gate::Gate;
use crate::common::{affine, failing, gated_read, host, kernels};
use sycl_hls::{Buffer, Error, Event, Handler, Queue, Result, Status};

/// A buffer of three elements whose contents are not valid.
fn poisoned(q: &Queue) -> Buffer<u32> {
    let buffer = Buffer::from_vec(vec![1, 2, 3]);
    failing(q, &buffer).wait().unwrap_err();
    assert!(is_poisoned(&buffer));
    buffer
}

fn is_poisoned(buffer: &Buffer<u32>) -> bool {
    matches!(buffer.host_read().map(drop), Err(Error::Poisoned(_)))
}

/// What the elements are after a command, and whether that failed because of what they were.
fn after(
    q: &Queue,
    command: impl for<'h> FnOnce(&mut Handler<'h>, &Buffer<u32>) -> Result<()>,
) -> Option<Vec<u32>> {
    let buffer = poisoned(q);
    let result = q.submit(|h| command(h, &buffer)).unwrap().wait();
    assert_eq!(result.is_err(), is_poisoned(&buffer));
    result.ok()?;
    Some(buffer.into_vec().unwrap())
}

#[test]
fn what_overwrites_a_poisoned_buffer_makes_it_valid() {
    let q = host();
    assert_eq!(after(&q, |h, b| h.copy(vec![4, 5, 6], b)), Some(vec![4, 5, 6]));
    assert_eq!(after(&q, |h, b| h.copy(&Buffer::from_vec(vec![7; 3]), b)), Some(vec![7; 3]));
    let fill = |h: &mut Handler<'_>, b: &Buffer<u32>| {
        let all = b.write(h);
        h.fill(all, 9)
    };
    assert_eq!(after(&q, fill), Some(vec![9; 3]));

    let buffer = poisoned(&q);
    buffer.host_write_no_init().unwrap().fill(8);
    assert_eq!(buffer.into_vec().unwrap(), [8; 3]);
}

/// Elements that the kernel does not write may have any values, of which nothing is said here.
///
/// Rows: F132.
#[test]
fn a_kernel_need_not_have_what_it_overwrites() {
    let q = host();
    let (a, b) = (Buffer::from_vec(vec![1, 2, 3]), Buffer::from_vec(vec![10, 20, 30]));
    let add = |q: &Queue, sum: &Buffer<u32>, part: usize| -> Event {
        q.submit(|h| {
            let (a, b, sum) = (a.read(h), b.read(h), sum.write_no_init(h).ranged(part, 0)?);
            h.single_task(kernels::add::args(a, b, sum))
        })
        .unwrap()
    };
    let sum = poisoned(&q);
    add(&q, &sum, 3).wait().unwrap();
    assert_eq!(*sum.host_read().unwrap(), [11, 22, 33]);

    // It waits for those who use the buffer, as any writer does.
    let gate = Gate::closed();
    gated_read(&q, &gate, &sum);
    let later = add(&q, &sum, 3);
    assert_ne!(later.status(), Status::Complete);
    gate.open();
    later.wait().unwrap();

    // One that fails leaves it invalid.
    let event = q.submit(|h| {
        let sum = sum.read_write_no_init(h);
        h.single_task(kernels::store::args(3, sum))
    });
    event.unwrap().wait().unwrap_err();
    assert!(is_poisoned(&sum));
}

/// Rows: F133.
#[test]
fn elements_outside_of_a_part_keep_their_values() {
    let q = host();
    let fill = |h: &mut Handler<'_>, b: &Buffer<u32>| {
        let part = b.write_no_init(h).ranged(2, 1)?;
        h.fill(part, 0)
    };
    let buffer = Buffer::from_vec(vec![5, 6, 7]);
    q.submit(|h| fill(h, &buffer)).unwrap();
    assert_eq!(buffer.into_vec().unwrap(), [5, 0, 0]);
    assert_eq!(after(&q, fill), None, "the first element is needed");
    assert_eq!(after(&q, |h, b| h.copy(vec![4, 5], b)), None);
}

/// The modes are those of S20 §3.8.1, Table 4: NWO and NRW with `no_init`.
///
/// Rows: F135.
#[test]
fn a_command_needs_what_one_of_its_accessors_needs() {
    let q = host();
    let store = |h: &mut Handler<'_>, b: &Buffer<u32>| {
        let y = b.write_no_init(h);
        h.single_task(kernels::store::args(1, y))
    };
    // NWO, NWO + NRW -> NRW
    assert_eq!(after(&q, store).map(|it| it[1]), Some(1));
    let both = |h: &mut Handler<'_>, b: &Buffer<u32>| {
        b.read_write_no_init(h);
        store(h, b)
    };
    assert_eq!(after(&q, both).map(|it| it[1]), Some(1));
    // NWO + R -> RW, NWO + W -> W, in both orders
    let read = |h: &mut Handler<'_>, b: &Buffer<u32>| {
        b.read(h);
        store(h, b)
    };
    assert_eq!(after(&q, read), None);
    let write = |h: &mut Handler<'_>, b: &Buffer<u32>| {
        let y = b.write_no_init(h);
        b.write(h);
        h.single_task(kernels::store::args(1, y))
    };
    assert_eq!(after(&q, write), None);
    // What a fill overwrites is needed where something else reads it.
    let fill = |h: &mut Handler<'_>, b: &Buffer<u32>| {
        let (_, all) = (b.read(h), b.write(h));
        h.fill(all, 1)
    };
    assert_eq!(after(&q, fill), None);
    let fill = |h: &mut Handler<'_>, b: &Buffer<u32>| {
        let (_, all) = (b.read(h), b.write_no_init(h));
        h.fill(all, 1)
    };
    assert_eq!(after(&q, fill), None);
}

#[test]
fn a_group_that_does_nothing_makes_nothing_valid() {
    let q = host();
    let buffer = poisoned(&q);
    let nothing = q.submit(|h| {
        buffer.write_no_init(h);
        Ok::<(), Error>(())
    });
    nothing.unwrap().wait().unwrap();
    assert!(is_poisoned(&buffer));

    // Nor does one whose other buffers are not valid.
    let other = poisoned(&q);
    let event = q.submit(|h| {
        let (from, to) = (other.read(h), buffer.write_no_init(h));
        h.copy(from, to)
    });
    event.unwrap().wait().unwrap_err();
    assert!(is_poisoned(&buffer));
    affine(&q, &buffer, 1, 0).wait().unwrap_err();
}
