//! `Option`s of references, methods of `Option` with closures, `?`, and what searches slices.

#[sycl_hls::kernels]
pub mod options {
    #[derive(Clone, Copy, PartialEq)]
    struct Pair {
        a: i32,
        b: u8,
    }

    fn smallest(values: &[i32], limit: i32) -> Option<i32> {
        let least = values.iter().copied().min()?;
        let bounded = least.checked_add(limit)?;
        if bounded > 50 {
            return None;
        }
        Some(bounded.wrapping_mul(2))
    }

    fn both(values: &[i32]) -> Option<(i32, usize)> {
        let (first, at) = (values.first().copied()?, values.iter().position(|v| *v < 0)?);
        Some((first, at + 1))
    }

    #[kernel]
    pub fn elements(x: &[i32], at: usize, y: &mut [i32]) {
        y[0] = match x.first() {
            Some(v) => *v,
            None => -1,
        };
        if let Some(&v) = x.last() {
            y[1] = v;
        }
        y[2] = if let Some(3) = x.get(at) { 30 } else { 31 };
        y[3] = x.get(at).copied().unwrap_or(-7);
        y[4] = x.get(at).is_some() as i32 + 2 * x.first().is_none() as i32;
        y[5] = x.get(at).map_or(5, |v| v / 2);
        let part = &x[x.len() / 2..];
        let middle = part.first();
        y[6] = middle.map(|v| *v ^ 1).unwrap_or(9);
        if let Some(v) = y.get_mut(at) {
            *v += 1;
        }
        let pairs = [Pair { a: 1, b: 2 }, Pair { a: at as i32, b: 7 }];
        y[7] = match pairs.get(at) {
            Some(Pair { a: 1, b }) => *b as i32,
            Some(pair) => pair.a,
            None => 100,
        };
        y[8] = pairs.get(at).cloned().unwrap_or(Pair { a: 44, ..pairs[0] }).a;
        if let Some(last) = y[..10].last_mut() {
            *last = 8;
        }
        y[10] = pairs.contains(&Pair { a: 2, b: 7 }) as i32 + 2 * x.contains(&3) as i32;
    }

    #[kernel]
    pub fn unwraps(x: &[i32], at: usize, y: &mut [i32]) {
        y[0] = *x.get(at).unwrap();
        *y.first_mut().unwrap() += 1;
    }

    #[kernel]
    pub fn combined(x: &[i32], y: &mut [i32]) {
        for i in 0..x.len() {
            let v = x[i].checked_mul(1 << 24);
            let half = v.map(|n| (n / 2, i));
            y[i] = half.map_or(-1, |(n, at)| n + at as i32);
            y[i] ^= v.and_then(|n| n.checked_add(1 << 30)).unwrap_or_else(|| x[i]);
            y[i] ^= v.is_some_and(|n| n > 100) as i32 + 2 * v.is_none_or(|n| n < 0) as i32;
            y[i] ^= v.filter(|n| *n & (1 << 25) != 0).or(Some(3)).unwrap();
            y[i] ^= v.or_else(|| x[i].checked_add(1)).map_or_else(|| 11, |n| n >> 3);
            y[i] ^= smallest(&x[..i], x[i]).unwrap_or(1000);
            if let Some((first, count)) = both(&x[i..]) {
                y[i] ^= first * count as i32;
            }
        }
    }

    #[kernel]
    pub fn searches(x: &[u16], y: &mut [usize]) {
        y[0] = x.iter().copied().max().map_or(77, |v| v as usize);
        y[1] = x.iter().map(|v| *v ^ 5).min().map_or(77, |v| v as usize);
        y[2] = x.iter().position(|v| *v == 9).unwrap_or(x.len());
        let mut best = (0..x.len()).rev().step_by(2).min();
        y[3] = best.unwrap_or(66);
        best = x.iter().zip([1, 2, 3]).map(|(v, w)| best.unwrap_or(3) + *v as usize * w).max();
        y[4] = best.unwrap_or(55);
        y[5] = (best == None) as usize;
    }

    #[kernel]
    pub fn parts(at: usize, y: &mut [i32]) {
        let (low, high) = y.split_at_mut(at);
        for (a, b) in low.iter_mut().zip(high.iter()) {
            *a += *b;
        }
        high.reverse();
        low.reverse();
        let all = [y[0], y[1], y[2]];
        let (front, back) = all.split_at(2);
        y[0] = front[1] * 10 + back[0] + back.len() as i32;
        let part = &mut y[1..];
        let (_, rest) = part.split_at_mut(1);
        rest.reverse();
    }

    #[derive(Clone, Copy)]
    struct Row {
        x: u32,
        y: [u32; 2],
    }

    fn deep(rows: &[Row; 3], i: usize, j: usize) -> Option<u32> {
        Some(rows.get(i)?.y.get(j)? * 2 + rows.first()?.x)
    }

    fn bumped(x: &mut [u32], i: usize) -> Option<u32> {
        let one = x.get_mut(i)?;
        *one += 5;
        let last = x.last_mut()?;
        *last ^= 1;
        Some(*last)
    }

    fn neighbours(x: &[u32], i: usize) -> Result<u32, u8> {
        let one = match x.get(i) {
            Some(one) => one,
            None => return Err(3),
        };
        Ok(one + x.get(i + 1).copied().ok_or(4_u8)?)
    }

    fn until(x: &[u32], limit: u32) -> u32 {
        let (mut i, mut sum) = (0, 0);
        while sum <= limit {
            let one = match x.get(i) {
                None => break,
                Some(one) => one,
            };
            sum += *one;
            i += 1;
        }
        sum
    }

    /// References that `?`, or a `match` that leaves otherwise, takes out of an `Option`.
    #[kernel]
    pub fn borrowed(i: usize, j: usize, x: &mut [u32], y: &mut [u32]) {
        let rows = [Row { x: 1, y: [2, 3] }, Row { x: 4, y: [5, 6] }, Row { x: 7, y: [8, 9] }];
        y[0] = deep(&rows, i, j).unwrap_or(50);
        y[1] = bumped(x, i).unwrap_or(60);
        y[2] = neighbours(x, j).unwrap_or_else(|e| 70 + u32::from(e));
        y[3] = until(x, 9);
    }
}
