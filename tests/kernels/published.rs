//! Eleven small designs of processes by which published simulators of dataflow are judged (OmniSim, 2025), written from their
//! description. Some depend on time, so that their results differ from one schedule to another.
//!
//! Where a producer of the description is stopped by a token, elements are left in its channel. Here it sends a last one, behind
//! which nothing comes, and the consumer takes all before.

#[sycl_hls::kernels]
pub mod published {
    use sycl_hls::device::*;

    /// Elements that are sent.
    const N: usize = 2025;
    /// What no producer sends but as its last element.
    const LAST: i32 = -1;

    /// `ex2`: the producer goes on to the next element only if one was taken, until the consumer has found a 0.
    #[kernel]
    pub fn retried(#[len(4096)] data: &[i32], #[len(1)] sum: &mut [i32]) {
        let (tx, rx) = stream::<i32, 2>();
        let (done_tx, done_rx) = stream::<bool, 2>();
        #[dataflow]
        {
            retry(data, tx, done_rx);
            sum_to_zero(rx, done_tx, sum);
        }
    }

    fn retry(data: &[i32], mut tx: Sender<i32>, mut done: Receiver<bool>) {
        let mut i = 0_usize;
        while done.try_recv().is_none() {
            if tx.try_send(data[i]) {
                i += 1;
            }
        }
        tx.send(LAST);
    }

    fn sum_to_zero(mut rx: Receiver<i32>, mut done: Sender<bool>, sum: &mut [i32]) {
        let (mut total, mut is_done) = (0, false);
        loop {
            let value = rx.recv();
            if value == LAST {
                break;
            }
            if value == 0 && !is_done {
                is_done = done.try_send(true);
            }
            total += value;
        }
        sum[0] = total;
    }

    fn drain(mut rx: Receiver<i32>) {
        while rx.recv() != LAST {}
    }

    /// `ex3`: each element is sent, and its double comes back.
    #[kernel]
    pub fn doubled(#[len(N)] data: &[i32], #[len(1)] sum: &mut [i32]) {
        let (there_tx, there_rx) = stream::<i32, 2>();
        let (back_tx, back_rx) = stream::<i32, 2>();
        #[dataflow]
        {
            ask(data, there_tx, back_rx, sum);
            double(there_rx, back_tx);
        }
    }

    fn ask(data: &[i32], mut tx: Sender<i32>, mut rx: Receiver<i32>, sum: &mut [i32]) {
        let mut total = 0;
        for i in 0..N {
            tx.send(data[i]);
            total += rx.recv();
        }
        sum[0] = total;
    }

    fn double(mut rx: Receiver<i32>, mut tx: Sender<i32>) {
        for _ in 0..N {
            tx.send(2 * rx.recv());
        }
    }

    /// `deadlock`: as `doubled`, but the answer is awaited before anything is sent.
    #[kernel]
    pub fn awaited(#[len(N)] data: &[i32], #[len(1)] sum: &mut [i32]) {
        let (there_tx, there_rx) = stream::<i32, 2>();
        let (back_tx, back_rx) = stream::<i32, 2>();
        #[dataflow]
        {
            await_first(data, there_tx, back_rx, sum);
            double(there_rx, back_tx);
        }
    }

    fn await_first(data: &[i32], mut tx: Sender<i32>, mut rx: Receiver<i32>, sum: &mut [i32]) {
        let mut total = 0;
        for i in 0..N {
            total += rx.recv();
            tx.send(data[i]);
        }
        sum[0] = total;
    }

    /// `ex4a`: each element is offered once to a consumer that is too slow for all of them.
    #[kernel]
    pub fn offered(#[len(N)] data: &[i32], #[len(1)] sum: &mut [i32]) {
        let (mut tx, rx) = stream::<i32, 2>();
        #[dataflow]
        {
            offer(data, &mut tx);
            sum_thirds(rx, sum);
        }
    }

    fn offer(data: &[i32], tx: &mut Sender<i32>) -> i32 {
        let mut dropped = 0;
        for i in 0..N {
            if !tx.try_send(data[i]) {
                dropped += 1;
            }
        }
        tx.send(0);
        dropped
    }

    fn sum_thirds(mut rx: Receiver<i32>, sum: &mut [i32]) {
        sum[0] = thirds_to_zero(&mut rx);
    }

    /// The sum of the thirds of all elements before the first 0; one element in three cycles.
    fn thirds_to_zero(rx: &mut Receiver<i32>) -> i32 {
        let mut total = 0;
        let mut more = true;
        #[pipeline(ii = 3)]
        while more {
            let value = rx.recv();
            total += value / 3;
            more = value != 0;
        }
        total
    }

    /// `ex4b`: the same, and the elements that were dropped are counted.
    #[kernel]
    pub fn dropped(#[len(N)] data: &[i32], #[len(1)] sum: &mut [i32], #[len(1)] dropped: &mut [i32]) {
        let (tx, rx) = stream::<i32, 2>();
        #[dataflow]
        {
            count_dropped(data, tx, dropped);
            sum_thirds(rx, sum);
        }
    }

    fn count_dropped(data: &[i32], mut tx: Sender<i32>, dropped: &mut [i32]) {
        dropped[0] = offer(data, &mut tx);
    }

    /// `ex4a_d`: the producer goes on until the consumer has found a 0.
    #[kernel]
    pub fn offered_until_done(#[len(4096)] data: &[i32], #[len(1)] sum: &mut [i32]) {
        let (mut tx, rx) = stream::<i32, 2>();
        let (done_tx, mut done_rx) = stream::<bool, 2>();
        #[dataflow]
        {
            offer_until_done(data, &mut tx, &mut done_rx);
            sum_thirds_and_stop(rx, done_tx, sum);
        }
    }

    fn offer_until_done(data: &[i32], tx: &mut Sender<i32>, done: &mut Receiver<bool>) -> i32 {
        let mut i = 0_usize;
        let mut dropped = 0;
        while done.try_recv().is_none() {
            if !tx.try_send(data[i]) {
                dropped += 1;
            }
            i += 1;
        }
        tx.send(LAST);
        dropped
    }

    fn sum_thirds_and_stop(mut rx: Receiver<i32>, mut done: Sender<bool>, sum: &mut [i32]) {
        let total = thirds_to_zero(&mut rx);
        done.send(true);
        sum[0] = total;
        drain(rx);
    }

    /// `ex4b_d`: the same, and the elements that were dropped are counted.
    #[kernel]
    pub fn dropped_until_done(
        #[len(4096)] data: &[i32],
        #[len(1)] sum: &mut [i32],
        #[len(1)] dropped: &mut [i32],
    ) {
        let (tx, rx) = stream::<i32, 2>();
        let (done_tx, done_rx) = stream::<bool, 2>();
        #[dataflow]
        {
            count_until_done(data, tx, done_rx, dropped);
            sum_thirds_and_stop(rx, done_tx, sum);
        }
    }

    fn count_until_done(data: &[i32], mut tx: Sender<i32>, mut done: Receiver<bool>, dropped: &mut [i32]) {
        dropped[0] = offer_until_done(data, &mut tx, &mut done);
    }

    /// `ex5`: each element goes to the one of two consumers that has a place, the first one if both have. `counts` says how many
    /// each one got, and `first` and `second` what the sums of their thirds are.
    #[kernel]
    pub fn shared(
        #[len(N)] data: &[i32],
        #[len(2)] counts: &mut [i32],
        #[len(1)] first: &mut [i32],
        #[len(1)] second: &mut [i32],
    ) {
        let (first_tx, first_rx) = stream::<i32, 2>();
        let (second_tx, second_rx) = stream::<i32, 2>();
        #[dataflow]
        {
            share(data, first_tx, second_tx, counts);
            sum_thirds(first_rx, first);
            sum_thirds_slowly(second_rx, second);
        }
    }

    fn share(data: &[i32], mut first: Sender<i32>, mut second: Sender<i32>, counts: &mut [i32]) {
        let (mut to_first, mut to_second) = (0, 0);
        let mut i = 0_usize;
        loop {
            let value = data[i];
            let is_last = i + 1 == N;
            let is_first = first.try_send(value);
            let is_second = !is_first && second.try_send(value);
            if is_first {
                to_first += 1;
            }
            if is_second {
                to_second += 1;
            }
            let is_taken = is_first | is_second;
            if is_taken {
                i += 1;
            }
            if is_taken & is_last {
                break;
            }
        }
        first.send(0);
        second.send(0);
        counts[0] = to_first;
        counts[1] = to_second;
    }

    /// One element in five cycles.
    fn sum_thirds_slowly(mut rx: Receiver<i32>, sum: &mut [i32]) {
        let mut total = 0;
        let mut more = true;
        #[pipeline(ii = 5)]
        while more {
            let value = rx.recv();
            total += value / 3;
            more = value != 0;
        }
        sum[0] = total;
    }

    /// `timer`: the cycles in which no answer was there, in an unpipelined loop. Elements have 16 bits behind the binary point.
    #[kernel]
    pub fn timer(#[len(1)] cycles: &mut [u32], #[len(1)] sum: &mut [i32]) {
        let (there_tx, there_rx) = stream::<i32, 2>();
        let (back_tx, back_rx) = stream::<i32, 2>();
        #[dataflow]
        {
            divide(there_rx, back_tx);
            measure(there_tx, back_rx, cycles, sum);
        }
    }

    fn divide(mut rx: Receiver<i32>, mut tx: Sender<i32>) {
        #[pipeline(off)]
        for _ in 0..N {
            tx.send(rx.recv() / 3);
        }
    }

    fn measure(mut tx: Sender<i32>, mut rx: Receiver<i32>, cycles: &mut [u32], sum: &mut [i32]) {
        let (mut waited, mut total) = (0, 0_i32);
        #[pipeline(off)]
        for i in 0..N {
            tx.send((i as i32 + 1) << 16);
            #[pipeline(off)]
            while rx.is_empty() {
                waited += 1;
            }
            total = total.wrapping_add(rx.recv());
        }
        cycles[0] = waited;
        sum[0] = total;
    }

    /// `branch`: one process fetches instructions, and the other one executes them. Positive ones are jumps to that address; the
    /// first process learns of one later, when it has fetched more.
    #[kernel]
    pub fn branch(#[len(N)] code: &[i32], #[len(1)] fetched: &mut [i32], #[len(1)] executed: &mut [i32]) {
        let (code_tx, code_rx) = stream::<i32, 2>();
        let (jump_tx, jump_rx) = stream::<i32, 2>();
        #[dataflow]
        {
            fetch(code, code_tx, jump_rx, fetched);
            execute(code_rx, jump_tx, executed);
        }
    }

    fn fetch(code: &[i32], mut tx: Sender<i32>, mut jump: Receiver<i32>, fetched: &mut [i32]) {
        fetched[0] = fetch_all(code, &mut tx, &mut jump);
    }

    fn fetch_all(code: &[i32], tx: &mut Sender<i32>, jump: &mut Receiver<i32>) -> i32 {
        let (mut at, mut fetched) = (0, 0);
        loop {
            let next = jump.try_recv().unwrap_or(at + 1);
            tx.send(code[at as usize]);
            fetched += 1;
            at = next;
            if at >= N as i32 {
                break;
            }
        }
        tx.send(LAST);
        while jump.recv() != LAST {}
        fetched
    }

    fn execute(mut rx: Receiver<i32>, mut jump: Sender<i32>, executed: &mut [i32]) {
        executed[0] = execute_all(&mut rx, &mut jump);
    }

    fn execute_all(rx: &mut Receiver<i32>, jump: &mut Sender<i32>) -> i32 {
        let mut executed = 0;
        let mut instruction = 0;
        while instruction != LAST {
            instruction = rx.recv();
            if instruction > 0 {
                jump.send(instruction);
                executed += 1;
            }
        }
        jump.send(LAST);
        executed
    }

    /// `multicore`: sixteen times `branch`, each with a memory of its own, and a process that adds up what they count.
    #[kernel]
    pub fn multicore(
        #[len(N)] code0: &[i32],
        #[len(N)] code1: &[i32],
        #[len(N)] code2: &[i32],
        #[len(N)] code3: &[i32],
        #[len(N)] code4: &[i32],
        #[len(N)] code5: &[i32],
        #[len(N)] code6: &[i32],
        #[len(N)] code7: &[i32],
        #[len(N)] code8: &[i32],
        #[len(N)] code9: &[i32],
        #[len(N)] code10: &[i32],
        #[len(N)] code11: &[i32],
        #[len(N)] code12: &[i32],
        #[len(N)] code13: &[i32],
        #[len(N)] code14: &[i32],
        #[len(N)] code15: &[i32],
        #[len(2)] counts: &mut [i32],
    ) {
        let (fetched_txs, fetched_rxs) = streams::<i32, 2, 16>();
        let (executed_txs, executed_rxs) = streams::<i32, 2, 16>();
        let [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15] = fetched_txs;
        let [e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14, e15] = executed_txs;
        #[dataflow]
        {
            core(code0, f0, e0);
            core(code1, f1, e1);
            core(code2, f2, e2);
            core(code3, f3, e3);
            core(code4, f4, e4);
            core(code5, f5, e5);
            core(code6, f6, e6);
            core(code7, f7, e7);
            core(code8, f8, e8);
            core(code9, f9, e9);
            core(code10, f10, e10);
            core(code11, f11, e11);
            core(code12, f12, e12);
            core(code13, f13, e13);
            core(code14, f14, e14);
            core(code15, f15, e15);
            add_up(fetched_rxs, executed_rxs, counts);
        }
    }

    #[dataflow]
    fn core(code: &[i32], fetched: Sender<i32>, executed: Sender<i32>) {
        let (code_tx, code_rx) = stream::<i32, 2>();
        let (jump_tx, jump_rx) = stream::<i32, 2>();
        fetch_and_tell(code, code_tx, jump_rx, fetched);
        execute_and_tell(code_rx, jump_tx, executed);
    }

    fn fetch_and_tell(code: &[i32], mut tx: Sender<i32>, mut jump: Receiver<i32>, mut fetched: Sender<i32>) {
        fetched.send(fetch_all(code, &mut tx, &mut jump));
    }

    fn execute_and_tell(mut rx: Receiver<i32>, mut jump: Sender<i32>, mut executed: Sender<i32>) {
        executed.send(execute_all(&mut rx, &mut jump));
    }

    fn add_up<const M: usize>(
        mut fetched: [Receiver<i32>; M],
        mut executed: [Receiver<i32>; M],
        counts: &mut [i32],
    ) {
        let (mut all_fetched, mut all_executed) = (0, 0);
        for (fetched, executed) in fetched.iter_mut().zip(executed.iter_mut()) {
            all_fetched += fetched.recv();
            all_executed += executed.recv();
        }
        counts[0] = all_fetched;
        counts[1] = all_executed;
    }
}
