//! The kernels of `docs/streams.md`.

mod example_0 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
#[hls_allow(missed_burst)]
pub fn roots(x: &[u32], y: &mut [u32]) {
    for i in 0..y.len() {
        y[i] = root(x[i]);
    }
}

fn root(x: u32) -> u32 {
    let (mut rest, mut root, mut bit) = (x, 0, 1 << 30);
    for _ in 0..16 {
        let next = root / 2;
        if rest >= root + bit {
            rest -= root + bit;
            root = next + bit;
        } else {
            root = next;
        }
        bit /= 4;
    }
    root
}
}
}
mod example_1 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn roots(x: &[u32], y: &mut [u32]) {
    let (x_tx, x_rx) = stream::<u32, 2>();
    let (y_tx, y_rx) = stream::<u32, 2>();
    #[dataflow]
    {
        load(x, x_tx);
        extract(x_rx, y_tx, x.len());
        store(y_rx, y);
    }
}

fn load(x: &[u32], mut tx: Sender<u32>) {
    for i in 0..x.len() {
        tx.send(x[i]);
    }
}

fn extract(mut rx: Receiver<u32>, mut tx: Sender<u32>, n: usize) {
    for _ in 0..n {
        tx.send(root(rx.recv()));
    }
}

fn store(mut rx: Receiver<u32>, y: &mut [u32]) {
    for i in 0..y.len() {
        y[i] = rx.recv();
    }
}

fn root(x: u32) -> u32 {
    let (mut rest, mut root, mut bit) = (x, 0, 1 << 30);
    for _ in 0..16 {
        let next = root / 2;
        if rest >= root + bit {
            rest -= root + bit;
            root = next + bit;
        } else {
            root = next;
        }
        bit /= 4;
    }
    root
}
}
}
mod example_2 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn roots(x: &[u32], y: &mut [u32]) {
    let (even_tx, even_rx) = stream::<u32, 2>();
    let (odd_tx, odd_rx) = stream::<u32, 2>();
    let (even_root_tx, even_root_rx) = stream::<u32, 2>();
    let (odd_root_tx, odd_root_rx) = stream::<u32, 2>();
    #[dataflow]
    {
        deal(x, even_tx, odd_tx);
        extract(even_rx, even_root_tx, x.len().div_ceil(2));
        extract(odd_rx, odd_root_tx, x.len() / 2);
        collect(even_root_rx, odd_root_rx, y);
    }
}

fn deal(x: &[u32], mut even: Sender<u32>, mut odd: Sender<u32>) {
    for i in 0..x.len() {
        let value = x[i];
        if i % 2 == 0 {
            even.send(value);
        } else {
            odd.send(value);
        }
    }
}

fn collect(mut even: Receiver<u32>, mut odd: Receiver<u32>, y: &mut [u32]) {
    for i in 0..y.len() {
        y[i] = if i % 2 == 0 { even.recv() } else { odd.recv() };
    }
}

fn extract(mut rx: Receiver<u32>, mut tx: Sender<u32>, n: usize) {
    for _ in 0..n {
        tx.send(root(rx.recv()));
    }
}

fn root(x: u32) -> u32 {
    let (mut rest, mut root, mut bit) = (x, 0, 1 << 30);
    for _ in 0..16 {
        let next = root / 2;
        if rest >= root + bit {
            rest -= root + bit;
            root = next + bit;
        } else {
            root = next;
        }
        bit /= 4;
    }
    root
}
}
}
mod example_3 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
const WORKERS: usize = 8;

#[kernel]
pub fn roots(x: &[u32], y: &mut [u32]) {
    let (x_txs, x_rxs) = streams::<u32, 2, WORKERS>();
    let (y_txs, y_rxs) = streams::<u32, 2, WORKERS>();
    let rounds = x.len() / WORKERS;
    #[dataflow]
    {
        deal(x, x_txs, rounds);
        for (rx, tx) in x_rxs.into_iter().zip(y_txs) {
            extract(rx, tx, rounds);
        }
        collect(y_rxs, y, rounds);
    }
}

fn deal<const N: usize>(x: &[u32], mut txs: [Sender<u32>; N], rounds: usize) {
    for round in 0..rounds {
        for (worker, tx) in txs.iter_mut().enumerate() {
            tx.send(x[N * round + worker]);
        }
    }
}

fn collect<const N: usize>(mut rxs: [Receiver<u32>; N], y: &mut [u32], rounds: usize) {
    for round in 0..rounds {
        for (worker, rx) in rxs.iter_mut().enumerate() {
            y[N * round + worker] = rx.recv();
        }
    }
}

fn extract(mut rx: Receiver<u32>, mut tx: Sender<u32>, n: usize) {
    for _ in 0..n {
        tx.send(root(rx.recv()));
    }
}

fn root(x: u32) -> u32 {
    let (mut rest, mut root, mut bit) = (x, 0, 1 << 30);
    for _ in 0..16 {
        let next = root / 2;
        if rest >= root + bit {
            rest -= root + bit;
            root = next + bit;
        } else {
            root = next;
        }
        bit /= 4;
    }
    root
}
}
}
mod example_4 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn bytes(x: &[u32], y: &mut [u32]) {
    let (low_tx, low_rx) = stream::<u32, 4>();
    let (high_tx, high_rx) = stream::<u32, 1>();
    #[dataflow]
    {
        split(x, low_tx, high_tx);
        join(low_rx, high_rx, y);
    }
}

fn split(x: &[u32], mut low: Sender<u32>, mut high: Sender<u32>) {
    for i in 0..x.len() {
        low.send(x[i] % 256);
    }
    for i in 0..x.len() {
        high.send(x[i] / 256);
    }
}

fn join(mut low: Receiver<u32>, mut high: Receiver<u32>, y: &mut [u32]) {
    for i in 0..y.len() {
        y[i] = high.recv() + low.recv();
    }
}
}
}
mod example_5 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
/// The length of each run of equal numbers in `x`.
#[kernel]
pub fn runs(x: &[u32], y: &mut [u32]) {
    let (tx, rx) = stream::<(u32, bool), 2>();
    #[dataflow]
    {
        mark(x, tx);
        measure(rx, y);
    }
}

fn mark(x: &[u32], mut tx: Sender<(u32, bool)>) {
    for i in 0..x.len() {
        tx.send((x[i], i + 1 == x.len()));
    }
}

fn measure(mut rx: Receiver<(u32, bool)>, y: &mut [u32]) {
    let mut run = 0_usize;
    loop {
        let (value, mut last) = rx.recv();
        let mut length = 1;
        while !last && rx.peek().0 == value {
            last = rx.recv().1;
            length += 1;
        }
        y[run] = length;
        run += 1;
        if last {
            break;
        }
    }
}
}
}
mod example_6 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn remaining(x: &[u32], y: &mut [u32]) {
    for block in 0..4_usize {
        #[dataflow]
        {
            let sums = prefix(&x[1024 * block..1024 * block + 1024]);
            rest(&sums, &mut y[1024 * block..1024 * block + 1024]);
        }
    }
}

fn prefix(x: &[u32]) -> [u32; 1024] {
    let mut sums = [0; 1024];
    let mut sum = 0;
    for i in 0..1024_usize {
        sum += x[i];
        sums[i] = sum;
    }
    sums
}

fn rest(sums: &[u32; 1024], y: &mut [u32]) {
    for i in 0..1024_usize {
        y[i] = sums[1023] - sums[i];
    }
}
}
}
