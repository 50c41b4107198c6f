#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn written_twice(x: &[u32], y: &mut [u32]) {
        #[dataflow]
        {
            for i in 0..x.len() {
                y[i] = x[i];
            }
            for i in 0..x.len() {
                y[i] += 1;
            }
        }
    }

    #[kernel]
    pub fn written_in_functions(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(x, tx, y);
            store(rx, y);
        }
    }

    #[kernel]
    pub fn skips_a_process(x: &[u32], y: &mut [u32]) {
        let (mut tx, mut rx) = stream::<u32, 2>();
        #[dataflow]
        {
            let mut block = [0_u32; 4];
            fetch(x, &mut block);
            for i in 0..4_usize {
                tx.send(i as u32);
            }
            for i in 0..4_usize {
                y[i] = block[i] + rx.recv();
            }
        }
    }

    #[kernel]
    pub fn scalar_skips_a_process(x: &[u32], y: &mut [u32]) {
        let (mut tx, mut rx) = stream::<u32, 2>();
        #[dataflow]
        {
            let sum = total(x);
            for i in 0..4_usize {
                tx.send(i as u32);
            }
            for i in 0..4_usize {
                y[i] = sum + rx.recv();
            }
        }
    }

    fn load(x: &[u32], mut tx: Sender<u32>, y: &mut [u32]) {
        for i in 0..x.len() {
            tx.send(x[i]);
            y[i] = 0;
        }
    }

    fn store(mut rx: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }

    fn fetch(x: &[u32], block: &mut [u32; 4]) {
        for i in 0..4_usize {
            block[i] = x[i];
        }
    }

    fn total(x: &[u32]) -> u32 {
        x.iter().sum()
    }
}

fn main() {}
