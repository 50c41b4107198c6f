//! Kernels whose items combine values.

#[sycl_hls::kernels]
pub mod reductions {
    use sycl_hls::device::*;

    #[kernel]
    pub fn dot(item: Item<1>, x: &[f32], y: &[f32], sum: &mut Reducer<f32, Plus>) {
        let i = item.id(0);
        sum.combine(x[i] * y[i]);
    }

    /// Two results; one of them by an operator.
    #[kernel]
    #[pipeline(ii = 1)]
    pub fn sum_and_most(
        item: Item<1>,
        x: &[u32],
        sum: &mut Reducer<u32, Plus>,
        most: &mut Reducer<u32, Maximum>,
    ) {
        *sum += x[item.id(0)];
        most.combine(x[item.id(0)]);
    }

    /// Some items combine nothing, and some of them end before; others combine several values.
    #[kernel]
    pub fn some(item: Item<2>, x: &[f64], sum: &mut Reducer<f64, Plus>) {
        let value = x[item.linear_id()];
        if value < 0.0 {
            return;
        }
        if value >= 1.0 {
            *sum += value;
        }
        let mut rest = value;
        while rest >= 2.0 {
            rest /= 2.0;
            *sum += rest;
        }
    }

    #[derive(Clone, Copy, Element)]
    pub struct Hit {
        pub distance: f32,
        pub index: u32,
    }

    /// The nearest, and of several the first.
    pub struct Nearest;

    impl Operation<Hit> for Nearest {
        fn apply(a: Hit, b: Hit) -> Hit {
            let is_nearer = b.distance < a.distance || b.distance == a.distance && b.index < a.index;
            if is_nearer { b } else { a }
        }
    }

    #[kernel]
    pub fn nearest(item: Item<1>, x: &[f32], to: f32, best: &mut Reducer<Hit, Nearest>) {
        let i = item.id(0);
        best.combine(Hit { distance: (x[i] - to).abs(), index: i as u32 });
    }

    /// The other operations.
    #[kernel]
    #[rustfmt::skip]
    pub fn bits(
        item: Item<1>,
        x: &[i16],
        product: &mut Reducer<i16, Multiplies>,
        and: &mut Reducer<i16, BitAnd>,
        or: &mut Reducer<i16, BitOr>,
        xor: &mut Reducer<i16, BitXor>,
        all: &mut Reducer<i16, LogicalAnd>,
        any: &mut Reducer<i16, LogicalOr>,
        least: &mut Reducer<i16, Minimum>,
    ) {
        let value = x[item.id(0)];
        *product *= value | 1;
        *and &= value;
        *or |= value;
        *xor ^= value;
        all.combine(value);
        any.combine(value);
        least.combine(value);
    }

    /// Identities, which change nothing but the sign of a zero.
    #[kernel]
    #[rustfmt::skip]
    pub fn identities(
        item: Item<1>,
        identities: &Global<f32>,
        integers: &Global<i32>,
        sum: &mut Reducer<f32, Plus>,
        product: &mut Reducer<f32, Multiplies>,
        least: &mut Reducer<f32, Minimum>,
        most: &mut Reducer<f32, Maximum>,
        and: &mut Reducer<i32, BitAnd>,
        all: &mut Reducer<i32, LogicalAnd>,
        largest: &mut Reducer<i32, Maximum>,
    ) {
        if item.id(0) == 0 {
            identities.set(0, sum.identity());
            identities.set(1, product.identity());
            identities.set(2, least.identity());
            identities.set(3, most.identity());
            integers.set(0, and.identity());
            integers.set(1, all.identity());
            integers.set(2, largest.identity());
        }
        product.combine(product.identity());
        least.combine(least.identity());
        most.combine(most.identity());
        and.combine(and.identity());
        largest.combine(largest.identity());
    }

    fn add_all(sum: &mut Reducer<f32, Plus>, row: &[f32]) {
        for x in row {
            sum.combine(*x);
        }
    }

    /// Work-groups without barriers, elements of their own, and a function.
    #[kernel]
    pub fn grouped(
        item: NdItem<2>,
        x: &[f32],
        #[each] y: &mut f32,
        sum: &mut Reducer<f32, Plus>,
        least: &mut Reducer<f32, Minimum>,
    ) {
        let i = item.global_linear_id();
        *y = x[i] - *y;
        least.combine(*y);
        add_all(sum, &x[i..i + 2]);
    }

    /// Items that combine values before a barrier and behind it.
    #[kernel]
    #[reqd_work_group_size(8)]
    pub fn around_a_barrier(
        item: NdItem<1>,
        x: &[f32],
        sum: &mut Reducer<f32, Plus>,
        product: &mut Reducer<f32, Multiplies>,
        tile: &Local<f32, 8>,
    ) {
        let local = item.local_id(0);
        let value = x[item.global_id(0)];
        tile.set(local, value);
        sum.combine(value);
        item.barrier();
        let other = tile.get(7 - local);
        if other > 0.0 {
            sum.combine(other);
        }
        product.combine(1.0 + value * other * 0.001);
    }

    pub struct Sums;

    impl Operation<[f32; 3]> for Sums {
        fn apply(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
            let mut sums = a;
            for (sum, b) in sums.iter_mut().zip(b) {
                *sum += b;
            }
            sums
        }
    }

    /// One operation of several types.
    impl Operation<u32> for Sums {
        fn apply(a: u32, b: u32) -> u32 {
            a.wrapping_add(b)
        }
    }

    /// Arrays, in three dimensions.
    #[kernel]
    pub fn center(
        item: Item<3>,
        points: &[[f32; 3]],
        center: &mut Reducer<[f32; 3], Sums>,
        count: &mut Reducer<u32, Sums>,
    ) {
        let point = points[item.linear_id()];
        if point[0] > 0.0 {
            center.combine(point);
            count.combine(1);
        }
    }

    pub struct Capped;

    impl Operation<UFixed<12, 8>> for Capped {
        fn apply(a: UFixed<12, 8>, b: UFixed<12, 8>) -> UFixed<12, 8> {
            let sum = a + b;
            let most = <UFixed<12, 8>>::MAX;
            if sum > most { most } else { sum.to() }
        }
    }

    /// Fixed-point numbers, by a function that is associative.
    #[kernel]
    pub fn capped(item: Item<1>, x: &[UFixed<12, 8>], sum: &mut Reducer<UFixed<12, 8>, Capped>) {
        sum.combine(x[item.id(0)]);
    }

    /// The last value is that of the last item, although nothing says so: the order is fixed.
    pub struct Second;

    impl Operation<u32> for Second {
        fn apply(_: u32, b: u32) -> u32 {
            b
        }
    }

    #[kernel]
    pub fn second(item: Item<1>, x: &[u32], last: &mut Reducer<u32, Second>) {
        last.combine(x[item.id(0)]);
    }

    #[kernel(instances(T = [u8, f64]))]
    pub fn total<T: Number>(item: Item<1>, x: &[T], sum: &mut Reducer<T, Plus>)
    where
        Plus: Operation<T>,
    {
        sum.combine(x[item.id(0)]);
    }
}
