#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    type Loop = [Other; 2];
    type Other = Loop;
    type Pair<T> = (T, T);
    type Word = u32;
    type Missing = Unknown;

    #[derive(Clone, Copy)]
    struct Point {
        x: i32,
    }

    #[derive(Clone, Copy, Default)]
    struct Table {
        rows: [i32; 40],
    }

    #[derive(Clone, Copy, Default)]
    struct Outer {
        points: [Point; 2],
        none: Option<Point>,
    }

    #[derive(Clone, Copy, Default)]
    enum Level {
        Low,
        High,
    }

    fn generic<T: Integer>(x: T) -> T {
        const ONE: T = T::ONE;
        x + ONE
    }

    #[kernel]
    pub fn kernel(x: &[Word], y: &mut [Word]) {
        const N: usize = M;
        const M: usize = N;
        const LEN: usize = 2;
        const LEN: usize = 3;
        let n = 1;
        {
            const n: u32 = 2;
            y[0] = n;
        }
        const SUM: usize = LEN + n;
        let a = Point::default();
        let b = Table::default();
        let c: Point = Default::default();
        let d = (Outer::default(), Level::default());
        const LAST: u32 = 1.5;
        y[1] = LAST;
        y[2] = Word::MAX + Word::default();
        y[3] = Default::default();
    }
}

fn main() {}
