//! `krnl_mm2s`, the free-running `myadder` and `krnl_s2mm`.

#[sycl_hls::kernels(
    link(krnl_mm2s.out -> myadder.r#in, depth = 16),
    link(myadder.out -> krnl_s2mm.r#in, depth = 16)
)]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn krnl_mm2s(#[len(size)] r#in: &[i32], mut out: Sender<i32>, size: i32) {
        for i in 0..size as usize {
            out.send(r#in[i]);
        }
    }

    #[kernel(control = none)]
    pub fn myadder(mut r#in: Receiver<i32>, mut out: Sender<i32>) {
        out.send(r#in.recv().wrapping_add(1));
    }

    #[kernel]
    pub fn krnl_s2mm(#[len(size)] out: &mut [i32], mut r#in: Receiver<i32>, size: i32) {
        for i in 0..size as usize {
            out[i] = r#in.recv();
        }
    }
}
