//! `mem_read`, the free-running `increment` and `mem_write`.

#[sycl_hls::kernels(
    link(mem_read.stream -> increment.input, depth = 16),
    link(increment.output -> mem_write.stream, depth = 16)
)]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn mem_read(#[len(size)] mem: &[i32], mut stream: Sender<i32>, size: i32) {
        for i in 0..size as usize {
            stream.send(mem[i]);
        }
    }

    #[kernel(control = none)]
    pub fn increment(mut input: Receiver<i32>, mut output: Sender<i32>) {
        output.send(input.recv().wrapping_add(1));
    }

    #[kernel]
    pub fn mem_write(mut stream: Receiver<i32>, #[len(size)] mem: &mut [i32], size: i32) {
        for i in 0..size as usize {
            mem[i] = stream.recv();
        }
    }
}
