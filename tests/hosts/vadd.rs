//! Adds vectors on the device that SYCL_HLS_DEVICE names.

use sycl_hls::{Buffer, Error, Queue, Selector};

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn vadd(#[len(n)] a: &[u32], #[len(n)] b: &[u32], #[len(n)] sum: &mut [u32], n: u32) {
        for i in 0..n as usize {
            sum[i] = a[i] + b[i];
        }
    }
}

fn main() -> Result<(), Error> {
    let q = Queue::new(Selector::from_env())?;
    let n = 1024;
    let (a, b) = (Buffer::from_vec((0..n).collect()), Buffer::from_vec((0..n).map(|i| 2 * i).collect()));
    let sum = Buffer::zeroed([n as usize])?;
    q.submit(|h| {
        let (a, b, sum) = (a.read(h), b.read(h), sum.write(h));
        h.single_task(kernels::vadd::args(a, b, sum, n))
    })?
    .wait()?;
    println!("{} on {}", sum.host_read()?[1023], q.device().info().id);
    Ok(())
}
