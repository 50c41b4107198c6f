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
}
