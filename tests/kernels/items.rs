//! Items in the bodies of functions, type aliases, and default values.

#[sycl_hls::kernels]
#[allow(clippy::items_after_statements)]
pub mod items {
    use sycl_hls::device::*;

    type Word = u32;
    type Row = [Word; LEN];
    type Mode = Kind;

    const LEN: usize = 4;

    #[derive(Clone, Copy, PartialEq, Default)]
    enum Kind {
        Small,
        #[default]
        Plain,
        Large,
    }

    #[derive(Clone, Copy, PartialEq, Default)]
    struct State {
        row: Row,
        kind: Mode,
        best: Option<i32>,
        pair: (f32, bool),
    }

    #[derive(Clone, Copy, Element, Default)]
    pub struct Sample {
        pub value: i32,
        pub weight: u32,
    }

    type Samples = Sample;

    impl State {
        const FIRST: Word = 7;

        fn sum(self) -> Word {
            const SHIFT: Word = 2;
            type Sum = u32;
            let mut sum: Sum = State::FIRST;
            for v in self.row {
                sum += v << SHIFT;
            }
            sum
        }
    }

    fn scaled<T: Integer>(v: T) -> T {
        const TIMES: u32 = BASE + 1;
        const BASE: u32 = 2;
        let mut sum = T::ZERO;
        for _ in 0..TIMES {
            sum = sum.wrapping_add(v);
        }
        sum
    }

    #[kernel]
    pub fn inner(x: &[Word], y: &mut [Word]) {
        const N: usize = 2 * HALF;
        const HALF: usize = LEN / 2;
        const TABLE: [Word; N] = [3, 1, 4, 1];
        let mut line = [0; N];
        for i in 0..N {
            const N: Word = 100;
            line[i] = x[i] + TABLE[i] * N;
        }
        y[..N].copy_from_slice(&line);
        {
            type Word = u8;
            y[4] = (x[0] as Word) as u32;
        }
        y[5] = scaled(x[1]) + scaled(x[2] as u8) as u32;
        y[6] = match x[3] as usize {
            N => 1,
            HALF => 2,
            _ => 3,
        };
    }

    #[kernel]
    pub fn defaults(x: &[Samples], y: &mut [i32]) {
        let mut state = State::default();
        let zero = Sample::default();
        y[0] = (state == State { kind: Mode::Plain, ..State::default() }) as i32;
        state.row[1] = x[0].weight;
        state.kind = if x[0].value > 3 { Mode::Large } else { Kind::Small };
        y[1] = state.sum() as i32 + (state.kind != Kind::default()) as i32;
        y[2] = x[1].value + zero.value + i32::default() + state.pair.0 as i32;
        y[3] = (state.best == None && !state.pair.1) as i32;
    }
}
