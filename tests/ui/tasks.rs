#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn scaled(x: &[u32], y: &mut [u32]) {
        let (x_tx, mut x_rx) = stream::<u32, 2>();
        let (mut y_tx, y_rx) = stream::<u32, 2>();
        let a = x[0];
        #[dataflow]
        {
            load(x, x_tx);
            loop {
                y_tx.send(a * x_rx.recv());
            }
            store(y_rx, y);
        }
    }

    #[kernel]
    pub fn skipping(x: &[u32], y: &mut [u32]) {
        let (x_tx, mut x_rx) = stream::<u32, 2>();
        let (mut y_tx, y_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(x, x_tx);
            loop {
                if x_rx.recv() == 0 {
                    continue;
                }
                y_tx.send(1);
            }
            store(y_rx, y);
        }
    }

    #[kernel]
    pub fn delayed(x: &[u32], y: &mut [u32]) {
        let (x_tx, mut x_rx) = stream::<u32, 2>();
        let (mut y_tx, y_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(x, x_tx);
            loop {
                y_tx.send(0);
                y_tx.send(x_rx.recv());
            }
            store(y_rx, y);
        }
    }

    #[kernel]
    pub fn looking(x: &[u32], y: &mut [u32]) {
        let (x_tx, mut x_rx) = stream::<u32, 2>();
        let (mut y_tx, y_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(x, x_tx);
            loop {
                let mut sum = x_rx.recv();
                while x_rx.peek() != 0 {
                    sum += x_rx.recv();
                }
                y_tx.send(sum);
            }
            store(y_rx, y);
        }
    }

    fn load(x: &[u32], mut tx: Sender<u32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn store(mut rx: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }
}

#[sycl_hls::kernels]
mod deaf {
    use sycl_hls::device::*;

    #[kernel]
    pub fn deaf(y: &mut [u32]) {
        let (mut y_tx, y_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            loop {
                y_tx.send(1);
            }
            store(y_rx, y);
        }
    }

    fn store(mut rx: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }
}

fn main() {}
