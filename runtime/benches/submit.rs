//! What the runtime itself costs: kernels that do nothing, or next to nothing.
//!
//! Run with `cargo bench -p sycl-hls`. Compare with the SYCL runtimes in `facts/performance-peers.md`.
#![allow(missing_docs, clippy::panic, clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Duration;

use common::{host, kernels};
use criterion::{BatchSize, Criterion, Throughput};
use sycl_hls::{Buffer, Queue};

/// Commands in one round of the throughput benchmarks.
const NODES: usize = 10_000;

fn submit_and_wait(c: &mut Criterion) {
    let q = host();
    c.bench_function("empty kernel: submit + wait", |b| {
        b.iter(|| q.submit(|h| h.single_task(kernels::empty::args())).unwrap().wait().unwrap());
    });
    let (x, y) = (Buffer::from_vec(vec![1.0; 16]), Buffer::from_vec(vec![1.0; 16]));
    c.bench_function("axpy of 16: submit + wait", |b| {
        b.iter(|| {
            let event = q.submit(|h| {
                let (x, y) = (x.read(h), y.read_write(h));
                h.single_task(kernels::axpy::args(2.0, x, y))
            });
            event.unwrap().wait().unwrap();
        });
    });
}

/// Commands that are no kernels.
fn other_commands(c: &mut Criterion) {
    let q = host();
    let (x, y) = (Buffer::from_vec(vec![1_u32; 16]), Buffer::from_vec(vec![1_u32; 16]));
    c.bench_function("copy of 16: submit + wait", |b| {
        b.iter(|| q.copy(&x, &y).unwrap().wait().unwrap());
    });
    c.bench_function("host task on 16: submit + wait", |b| {
        b.iter(|| {
            let event = q.submit(|h| {
                let y = y.read_write(h);
                h.host_task(y, |mut y| {
                    y[0] ^= 1;
                    Ok::<(), sycl_hls::Error>(())
                })
            });
            event.unwrap().wait().unwrap();
        });
    });
    c.bench_function("buffer of 16: host_write", |b| {
        b.iter(|| y.host_write().unwrap()[0] ^= 1);
    });
}

fn throughput(c: &mut Criterion) {
    let q = host();
    let mut group = c.benchmark_group("10k kernels");
    group.throughput(Throughput::Elements(NODES as u64)).sample_size(20);
    group.bench_function("independent", |b| {
        b.iter(|| {
            for _ in 0..NODES {
                q.submit(|h| h.single_task(kernels::empty::args())).unwrap();
            }
            q.wait().unwrap();
        });
    });
    let y = Buffer::from_vec(vec![0_u32; 1]);
    group.bench_function("dependent chain", |b| {
        b.iter(|| {
            (0..NODES).for_each(|_| drop(common::affine(&q, &y, 1, 1)));
            q.wait().unwrap();
        });
    });
    let buffers: Vec<Buffer<u32>> = (0..256).map(|_| Buffer::from_vec(vec![1; 1])).collect();
    group.bench_function("random graph, 256 buffers, 2 read + 1 written", |b| {
        b.iter(|| random_graph(&q, &buffers));
    });
    group.finish();
}

fn random_graph(q: &Queue, buffers: &[Buffer<u32>]) {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % buffers.len()
    };
    for _ in 0..NODES {
        let (i, j, k) = (random(), random(), random());
        if i != k && j != k {
            q.submit(|h| {
                let (a, b, sum) = (buffers[i].read(h), buffers[j].read(h), buffers[k].write(h));
                h.single_task(kernels::add::args(a, b, sum))
            })
            .unwrap();
        }
    }
    // Sums overflow in the end; what counts is the order.
    let _ = q.wait();
}

fn buffers(c: &mut Criterion) {
    let q = host();
    c.bench_function("buffer of 4 KiB: make + drop", |b| {
        b.iter_batched(|| vec![0_u32; 1024], Buffer::from_vec, BatchSize::SmallInput);
    });
    c.bench_function("buffer of 4 KiB: make + kernel + into_vec", |b| {
        b.iter_batched(
            || vec![0_u32; 1024],
            |data| {
                let buffer = Buffer::from_vec(data);
                common::affine(&q, &buffer, 3, 1);
                buffer.into_vec().unwrap()
            },
            BatchSize::SmallInput,
        );
    });
}

fn main() {
    let mut c = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .without_plots()
        .configure_from_args();
    submit_and_wait(&mut c);
    other_commands(&mut c);
    throughput(&mut c);
    buffers(&mut c);
    c.final_summary();
}
