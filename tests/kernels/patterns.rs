//! Patterns of arrays, `a | b` with variables, assignments to several places, and comparisons of larger values.

#[sycl_hls::kernels]
#[allow(unused_assignments)]
pub mod patterns {
    #[derive(Clone, Copy, PartialEq)]
    struct Pair {
        a: i32,
        b: (u8, i32),
    }

    struct Wrapper(i32, i32);

    #[derive(Clone, Copy, PartialEq)]
    enum Value {
        Nothing,
        Int(i32),
        Both { x: i32, p: Pair },
    }

    fn value(kind: i32, x: i32) -> Value {
        match kind {
            0 => Value::Nothing,
            1 => Value::Int(x),
            _ => Value::Both { x, p: Pair { a: x / 2, b: (3, kind) } },
        }
    }

    fn raised(pair: &mut Pair) -> Pair {
        pair.a += 1;
        pair.a /= 2;
        *pair
    }

    fn add(to: &mut i32, x: &i32) {
        *to += *x;
    }

    #[kernel]
    pub fn assignments(x: &[i32], y: &mut [i32]) {
        let (mut a, mut b) = (x[0], x[1]);
        (a, b) = (b, a);
        y[0] = a * 10 + b;
        [a, _, b] = [b, 7, a];
        y[1] = a * 10 + b;
        (y[2], y[3]) = (y[1], y[0]);
        let c;
        (c, ..) = (a - b, 1, true);
        y[4] = c;
        let mut i = 5;
        (i, y[i]) = (i + 1, 100);
        y[i] = 200;
        let mut pair = Pair { a: 0, b: (0, 0) };
        (pair, a) = (Pair { a, b: (1, b) }, 9);
        let (mut first, mut second) = (0, 0);
        Pair { a: first, b: (_, second) } = pair;
        Wrapper(first, second) = Wrapper(second, first);
        Wrapper(.., a) = Wrapper(1, a + 1);
        Pair { a: b, .. } = pair;
        _ = b;
        ((y[7], y[8]), y[9]) = ((first, second), a + b);
    }

    #[kernel]
    pub fn alternatives(x: &[i32], y: &mut [i32]) {
        for i in 0..x.len() {
            let v = value(i as i32 % 4, x[i]);
            y[i] = match v {
                Value::Int(n) | Value::Both { x: n, .. } if n > 0 => n,
                Value::Both { p: Pair { a: n @ 0.., .. } | Pair { b: (_, n), .. }, .. } | Value::Int(n) => -n,
                Value::Nothing => 1000,
            };
            if let (0, n) | (n, 0 | 1) = (x[i], i as i32) {
                y[i] += n * 3;
            }
            match &v {
                Value::Int(n) | Value::Both { x: n, .. } => add(&mut y[i], n),
                Value::Nothing => {}
            }
            let two = [(Some(x[i]), i), (None, 7)];
            match two[i % 2] {
                (Some(3 | 4), n) | (None, n) => y[i] += n as i32,
                (Some(-5..=5), _) => y[i] -= 1,
                _ => {}
            }
        }
    }

    #[kernel]
    pub fn arrays(x: &[i32], y: &mut [i32]) {
        let [mut a, b, _] = [x[0], x[1], x[2]];
        a += b;
        let [first, .., last] = [a, b, 3, 4, 5];
        y[0] = first * 10 + last;
        for i in 0..x.len() - 2 {
            let three = [x[i], x[i + 1], x[i + 2]];
            y[i + 1] = match three {
                [0, ..] => 1,
                [.., 0 | 1] => 2,
                [p, q, r] if p == q && q == r => 3,
                [_, n @ 3..=9, _] => n,
                [p, ..] => -p,
            };
        }
        let mut grid = [[1, 2], [3, 4]];
        let [[p, _], [_, q]] = grid;
        let [_, row] = &mut grid;
        row[0] = p + q;
        y[7] = grid[1][0];
        for [u, v] in [[1, 2], [3, 4]] {
            y[8] = y[8] * 10 + u * v;
        }
        for (i, (u, v)) in [(1, 2), (3, 4)].iter().enumerate() {
            y[9] += (i as i32 + 1) * u * v;
        }
    }

    fn weigh((a, b): (i32, i32), [first, rest @ ..]: [i32; 4], Pair { a: c, b: (_, d) }: Pair) -> i32 {
        let mut sum = a - b;
        for (i, v) in rest.iter().enumerate() {
            sum += v * (i as i32 + 2);
        }
        sum + first * c - d
    }

    fn nearest([_, found]: [Option<i32>; 2], (mut x, ..): (i32, u8)) -> i32 {
        if let Some(v) = found {
            x = v;
        }
        x
    }

    #[kernel]
    pub fn rests(x: &[i32], y: &mut [i32]) {
        let all = [x[0], x[1], x[2], x[3], x[4], x[5]];
        let [first, middle @ .., last] = all;
        let [head, mut tail @ ..] = middle;
        tail[0] += first;
        y[0] = head * 1000 + tail[0] * 100 + tail[2] * 10 + last;
        y[1] = weigh((x[0], x[1]), middle, Pair { a: x[2], b: (1, x[3]) });
        let pairs = [(x[0], true), (x[1], false), (x[2], true)];
        y[2] = match pairs {
            [(0, _), rest @ ..] | [rest @ .., (_, false)] => rest[0].0 - rest[1].0,
            [.., (n, true)] if n > 5 => n,
            [ends @ .., _] => ends[1].0 + ends[0].1 as i32,
        };
        y[3] = nearest([None, x[4].checked_sub(x[5])], (7, 1)) + nearest([Some(1), None], (x[0], 2));
        let grid = [[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]];
        let [[corner, ..], rows @ ..] = grid;
        y[4] = corner + rows[1][0] * rows[0][1];
    }

    #[derive(Clone, Copy, PartialEq)]
    struct Box {
        corners: [Pair; 2],
        weights: [f32; 3],
    }

    fn boxed(x: i32, w: f32) -> Box {
        let pair = Pair { a: x, b: (1, x / 2) };
        Box { corners: [pair, Pair { a: 3, ..pair }], weights: [w, 1.0, w * 2.0] }
    }

    fn alike(a: &[i32], b: &[i32; 2]) -> bool {
        a == &b[..] && a[..1] != b[1..]
    }

    #[kernel]
    pub fn array_comparisons(x: &[i32], n: usize, y: &mut [u32]) {
        for i in 0..x.len() - 3 {
            let (a, mut b) = ([x[i], x[i + 1]], [x[i + 2], x[i + 3]]);
            let mut same = (a == b) as u32 + 2 * (a != [1, 2]) as u32;
            b[0] = a[0];
            same += 4 * (a == b) as u32 + 8 * ([a, b] == [b, a]) as u32;
            let w = if x[i] > 4 { f32::NAN } else { x[i] as f32 };
            same += 16 * (boxed(x[i], w) == boxed(x[i + 1], w)) as u32;
            same += 32 * (Some(a) == if x[i] > 2 { Some(b) } else { None }) as u32;
            same += 64 * (x[i..i + 2] == x[i + 2..i + 4]) as u32 + 128 * alike(&x[i..i + 2], &b) as u32;
            same += 256 * (x[..n] == x[i..i + 2]) as u32;
            let mut never = [[63 == i32::MAX]; 2];
            never[1][0] = a[0] == b[1];
            same += 512 * never[i % 2][0] as u32;
            y[i] = same;
        }
    }

    #[kernel]
    pub fn comparisons(x: &[i32], y: &mut [i32]) {
        for i in 0..x.len() - 1 {
            let (a, b) = (value(x[i] & 3, x[i]), value(x[i + 1] & 3, x[i + 1]));
            let mut same = (a == b) as i32;
            same += 2 * ((x[i], 1) != (x[i + 1], 1)) as i32;
            let (s, t) = (x[i].checked_mul(1 << 20), x[i + 1].checked_mul(1 << 20));
            same += 4 * (s == t) as i32 + 8 * (t == None) as i32 + 16 * (s == Some(0)) as i32;
            let mut p = Pair { a: x[i], b: (1, 2) };
            same += 32 * (p == raised(&mut p.clone())) as i32;
            p.a += 1;
            same += 64 * (p.b == (1, 2) && &p != &Pair { a: 0, ..p }) as i32;
            y[i] = same;
        }
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Turn {
        Left,
        Right,
        Back { by: i32 },
        Slight(i32),
    }

    use Turn::{Back, Slight as Bit};

    fn mirrored(turn: Turn) -> Turn {
        use Turn::*;
        match turn {
            Left => Right,
            Right => Left,
            Back { by } => Back { by: -by },
            Slight(by) if by == 0 => turn,
            Slight(by) => Bit(-by),
        }
    }

    fn turned(kind: i32, by: i32) -> Turn {
        use Turn::*;
        match kind & 3 {
            0 => Left,
            1 => Right,
            2 => Back { by },
            _ => Some(by).map(Slight).unwrap_or(Left),
        }
    }

    /// Variants that `use` makes known in the module and in functions.
    #[kernel]
    pub fn variants_in_scope(x: &[i32], y: &mut [i32]) {
        for (x, y) in x.chunks_exact(2).zip(y) {
            use self::Turn as Way;
            let way: Way = mirrored(turned(x[0], x[1]));
            *y = match way {
                Turn::Left => 1,
                Bit(by) => by,
                Back { by: left } => left ^ 9,
                Way::Right => {
                    if way == Turn::Right {
                        2
                    } else {
                        3
                    }
                }
            };
        }
    }

    fn half(x: u32, asked: &mut u32) -> Option<u32> {
        *asked = asked.wrapping_mul(3).wrapping_add(1);
        (x % 2 == 0).then_some(x / 2)
    }

    /// Several `let` in a condition; `asked` tells what was evaluated.
    #[kernel]
    pub fn let_chains(x: &[u32], y: &mut [u32], asked: &mut [u32]) {
        for ((x, y), asked) in x.iter().zip(y).zip(asked) {
            let mut sum = if let Some(a) = half(*x, asked)
                && a > 2
                && let Some(b) = half(a, asked)
                && b != 7
            {
                a + b
            } else {
                1
            };
            if *x > 3
                && let Some(a) = half(*x, asked)
                && let Some(b @ 0..=20) = half(a, asked)
            {
                sum += b * 100;
            }
            let mut n = *x;
            while n > 1
                && let Some(m) = half(n, asked)
                && let Some(k) = half(m, asked)
            {
                n = k;
                if n == 3 {
                    continue;
                }
                sum += 1000;
                if n == 5 {
                    break;
                }
            }
            if n > 3
                && let Some(z) = half(n.wrapping_add(1), asked)
            {
                sum = sum.wrapping_add(z);
            } else if let Some(q) = half(n, asked)
                && q > 0
                && let Some(_) = half(q, asked)
            {
                sum ^= q;
            } else {
                sum += 9;
            }
            *y = sum;
        }
    }
}
