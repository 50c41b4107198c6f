//! Kernels that run for each item of a range, on the host.

use rayon::iter::{
    IndexedParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use sycl_hls::{Buffer, Error, Queue, Selector};

use crate::{Figure, sample};

/// As in the suites of DPC++ and AdaptiveCpp.
const ELEMENTS: usize = 1 << 26;
const ROUNDS: usize = 15;

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn saxpy(item: Item<1>, a: f32, x: &[f32], #[each] y: &mut f32) {
        *y = a * x[item.id(0)] + *y;
    }

    #[kernel]
    pub fn dot(item: Item<1>, x: &[f32], y: &[f32], sum: &mut Reducer<f32, Plus>) {
        *sum += x[item.id(0)] * y[item.id(0)];
    }
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    Ok(vec![own_elements()?, reduction()?])
}

fn own_elements() -> anyhow::Result<Figure> {
    let queue = Queue::new(Selector::host())?;
    let (slice_x, mut slice_y) = (vec![1.0_f32; ELEMENTS], vec![2.0_f32; ELEMENTS]);
    let (x, y) = (Buffer::from_slice(&slice_x), Buffer::from_slice(&slice_y));
    let mut ours = || {
        let event = queue.submit::<Error>(|h| {
            let (x, y) = (x.read(h), y.read_write(h));
            h.parallel_for([ELEMENTS], kernels::saxpy::args(0.5, x, y))
        });
        Ok(event?.wait()?)
    };
    let mut zipped = || {
        slice_y.par_iter_mut().zip(slice_x.par_iter()).for_each(|(y, x)| *y += 0.5 * x);
        Ok(())
    };
    let [ours, zipped] = sample::in_turn(ROUNDS, [&mut ours, &mut zipped])?;
    let what = format!(
        "saxpy of 64 M floats with `#[each]` on the host ({}), relative to rayon's zip",
        sample::shown(ours)
    );
    Ok(Figure::ratio(what, sample::ratio(ours, zipped), "1.0"))
}

/// rayon's sum has another order, which depends on its threads.
fn reduction() -> anyhow::Result<Figure> {
    let queue = Queue::new(Selector::host())?;
    let (slice_x, slice_y) = (vec![1.0_f32; ELEMENTS], vec![0.5_f32; ELEMENTS]);
    let (x, y) = (Buffer::from_slice(&slice_x), Buffer::from_slice(&slice_y));
    let sum = Buffer::from_vec(vec![0.0_f32]);
    let mut ours = || {
        let event = queue.submit::<Error>(|h| {
            let (x, y, sum) = (x.read(h), y.read(h), sum.reduction_from_identity(h));
            h.parallel_for([ELEMENTS], kernels::dot::args(x, y, sum))
        });
        Ok(event?.wait()?)
    };
    let mut summed = || {
        let products = slice_x.par_iter().zip(slice_y.par_iter()).map(|(x, y)| x * y);
        std::hint::black_box(products.sum::<f32>());
        Ok(())
    };
    let [ours, summed] = sample::in_turn(ROUNDS, [&mut ours, &mut summed])?;
    let what = format!(
        "dot product of 64 M floats with a `Reducer` on the host ({}), relative to rayon's sum",
        sample::shown(ours)
    );
    Ok(Figure::ratio(what, sample::ratio(ours, summed), "1.0"))
}
