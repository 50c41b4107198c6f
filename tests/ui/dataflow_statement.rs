#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn under_a_condition(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            if x.len() > 0 {
                load(x, tx);
            }
            store(rx, y);
        }
    }

    #[kernel]
    pub fn after_a_return(x: &[u32], y: &mut [u32]) {
        let (mut tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            for i in 0..x.len() {
                if x[i] == 0 {
                    return;
                }
                tx.send(x[i]);
            }
            store(rx, y);
        }
    }

    #[kernel]
    pub fn computes(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            let last = x.len() - 1;
            y[last] = 0;
            load(x, tx);
            store(rx, y);
        }
    }

    #[kernel]
    pub fn leaves_the_loop(x: &[u32], y: &mut [u32]) {
        for _ in 0..4_usize {
            let (tx, rx) = stream::<u32, 2>();
            #[dataflow]
            {
                load(x, tx);
                store(rx, y);
                break;
            }
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

fn main() {}
