#[sycl_hls::kernels(link(load.output -> store.input, depth = 4))]
mod kernels {
    use sycl_hls::device::*;

    type Word = f32;

    #[kernel]
    pub fn load(x: &[u32], mut output: Sender<u32>) {
        for i in 0..x.len() {
            output.send(x[i] + wrong);
        }
    }

    #[kernel]
    pub fn store(mut input: Receiver<Word>, y: &mut [f32]) {
        for i in 0..y.len() {
            y[i] = input.recv();
        }
    }

    fn linked_load() {}
}

fn main() {}
