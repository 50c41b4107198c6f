//! What an element costs that goes through one stream of a kernel on the host.
//!
//! Run with `cargo bench -p sycl-hls --bench streams`.
#![allow(missing_docs)]

use criterion::{Criterion, Throughput};
use sycl_hls::__private::Region;
use sycl_hls::device::{Receiver, Sender, stream};

const ELEMENTS: u32 = 1 << 16;

/// Two processes as the macro writes them.
fn transfer((mut tx, mut rx): (Sender<u32>, Receiver<u32>)) -> u32 {
    let mut sum = 0;
    let mut region = Region::new();
    let process = region.process("write");
    region.give(&process, &tx);
    region.start(process.run(async {
        for i in 0..ELEMENTS {
            tx.send_in_turn(i).await;
        }
    }));
    let process = region.process("read");
    region.give(&process, &rx);
    region.start(process.run(async {
        for _ in 0..ELEMENTS {
            sum ^= rx.recv_in_turn().await;
        }
    }));
    region.run();
    sum
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("elements through a stream");
    group.throughput(Throughput::Elements(ELEMENTS.into()));
    group.bench_function("depth 2", |b| b.iter(|| transfer(stream::<u32, 2>())));
    group.bench_function("depth 64", |b| b.iter(|| transfer(stream::<u32, 64>())));
    group.finish();
}
