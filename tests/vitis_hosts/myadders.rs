//! `krnl_mm2s`, `myadder1`, `myadder2` and `krnl_s2mm`, in a row. The adders have no arguments: how many elements come is the
//! first one.

#[sycl_hls::kernels(
    link(krnl_mm2s.stream -> myadder1.input, depth = 2),
    link(myadder1.output -> myadder2.input, depth = 2),
    link(myadder2.output -> krnl_s2mm.stream, depth = 2)
)]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn krnl_mm2s(#[len(size)] input: &[u32], mut stream: Sender<u32>, size: i32) {
        stream.send(size as u32);
        for i in 0..size as usize {
            stream.send(input[i]);
        }
    }

    #[kernel]
    pub fn myadder1(mut input: Receiver<u32>, mut output: Sender<u32>) {
        increment(&mut input, &mut output);
    }

    #[kernel]
    pub fn myadder2(mut input: Receiver<u32>, mut output: Sender<u32>) {
        increment(&mut input, &mut output);
    }

    fn increment(input: &mut Receiver<u32>, output: &mut Sender<u32>) {
        let count = input.recv();
        output.send(count);
        for _ in 0..count {
            output.send(input.recv().wrapping_add(1));
        }
    }

    #[kernel]
    pub fn krnl_s2mm(#[len(size)] output: &mut [u32], mut stream: Receiver<u32>, size: i32) {
        stream.recv();
        for i in 0..size as usize {
            output[i] = stream.recv();
        }
    }
}
