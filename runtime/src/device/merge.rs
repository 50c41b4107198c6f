//! Processes that put the elements of several streams into one (`hls::merge` of UG1399).
//!
//! Each is a statement of a `#[dataflow]` region.

use std::future::Future;
use std::panic::Location;

use super::stream::{Receiver, Sender};
use crate::dataflow;

/// Takes `count` elements from the streams in turn, the first one from the first stream.
///
/// # Panics
/// Outside of a region, when there is no element, or no place.
#[track_caller]
pub fn round_robin<T: Copy, const N: usize>(rxs: [Receiver<T>; N], tx: Sender<T>, count: usize) {
    dataflow::alone(__sycl_hls_round_robin(rxs, tx, count));
}

/// Takes `count` elements from streams that have one, each from the next one behind the stream that gave the last element.
///
/// The order of the elements depends on time.
///
/// # Panics
/// Outside of a region, when there is no element, or no place.
#[track_caller]
pub fn load_balance<T: Copy, const N: usize>(rxs: [Receiver<T>; N], tx: Sender<T>, count: usize) {
    dataflow::alone(__sycl_hls_load_balance(rxs, tx, count));
}

/// [`round_robin`] in a process. Part of the interface to the macro.
#[doc(hidden)]
#[track_caller]
pub fn __sycl_hls_round_robin<T: Copy, const N: usize>(
    mut rxs: [Receiver<T>; N],
    mut tx: Sender<T>,
    count: usize,
) -> impl Future<Output = ()> {
    const { assert!(N > 0, "there is a stream to take elements from") };
    let at = Location::caller();
    async move {
        for turn in (0..N).cycle().take(count) {
            let element = rxs[turn].recv_at(at).await;
            tx.send_at(element, at).await;
        }
    }
}

/// [`load_balance`] in a process. Part of the interface to the macro.
#[doc(hidden)]
#[track_caller]
pub fn __sycl_hls_load_balance<T: Copy, const N: usize>(
    rxs: [Receiver<T>; N],
    mut tx: Sender<T>,
    count: usize,
) -> impl Future<Output = ()> {
    const { assert!(N > 0, "there is a stream to take elements from") };
    let at = Location::caller();
    async move {
        let mut turn = 0;
        for _ in 0..count {
            let take = || (turn..turn + N).find_map(|own| Some((own % N, rxs[own % N].take()?)));
            let (chosen, element) = dataflow::wait(at, take, || rxs[turn % N].waits()).await;
            turn = chosen + 1;
            tx.send_at(element, at).await;
        }
    }
}
