#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn types(item: NdItem<1>, x: &[f32], y: &Global<u32>) {
        let group = item.group();
        let own = x[item.global_id(0)];
        let bits = group.xor(own);
        let any = group.any(own);
        let sum = group.sum(own > 0.0);
        let pair = group.max((1, 2));
        y.set(item.global_id(0), group.broadcast(7) + group.sum());
    }
}

fn main() {}
