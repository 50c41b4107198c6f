#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    struct Point {
        x: u32,
        y: u32,
    }

    #[kernel]
    pub fn not_copied(x: &[u32], y: &mut [u32]) {
        let (mut tx, mut rx) = stream::<Point, 2>();
        #[dataflow]
        {
            for i in 0..x.len() {
                tx.send(Point { x: x[i], y: 0 });
            }
            for i in 0..y.len() {
                y[i] = rx.recv().x;
            }
        }
    }

    #[kernel]
    pub fn too_wide(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<[u32; 65], 2>();
        y[0] = x[0];
    }

    fn references(rx: Receiver<&[u32]>) {}
}

fn main() {}
