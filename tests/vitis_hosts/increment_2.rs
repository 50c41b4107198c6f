//! `mem_read`, the free-running `increment` and `mem_write`, twice.

#[sycl_hls::kernels(
    link(mem_read_func.stream -> increment_func.input, depth = 16),
    link(increment_func.output -> mem_write_func.stream, depth = 16),
    link(mem_read_rtl.stream -> increment_rtl.input, depth = 16),
    link(increment_rtl.output -> mem_write_rtl.stream, depth = 16)
)]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn mem_read_func(#[len(size)] mem: &[i32], mut stream: Sender<i32>, size: i32) {
        for i in 0..size as usize {
            stream.send(mem[i]);
        }
    }

    #[kernel(control = none)]
    pub fn increment_func(mut input: Receiver<i32>, mut output: Sender<i32>) {
        output.send(input.recv().wrapping_add(1));
    }

    #[kernel]
    pub fn mem_write_func(mut stream: Receiver<i32>, #[len(size)] mem: &mut [i32], size: i32) {
        for i in 0..size as usize {
            mem[i] = stream.recv();
        }
    }

    #[kernel]
    pub fn mem_read_rtl(#[len(size)] mem: &[i32], mut stream: Sender<i32>, size: i32) {
        for i in 0..size as usize {
            stream.send(mem[i]);
        }
    }

    #[kernel(control = none)]
    pub fn increment_rtl(mut input: Receiver<i32>, mut output: Sender<i32>) {
        output.send(input.recv().wrapping_add(1));
    }

    #[kernel]
    pub fn mem_write_rtl(mut stream: Receiver<i32>, #[len(size)] mem: &mut [i32], size: i32) {
        for i in 0..size as usize {
            mem[i] = stream.recv();
        }
    }
}
