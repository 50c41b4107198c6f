//! Reductions (S20 §4.9.2): what items of a range combine, and what it is bound to.

use sycl_hls::{Buffer, Errc, Error, NdRange, Status};

use crate::common::host;

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn sum_and_most(
        item: Item<1>,
        x: &[f32],
        sum: &mut Reducer<f32, Plus>,
        most: &mut Reducer<f32, Maximum>,
    ) {
        *sum += x[item.id(0)];
        most.combine(x[item.id(0)]);
    }

    #[kernel]
    pub fn count(item: Item<2>, factor: u64, #[each] x: &mut u64, sum: &mut Reducer<u64, Plus>) {
        *x = item.linear_id() as u64 * factor;
        *sum += *x;
    }

    #[kernel]
    pub fn groups(item: NdItem<1>, x: &[f32], sum: &mut Reducer<f32, Plus>) {
        *sum += x[item.global_id(0)];
    }

    #[kernel]
    #[reqd_work_group_size(24)]
    pub fn groups_with_barriers(
        item: NdItem<1>,
        x: &[f32],
        sum: &mut Reducer<f32, Plus>,
        tile: &Local<f32, 24>,
    ) {
        tile.set(23 - item.local_id(0), x[item.group_id(0) * 24 + 23 - item.local_id(0)]);
        item.barrier();
        *sum += tile.get(item.local_id(0));
    }

    /// Memory that items share keeps them on one thread.
    #[kernel]
    pub fn in_order(item: Item<1>, x: &[f32], last: &Global<u32>, sum: &mut Reducer<f32, Plus>) {
        last.set(0, item.id(0) as u32);
        *sum += x[item.id(0)];
    }

    #[derive(Clone, Copy, Element)]
    pub struct Extent {
        pub low: i32,
        pub high: i32,
    }

    pub struct Widest;

    impl Operation<Extent> for Widest {
        fn apply(a: Extent, b: Extent) -> Extent {
            Extent { low: a.low.min(b.low), high: a.high.max(b.high) }
        }
    }

    #[kernel]
    pub fn extent(item: Item<1>, x: &[i32], widest: &mut Reducer<Extent, Widest>) {
        let value = x[item.id(0)];
        if value != 0 {
            widest.combine(Extent { low: value, high: value });
        }
    }
}

impl sycl_hls::device::KnownIdentity<kernels::Extent> for kernels::Widest {
    const IDENTITY: kernels::Extent = kernels::Extent { low: i32::MAX, high: i32::MIN };
}

fn noise(count: usize) -> Vec<f32> {
    (0..count as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 8) as f32 / 1e5 - 50.0).collect()
}

/// Rows: F228, F229, F237.
#[test]
fn the_bits_do_not_depend_on_threads() {
    // So many that several threads take part, also as work-groups.
    let x = noise(3_000_000);
    let most = x.iter().copied().fold(f32::MIN, f32::max);
    let run = || {
        let (x, sum) = (Buffer::from_slice(&x), Buffer::from_vec(vec![99.0_f32]));
        let largest = Buffer::from_vec(vec![0.0_f32]);
        host()
            .submit(|h| {
                let (x, sum, largest) = (x.read(h), sum.reduction(h), largest.reduction(h));
                h.parallel_for([3_000_000], kernels::sum_and_most::args(x, sum, largest))
            })
            .unwrap();
        assert_eq!(largest.into_vec().unwrap(), [most]);
        sum.into_vec().unwrap()[0]
    };
    let in_order = {
        let (x, sum) = (Buffer::from_slice(&x), Buffer::from_vec(vec![99.0_f32]));
        let last = Buffer::from_vec(vec![0]);
        host()
            .submit(|h| {
                let (x, last, sum) = (x.read(h), last.write(h), sum.reduction(h));
                h.parallel_for([3_000_000], kernels::in_order::args(x, last, sum))
            })
            .unwrap();
        assert_eq!(last.into_vec().unwrap(), [2_999_999]);
        sum.into_vec().unwrap()[0]
    };
    assert!((in_order - 99.0 - x.iter().map(|x| f64::from(*x)).sum::<f64>() as f32).abs() < 100.0);
    for _ in 0..5 {
        assert_eq!(run().to_bits(), in_order.to_bits());
    }
    let x = Buffer::from_slice(&x);
    for size in [1_usize, 8, 100, 2048, 24] {
        let (sum, range) = (Buffer::from_vec(vec![99.0_f32]), NdRange::new([3_000_000], [size]));
        let groups = host().submit(|h| {
            let (x, sum) = (x.read(h), sum.reduction(h));
            match size {
                24 => h.parallel_for(range, kernels::groups_with_barriers::args(x, sum)),
                _ => h.parallel_for(range, kernels::groups::args(x, sum)),
            }
        });
        match groups {
            Ok(_) => assert_eq!(sum.into_vec().unwrap()[0].to_bits(), in_order.to_bits(), "{size}"),
            Err(error) => assert_eq!((error.code(), size), (Errc::NdRange, 2048)),
        }
    }
}

/// Rows: F228.
#[test]
fn items_with_elements_of_their_own_combine_values() {
    let (rows, width) = (1000_u64, 777_u64);
    let (x, sum) = (Buffer::zeroed(777_000).unwrap(), Buffer::from_vec(vec![5_u64]));
    host()
        .submit(|h| {
            let (x, sum) = (x.write(h), sum.reduction(h));
            h.parallel_for([1000, 777], kernels::count::args(3, x, sum))
        })
        .unwrap();
    let count = rows * width;
    assert_eq!(sum.into_vec().unwrap(), [5 + 3 * (count * (count - 1) / 2)]);
    assert_eq!(x.into_vec().unwrap()[776_999], 3 * 776_999);
}

/// Rows: F229, F233.
#[test]
fn the_identity_may_stand_in_for_what_was_there() {
    let (x, sum) = (Buffer::from_slice(&[1.0, 2.0, 4.0]), Buffer::from_vec(vec![99.0_f32]));
    let most = Buffer::from_vec(vec![99.0_f32]);
    let q = host();
    let combine = |count: usize| {
        q.submit(|h| {
            let (x, sum) = (x.read(h), sum.reduction_from_identity(h));
            let most = most.reduction_from_identity(h);
            h.parallel_for([count], kernels::sum_and_most::args(x, sum, most))
        })
        .unwrap();
        (sum.host_read().unwrap()[0], most.host_read().unwrap()[0])
    };
    assert_eq!(combine(3), (7.0, 4.0));
    assert_eq!(combine(0), (0.0, f32::NEG_INFINITY));
    // What is in a poisoned buffer does not count.
    let failed = q.submit(|h| {
        let (x, sum, most) = (x.read(h), sum.reduction(h), most.reduction(h));
        h.parallel_for([4], kernels::sum_and_most::args(x, sum, most))
    });
    failed.unwrap().wait().unwrap_err();
    assert_eq!(combine(2), (3.0, 2.0));
}

/// Rows: F229, F232.
#[test]
fn an_operation_of_ones_own_has_the_identity_that_one_gives_it() {
    let x = Buffer::from_slice(&[0, 7, -3, 0, 5]);
    let widest = Buffer::from_vec(vec![kernels::Extent { low: -100, high: 100 }]);
    let q = host();
    q.submit(|h| {
        let (x, widest) = (x.read(h), widest.reduction_from_identity(h));
        h.parallel_for([5], kernels::extent::args(x, widest))
    })
    .unwrap();
    let found = widest.host_read().unwrap()[0];
    assert_eq!((found.low, found.high), (-3, 7));
}

/// Rows: F231.
#[test]
fn a_reduction_has_one_result() {
    let q = host();
    let x = Buffer::from_slice(&[1, 2]);
    for results in [0, 2] {
        let widest = Buffer::from_vec(vec![kernels::Extent { low: 0, high: 0 }; results]);
        let refused = q.submit(|h| {
            let (x, widest) = (x.read(h), widest.reduction(h));
            h.parallel_for([2], kernels::extent::args(x, widest))
        });
        let error = refused.unwrap_err();
        assert_eq!(error.code(), Errc::Invalid);
        let expected = format!("argument `widest` is one value, but is bound to {results} elements");
        assert!(error.to_string().contains(&expected), "{error}");
    }
}

/// Rows: F228.
#[test]
fn one_buffer_is_bound_once() {
    let (x, sum) = (Buffer::from_slice(&[1.0]), Buffer::from_vec(vec![0.0_f32]));
    let refused = host().submit(|h| {
        let (x, first, second) = (x.read(h), sum.reduction(h), sum.reduction(h));
        h.parallel_for([1], kernels::sum_and_most::args(x, first, second))
    });
    assert!(matches!(refused, Err(Error::Invalid(_))), "{refused:?}");
}

/// Rows: F228.
#[test]
fn what_combines_waits_for_what_combined() {
    let (q, other) = (host(), host());
    let (x, sum) = (Buffer::from_slice(&[1.0; 1000]), Buffer::from_vec(vec![0.0_f32]));
    let most = Buffer::from_vec(vec![0.0_f32]);
    let events: Vec<_> = (0..20)
        .map(|turn| {
            let q = if turn % 2 == 0 { &q } else { &other };
            let event = q.submit(|h| {
                let (x, sum, most) = (x.read(h), sum.reduction(h), most.reduction(h));
                h.parallel_for([1000], kernels::sum_and_most::args(x, sum, most))
            });
            event.unwrap()
        })
        .collect();
    assert_eq!(sum.into_vec().unwrap(), [20_000.0]);
    assert!(events.iter().all(|event| event.status() == Status::Complete));
}
