// Processes that give the elements of one stream to several, in the kernel language. On the host, the crate's own functions of
// these names run.

/// Element after element to the next stream.
pub fn round_robin<T: Copy, const N: usize>(mut rx: Receiver<T>, mut txs: [Sender<T>; N], count: usize) {
    let mut turn = 0_usize;
    for _ in 0..count {
        let element = rx.recv();
        for (own, tx) in txs.iter_mut().enumerate() {
            if own == turn {
                tx.send(element);
            }
        }
        turn = if turn + 1 == N { 0 } else { turn + 1 };
    }
}

/// Each element to a stream that has a place, beginning behind the one that got the last element.
pub fn load_balance<T: Copy, const N: usize>(
    mut rx: Receiver<T>,
    mut txs: [Sender<Option<T>>; N],
    count: usize,
) {
    let mut turn = 0_usize;
    let mut left = count;
    while left > 0 {
        let (mut first, mut later) = (N, N);
        for (own, tx) in txs.iter_mut().enumerate() {
            if !tx.is_full() {
                if own >= turn && later == N {
                    later = own;
                }
                if first == N {
                    first = own;
                }
            }
        }
        let chosen = if later < N { later } else { first };
        if chosen < N && !rx.is_empty() {
            let element = rx.recv();
            for (own, tx) in txs.iter_mut().enumerate() {
                if own == chosen {
                    tx.send(Some(element));
                }
            }
            turn = chosen + 1;
            left -= 1;
        }
    }
    for tx in txs.iter_mut() {
        tx.send(None);
    }
}
