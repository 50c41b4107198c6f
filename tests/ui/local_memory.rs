#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn no_groups(item: Item<1>, y: &Global<u32>, tile: &Local<u32, 8>) {
        y.set(item.id(0), tile.get(0));
    }

    #[kernel]
    pub fn no_items(y: &mut [u32], tile: &Local<u32, 8>) {
        y[0] = tile.get(0);
    }

    #[kernel]
    pub fn any_size(item: NdItem<1>, y: &Global<u32>, tile: &Local<u32, 8>) {
        y.set(item.global_id(0), tile.get(0));
    }

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn first(item: NdItem<1>, tile: &Local<u32, 8>, y: &Global<u32>) {
        y.set(item.global_id(0), tile.get(0));
    }

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn empty(item: NdItem<1>, y: &Global<u32>, tile: &Local<u32, 0>, other: &mut Local<u32, 4>) {
        item.id(0);
        y.set(item.global_id(0), 1);
    }

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn unknown_length(item: NdItem<1>, y: &Global<u32>, tile: &Local<u32, TILE>) {
        y.set(item.global_id(0), tile.get(0));
    }

    #[kernel]
    pub fn barrier_of_items(item: Item<1>, y: &Global<u32>) {
        item.barrier();
        y.set(item.id(0), 1);
    }
}

fn main() {}
