//! `test_kernel_maxi_256bit_1` to `_6`, and those of 512 bits, write or read memory, and count the cycles of it.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    const BURST_LENGTHS: [i64; 6] = [4, 16, 32, 4, 16, 32];
    const OUTSTANDING: [i64; 6] = [4, 4, 4, 32, 32, 32];

    #[kernel(instances(N = [1, 2, 3, 4, 5, 6]))]
    pub fn test_kernel_maxi_256bit<const N: usize>(
        buf_size: i64,
        direction: i32,
        #[len(4)] perf: &mut [i64],
        #[len(buf_size / 8)] mem: &mut [i64],
    ) {
        let (tx, rx) = stream::<i64, 2>();
        #[dataflow]
        {
            transfer::<4>(mem, direction, tx);
            count(rx, perf, BURST_LENGTHS[N - 1], OUTSTANDING[N - 1]);
        }
    }

    #[kernel(instances(N = [1, 2, 3, 4, 5, 6]))]
    pub fn test_kernel_maxi_512bit<const N: usize>(
        buf_size: i64,
        direction: i32,
        #[len(4)] perf: &mut [i64],
        #[len(buf_size / 8)] mem: &mut [i64],
    ) {
        let (tx, rx) = stream::<i64, 2>();
        #[dataflow]
        {
            transfer::<8>(mem, direction, tx);
            count(rx, perf, BURST_LENGTHS[N - 1], OUTSTANDING[N - 1]);
        }
    }

    /// Sends at its beginning, and at its end how many words, of so many numbers of 64 bits, are wrong.
    fn transfer<const WORD: usize>(mem: &mut [i64], direction: i32, mut tx: Sender<i64>) {
        let mut wrong = 0;
        tx.send(0);
        if direction == 0 {
            for i in 0..mem.len() {
                mem[i] = if i % WORD == 0 { (i / WORD) as i64 } else { 0 };
            }
        } else {
            for i in 0..mem.len() {
                let expected = if i % WORD == 0 { (i / WORD) as i64 } else { 0 };
                wrong += (mem[i] != expected) as i64;
            }
        }
        tx.send(wrong);
    }

    fn count(mut rx: Receiver<i64>, perf: &mut [i64], burst_length: i64, outstanding: i64) {
        let mut cycles = rx.recv();
        let wrong = loop {
            if let Some(wrong) = rx.try_recv() {
                break wrong;
            }
            cycles += 1;
        };
        perf[0] = cycles;
        perf[1] = wrong;
        perf[2] = burst_length;
        perf[3] = outstanding;
    }
}
