//! Processes as the macro writes them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sycl_hls_backend::{Args, NativeKernel};
use sycl_hls_types::{DataflowError, FaultKind, Waiting};

use super::{Region, take_error};
use crate::device::{Receiver, Sender, named_stream, stream};

async fn load(x: &[u32], mut to: Sender<u32>) {
    for &x in x {
        to.send_in_turn(x).await;
    }
}

async fn store(mut from: Receiver<u32>, out: &mut [u32]) {
    for out in out {
        *out = from.recv_in_turn().await;
    }
}

/// `load` and `store` with a FIFO of `DEPTH` elements, for so many elements each.
fn copy<const DEPTH: usize>(x: &[u32], out: &mut [u32]) {
    let (tx, rx) = named_stream::<u32, DEPTH>("a");
    let mut region = Region::new();
    let process = region.process("load");
    region.give(&process, &tx);
    region.start(process.run(load(x, tx)));
    let process = region.process("store");
    region.give(&process, &rx);
    region.start(process.run(store(rx, out)));
    region.run();
}

fn error(run: impl FnOnce()) -> DataflowError {
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    take_error().unwrap()
}

#[test]
fn elements_arrive_in_order_at_every_depth() {
    let x: Vec<u32> = (0..1000).collect();
    let mut out = [vec![0; 1000], vec![0; 1000], vec![0; 1000]];
    let [a, b, c] = &mut out;
    copy::<1>(&x, a);
    copy::<2>(&x, b);
    copy::<1000>(&x, c);
    assert!(out.iter().all(|out| *out == x));
}

#[test]
fn a_producer_that_has_ended_is_named() {
    let error = error(|| copy::<2>(&[1; 5], &mut [0; 6]));
    let DataflowError::Exhausted(blocked) = &error else { panic!("{error}") };
    let line = include_str!("tests.rs").lines().nth(blocked.at.line as usize - 1);
    assert!(
        blocked.at.file == file!() && line.is_some_and(|line| line.contains("*out = from.recv_in_turn()")),
        "{error}"
    );
    let text = "process `store` reads from channel `a` more than process `load`, which has ended, wrote: 5 written, 6 read";
    assert!(error.to_string().ends_with(text), "{error}");
}

#[test]
fn elements_that_are_left_are_an_error() {
    let error = error(|| copy::<2>(&[1; 5], &mut [0; 4]));
    assert!(matches!(&error, DataflowError::Leftover { channel, count: 1, .. } if channel == "a"), "{error}");
}

/// Writes all of one stream before the other; the reader takes them in turns.
fn diamond<const DEPTH: usize>() {
    let (mut a, mut from_a) = named_stream::<u32, DEPTH>("a");
    let (mut b, mut from_b) = named_stream::<u32, 1>("b");
    let mut region = Region::new();
    let process = region.process("split");
    region.give(&process, &a);
    region.give(&process, &b);
    region.start(process.run(async {
        for i in 0..4 {
            a.send_in_turn(i).await;
        }
        for i in 0..4 {
            b.send_in_turn(i).await;
        }
    }));
    let process = region.process("join");
    region.give(&process, &from_a);
    region.give(&process, &from_b);
    region.start(process.run(async {
        for _ in 0..4 {
            let b = from_b.recv_in_turn().await;
            assert_eq!(from_a.recv_in_turn().await, b);
        }
    }));
    region.run();
}

#[test]
fn processes_that_wait_for_one_another_are_a_deadlock() {
    diamond::<4>();
    let error = error(diamond::<3>);
    let DataflowError::Deadlock { blocked, .. } = &error else { panic!("{error}") };
    let [split, join] = &blocked[..] else { panic!("{error}") };
    assert_eq!((split.process.as_str(), join.process.as_str()), ("split", "join"));
    assert!(
        matches!(&split.on, Waiting::Place(it) if (it.depth, it.written, it.read) == (3, 3, 0)),
        "{error}"
    );
    assert!(matches!(&join.on, Waiting::Element(it) if it.channel == "b" && it.written == 0), "{error}");
}

#[test]
fn a_process_starts_when_the_one_before_has_ended() {
    let (tx, mut rx) = named_stream::<u32, 8>("a");
    let (mut sums, mut out) = ([0; 4], [0; 4]);
    let mut region = Region::new();
    let (first, second) = (region.process("sums"), region.process("store"));
    region.give(&first, &rx);
    region.start(async {
        let body = async {
            for i in 0..4 {
                sums[i] = rx.recv_in_turn().await + if i > 0 { sums[i - 1] } else { 0 };
            }
        };
        first.run(body).await;
        second.run(async { out = sums }).await;
    });
    let last = region.process("load");
    region.give(&last, &tx);
    region.start(last.run(load(&[1, 2, 3, 4], tx)));
    region.run();
    assert_eq!(out, [1, 3, 6, 10]);
}

#[test]
fn a_process_that_has_not_started_waits_for_the_one_before() {
    let (_tx, mut rx) = named_stream::<u32, 8>("a");
    let error = error(|| {
        let mut region = Region::new();
        let (first, second) = (region.process("take"), region.process("after"));
        region.give(&first, &rx);
        region.start(async {
            first.run(async { _ = rx.recv_in_turn().await }).await;
            second.run(async {}).await;
        });
        region.run();
    });
    let text = error.to_string();
    assert!(text.contains("process `after` waits for the end of process `take`"), "{text}");
    assert!(text.contains("no process has its other end"), "{text}");
}

#[test]
fn a_region_inside_of_a_process_takes_turns_with_those_around_it() {
    let (mut tx, rx) = named_stream::<u32, 1>("result");
    let mut out = [0; 6];
    let mut region = Region::new();
    let process = region.process("rows");
    region.give(&process, &tx);
    region.start(process.run(async {
        for row in 0..2_u32 {
            let (inner_tx, mut inner_rx) = named_stream::<u32, 1>("inner");
            let values = [row, row + 1, row + 2];
            let mut inner = Region::new();
            let process = inner.process("load");
            inner.give(&process, &inner_tx);
            inner.start(process.run(load(&values, inner_tx)));
            let process = inner.process("double");
            inner.give(&process, &inner_rx);
            inner.start(process.run(async {
                for _ in 0..3 {
                    tx.send_in_turn(2 * inner_rx.recv_in_turn().await).await;
                }
            }));
            inner.await;
        }
    }));
    let process = region.process("store");
    region.give(&process, &rx);
    region.start(process.run(store(rx, &mut out)));
    region.run();
    assert_eq!(out, [0, 2, 4, 2, 4, 6]);
}

#[test]
fn processes_that_ask_again_and_again_let_others_go_on() {
    let (mut tx, mut rx) = stream::<u32, 1>();
    let mut sum = 0;
    let mut region = Region::new();
    let process = region.process("try");
    region.start(process.run(async {
        for i in 0..100 {
            while !tx.try_send_in_turn(i).await {}
        }
    }));
    let process = region.process("poll");
    region.start(process.run(async {
        for i in 0..100 {
            while rx.is_empty_in_turn().await {}
            if i % 2 == 0 {
                assert_eq!(rx.peek_in_turn().await, i);
            }
            sum += rx.try_recv_in_turn().await.unwrap();
        }
    }));
    region.run();
    assert_eq!(sum, 4950);
}

#[test]
fn what_waits_outside_of_a_region_is_an_error() {
    let (mut tx, mut rx) = stream::<u32, 2>();
    tx.send(1);
    tx.send(2);
    assert!(tx.is_full() && !tx.try_send(3));
    assert!(
        error(|| tx.send(3)).to_string().contains("to write to channel `stream`, which is full: depth 2")
    );
    assert_eq!((rx.peek(), rx.recv(), rx.try_recv(), rx.try_recv()), (1, 1, Some(2), None));
    assert!(rx.is_empty());
    assert!(error(|| _ = rx.recv()).to_string().contains("which is empty: depth 2, 2 written, 2 read"));
}

#[test]
fn a_process_that_could_go_on_lets_others_change_the_answer() {
    let (tx, mut rx) = stream::<u32, 1>();
    let (mut one, done) = (tx, std::cell::Cell::new(false));
    let mut region = Region::new();
    let process = region.process("ask");
    region.start(process.run(async {
        // There is a place each time, so that the process could go on.
        while !done.get() {
            assert!(!one.is_full_in_turn().await);
        }
        one.send_in_turn(1).await;
    }));
    let process = region.process("read");
    region.start(process.run(async {
        done.set(true);
        assert_eq!(rx.recv_in_turn().await, 1);
    }));
    region.run();
}

#[test]
fn the_error_is_that_of_the_kernels_event() {
    let kernel = NativeKernel {
        name: "copy",
        run: |_| {
            copy::<2>(&[1; 5], &mut [0; 4]);
            Ok(())
        },
    };
    let fault = crate::backend::host_program(&[kernel]).run("copy", Args::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Dataflow);
    assert_eq!(fault.message, "1 of the elements in channel `a` are left when its dataflow region ends");
    assert!(fault.at.is_some_and(|at| at.file == file!()));
}
