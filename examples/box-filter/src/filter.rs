//! Running the kernels.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use sycl_hls::{Buffer, Element, Error, Event, Queue, Selector};

use crate::image::Plane;
use crate::kernels::box_filter;
use crate::progress::Progress;
use crate::reference;

/// Images on their way at the same time: enough to keep every core busy, few enough to stay in the caches.
const IN_FLIGHT: usize = 8;

/// A type of pixels with its kernel.
pub trait Pixel: Element {
    /// The type's name.
    const NAME: &'static str;
    /// From a byte of the picture.
    fn from_byte(byte: u8) -> Self;
    /// To a byte of the picture.
    fn to_byte(self) -> u8;
    /// The bits, for a comparison that takes -0 for another number than 0.
    fn bits(self) -> u32;
    /// What the filter must give.
    fn reference(plane: &Plane) -> Vec<Self>;
    /// Submits the filter.
    fn submit(queue: &Queue, job: &Job<Self>) -> Result<Event, Error>;
}

/// An image on its way.
pub struct Job<P> {
    input: Buffer<P>,
    output: Buffer<P>,
    width: usize,
    height: usize,
    chunk: usize,
}

/// What came of filtering all images.
pub struct Measured<P> {
    /// The device's name.
    pub device: String,
    /// The filtered images.
    pub results: Vec<Vec<P>>,
    /// From the first submission to the last result.
    pub elapsed: Duration,
    /// Sum over all kernels, by their events.
    pub kernel_time: Duration,
}

macro_rules! pixel {
    ($type:ty, $kernel:ident, $reference:path, $bits:expr) => {
        impl Pixel for $type {
            const NAME: &'static str = stringify!($type);

            fn from_byte(byte: u8) -> Self {
                byte.into()
            }

            fn to_byte(self) -> u8 {
                self as u8
            }

            fn bits(self) -> u32 {
                $bits(self)
            }

            fn reference(plane: &Plane) -> Vec<Self> {
                $reference(&plane.as_pixels(), plane.width, plane.height)
            }

            fn submit(queue: &Queue, job: &Job<Self>) -> Result<Event, Error> {
                queue.submit(|h| {
                    let (input, output) = (job.input.read(h), job.output.write(h));
                    h.single_task(box_filter::$kernel::args(input, output, job.width, job.height, job.chunk))
                })
            }
        }
    };
}

pixel!(i32, box_filter_i32, reference::box_filter_i32, i32::cast_unsigned);
pixel!(f32, box_filter_f32, reference::box_filter_f32, f32::to_bits);

/// Filters all images on one device.
pub fn filter_all<P: Pixel>(
    selector: &Selector,
    planes: &[Plane],
    chunk: usize,
    progress: &Progress,
) -> Result<Measured<P>, Error> {
    let queue = Queue::builder(selector.clone()).enable_profiling().build()?;
    let device = queue.device().info().id.clone();
    progress.stage(&format!("{device} {}", P::NAME));
    let inputs: Vec<Vec<P>> = planes.iter().map(Plane::as_pixels).collect();
    let start = Instant::now();
    let mut results = Vec::with_capacity(planes.len());
    let mut kernel_time = Duration::ZERO;
    let mut in_flight = VecDeque::new();
    let mut finish = |(job, event): (Job<P>, Event)| -> Result<(), Error> {
        event.wait()?;
        let times = event.profiling()?;
        kernel_time += Duration::from_nanos(times.end - times.start);
        results.push(job.output.into_vec()?);
        progress.image_done();
        Ok(())
    };
    for (plane, input) in planes.iter().zip(inputs) {
        let Plane { width, height, .. } = *plane;
        let output = Buffer::from_vec(vec![P::from_byte(0); input.len()]);
        let job = Job { input: Buffer::from_vec(input), output, width, height, chunk };
        let event = P::submit(&queue, &job)?;
        in_flight.push_back((job, event));
        if in_flight.len() == IN_FLIGHT
            && let Some(oldest) = in_flight.pop_front()
        {
            finish(oldest)?;
        }
    }
    in_flight.into_iter().try_for_each(&mut finish)?;
    Ok(Measured { device, results, elapsed: start.elapsed(), kernel_time })
}
