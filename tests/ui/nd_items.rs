#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    #[reqd_work_group_size(4)]
    pub fn no_groups(item: Item<1>, y: &Global<u32>) {
        y.set(item.id(0), 1);
    }

    #[kernel]
    #[reqd_work_group_size(4, 4)]
    pub fn sizes(item: NdItem<1>, y: &Global<u32>) {
        y.set(item.global_id(0), 1);
    }

    #[kernel]
    #[reqd_work_group_size(0)]
    pub fn empty(item: NdItem<1>, y: &Global<u32>) {
        y.set(item.local_id(1), item.group().group_id(2) as u32);
    }

    #[kernel]
    pub fn late(n: u32, item: NdItem<1>, y: &mut [u32]) {
        y[item.global_id(0)] = n;
    }

    #[kernel]
    pub fn unshared(item: NdItem<4>, y: &mut [u32]) {
        y[0] = 1;
    }

    #[kernel]
    pub fn unknown(item: NdItem<2>, y: &Global<u32>) {
        y.set(item.id(0), item.group().global_id(0) as u32);
    }

    #[reqd_work_group_size(8)]
    fn helper(x: u32) -> u32 {
        x
    }
}

fn main() {}
