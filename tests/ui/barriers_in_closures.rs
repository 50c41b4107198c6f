#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn closed(item: NdItem<1>, y: &Global<u32>) {
        (0..3).for_each(|_| item.barrier());
        y.set(item.global_id(0), 1);
    }
}

fn main() {}
