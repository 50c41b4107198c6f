//! The operator of another operation, and an operation that lacks.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    pub struct First;

    pub struct Longest;

    impl Operation<f32> for Longest {
        fn apply(a: f32, b: f32) -> f32 {
            if b > a { b } else { a }
        }
    }

    #[kernel]
    pub fn product(item: Item<1>, x: &[u32], sum: &mut Reducer<u32, Plus>) {
        *sum *= x[item.id(0)];
    }

    #[kernel]
    pub fn bits(item: Item<1>, x: &[f32], bits: &mut Reducer<f32, BitXor>) {
        bits.combine(x[item.id(0)]);
    }

    #[derive(Clone, Copy, Element)]
    pub struct Point {
        pub x: f32,
        pub y: f32,
    }

    #[kernel]
    pub fn points(item: Item<1>, x: &[Point], sum: &mut Reducer<Point, Plus>) {
        sum.combine(x[item.id(0)]);
    }

    #[kernel]
    pub fn numbers(item: Item<1>, x: &[u16], sum: &mut Reducer<Uint<12>, Plus>) {
        sum.combine(Uint::new(x[item.id(0)]));
    }

    #[kernel]
    pub fn longest(item: Item<1>, x: &[u32], longest: &mut Reducer<u32, Longest>) {
        longest.combine(x[item.id(0)]);
    }

    #[kernel]
    pub fn first(item: Item<1>, x: &[u32], first: &mut Reducer<u32, First>) {
        first.combine(x[item.id(0)]);
    }
}

fn main() {}
