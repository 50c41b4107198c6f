//! Processes that give the elements of one stream to several (`hls::split` of UG1399).
//!
//! Each is a statement of a `#[dataflow]` region.

use std::future::Future;
use std::panic::Location;

use super::stream::{Receiver, Sender};
use crate::dataflow;

/// Gives `count` elements to the streams in turn, the first one to the first stream.
///
/// # Panics
/// Outside of a region, when there is no element, or no place.
#[track_caller]
pub fn round_robin<T: Copy, const N: usize>(rx: Receiver<T>, txs: [Sender<T>; N], count: usize) {
    dataflow::alone(__sycl_hls_round_robin(rx, txs, count));
}

/// Gives `count` elements to streams that have a place, each to the next one behind the stream that got the last element. Then
/// each stream gets a `None`, by which its consumer ends.
///
/// Which stream gets which element depends on time.
///
/// # Panics
/// Outside of a region, when there is no element, or no place.
#[track_caller]
pub fn load_balance<T: Copy, const N: usize>(rx: Receiver<T>, txs: [Sender<Option<T>>; N], count: usize) {
    dataflow::alone(__sycl_hls_load_balance(rx, txs, count));
}

/// [`round_robin`] in a process. Part of the interface to the macro.
#[doc(hidden)]
#[track_caller]
pub fn __sycl_hls_round_robin<T: Copy, const N: usize>(
    mut rx: Receiver<T>,
    mut txs: [Sender<T>; N],
    count: usize,
) -> impl Future<Output = ()> {
    const { assert!(N > 0, "there is a stream to give elements to") };
    let at = Location::caller();
    async move {
        for turn in (0..N).cycle().take(count) {
            let element = rx.recv_at(at).await;
            txs[turn].send_at(element, at).await;
        }
    }
}

/// [`load_balance`] in a process. Part of the interface to the macro.
#[doc(hidden)]
#[track_caller]
pub fn __sycl_hls_load_balance<T: Copy, const N: usize>(
    mut rx: Receiver<T>,
    mut txs: [Sender<Option<T>>; N],
    count: usize,
) -> impl Future<Output = ()> {
    const { assert!(N > 0, "there is a stream to give elements to") };
    let at = Location::caller();
    async move {
        let mut turn = 0;
        for _ in 0..count {
            let element = rx.recv_at(at).await;
            let give = || (turn..turn + N).map(|own| own % N).find(|own| txs[*own].offer(Some(element)));
            let chosen = dataflow::wait(at, give, || txs[turn % N].waits()).await;
            turn = chosen + 1;
        }
        for tx in &mut txs {
            tx.send_at(None, at).await;
        }
    }
}
