//! Points of a circle, by rotations of the library `dsp`.

use sycl_hls::{Buffer, Queue, Selector};

#[sycl_hls::kernels(import(dsp::cordic))]
mod kernels {
    use dsp::cordic::{Vector, rotated};
    use sycl_hls::device::*;

    /// As many points of a circle as `x` and `y` have elements.
    #[kernel]
    pub fn circle(radius: i32, x: &mut [i32], y: &mut [i32]) {
        let step = (u32::MAX / x.len() as u32) as i32;
        for i in 0..x.len() {
            let turned = rotated(Vector { x: radius, y: 0 }, step.wrapping_mul(i as i32));
            x[i] = turned.x;
            y[i] = turned.y;
        }
    }
}

fn main() -> sycl_hls::Result<()> {
    let q = Queue::new(Selector::from_env())?;
    let (x, y) = (Buffer::from_vec(vec![0; 12]), Buffer::from_vec(vec![0; 12]));
    q.submit(|h| {
        let (x, y) = (x.write(h), y.write(h));
        h.single_task(kernels::circle::args(1000, x, y))
    })?;
    for (x, y) in x.into_vec()?.into_iter().zip(y.into_vec()?) {
        println!("{x:6} {y:6}");
    }
    Ok(())
}
