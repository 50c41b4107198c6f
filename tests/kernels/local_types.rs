//! Types in functions, which other functions have by the same name.

#[sycl_hls::kernels]
pub mod local_types {
    use sycl_hls::device::*;

    pub enum Mode {
        State,
        Other,
    }
    fn first(x: u32) -> u32 {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            A,
            B(u32),
        }
        use State::*;
        const N: u32 = 3;
        impl State {
            const ZERO: State = State::A;
            fn next(self) -> Self {
                match self {
                    A => State::B(N),
                    State::B(x) => {
                        if x > 5 {
                            Self::ZERO
                        } else {
                            B(x + 1)
                        }
                    }
                }
            }
        }
        let m = Mode::State;
        let mut s = State::ZERO;
        for _ in 0..x % 7 {
            s = s.next();
        }
        let more = match m {
            Mode::State => 100,
            Mode::Other => 0,
        };
        more + match s {
            A => 0,
            B(x) => x,
        }
    }
    #[kernel]
    pub fn local(o: &mut [u32]) {
        enum State {
            Idle,
            Busy { left: u32 },
        }
        struct Item {
            a: u32,
        }
        trait Area {
            fn area(&self) -> u32;
            fn twice(&self) -> u32 {
                2 * self.area()
            }
        }
        impl Area for Item {
            fn area(&self) -> u32 {
                self.a
            }
        }
        static TABLE: [u32; 3] = [7, 8, 9];
        let mut s = State::Idle;
        for i in 0..4 {
            s = match s {
                State::Idle => State::Busy { left: o[i] % 3 },
                State::Busy { left: 0 } => State::Idle,
                State::Busy { left } => State::Busy { left: left - 1 },
            };
            if matches!(s, State::Busy { left } if left > 0) {
                o[i] += 10;
            }
        }
        {
            struct Inner<const N: usize>([u32; N]);
            impl<const N: usize> Inner<N> {
                fn sum(&self) -> u32 {
                    self.0.iter().sum()
                }
            }
            o[4] = Inner([o[0], o[1]]).sum() + Inner([1, 2, 3]).sum();
        }
        let it = Item { a: first(o[5]) };
        o[6] = it.twice() + TABLE[(o[1] % 3) as usize];
    }

    /// What `min` and `max` refer to, and defaults.
    #[kernel]
    pub fn extremes(x: &mut [u32], y: &mut [u32]) {
        y[0] = x.iter().max().unwrap().wrapping_add(x.iter().min().copied().unwrap_or_default());
        let least = match x[..4].iter().min() {
            Some(m) => *m + 1,
            None => 0,
        };
        y[1] = least;
        if let Some(m) = x.iter().filter(|x| **x > 50).max() {
            y[2] = *m;
        }
        y[3] = x.iter().max().map_or(3, |m| m + 1);
        y[4] = x.get(99).copied().unwrap_or_default();
        let pair: Option<(u8, [i16; 2])> = if x[0] > 7 { Some((3, [4, -5])) } else { None };
        let (a, [b, c]) = pair.unwrap_or_default();
        y[5] = (a as i32 + b as i32 - c as i32) as u32;
        for i in 1..x.len() {
            let best = x[..i].iter().max();
            let before = *best.unwrap();
            x[i] = x[i].wrapping_add(before);
        }
    }

    /// An item of the range is no `Item` of `local`.
    #[kernel]
    pub fn items(item: Item<1>, y: &Global<u32>) {
        y.set(item.id(0), 1);
    }
}
