//! Closures and functions as arguments, and what the library has of them.

#[sycl_hls::kernels]
pub mod closures {
    use std::array;
    use sycl_hls::device::*;

    fn square(x: u32) -> u32 {
        x.wrapping_mul(x)
    }

    fn half(x: u32) -> Option<u32> {
        if x % 2 == 0 { Some(x / 2) } else { None }
    }

    fn twice<T, F: Fn(T) -> T>(f: F, x: T) -> T {
        f(f(x))
    }

    fn compose(f: impl Fn(u32) -> u32, g: impl Fn(u32) -> u32, x: u32) -> u32 {
        twice(|v| g(f(v)), x)
    }

    fn fold<T: Copy, A, F>(values: &[T], first: A, mut f: F) -> A
    where
        A: Copy,
        F: FnMut(A, T) -> A,
    {
        let mut acc = first;
        for value in values {
            acc = f(acc, *value);
        }
        acc
    }

    fn change<const N: usize>(values: &mut [u32; N], mut f: impl FnMut(&mut u32, usize)) {
        for i in 0..N {
            f(&mut values[i], i);
        }
    }

    /// The first place at which the function is not negative any more.
    fn root(lo: i32, hi: i32, f: &impl Fn(i32) -> i32) -> i32 {
        let (mut lo, mut hi) = (lo, hi);
        while lo < hi {
            let middle = lo + (hi - lo) / 2;
            if f(middle) < 0 {
                lo = middle + 1;
            } else {
                hi = middle;
            }
        }
        lo
    }

    #[derive(Clone, Copy)]
    struct Pair {
        a: u32,
        b: u32,
    }

    impl Pair {
        fn map(self, f: impl Fn(u32) -> u32) -> Pair {
            Pair { a: f(self.a), b: f(self.b) }
        }

        fn with<R>(&self, f: impl FnOnce(&Pair) -> R) -> R {
            f(self)
        }
    }

    #[derive(Clone, Copy)]
    struct Kept(u32);

    #[kernel]
    pub fn applied(x: &[u32], y: &mut [u32]) {
        let b = x[0];
        y[0] = twice(|v| v.wrapping_mul(3) ^ b, 5_u32);
        y[1] = twice(square, b & 0xff).wrapping_add(compose(square, |v| v.wrapping_sub(b), 7));
        let (p, q) = twice(|(p, q)| (q, p ^ q), (x[1], b));
        y[2] = p.wrapping_sub(q);
        let mut odd = 0_u32;
        let sum = fold(x, 0_u64, |acc, v| {
            odd += v & 1;
            acc + u64::from(v)
        });
        y[3] = sum as u32;
        y[4] = odd;
        let add = |v: u32| v.wrapping_add(b);
        y[5] = compose(&add, add, 1) ^ compose(add, square, 2);
        let mut a = [b, 1, 2, 3];
        change(&mut a, |v, i| *v = v.wrapping_add(x[i]));
        y[6] = fold(&a, 1, |acc, v| acc ^ v.rotate_left(3));
        let kept = a.map(Kept).map(Some);
        let wide = a.iter().copied().map(u64::from).fold(0, u64::wrapping_add);
        y[10] = fold(&a, wide as u32, u32::wrapping_sub) ^ kept[1].map_or(7, |kept| kept.0);
        let pair = Pair { a: b, b: 9 }.map(add).map(square);
        y[7] = pair.with(|pair| pair.a ^ pair.b);
        let chosen = square;
        y[8] = chosen(b) ^ Some(b).map(chosen).and_then(half).unwrap_or(1);
        y[9] = root(-40_000, 40_000, &|v| v.wrapping_mul(v.abs()) - (b & 0xfff) as i32) as u32;
    }

    #[kernel]
    pub fn arrays(x: &[u32], y: &mut [u32]) {
        let mut window = [0; 8];
        let mut at = 0;
        for block in x.chunks_exact(8) {
            for i in 0..8 {
                window[i] = block[i];
            }
            let ranked = window.map(|v| (v & 15, v >> 28)).map(|(low, high)| low * 16 + high);
            let made: [u32; 4] = array::from_fn(|i| ranked[i] ^ ranked[7 - i]);
            y[at] = made.iter().sum();
            y[at + 1] = ranked.iter().copied().filter_map(half).sum();
            y[at + 2] = ranked.iter().filter_map(|v| v.checked_sub(100)).map(square).fold(7, |a, v| a ^ v);
            y[at + 3] = u32::from(window.iter().copied().map(half).any(|v| v.is_some()));
            at += 4;
        }
    }

    fn mapped(x: &[u32], mut tx: Sender<u32>, f: impl Fn(u32) -> u32) {
        for v in x {
            tx.send(f(*v));
        }
    }

    fn stored(mut rx: Receiver<u32>, y: &mut [u32], f: impl Fn(usize, u32) -> u32) {
        for (i, y) in y.iter_mut().enumerate() {
            *y = f(i, rx.recv());
        }
    }

    #[kernel]
    pub fn piped(x: &[u32], k: u32, y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            mapped(x, tx, |v| v.wrapping_mul(k) ^ 5);
            stored(rx, y, |i, v| v.wrapping_add(i as u32));
        }
    }

    fn exchange(a: &mut u32, b: &mut u32) {
        let first = *a;
        *a = *b;
        *b = first;
    }

    fn weigh(to: &mut [u32], from: &[u32], by: u32) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = to.wrapping_add(from.wrapping_mul(by));
        }
    }

    #[kernel]
    pub fn apart(x: &[u32], y: &mut [u32]) {
        let mut a = [0_u32; 8];
        for (a, x) in a.iter_mut().zip(x) {
            *a = *x;
        }
        let (low, high) = a.split_at_mut(4);
        for i in 0..4 {
            if low[i] > high[3 - i] {
                exchange(&mut low[i], &mut high[3 - i]);
            }
        }
        weigh(low, high, x[0] & 7);
        weigh(&mut high[1..], &low[..2], 3);
        for (y, a) in y.iter_mut().zip(&a) {
            *y = *a;
        }
    }
}
