// Processes that put the elements of several streams into one, in the kernel language. On the host, the crate's own functions of
// these names run.

/// Element after element from the next stream.
pub fn round_robin<T: Copy, const N: usize>(mut rxs: [Receiver<T>; N], mut tx: Sender<T>, count: usize) {
    let mut turn = 0_usize;
    for _ in 0..count {
        let mut taken: Option<T> = None;
        for (own, rx) in rxs.iter_mut().enumerate() {
            if own == turn {
                taken = Some(rx.recv());
            }
        }
        if let Some(element) = taken {
            tx.send(element);
        }
        turn = if turn + 1 == N { 0 } else { turn + 1 };
    }
}

/// Each element from a stream that has one, beginning behind the one that gave the last element.
pub fn load_balance<T: Copy, const N: usize>(mut rxs: [Receiver<T>; N], mut tx: Sender<T>, count: usize) {
    let mut turn = 0_usize;
    let mut left = count;
    while left > 0 {
        let (mut first, mut later) = (N, N);
        for (own, rx) in rxs.iter_mut().enumerate() {
            if !rx.is_empty() {
                if own >= turn && later == N {
                    later = own;
                }
                if first == N {
                    first = own;
                }
            }
        }
        let chosen = if later < N { later } else { first };
        let mut taken: Option<T> = None;
        for (own, rx) in rxs.iter_mut().enumerate() {
            if own == chosen {
                taken = rx.try_recv();
            }
        }
        if let Some(element) = taken {
            tx.send(element);
            turn = chosen + 1;
            left -= 1;
        }
    }
}
