//! Kernels with generic parameters.

#[sycl_hls::kernels]
pub mod instances {
    use sycl_hls::device::*;

    const TAPS: usize = 4;

    /// What is added up; rustc sees it between generic parameters.
    #[derive(Clone, Copy, Element)]
    pub struct Sample {
        pub value: i32,
        pub weight: i32,
    }

    /// A moving sum over `N` elements.
    #[kernel(instances(N = [2, 2 * TAPS]))]
    pub fn moving_sum<const N: usize>(x: &[i32], y: &mut [i32]) {
        #[array_partition(type = complete)]
        let mut window = [0; N];
        #[pipeline(ii = 1)]
        for i in 0..y.len() {
            window[i % N] = x[i];
            let mut sum = 0;
            for value in &window {
                sum += *value;
            }
            y[i] = sum;
        }
    }

    fn scaled<T: Number>(a: T, x: T, b: T) -> T {
        a * x + b
    }

    /// `y = a x + b`, for each type of numbers.
    #[kernel(instances(T = [f32, f64, u16]))]
    pub fn affine<T: Number>(a: T, x: &[T], b: T, y: &mut [T]) {
        for i in 0..y.len() {
            y[i] = scaled(a, x[i], b);
        }
    }

    /// Rows of `N` elements, of each the first one that is not less than `LOW`, or the last one.
    #[kernel(instances((T = i64, N = 2, LOW = -3, LAST = false), (LAST = true, LOW = 5, N = 3, T = i8)))]
    pub fn first<T: Number, const N: usize, const LOW: i16, const LAST: bool>(
        low: T,
        rows: &[[T; N]],
        #[len(N * 2)] limits: &[i16],
        y: &mut [T],
    ) {
        for (i, row) in rows.iter().enumerate() {
            let mut found = if LAST { row[N - 1] } else { low };
            for j in 0..N {
                let value = row[N - 1 - j];
                if value >= low && limits[i % N] >= LOW {
                    found = value;
                }
            }
            y[i] = found;
        }
    }

    /// The weighted sum of each block of `N` samples, beside one that is passed by value.
    #[kernel(instances((N = 1, SIGN = 1), (N = 3, SIGN = -1)))]
    pub fn weighted<const N: usize, const SIGN: i32>(first: Sample, x: &[Sample], y: &mut [[i32; N]]) {
        for i in 0..y.len() {
            for j in 0..N {
                let sample = x[i * N + j];
                y[i][j] = first.value * first.weight + SIGN * sample.value * sample.weight;
            }
        }
    }

    /// Each item of a range in `D` dimensions adds `D` steps to its element.
    #[kernel(instances((D = 1, T = u32), (D = 3, T = u8)))]
    #[pipeline(ii = D)]
    pub fn step<const D: usize, T: Integer>(item: Item<D>, step: T, y: &Global<T>) {
        let i = item.linear_id();
        let mut value = y.get(i);
        for _ in 0..D {
            value += step;
        }
        y.set(i, value);
    }

    /// Numbers the items of groups of `N`.
    #[kernel(instances(N = [2, 4]))]
    #[reqd_work_group_size(N)]
    pub fn numbered<const N: usize>(item: NdItem<1>, y: &Global<u32>) {
        y.set(item.global_id(0), (item.group_id(0) * N + item.local_id(0) + 1) as u32);
    }

    /// Items of groups of any size.
    #[kernel]
    pub fn grouped(item: NdItem<2>, y: &Global<u32>) {
        y.set(item.global_linear_id(), item.group_linear_id() as u32);
    }

    /// Zeros keep their signs on all targets, as `min` and `max` order them.
    #[kernel(instances(N = [1]))]
    pub fn bounds<const N: usize>(x: &[f32], y: &mut [f32]) {
        for i in 0..N {
            y[2 * i] = x[i].min(x[i + N]);
            y[2 * i + 1] = x[i].max(x[i + N]);
        }
    }

    /// Lifetimes are no parameters that instances differ in.
    #[kernel]
    pub fn copy<'a>(x: &'a [u8], y: &mut [u8]) {
        for i in 0..y.len() {
            y[i] = x[i];
        }
    }
}
