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

    #[derive(Clone, Copy, PartialEq)]
    pub enum Color {
        Red,
        Green,
        Blue,
    }
    const SIZE: usize = 3;
    fn outer(x: u32) -> u32 {
        fn inner(x: u32) -> u32 {
            struct Color(u32);
            impl Color {
                fn get(&self) -> u32 {
                    self.0 + SIZE as u32
                }
            }
            const SIZE: usize = 40;
            Color(x).get()
        }
        inner(x) + SIZE as u32
    }
    fn turn(c: Color) -> Color {
        match c {
            Color::Red => Color::Green,
            Color::Green => Color::Blue,
            Color::Blue => Color::Red,
        }
    }
    fn generic<const N: usize>(x: [u32; N]) -> u32 {
        #[derive(Clone, Copy)]
        struct Cell {
            v: u32,
            seen: bool,
        }
        let mut cells = [Cell { v: 0, seen: false }; N];
        for i in 0..N {
            cells[i] = Cell { v: x[i], seen: x[i] % 2 == 0 };
        }
        cells.iter().filter(|c| c.seen).map(|c| c.v).sum()
    }
    #[kernel]
    pub fn shadowed(o: &mut [u32]) {
        o[0] = outer(o[0]);
        let c = turn(turn(Color::Red));
        o[1] = (c == Color::Blue) as u32;
        o[2] = generic([1, 2, 3, 4]) * 10 + generic([o[5], o[6]]);
        for i in 3..6 {
            #[derive(Clone, Copy)]
            struct Vec2 {
                x: u32,
                y: u32,
            }
            impl core::ops::Mul<u32> for Vec2 {
                type Output = Vec2;
                fn mul(self, s: u32) -> Vec2 {
                    Vec2 { x: self.x * s, y: self.y * s }
                }
            }
            impl Vec2 {
                fn dot(self, o: Vec2) -> u32 {
                    self.x * o.x + self.y * o.y
                }
            }
            let v = Vec2 { x: o[i], y: 2 } * 3;
            o[i] = v.dot(Vec2 { x: 1, ..v });
        }
        #[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
        enum Level {
            Low = 1,
            Mid = 5,
            High = 9,
        }
        let l = if o[7] > 10 {
            Level::High
        } else if o[7] > 5 {
            Level::Mid
        } else {
            Level::Low
        };
        o[7] = l as u32 + (l >= Level::Mid) as u32 * 100 + (l.max(Level::Mid) as u32) * 1000;
        let o8 = {
            struct R {
                a: Result<u8, u16>,
            }
            let r = R { a: if o[8] > 3 { Err(7) } else { Ok(1) } };
            match r.a {
                Ok(x) => x as u32,
                Err(e) => e as u32 + 500,
            }
        };
        o[8] = o8;
        struct Wrapper<T> {
            inner: T,
            count: u8,
        }
        impl<T: Copy> Wrapper<T> {
            fn new(inner: T) -> Self {
                Wrapper { inner, count: 1 }
            }
            fn get(&mut self) -> T {
                self.count += 1;
                self.inner
            }
        }
        let mut w = Wrapper::new(o[9]);
        let mut z = Wrapper::new(true);
        o[9] = w.get() + w.get() + w.count as u32 + z.get() as u32 + z.count as u32;
        const fn square(x: u32) -> u32 {
            struct S(u32);
            S(x * x).0
        }
        const Q: [u32; 3] = [square(2), square(3), square(4)];
        o[10] = Q.iter().sum();
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
