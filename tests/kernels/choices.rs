//! Methods of iterators that give one of the items.

#[sycl_hls::kernels]
pub mod choices {
    use core::cmp::Ordering;
    use sycl_hls::device::*;

    #[derive(Clone, Copy)]
    struct Hit {
        charge: u32,
        at: [i16; 2],
    }

    /// The strongest of the hits, and which one it is.
    #[kernel]
    pub fn peaks(x: &[u32], y: &mut [u32]) {
        let mut asked = 0;
        let best = x.iter().enumerate().max_by_key(|&(_, v)| {
            asked += 1;
            *v
        });
        y[0] = asked;
        if let Some((i, v)) = best {
            y[1] = i as u32;
            y[2] = *v;
        }
        y[3] = match x.iter().enumerate().min_by_key(|(i, v)| (**v / 10, *i % 3)) {
            Some((i, v)) => i as u32 * 1000 + v,
            None => u32::MAX,
        };
        let mut hits = [Hit { charge: 0, at: [0; 2] }; 6];
        for (i, (hit, v)) in hits.iter_mut().zip(x).enumerate() {
            *hit = Hit { charge: *v % 100, at: [i as i16, -(i as i16)] };
        }
        let central = hits.iter().min_by_key(|hit| (hit.at[0] - 2).abs() as u32 * 100 + hit.charge).unwrap();
        y[4] = central.charge + central.at[0] as u32 * 1000;
        y[5] = hits.iter().rev().max_by(|a, b| a.charge.cmp(&b.charge)).map_or(7, |hit| hit.at[0] as u32);
        y[6] = (0..x.len()).max_by_key(|i| x[*i] % 7).unwrap_or(99) as u32;
    }

    /// Floats, by a total order and by one of the kernel's.
    #[kernel]
    pub fn floats(x: &[f32], y: &mut [f32]) {
        y[0] = x.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(0.5);
        y[1] = x
            .iter()
            .min_by(|a, b| a.abs().partial_cmp(&b.abs()).unwrap_or(Ordering::Equal))
            .map_or(1.5, |v| *v);
        let (i, _) = x.iter().enumerate().min_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap()).unwrap();
        y[2] = i as f32;
        y[3] = x.iter().enumerate().filter(|(_, v)| **v > 0.0).last().map_or(-1.0, |(n, v)| *v + n as f32);
    }

    /// The first that fits, and the last.
    #[kernel]
    pub fn found(x: &[i32], limit: i32, y: &mut [i32]) {
        y[0] = x.iter().find(|v| **v > limit).copied().unwrap_or(-1);
        y[1] = match x.iter().enumerate().rev().find(|&(i, v)| i % 2 == 0 && *v <= limit) {
            Some((i, &v)) => i as i32 * 1000 + v,
            None => -2,
        };
        y[2] = (1..100).map(|n| n * n).find(|n| n % 7 == limit % 7).unwrap_or(-3);
        y[3] = x.iter().last().map_or(-4, |v| v + 1);
        let Some(pair) = x.iter().zip(&x[1..]).find(|(a, b)| a == b) else { return };
        y[4] = *pair.0 + pair.1;
        for start in 0..x.len() {
            if let Some(first) = x[start..].iter().find(|v| **v == x[0])
                && start > 0
            {
                y[5] += first * start as i32;
            }
        }
    }

    #[derive(Clone, Copy)]
    struct Filter {
        last: [i32; 2],
        count: u32,
    }

    impl Filter {
        fn next(&mut self, x: i32) -> i32 {
            let sum = self.last[0] + self.last[1] + x;
            self.last = [self.last[1], x];
            self.count += 1;
            sum * self.count as i32
        }
    }

    /// A state that goes from item to item.
    #[kernel]
    pub fn running(x: &[i32], y: &mut [i32]) {
        let mut calls = 0;
        y.iter_mut()
            .zip(x.iter().scan(0, |sum, v| {
                calls += 1;
                *sum += v;
                Some(*sum)
            }))
            .for_each(|(y, sum)| *y += sum);
        y[0] ^= calls;
        y[1] = x
            .iter()
            .scan((1, 0_i64), |(n, total), v| {
                *n += 1;
                *total += i64::from(*v) * *n;
                Some(*total)
            })
            .filter(|total| total % 2 == 0)
            .map(|total| total as i32)
            .max()
            .unwrap_or(-1);
        let filter = Filter { last: [1, 2], count: 0 };
        y[2] = x.iter().copied().scan(filter, |filter, v| Some(filter.next(v))).take(4).sum();
    }
}
