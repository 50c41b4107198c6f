use sycl_hls::{Buffer, Queue, Result, Selector};

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

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
        widest.combine(Extent { low: value, high: value });
    }

    #[kernel]
    pub fn sum(item: Item<1>, x: &[f32], sum: &mut Reducer<f32, Plus>) {
        let mut copy = *sum;
        copy.combine(x[item.id(0)]);
    }
}

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let x = Buffer::from_slice(&[1]);
    let widest = Buffer::from_vec(vec![kernels::Extent { low: 0, high: 0 }]);
    // An operation without a known identity.
    q.submit(|h| {
        let (x, widest) = (x.read(h), widest.reduction_from_identity(h));
        h.parallel_for([1], kernels::extent::args(x, widest))
    })?;
    // An accessor is no reduction, nor is a reduction of other values one of these.
    q.submit(|h| {
        let (x, widest) = (x.read(h), widest.read_write(h));
        h.parallel_for([1], kernels::extent::args(x, widest))
    })?;
    q.submit(|h| {
        let (values, x) = (x.read(h), x.reduction(h));
        h.parallel_for([1], kernels::extent::args(values, x))
    })?;
    Ok(())
}
// Rows: F230, F235.
