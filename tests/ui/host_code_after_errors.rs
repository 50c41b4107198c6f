use sycl_hls::{Buffer, Queue, Selector};

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn wrong_body(x: &[f32], y: &mut [f32]) {
        y[0] = x[0] + 1;
    }

    #[kernel]
    pub fn wrong_signature(x: &[Pixel], y: &mut [f32]) {
        y[0] = 1.0;
    }
}

fn main() -> sycl_hls::Result<()> {
    let queue = Queue::new(Selector::from_env())?;
    let (x, y) = (Buffer::from_vec(vec![1.0_f32; 8]), Buffer::from_vec(vec![0.0_f32; 8]));
    queue.submit(|h| {
        let (x, y) = (x.read(h), y.read_write(h));
        h.single_task(kernels::wrong_body::args(x, y))
    })?;
    queue.submit(|h| {
        let (x, y) = (x.read(h), y.read_write(h));
        h.single_task(kernels::wrong_signature::args(x, y))
    })?;
    Ok(())
}
