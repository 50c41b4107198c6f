//! `N_stage_Adders`: four adders in a row, with streams between them.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    #[allow(non_snake_case)]
    pub fn N_stage_Adders(#[len(size)] input: &[i32], #[len(size)] output: &mut [i32], incr: i32, size: i32) {
        let (first_tx, first_rx) = stream::<i32, 4>();
        let (second_tx, second_rx) = stream::<i32, 16>();
        let (third_tx, third_rx) = stream::<i32, 8>();
        let (fourth_tx, fourth_rx) = stream::<i32, 2>();
        let (last_tx, last_rx) = stream::<i32, 2>();
        #[dataflow]
        {
            read(input, first_tx);
            add(first_rx, second_tx, incr, size as usize);
            add(second_rx, third_tx, incr, size as usize);
            add(third_rx, fourth_tx, incr, size as usize);
            add(fourth_rx, last_tx, incr, size as usize);
            write(last_rx, output);
        }
    }

    fn read(x: &[i32], mut tx: Sender<i32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn add(mut rx: Receiver<i32>, mut tx: Sender<i32>, incr: i32, size: usize) {
        for _ in 0..size {
            tx.send(rx.recv().wrapping_add(incr));
        }
    }

    fn write(mut rx: Receiver<i32>, y: &mut [i32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }
}
