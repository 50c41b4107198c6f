//! Values in order: comparisons of what is no number, `core::cmp` and `core::mem`.

#[sycl_hls::kernels]
pub mod orders {
    use core::cmp::{self, Ordering, max, min};
    use std::mem;
    use sycl_hls::device::*;

    /// The state of a search: what costs least comes last, as a heap of the largest wants it.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub struct State {
        cost: u32,
        place: u8,
    }

    impl Ord for State {
        fn cmp(&self, other: &Self) -> Ordering {
            other.cost.cmp(&self.cost).then(self.place.cmp(&other.place))
        }
    }

    impl PartialOrd for State {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
    pub struct Version {
        major: u8,
        minor: i16,
        tag: Option<u8>,
    }

    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    pub enum Shape {
        Dot,
        Circle(f32),
        Box { w: f32, h: f32 },
    }

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Level {
        Low = 10,
        Mid = -3,
        High = 20,
    }

    impl Level {
        fn of(x: i32) -> Level {
            match x & 3 {
                0 => Level::Low,
                1 => Level::Mid,
                _ => Level::High,
            }
        }
    }

    impl Version {
        fn of(x: i32) -> Version {
            let tag = if x & 64 == 0 { None } else { Some((x >> 7) as u8 & 1) };
            Version { major: (x & 3) as u8, minor: ((x >> 2) & 3) as i16 - 2, tag }
        }
    }

    impl Shape {
        fn of(kind: i32, a: f32, b: f32) -> Shape {
            match kind & 3 {
                0 => Shape::Dot,
                1 => Shape::Circle(a),
                _ => Shape::Box { w: a, h: b },
            }
        }
    }

    fn all<T: PartialOrd>(a: T, b: T) -> u32 {
        let bits = [a < b, a <= b, a > b, a >= b, a == b, a != b];
        let mut mask = 0;
        for (i, bit) in bits.iter().enumerate() {
            mask |= (*bit as u32) << i;
        }
        mask | match a.partial_cmp(&b) {
            Some(Ordering::Less) => 64,
            Some(Ordering::Equal) => 128,
            Some(Ordering::Greater) => 256,
            None => 512,
        }
    }

    /// Each kind of value with each operator.
    #[kernel]
    pub fn operators(x: &[i32], f: &[f32], y: &mut [u32]) {
        let n = x.len() / 4;
        for i in 0..n {
            let [a, b, c, d] = [x[4 * i], x[4 * i + 1], x[4 * i + 2], x[4 * i + 3]];
            let (u, v) = (f[2 * i], f[2 * i + 1]);
            let found = [
                all((a, b), (c, d)),
                all((u, a), (v, c)),
                all((a > b, c as u8), (c > d, a as u8)),
                all([a, b, c], [b, c, d]),
                all([(a, u); 2], [(b, v), (c, u)]),
                all(Version::of(a), Version::of(b)),
                all(Some(Version::of(c)), if d & 1 == 0 { None } else { Some(Version::of(d)) }),
                all(Shape::of(a, u, v), Shape::of(b, v, u)),
                all(Level::of(a), Level::of(b)),
                all(State { cost: a as u32, place: b as u8 }, State { cost: c as u32, place: d as u8 }),
                all(a.checked_add(b), c.checked_sub(d)),
                all(a, b) ^ all(u, v),
            ];
            let parts = (&x[4 * i..4 * i + 2], &x[4 * i + 1..4 * i + (d & 3) as usize + 1]);
            for (k, one) in found.iter().enumerate() {
                y[13 * i + k] = *one;
            }
            y[13 * i + 12] = (parts.0 < parts.1) as u32 + 2 * (parts.0 >= parts.1) as u32;
        }
    }

    /// Methods of `Ord`, functions of `core::cmp`, and methods of `Ordering`.
    #[kernel]
    pub fn methods(x: &[i32], y: &mut [i32]) {
        for i in 0..x.len() / 2 {
            let (a, b) = (x[2 * i], x[2 * i + 1]);
            let (p, q) = (Version::of(a), Version::of(b));
            let order = a.cmp(&b);
            let least = p.min(q);
            let latest = cmp::max((q, 1), (p, 2));
            let found = [
                order as i32,
                order.reverse() as i32,
                (a & 1).cmp(&(b & 1)).then(b.cmp(&a)) as i32,
                p.cmp(&q) as i32,
                order.is_lt() as i32 | (order.is_ge() as i32) << 1 | (order.is_ne() as i32) << 2,
                order.is_le() as i32 | (order.is_gt() as i32) << 1 | (order.is_eq() as i32) << 2,
                min(a, b),
                max(a, 7),
                least.minor as i32 * 8 + least.major as i32,
                latest.0.minor as i32 * 8 + latest.1,
                [a, b].cmp(&[b, a]) as i32 + (order == Ordering::Less) as i32 * 4,
                core::cmp::min(Level::of(a), Level::of(b)) as i32,
                match (a & 1 == 0).cmp(&(b > 0)) {
                    core::cmp::Ordering::Less => -1,
                    cmp::Ordering::Equal => 0,
                    _ => 1,
                },
            ];
            for (k, one) in found.iter().enumerate() {
                y[13 * i + k] = *one;
            }
        }
    }

    /// A heap of the places that cost least, and what comes out of it.
    #[kernel]
    pub fn cheapest(costs: &[u32], y: &mut [u32]) {
        let mut heap = [State { cost: 0, place: 0 }; 16];
        let mut len = 0;
        for (i, cost) in costs.iter().take(16).enumerate() {
            heap[len] = State { cost: *cost, place: i as u8 };
            let mut child = len;
            len += 1;
            while child > 0 && heap[(child - 1) / 2] < heap[child] {
                heap.swap(child, (child - 1) / 2);
                child = (child - 1) / 2;
            }
        }
        for i in 0..costs.len().min(16) {
            let top = heap[0];
            y[i] = top.cost << 8 | top.place as u32;
            len -= 1;
            heap[0] = heap[len];
            let mut parent = 0;
            loop {
                let mut largest = parent;
                for child in [2 * parent + 1, 2 * parent + 2] {
                    if child < len && heap[child] > heap[largest] {
                        largest = child;
                    }
                }
                if largest == parent {
                    break;
                }
                heap.swap(parent, largest);
                parent = largest;
            }
        }
    }

    /// Values that change places.
    #[kernel]
    pub fn places(x: &[i32], y: &mut [i32]) {
        let (mut low, mut high) = (x[0], x[1]);
        if low > high {
            mem::swap(&mut low, &mut high);
        }
        let mut rows = [[x[0]; 3], [x[1]; 3]];
        let old = mem::replace(&mut rows[1], [low, high, 3]);
        let mut version = Version::of(x[2]);
        let taken = core::mem::take(&mut version);
        let mut left = [1, 2, 3];
        let mut right = [high, low, x[2]];
        std::mem::swap(&mut left, &mut right);
        let mut halves = [x[2], x[1], x[0], 4];
        let (first, second) = halves.split_at_mut(2);
        mem::swap(&mut first[1], &mut second[0]);
        let found = [
            halves[1] - halves[2],
            low,
            high,
            rows[0][2] + rows[1][0],
            old[1],
            (version == Version::default()) as i32,
            taken.minor as i32 + taken.major as i32,
            left[0] - right[2],
            mem::take(&mut left[1]) + left[1] * 5,
        ];
        for (k, one) in found.iter().enumerate() {
            y[k] = *one;
        }
    }
}
