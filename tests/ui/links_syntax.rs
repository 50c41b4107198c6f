#[sycl_hls::kernels(link(load.output => store.input, depth = 4))]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn load(x: &[u32], mut output: Sender<u32>) {
        for i in 0..x.len() {
            output.send(x[i]);
        }
    }
}

fn main() {}
