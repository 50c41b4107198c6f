//! Blocks of memory that one process hands over to another one.

#[sycl_hls::kernels]
pub mod blocks {
    use sycl_hls::device::*;

    const BLOCK: usize = 10;

    type Data = [u8; BLOCK];

    /// Vitis-HLS-Introductory-Examples, `using_stream_of_blocks`: a diamond of four processes.
    #[kernel]
    pub fn diamond(vec_in: Receiver<u8>, vec_out: Sender<u8>, count: usize) {
        let (a_tx, a_rx) = blocks::<Data, 2>();
        let (b_tx, b_rx) = blocks::<Data, 2>();
        let (c_tx, c_rx) = blocks::<Data, 2>();
        let (d_tx, d_rx) = blocks::<Data, 2>();
        #[dataflow]
        {
            func_a(vec_in, a_tx, b_tx, count);
            func_b(a_rx, c_tx, count);
            func_c(b_rx, d_tx, count);
            func_d(c_rx, d_rx, vec_out, count);
        }
    }

    fn func_a(
        mut vec_in: Receiver<u8>,
        mut one: BlockSender<Data>,
        mut two: BlockSender<Data>,
        count: usize,
    ) {
        for _ in 0..count {
            let mut one = one.acquire();
            let mut two = two.acquire();
            for j in 0..BLOCK {
                let value = vec_in.recv().wrapping_mul(3);
                one[j] = value;
                two[j] = value;
            }
        }
    }

    fn func_b(mut rx: BlockReceiver<Data>, mut tx: BlockSender<Data>, count: usize) {
        for _ in 0..count {
            let from = rx.acquire();
            let mut to = tx.acquire();
            for j in 0..BLOCK {
                to[j] = from[j].wrapping_add(25);
            }
        }
    }

    fn func_c(mut rx: BlockReceiver<Data>, mut tx: BlockSender<Data>, count: usize) {
        for _ in 0..count {
            let from = rx.acquire();
            let mut to = tx.acquire();
            for j in 0..BLOCK {
                to[j] = from[j].wrapping_mul(2);
            }
        }
    }

    fn func_d(
        mut one: BlockReceiver<Data>,
        mut two: BlockReceiver<Data>,
        mut vec_out: Sender<u8>,
        count: usize,
    ) {
        for _ in 0..count {
            let one = one.acquire();
            let two = two.acquire();
            for j in 0..BLOCK {
                vec_out.send(one[j].wrapping_add(two[j].wrapping_mul(2)));
            }
        }
    }

    /// Tiles of `x`, transposed; in the order in which they come.
    #[kernel]
    pub fn transposed(x: &[i32], y: &mut [i32], tiles: usize) {
        let (tile_tx, tile_rx) = blocks::<[[i32; 5]; 3], 3>();
        #[dataflow]
        {
            load(x, tile_tx, tiles);
            store(tile_rx, y, tiles);
        }
    }

    fn load(x: &[i32], mut tx: BlockSender<[[i32; 5]; 3]>, tiles: usize) {
        for tile in 0..tiles {
            let mut block = tx.acquire();
            read_tile(x, 15 * tile, &mut block);
        }
    }

    /// Takes a block as the array that it is.
    fn read_tile(x: &[i32], first: usize, block: &mut [[i32; 5]; 3]) {
        for row in 0..3_usize {
            for column in 0..5_usize {
                block[row][column] = x[first + 5 * row + column];
            }
        }
    }

    fn store(mut rx: BlockReceiver<[[i32; 5]; 3]>, y: &mut [i32], tiles: usize) {
        for tile in 0..tiles {
            let block = rx.acquire();
            for column in 0..5_usize {
                for row in 0..3_usize {
                    y[15 * tile + 3 * column + row] = block[row][column];
                }
            }
        }
    }

    /// Sums of the blocks of `x` that do not begin with zero; the others are handed over at once.
    #[kernel]
    pub fn sums(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = blocks::<[u32; 8], 2>();
        let (sum_tx, sum_rx) = stream::<u32, 2>();
        let count = y.len();
        #[dataflow]
        {
            each_block(x, tx, count);
            each_sum(rx, sum_tx, count);
            keep(sum_rx, y);
        }
    }

    fn each_block(x: &[u32], mut tx: BlockSender<[u32; 8]>, count: usize) {
        for n in 0..count {
            let mut block = tx.acquire();
            block[0] = x[8 * n];
            if block[0] == 0 {
                drop(block);
                continue;
            }
            for i in 1..8_usize {
                block[i] = x[8 * n + i];
            }
        }
    }

    fn each_sum(mut rx: BlockReceiver<[u32; 8]>, mut sums: Sender<u32>, count: usize) {
        for _ in 0..count {
            let block = rx.acquire();
            let first = block[0];
            if first == 0 {
                drop(block);
                sums.send(0);
            } else {
                let mut sum = 0;
                for value in block.iter() {
                    if *value == 1000 {
                        break;
                    }
                    sum += *value;
                }
                sums.send(sum);
            }
        }
    }

    fn keep(mut rx: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }

    /// A histogram of each block that the one before decides about: blocks go in a circle.
    #[kernel]
    pub fn circle(x: &[u32], y: &mut [u32], rounds: usize) {
        let (there_tx, there_rx) = blocks::<[u32; 4], 1>();
        let (back_tx, back_rx) = blocks::<[u32; 4], 1>();
        #[dataflow]
        {
            ask(x, there_tx, back_rx, y, rounds);
            answer(there_rx, back_tx, rounds);
        }
    }

    fn ask(
        x: &[u32],
        mut there: BlockSender<[u32; 4]>,
        mut back: BlockReceiver<[u32; 4]>,
        y: &mut [u32],
        rounds: usize,
    ) {
        let mut last = 0;
        for round in 0..rounds {
            {
                let mut question = there.acquire();
                for i in 0..4_usize {
                    question[i] = x[4 * round + i] + last;
                }
            }
            let answer = back.acquire();
            last = answer[3];
            y[round] = answer[0] + answer[1] + answer[2];
        }
    }

    fn answer(mut there: BlockReceiver<[u32; 4]>, mut back: BlockSender<[u32; 4]>, rounds: usize) {
        for _ in 0..rounds {
            let question = there.acquire();
            let mut answer = back.acquire();
            for i in 0..4_usize {
                answer[3 - i] = 2 * question[i];
            }
        }
    }

    /// As many blocks are filled as `sent` says, and as many read as `taken` says.
    #[kernel]
    pub fn counted(y: &mut [u32], sent: usize, taken: usize) {
        let (tx, rx) = blocks::<[u32; 4], 2>();
        #[dataflow]
        {
            numbered(tx, sent);
            first_of_each(rx, y, taken);
        }
    }

    fn numbered(mut tx: BlockSender<[u32; 4]>, sent: usize) {
        for n in 0..sent {
            let mut block = tx.acquire();
            *block = [n as u32; 4];
        }
    }

    fn first_of_each(mut rx: BlockReceiver<[u32; 4]>, y: &mut [u32], taken: usize) {
        for n in 0..taken {
            let last = {
                let block = rx.acquire();
                block[3]
            };
            y[n] = last + 1;
        }
    }

    /// All blocks are filled before a number is sent, for which the other process waits first.
    #[kernel]
    pub fn late(y: &mut [u32], count: usize) {
        let (tx, rx) = blocks::<[u32; 4], 3>();
        let (go_tx, go_rx) = stream::<u32, 1>();
        #[dataflow]
        {
            prepare(tx, go_tx, count);
            begin(rx, go_rx, y);
        }
    }

    fn prepare(mut tx: BlockSender<[u32; 4]>, mut go: Sender<u32>, count: usize) {
        for n in 0..count {
            let mut block = tx.acquire();
            block[n % 4] = n as u32;
        }
        go.send(count as u32);
    }

    fn begin(mut rx: BlockReceiver<[u32; 4]>, mut go: Receiver<u32>, y: &mut [u32]) {
        let count = go.recv() as usize;
        for n in 0..count {
            let block = rx.acquire();
            y[n] = block[n % 4];
        }
    }

    /// A region with blocks is entered again and again, in a process of another region.
    #[kernel]
    pub fn entered_again(x: &[u32], y: &mut [u32], rounds: usize) {
        let (out_tx, out_rx) = stream::<u32, 4>();
        #[dataflow]
        {
            all_rounds(x, out_tx, rounds);
            keep(out_rx, y);
        }
    }

    fn all_rounds(x: &[u32], mut out: Sender<u32>, rounds: usize) {
        for round in 0..rounds {
            let (tx, rx) = blocks::<[u32; 6], 2>();
            #[dataflow]
            {
                three(x, tx, round);
                backwards(rx, &mut out);
            }
        }
    }

    fn three(x: &[u32], mut tx: BlockSender<[u32; 6]>, round: usize) {
        for n in 0..3_usize {
            let mut block = tx.acquire();
            for i in 0..6_usize {
                block[i] = x[18 * round + 6 * n + i];
            }
        }
    }

    fn backwards(mut rx: BlockReceiver<[u32; 6]>, out: &mut Sender<u32>) {
        for _ in 0..3_usize {
            let block = rx.acquire();
            for i in 0..6_usize {
                out.send(block[5 - i]);
            }
        }
    }

    /// A task between two streams of blocks in several memories each. Blocks come up to one that begins with zeros.
    #[kernel]
    pub fn paired(x: &[u32], y: &mut [u32]) {
        #[array_partition(cyclic, factor = 2)]
        let (tx, rx) = blocks::<[u32; 8], 2>();
        #[array_partition(complete)]
        let (pair_tx, pair_rx) = blocks::<[u32; 4], 2>();
        #[dataflow]
        {
            up_to_zeros(x, tx);
            pairs(rx, pair_tx);
            sums_of_pairs(pair_rx, y);
        }
    }

    fn up_to_zeros(x: &[u32], mut tx: BlockSender<[u32; 8]>) {
        for n in 0..x.len() / 8 {
            let mut block = tx.acquire();
            for i in 0..8_usize {
                block[i] = x[8 * n + i];
            }
            if block[0] + block[1] == 0 {
                break;
            }
        }
    }

    fn pairs(mut rx: BlockReceiver<[u32; 8]>, mut tx: BlockSender<[u32; 4]>) {
        loop {
            let from = rx.acquire();
            let mut to = tx.acquire();
            for i in 0..4_usize {
                to[i] = from[2 * i] + from[2 * i + 1];
            }
        }
    }

    fn sums_of_pairs(mut rx: BlockReceiver<[u32; 4]>, y: &mut [u32]) {
        for n in 0..y.len() {
            let pairs = rx.acquire();
            if pairs[0] == 0 {
                return;
            }
            let mut sum = 0;
            for i in 0..4_usize {
                if pairs[i] > 1000 {
                    break;
                }
                sum += pairs[i];
            }
            y[n] = sum;
        }
    }

    /// Three workers, each between two streams of blocks.
    #[kernel]
    pub fn workers(x: &[u16], y: &mut [u16], rounds: usize) {
        let (in_txs, in_rxs) = streams_of_blocks::<[u16; 5], 2, 3>();
        let (out_txs, out_rxs) = streams_of_blocks::<[u16; 5], 1, 3>();
        #[dataflow]
        {
            deal(x, in_txs, rounds);
            for (worker, (rx, tx)) in in_rxs.into_iter().zip(out_txs).enumerate() {
                work(rx, tx, worker as u16, rounds);
            }
            collect(out_rxs, y, rounds);
        }
    }

    fn deal<const N: usize>(x: &[u16], mut txs: [BlockSender<[u16; 5]>; N], rounds: usize) {
        for round in 0..rounds {
            for (worker, tx) in txs.iter_mut().enumerate() {
                let mut block = tx.acquire();
                for i in 0..5_usize {
                    block[i] = x[5 * (N * round + worker) + i];
                }
            }
        }
    }

    fn work(mut rx: BlockReceiver<[u16; 5]>, mut tx: BlockSender<[u16; 5]>, add: u16, rounds: usize) {
        for _ in 0..rounds {
            let from = rx.acquire();
            let mut to = tx.acquire();
            for i in 0..5_usize {
                to[4 - i] = from[i].wrapping_add(add);
            }
        }
    }

    fn collect<const N: usize>(mut rxs: [BlockReceiver<[u16; 5]>; N], y: &mut [u16], rounds: usize) {
        for round in 0..rounds {
            for (worker, rx) in rxs.iter_mut().enumerate() {
                let block = rx.acquire();
                for i in 0..5_usize {
                    y[5 * (N * round + worker) + i] = block[i];
                }
            }
        }
    }
}
