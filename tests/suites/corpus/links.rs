//! Linked kernels: the same on all targets, and what a queue does with them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sycl_hls::{Buffer, Error, Queue, Selector};
use sycl_hls_tests::kernels::links::links as kernels;
use sycl_hls_tests::subject;
use sycl_hls_tests::value::{scalar, slice, slice_mut, stream};
use sycl_hls_types::FaultKind;

use super::{everywhere, stops, values};

subject!(links, "links.rs", sycl_hls_tests::kernels::links::links);

/// Rows: F366.
#[test]
fn a_chain_has_ports_of_the_hosts_at_its_ends() {
    let x: Vec<i32> = (0..50).map(|i| i * i - 300).collect();
    let args = [
        stream(x.clone()),
        scalar(48_usize),
        scalar(-3_i32),
        scalar(48_usize),
        stream(Vec::<i64>::new()),
        slice_mut(vec![0_i32; 48]),
        scalar(48_usize),
        slice_mut(vec![2_u32]),
    ];
    let (result, _) = everywhere(links(), "linked_numbers", &args);
    let y: Vec<i32> = x[..48].iter().map(|x| (x - 1) * -3).collect();
    let totals = y.iter().scan(0_i64, |total, y| {
        *total += i64::from(*y);
        Some(*total)
    });
    assert_eq!((&result[0], &result[7]), (&values(&x[48..]), &values(&[50_u32])));
    assert_eq!((&result[4], &result[5]), (&values(&totals.collect::<Vec<i64>>()), &values(&y)));
}

#[test]
fn a_link_holds_its_depth_and_no_more() {
    let args =
        |n: u16| [slice((0..n).map(|i| i * 777).collect::<Vec<u16>>()), slice_mut(vec![0_u16; n.into()])];
    let (result, _) = everywhere(links(), "linked_split", &args(4));
    assert_eq!(result[1], values(&[0_u16, 9 + 3, 18 + 6, 27 + 9]));
    let message = stops(links(), "linked_split", &args(5), FaultKind::Dataflow);
    let waits =
        "process `split` waits to write to channel `split_low`, which is full: depth 4, 4 written, 0 read";
    assert!(message.contains(waits), "{message}");
}

#[test]
fn free_running_kernels_run_until_nothing_comes() {
    let args = |x: &[u32], n: usize| [slice(x.to_vec()), slice_mut(vec![0_u32; n])];
    let run = |x: &[u32], n| everywhere(links(), "linked_source", &args(x, n)).0;
    assert_eq!(run(&[1, 2, 7, 7, 5, 4, 0, 8], 3)[1], values(&[9_u32, 27, 24]));
    assert_eq!(run(&[], 0)[1], values::<u32>(&[]));
    // A run that has begun is not the end.
    let message = stops(links(), "linked_source", &args(&[1, 2, 3], 1), FaultKind::Dataflow);
    let asks = "process `pairs` reads from channel `source_output` more than process `source`, which has ended, wrote: 3 written, 4 read";
    assert!(message.contains(asks), "{message}");
    let message = stops(links(), "linked_source", &args(&[1, 2, 3, 4], 1), FaultKind::Dataflow);
    assert!(message.contains("1 of the elements in channel `triple_output` are left"), "{message}");
}

/// TUSER, TLAST, TDEST and TKEEP arrive as they were sent.
#[test]
fn links_carry_packets() {
    let x: Vec<i16> = (0..105).map(|i| i * 37 - 900).collect();
    let args = [slice(x.clone()), scalar(3_usize), slice_mut(vec![0_i32; 35]), slice_mut(vec![0_u32; 35])];
    let (result, _) = everywhere(links(), "linked_framer", &args);
    let sums: Vec<i32> =
        x.chunks(3).map(|frame| frame.iter().map(|n| i32::from((*n).max(0))).sum()).collect();
    let ends: Vec<u32> = (0..35).map(|frame| 8 * (frame % 32) + (3 * frame + 2) % 8).collect();
    assert_eq!((&result[2], &result[3]), (&values(&sums), &values(&ends)));
}

#[test]
fn nobody_submits_free_running_kernels() {
    let q = Queue::new(Selector::host()).unwrap();
    let (x, y) = (Buffer::from_vec(vec![4_u32, 5]), Buffer::from_vec(vec![0_u32; 1]));
    q.submit(|h| {
        let y = y.write(h);
        h.single_task(kernels::sink::args(y))
    })
    .unwrap();
    q.submit(|h| {
        let x = x.read(h);
        h.single_task(kernels::source::args(x))
    })
    .unwrap();
    assert_eq!(y.host_read().unwrap()[..], [27]);
    let error = q.submit(|h| {
        let y = y.write(h);
        h.single_task(kernels::sink::args(y))
    });
    let error = error.unwrap().wait().unwrap_err();
    let deadlock = "kernel `sink`: deadlock: `sink.input` is linked to `source.output`, and no run of `source` was submitted";
    assert!(error.to_string().starts_with(deadlock), "{error}");
}

#[test]
fn a_queue_runs_linked_kernels_when_all_are_submitted() {
    let queues = [Queue::new(Selector::host()).unwrap()].into_iter().chain(links().queue());
    queues.for_each(|q| all_are_submitted(&q));
}

fn all_are_submitted(q: &Queue) {
    let (x, y) = (Buffer::from_vec(vec![1_u32, 2, 3]), Buffer::from_vec(vec![0_u32; 3]));
    let sum = Buffer::from_vec(vec![0_u32]);
    let store = |q: &Queue| {
        q.submit(|h| {
            let (y, sum) = (y.write(h), sum.write(h));
            h.single_task(kernels::store::args(y, sum))
        })
    };
    let load = |q: &Queue| {
        q.submit(|h| {
            let x = x.read(h);
            h.single_task(kernels::load::args(x))
        })
    };
    // Runs pair up in order; what comes between is ordered by what it uses.
    let first = [store(q).unwrap(), store(q).unwrap()];
    q.submit(|h| {
        let x = x.write(h);
        h.fill(x, 5)
    })
    .unwrap();
    let second = [load(q).unwrap(), load(q).unwrap()];
    assert_eq!(first, second);
    second[1].wait().unwrap();
    assert_eq!(y.host_read().unwrap()[..], [6, 6, 6]);
    assert_eq!(sum.host_read().unwrap()[..], [15]);
}

#[test]
fn in_an_ordered_queue_linked_kernels_are_one_command() {
    let q = Queue::builder(Selector::host()).in_order().build().unwrap();
    q.stream_in(kernels::numbers::input(), &[1, 2, 3]).unwrap();
    let (y, count) = (Buffer::from_vec(vec![0_i32; 2]), Buffer::from_vec(vec![5_u32]));
    q.submit(|h| h.single_task(kernels::numbers::args(2))).unwrap();
    q.submit(|h| h.single_task(kernels::scale::args(10, 2))).unwrap();
    let run = q.submit(|h| {
        let (y, count) = (y.write(h), count.write(h));
        h.single_task(kernels::sums::args(y, 2, count))
    });
    run.unwrap().wait().unwrap();
    assert_eq!(q.stream_out(kernels::sums::totals()).unwrap(), [0, 10]);
    assert_eq!((y.into_vec().unwrap(), count.into_vec().unwrap()), (vec![0, 10], vec![7]));
}

#[test]
fn a_linked_kernel_whose_partner_never_runs_is_a_deadlock() {
    let q = Queue::new(Selector::host()).unwrap();
    let (x, low) = (Buffer::from_vec(vec![1_u16, 2, 3]), Buffer::from_vec(vec![0_u16]));
    let join = q.submit(|h| {
        let low = low.write(h);
        h.single_task(kernels::join::args(low))
    });
    let error = join.unwrap().wait().unwrap_err();
    let deadlock =
        "kernel `join`: deadlock: `join.low` is linked to `split.low`, and no run of `split` was submitted";
    assert!(error.to_string().starts_with(deadlock), "{error}");
    assert!(matches!(low.into_vec(), Err(Error::Poisoned(_))));
    // Another run of the group begins anew.
    let y = Buffer::from_vec(vec![0_u16; 3]);
    q.submit(|h| {
        let y = y.write(h);
        h.single_task(kernels::join::args(y))
    })
    .unwrap();
    q.submit(|h| {
        let x = x.read(h);
        h.single_task(kernels::split::args(x))
    })
    .unwrap();
    assert_eq!(y.into_vec().unwrap(), [1, 2, 3]);
}

/// What any of the kernels depends on is behind the run of all of them.
#[test]
fn a_run_hands_over_failures_behind_each_linked_kernel() {
    let (count, handled) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let handler = |count: &Arc<AtomicUsize>| {
        let count = Arc::clone(count);
        Queue::builder(Selector::host()).async_handler(move |_| _ = count.fetch_add(1, Ordering::Relaxed))
    };
    let (failing, q) = (handler(&count).build().unwrap(), handler(&handled).build().unwrap());
    let low = Buffer::from_vec(vec![0_u16]);
    let alone = failing.submit(|h| {
        let low = low.write(h);
        h.single_task(kernels::join::args(low))
    });
    let alone = alone.unwrap();
    assert!(alone.wait().is_err());
    let (x, y) = (Buffer::from_vec(vec![1_u32]), Buffer::from_vec(vec![0_u32]));
    let sum = Buffer::from_vec(vec![0_u32]);
    let run = q.submit(|h| {
        let (y, sum) = (y.write(h), sum.write(h));
        h.single_task(kernels::store::args(y, sum))
    });
    q.submit(|h| {
        h.depends_on(&alone);
        let x = x.read(h);
        h.single_task(kernels::load::args(x))
    })
    .unwrap();
    run.unwrap().wait_and_throw().unwrap();
    assert_eq!((count.load(Ordering::Relaxed), handled.load(Ordering::Relaxed)), (1, 0));
}

#[test]
fn linked_kernels_cannot_wait_for_each_other() {
    let q = Queue::new(Selector::host()).unwrap();
    let x = Buffer::from_vec(vec![1_u16, 2, 3]);
    let split = q
        .submit(|h| {
            let x = x.read(h);
            h.single_task(kernels::split::args(x))
        })
        .unwrap();
    let join = |after: Option<&sycl_hls::Event>, y: &Buffer<u16>| {
        q.submit(|h| {
            after.into_iter().for_each(|event| h.depends_on(event));
            let y = y.write(h);
            h.single_task(kernels::join::args(y))
        })
    };
    let error = join(None, &x).unwrap_err().to_string();
    assert!(error.starts_with("`join` would wait for `split`, to which it is linked"), "{error}");
    let y = Buffer::from_vec(vec![0_u16; 3]);
    assert_eq!(join(Some(&split), &y).unwrap_err().to_string(), error);
    // What was refused has left no trace.
    join(None, &y).unwrap();
    split.wait().unwrap();
    assert_eq!(y.into_vec().unwrap(), [1, 2, 3]);
}
