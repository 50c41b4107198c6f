//! `krnl_input_stage_rtl`, `krnl_adder_stage_rtl` and `krnl_output_stage_rtl`, in a row.

#[sycl_hls::kernels(
    link(krnl_input_stage_rtl.p0 -> krnl_adder_stage_rtl.p0, depth = 2),
    link(krnl_adder_stage_rtl.p1 -> krnl_output_stage_rtl.p1, depth = 2)
)]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn krnl_input_stage_rtl(#[len(size)] input: &[u32], size: i32, mut p0: Sender<u32>) {
        for i in 0..size as usize {
            p0.send(input[i]);
        }
    }

    #[kernel]
    pub fn krnl_adder_stage_rtl(inc: u32, size: i32, mut p0: Receiver<u32>, mut p1: Sender<u32>) {
        for _ in 0..size {
            p1.send(p0.recv().wrapping_add(inc));
        }
    }

    #[kernel]
    pub fn krnl_output_stage_rtl(#[len(size)] output: &mut [u32], size: i32, mut p1: Receiver<u32>) {
        for i in 0..size as usize {
            output[i] = p1.recv();
        }
    }
}
