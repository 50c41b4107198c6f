#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn elements(_a: Receiver<(u32, u32)>, _b: Sender<bool>) {}

    #[kernel]
    pub fn packets(_a: Receiver<Packet<bool>>, _b: Sender<Packet<u64, 64>>, _c: Sender<Packet>) {}

    #[kernel]
    pub fn each(item: Item<1>, mut a: Receiver<u32>, y: &Global<u32>) {
        y.set(item.id(0), a.recv());
    }
}

fn main() {}
