//! `krnl_stream_vadd`, linked to `krnl_stream_vmult` and back: it sends two elements for each one that the other takes.

#[sycl_hls::kernels(
    link(krnl_stream_vadd.out -> krnl_stream_vmult.in2, depth = 64),
    link(krnl_stream_vmult.out1 -> krnl_stream_vadd.in0, depth = 64)
)]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn krnl_stream_vadd(
        #[len(size)] in1: &[u32],
        #[len(size)] in2: &[u32],
        mut out: Sender<u32>,
        mut in0: Receiver<u32>,
        size: i32,
    ) {
        for i in 0..size as usize {
            out.send(in1[i].wrapping_add(in2[i]));
            out.send(in0.recv());
        }
    }

    #[kernel]
    pub fn krnl_stream_vmult(
        #[len(size)] in1: &[u32],
        mut in2: Receiver<u32>,
        mut out1: Sender<u32>,
        #[len(size)] out: &mut [u32],
        size: i32,
    ) {
        for i in 0..size as usize {
            let value = in2.recv();
            out1.send(in1[i]);
            out[i] = in1[i].wrapping_mul(value);
        }
    }
}
