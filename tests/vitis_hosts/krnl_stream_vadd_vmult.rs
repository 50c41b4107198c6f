//! `krnl_stream_vadd`, linked to `krnl_stream_vmult`.

#[sycl_hls::kernels(link(krnl_stream_vadd.out -> krnl_stream_vmult.in2, depth = 64))]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn krnl_stream_vadd(
        #[len(size)] in1: &[u32],
        #[len(size)] in2: &[u32],
        mut out: Sender<u32>,
        size: i32,
    ) {
        for i in 0..size as usize {
            out.send(in1[i].wrapping_add(in2[i]));
        }
    }

    #[kernel]
    pub fn krnl_stream_vmult(
        #[len(size)] in1: &[u32],
        mut in2: Receiver<u32>,
        #[len(size)] out: &mut [u32],
        size: i32,
    ) {
        for i in 0..size as usize {
            out[i] = in1[i].wrapping_mul(in2.recv());
        }
    }
}
