#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[derive(Clone, Copy, Default)]
    struct Pair<T>(T, T);

    impl<T> Pair<T> {
        const PARTS: usize = 2;

        fn first(self) -> T {
            self.0
        }
    }

    impl<T> Pair<[T; 2]> {
        fn corner(self) -> T {
            self.0[0]
        }
    }

    impl Pair<u8> {
        fn word(self) -> u16 {
            0
        }
    }

    impl<T> std::ops::Add<Pair<T>> for i32 {
        type Output = i32;

        fn add(self, other: Pair<T>) -> i32 {
            self
        }
    }

    #[derive(Clone, Copy, Element)]
    struct Bytes<T> {
        value: T,
    }

    #[derive(Clone, Copy)]
    struct Line<T, const N: usize> {
        items: [T; N],
        next: usize,
    }

    impl<T: Copy, const N: usize> Line<T, N> {
        fn new(first: T) -> Self {
            Self { items: [first; N], next: 0 }
        }
    }

    enum Chain<T> {
        End,
        Next(T),
    }

    struct Endless<T> {
        next: Option<Endless<T>>,
        value: T,
    }

    fn without(pair: Pair) -> u32 {
        0
    }

    fn too_many(pair: Pair<u8, u8>) -> u32 {
        0
    }

    fn a_number(pair: Pair<4>) -> u32 {
        0
    }

    fn a_type(line: Line<u8, u8>) -> u32 {
        0
    }

    fn a_reference(pair: Pair<&u8>) -> u32 {
        0
    }

    #[kernel]
    pub fn arguments(pair: Pair<u32>, pairs: &[Pair<u8>], y: &mut [u32]) {
        y[0] = 1;
    }

    #[kernel]
    pub fn kernel(x: &[u32], y: &mut [u32]) {
        let line = Line::new(1_u8);
        let other = Pair::default();
        let parts = Pair::PARTS;
        let wide: Line<u8, 4> = Line { items: [1; 5], next: 0 };
        y[0] = Pair(x[0], x[1]).second();
        y[1] = Pair(x[0], 1).word();
        y[2] = Pair::<u32>::last();
        let open = Chain::End;
        let closed: Chain<u32> = Chain::End;
        y[3] = match closed {
            Chain::End => 0,
        };
        let same = Pair(1, 2) == Pair(2, 1);
        let sum = Pair(1, 2) + 1;
        let endless: Option<Endless<u8>> = None;
    }
}

fn main() {}
