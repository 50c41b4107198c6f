#[sycl_hls::kernels(link(first.output -> second.input, depth = 4))]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn first(x: &[u32], mut output: Sender<u32>) {
        #[persistent]
        let mut runs: u32 = 0;
        runs += 1;
        for value in x {
            output.send(*value + runs);
        }
    }

    #[kernel]
    pub fn second(mut input: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = input.recv();
        }
    }
}

fn main() {}
