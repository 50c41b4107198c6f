#[sycl_hls::kernels]
pub mod cooperative {
    use sycl_hls::device::*;

    /// Each group's elements in reverse.
    #[kernel]
    #[reqd_work_group_size(8)]
    #[pipeline(ii = 1)]
    pub fn reverse(item: NdItem<1>, x: &[u32], y: &Global<u32>, tile: &Local<u32, 8>) {
        let local = item.local_id(0);
        tile.set(local, x[item.global_id(0)]);
        item.barrier();
        y.set(item.global_id(0), tile.get(tile.len() - 1 - local));
    }

    /// The sum of each group by a tree.
    #[kernel]
    #[reqd_work_group_size(16)]
    pub fn sums(item: NdItem<1>, x: &[f32], y: &Global<f32>, tile: &Local<f32, 16>) {
        let group = item.group();
        let local = item.local_id(0);
        let i = item.global_id(0);
        tile.set(local, if i < x.len() { x[i] } else { 0.0 });
        for level in 0..4 {
            let stride = 8 >> level;
            group.barrier();
            if local < stride {
                tile.set(local, tile.get(local) + tile.get(local + stride));
            }
        }
        group.barrier();
        if group.leader() {
            y.set(group.group_id(0), tile.get(0));
        }
    }

    const TILE: usize = 4;

    /// A product of matrices, tile by tile.
    #[kernel]
    #[reqd_work_group_size(4, 4)]
    pub fn multiply(
        item: NdItem<2>,
        n: usize,
        #[len(n * n)] a: &[f32],
        #[len(n * n)] b: &[f32],
        #[len(n * n)] c: &Global<f32>,
        left: &Local<f32, 16>,
        right: &Local<f32, { TILE * TILE }>,
    ) {
        let (row, column) = (item.local_id(0), item.local_id(1));
        let (i, j) = (item.global_id(0), item.global_id(1));
        let mut sum = 0.0;
        for tile in 0..n / TILE {
            left.set(item.local_linear_id(), a[i * n + tile * TILE + column]);
            right.set(item.local_linear_id(), b[(tile * TILE + row) * n + j]);
            item.barrier();
            for k in 0..TILE {
                sum += left.get(row * TILE + k) * right.get(k * TILE + column);
            }
            item.barrier();
        }
        c.set(i * n + j, sum);
    }

    #[derive(Clone, Copy)]
    pub struct Pair {
        low: u8,
        high: i64,
    }

    fn mixed(pair: &mut Pair, by: u32) -> u32 {
        pair.low = pair.low.wrapping_add(by as u8);
        pair.high -= i64::from(by);
        u32::from(pair.low)
    }

    fn total(values: &[u32]) -> u32 {
        values.iter().fold(0_u32, |sum, value| sum.wrapping_mul(3).wrapping_add(*value))
    }

    fn around(tile: &Local<Pair, 6>, at: usize) -> i64 {
        tile.get((at + 1) % 6).high + i64::from(tile.get((at + 5) % 6).low)
    }

    /// Values, arrays and structs on both sides of barriers, and barriers under conditions and in nested loops.
    #[kernel]
    #[reqd_work_group_size(1, 3, 2)]
    pub fn kept(item: NdItem<3>, rounds: u32, x: &[u32], y: &Global<i64>, tile: &Local<Pair, 6>) {
        let me = item.local_linear_id();
        let seen = x[item.global_linear_id()];
        let mut history = [seen, 1, 2, 3];
        #[array_partition(complete)]
        let mut squares = [0; 3];
        let copy = history;
        let mut pair = Pair { low: seen as u8, high: -5 };
        let odd = rounds % 2 == 1;
        for round in 0..rounds {
            tile.set(me, pair);
            if odd {
                item.barrier();
                history[round as usize % 4] = history[round as usize % 4].wrapping_add(copy[0]);
            }
            for part in 0..item.group_range(0) {
                item.barrier();
                let near = around(tile, me);
                item.barrier();
                squares[part % 3] += near * near;
                tile.set(me, Pair { low: near as u8, high: i64::from(mixed(&mut pair, round)) });
            }
            item.barrier();
        }
        let last = pair.high + i64::from(total(&history)) + i64::from(seen);
        y.set(item.global_linear_id(), last.wrapping_add(squares[0] - squares[1] + squares[2]));
    }

    /// What items know of each other by group functions, which also decide what the group does.
    #[kernel]
    #[reqd_work_group_size(2, 3)]
    pub fn functions(item: NdItem<2>, x: &[i32], y: &Global<i32>, z: &Global<f32>) {
        let group = item.group();
        let own = x[item.global_linear_id()];
        let (sum, most, least) = (group.sum(own), group.max(own), group.min(own));
        let mut seen = group.inclusive_sum(own) * 2 - group.exclusive_sum(own);
        if group.any(own < 0) {
            item.barrier();
            seen += group.broadcast(own, 4);
        }
        for round in 0..most & 3 {
            seen ^= group.xor(own + round) + group.product((round | own) & 3);
        }
        let none = group.none(own == 5);
        if group.all(own > -100) {
            seen += if none { sum - least } else { 7 };
        }
        y.set(item.global_linear_id(), seen + (group.and(own) | group.or(own)));
        let part = own as f32 * 0.1;
        z.set(item.global_linear_id(), group.sum(part) + group.exclusive_sum(part) - group.max(part));
    }

    /// Local memory of which each item uses a part of its own: no barrier.
    #[kernel]
    #[reqd_work_group_size(4)]
    pub fn apart(item: NdItem<1>, x: &[u32], y: &Global<u32>, counts: &Local<[u32; 3], 4>) {
        let me = item.local_id(0);
        if me > x.len() {
            return;
        }
        counts.set(me, [0; 3]);
        for value in x {
            let mut count = counts.get(me);
            count[*value as usize % 3] += item.group_id(0) as u32 + 1;
            counts.set(me, count);
        }
        let count = counts.get(me);
        y.set(item.global_id(0), count[me % 3]);
    }
}
