#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn some_items(item: NdItem<1>, y: &Global<u32>) {
        if item.local_id(0) < 4 {
            item.barrier();
        }
        y.set(item.global_id(0), 1);
    }

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn some_rounds(item: NdItem<1>, x: &[u32], y: &Global<u32>) {
        for _ in 0..x[item.global_id(0)] {
            item.group().barrier();
        }
        y.set(item.global_id(0), 1);
    }

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn uncounted(item: NdItem<1>, n: u32, y: &Global<u32>) {
        let mut left = n;
        while left > 0 {
            item.barrier();
            left -= 1;
        }
        y.set(item.global_id(0), 1);
    }

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn left(item: NdItem<1>, n: u32, y: &Global<u32>) {
        for i in 0..n {
            if i as usize > item.local_id(0) {
                break;
            }
            item.barrier();
        }
        y.set(item.global_id(0), 1);
    }

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn ended(item: NdItem<1>, n: usize, y: &Global<u32>) {
        if item.global_id(0) >= n {
            return;
        }
        item.barrier();
        y.set(item.global_id(0), 1);
    }

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn as_a_value(item: NdItem<1>, n: u32, y: &Global<u32>) {
        let started = if n > 3 {
            item.barrier();
            n
        } else {
            3
        };
        y.set(item.global_id(0), started);
    }

    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn in_a_group_function(item: NdItem<1>, y: &Global<u32>) {
        if item.local_id(0) > 3 {
            y.set(item.global_id(0), item.group().sum(1));
        }
    }

    #[kernel]
    pub fn any_size(item: NdItem<1>, y: &Global<u32>) {
        item.barrier();
        y.set(item.global_id(0), 1);
    }
}

fn main() {}
