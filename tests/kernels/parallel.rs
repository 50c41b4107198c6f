//! Kernels that run for each item of a range.

#[sycl_hls::kernels]
pub mod parallel {
    use sycl_hls::device::*;

    #[kernel]
    #[pipeline(ii = 1)]
    pub fn scale(item: Item<1>, a: i32, x: &[i32], y: &Global<i32>) {
        let i = item.id(0);
        if i >= x.len() {
            return;
        }
        y.set(i, a * x[i] + y.get(i));
    }

    #[kernel]
    pub fn transpose(item: Item<2>, #[len(8 * width)] x: &[f32], width: usize, y: &Global<f32>) {
        let (row, column) = (item.id(0), item.id(1));
        y.set(column * item.range(0) + row, x[item.linear_id() % (8 * width)]);
    }

    /// The sum of a cell and its neighbours in a volume.
    fn around(x: &[u32], at: [usize; 3], size: [usize; 3]) -> u32 {
        let mut sum = 0;
        for axis in 0..3 {
            let mut near = at;
            near[axis] = (at[axis] + 1) % size[axis];
            sum += x[(near[0] * size[1] + near[1]) * size[2] + near[2]];
        }
        sum
    }

    #[kernel]
    pub fn volume(item: Item<3>, x: &[u32], y: &Global<u32>) {
        let size = [item.range(0), item.range(1), item.range(2)];
        let sum = around(x, [item.id(0), item.id(1), item.id(2)], size);
        y.set(item.linear_id(), sum + y.len() as u32);
    }

    /// The sum of each group's first elements, and where each item is.
    #[kernel]
    pub fn groups(item: NdItem<1>, x: &[u32], first: &Global<u32>, at: &Global<u32>) {
        let group = item.group();
        if group.leader() {
            first.set(group.group_id(0), x[item.global_id(0)] + group.local_range(0) as u32);
        }
        let place = item.group_id(0) * 100 + item.local_id(0) * 10 + item.group_range(0);
        at.set(item.global_linear_id(), place as u32);
    }

    /// Tiles of 2 x 4 items, each transposed in its place.
    #[kernel]
    #[reqd_work_group_size(2, 4)]
    #[pipeline(ii = 1)]
    pub fn tiles(
        item: NdItem<2>,
        columns: usize,
        #[len(4 * columns)] x: &[f32],
        #[len(4 * columns)] y: &Global<f32>,
    ) {
        let (row, column) = (item.global_id(0), item.global_id(1));
        if row >= 4 || column >= columns {
            return;
        }
        let tile = item.group_linear_id() * item.local_range(0) * item.local_range(1);
        let place = tile + item.local_id(1) * item.local_range(0) + item.local_id(0);
        y.set(place, x[row * item.global_range(1) + column]);
    }

    /// Everything that an item of three dimensions knows.
    #[kernel]
    pub fn places(item: NdItem<3>, y: &Global<u64>) {
        let group = item.group();
        let mut seen = item.global_linear_id() * 1000 + item.local_linear_id() * 100 + item.group_linear_id();
        for _ in 0..item.local_range(2) {
            seen = seen * 3 + group.group_linear_id() + group.local_linear_id() + group.local_id(1);
        }
        let sizes = item.global_range(0) + item.global_range(1) * item.local_range(2) + group.group_range(1);
        y.set(item.global_linear_id(), (seen * sizes) as u64);
    }
}
