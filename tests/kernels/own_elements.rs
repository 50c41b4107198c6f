//! Kernels whose items have elements of their own.

#[sycl_hls::kernels]
pub mod own_elements {
    use sycl_hls::device::*;

    #[kernel]
    #[pipeline(ii = 1)]
    pub fn saxpy(item: Item<1>, a: f32, x: &[f32], #[each] y: &mut f32) {
        *y = a * x[item.id(0)] + *y;
    }

    #[derive(Clone, Copy, Element)]
    pub struct Particle {
        pub at: [i32; 2],
        pub speed: [i32; 2],
    }

    fn bounce(at: &mut i32, speed: &mut i32, size: i32) {
        *at += *speed;
        if *at < 0 || *at >= size {
            *speed = -*speed;
            *at += 2 * *speed;
        }
    }

    /// Structs that are read and written, and an early return.
    #[kernel]
    pub fn step(
        item: Item<1>,
        size: i32,
        #[each] mass: &u8,
        #[each] particle: &mut Particle,
        hits: &Global<u32>,
    ) {
        if *mass == 0 {
            return;
        }
        let before = particle.speed;
        for axis in 0..2 {
            bounce(&mut particle.at[axis], &mut particle.speed[axis], size);
        }
        hits.set(item.id(0), (before != particle.speed) as u32);
    }

    /// The transpose of a matrix, and sums over the neighbours of each element, in two dimensions.
    #[kernel]
    #[pipeline(ii = 1)]
    pub fn around(
        item: Item<2>,
        #[len(8 * 8)] x: &[u32],
        #[each] own: &u32,
        #[each] sum: &mut u32,
        #[each] turned: &mut u64,
    ) {
        let (row, column) = (item.id(0), item.id(1));
        *sum = *own;
        if row > 0 && column > 0 {
            *sum += x[item.linear_id() - item.range(1) - 1];
        }
        *turned = u64::from(x[column * item.range(0) % 64 + row % 8]) << 32 | u64::from(*own);
    }

    /// Blocks beside each other, and elements that are arrays.
    #[kernel]
    pub fn blocks(
        item: Item<1>,
        #[each(4)] x: &[i16; 4],
        #[each] sorted: &mut [i16; 4],
        #[each(2)] ends: &mut [i16; 2],
    ) {
        *sorted = *x;
        for round in 0..3 {
            for k in 0..3 - round {
                if sorted[k] > sorted[k + 1] {
                    sorted.swap(k, k + 1);
                }
            }
        }
        let [low, .., high] = *sorted;
        *ends = [low, high + item.id(0) as i16];
    }

    fn scaled<T: Number>(x: &T, y: &mut T) {
        *y = *x * *x + *y;
    }

    #[kernel(instances(T = [i32, f64]))]
    pub fn square<T: Number>(item: Item<1>, #[each] x: &T, #[each] y: &mut T) {
        let _ = item;
        scaled(x, y);
    }

    /// Groups of two dimensions.
    #[kernel]
    pub fn tiles(item: NdItem<2>, x: &[u32], #[each] y: &mut u32) {
        let group = item.group_linear_id() as u32 * 1000;
        *y += group + item.local_linear_id() as u32 + x[item.global_linear_id()];
    }

    /// Groups of constant size that share memory and wait for each other.
    #[kernel]
    #[reqd_work_group_size(2, 4)]
    pub fn mirrored(item: NdItem<2>, #[each] x: &u32, #[each] y: &mut u32, tile: &Local<u32, 8>) {
        let local = item.local_linear_id();
        *y = 7;
        tile.set(local, *x);
        item.barrier();
        *y += tile.get(7 - local) * *x;
        item.barrier();
        tile.set(local, *y);
        item.barrier();
        *y = tile.get((local + 1) % 8);
    }
}
