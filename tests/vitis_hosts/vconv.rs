//! `vconv`: a vertical filter of 11 rows.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    const ROWS: usize = 11;
    const MAX_COLUMNS: usize = 512;
    const COEFFICIENTS: [i32; ROWS] = [36, 111, 266, 498, 724, 821, 724, 498, 266, 111, 36];

    #[kernel]
    pub fn vconv(
        #[len(height * width)] in_r: &[i32],
        #[len(height * width)] out_r: &mut [i32],
        height: i32,
        width: i32,
    ) {
        let (in_tx, in_rx) = stream::<i32, 32>();
        let (out_tx, out_rx) = stream::<i32, 32>();
        #[dataflow]
        {
            read(in_r, in_tx);
            filter(in_rx, out_tx, height as usize, width as usize);
            write(out_rx, out_r);
        }
    }

    fn read(x: &[i32], mut tx: Sender<i32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn filter(mut rx: Receiver<i32>, mut tx: Sender<i32>, height: usize, width: usize) {
        let mut lines = [[0_i32; MAX_COLUMNS]; ROWS - 1];
        for _ in 0..height {
            for column in 0..width {
                let last = rx.recv();
                let mut sum = 0_i32;
                for i in 0..ROWS - 1 {
                    let value = lines[i][column];
                    sum = sum.wrapping_add(value.wrapping_mul(COEFFICIENTS[i]));
                    if i > 0 {
                        lines[i - 1][column] = value;
                    }
                }
                lines[ROWS - 2][column] = last;
                tx.send(sum.wrapping_add(last.wrapping_mul(COEFFICIENTS[ROWS - 1])));
            }
        }
    }

    fn write(mut rx: Receiver<i32>, y: &mut [i32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }
}
