//! Memory and processor time that the runtime uses when there is nothing to do. One test, alone in its
//! process.
#![cfg(target_os = "linux")]
#![allow(missing_docs, clippy::panic, clippy::unwrap_used)]

mod common;

use common::gate::eventually;
use common::{affine, host};
use sycl_hls::{Buffer, Status};

/// Commands that are over leave nothing behind: neither memory nor threads that keep looking for more.
#[test]
fn finished_commands_leave_nothing_behind() {
    let resident_kib = || -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let (q, b) = (host(), Buffer::from_vec(vec![1_u32; 10]));
    let round = || {
        for _ in 0..25_000 {
            affine(&q, &b, 1, 1);
            common::empty_group(&q, &b).wait().unwrap();
        }
        drop(b.host_read().unwrap());
    };
    round();
    let before = resident_kib();
    (0..4).for_each(|_| round());
    let grown = resident_kib().saturating_sub(before);
    // Two hundred thousand nodes of any size would be many megabytes.
    assert!(grown < 2_500, "{grown} KiB");

    let ticks = || -> u64 {
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
        stat.split_whitespace().skip(13).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum()
    };
    let before = ticks();
    std::thread::sleep(std::time::Duration::from_millis(500));
    // A hundredth of a second each.
    assert!(ticks() - before <= 3, "{} ticks", ticks() - before);

    // Whatever makes a command ready wakes a sleeping worker.
    let guard = b.host_read().unwrap();
    let writer = affine(&q, &b, 1, 1);
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert_eq!(writer.status(), Status::Submitted);
    drop(guard);
    eventually("the writer runs", || writer.status() == Status::Complete);
}
