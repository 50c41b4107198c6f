use sycl_hls::{Buffer, Error, Queue, Selector};

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn number<const N: usize>(a: f32, x: &[f32], y: &mut [[f32; N]]) {
        y[0][0] = a * x[0];
    }

    #[kernel(instances(T = [f32, f46]))]
    pub fn ty<T: Number>(item: Item<2>, a: T, y: &Global<T>) {
        y.set(item.id(0), a);
    }

    #[kernel(instances(N = [2]))]
    pub fn argument<const N: usize>(x: f128, y: &mut [f32]) {
        y[N] = 1.0;
    }
}

fn main() -> Result<(), Error> {
    let q = Queue::new(Selector::host())?;
    let (x, y) = (Buffer::from_slice(&[1.0_f32]), Buffer::from_slice(&[[1.0_f32; 4]]));
    q.submit(|h| {
        let (x, y) = (x.read(h), y.read_write(h));
        h.single_task(kernels::number::args(1.0, x, y))
    })?;
    q.submit(|h| {
        let (x, y) = (x.read(h), y.read_write(h));
        h.single_task(kernels::number::args::<4>(1.0, x, y))
    })?;
    q.submit(|h| {
        let y = x.read_write(h);
        h.parallel_for([1, 1], kernels::ty::args(1.0, y))
    })?;
    q.submit(|h| {
        let y = x.read_write(h);
        h.parallel_for([1, 1], kernels::ty::args::<f32>(1.0, y))
    })?;
    q.submit(|h| {
        let y = x.read_write(h);
        h.single_task(kernels::argument::args::<2>(1.0, y))
    })?;
    kernels::number::<4>(1.0, &[1.0], &mut [[1.0; 4]]);
    Ok(())
}
