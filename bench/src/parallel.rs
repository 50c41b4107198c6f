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
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
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
    Ok(vec![Figure::ratio(what, sample::ratio(ours, zipped), "1.0")])
}
