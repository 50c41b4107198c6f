use sycl_hls::{Buffer, Queue, Result, Selector};

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel(instances(N = [16, 32]))]
    pub fn sums<const N: usize>(x: &[f32], y: &mut [[f32; N]]) {
        for i in 0..N {
            y[0][i] = x[i] + x[i + N];
        }
    }

    #[kernel(instances((N = 1, T = f32), (N = 2, T = u8)))]
    pub fn fill<const N: usize, T: Number>(item: Item<N>, value: T, y: &Global<T>) {
        y.set(item.linear_id(), value);
    }
}

fn main() -> Result<()> {
    let q = Queue::new(Selector::host())?;
    let x = Buffer::from_slice(&[1.0_f32]);
    let y = Buffer::from_vec(vec![[0.0_f32; 16]]);
    let z = Buffer::from_vec(vec![[0.0_f32; 17]]);
    q.submit(|h| {
        // There is no such instance, named or not.
        let _ = kernels::sums::args::<17>(x.read(h), z.write(h));
        let _ = kernels::sums::args(x.read(h), z.write(h));
        let _ = kernels::fill::args::<2, f32>(1.0, x.write(h));
        // The elements are of another type, and the mode is another one.
        let _ = kernels::sums::args::<32>(x.read(h), y.write(h));
        let _ = kernels::sums::args(x.write(h), y.read(h));
        // A range of another number of dimensions.
        h.parallel_for([2, 2], kernels::fill::args::<1, f32>(1.0, x.write(h)))
    })?;
    Ok(())
}
