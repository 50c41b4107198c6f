//! Takes the noise from a tone by two filters of the library `dsp`, and says how much is left.

use sycl_hls::numbers::Fixed;
use sycl_hls::{Buffer, Queue, Selector};

#[sycl_hls::kernels(import(dsp::filters))]
mod kernels {
    use dsp::filters::{Biquad, Filtered, Sample, fir};
    use sycl_hls::device::*;

    /// A moving average of eight samples.
    #[kernel]
    pub fn averaged(x: &[Sample], y: &mut [Filtered]) {
        let weights = [Sample::from_f64(0.125); 8];
        let mut last = [Sample::ZERO; 8];
        for i in 0..y.len() {
            y[i] = fir(&weights, &mut last, x[i]);
        }
    }

    /// A Butterworth filter at a sixteenth of the rate.
    #[kernel]
    pub fn smoothed(x: &[f32], y: &mut [f32]) {
        let mut filter = Biquad::new([0.029_95, 0.059_91, 0.029_95], [-1.454_24, 0.574_06]);
        for i in 0..y.len() {
            y[i] = filter.next(x[i]);
        }
    }
}

const SAMPLES: usize = 512;

fn main() -> sycl_hls::Result<()> {
    let tone = |i: usize| (i as f32 * 0.05).sin();
    let noise = |i: usize| if i.is_multiple_of(2) { 0.5 } else { -0.5 };
    let noisy: Vec<f32> = (0..SAMPLES).map(|i| tone(i) + noise(i)).collect();
    let q = Queue::new(Selector::from_env())?;
    let x = Buffer::from_vec(noisy.iter().map(|x| Fixed::<16, 4>::from_f32(*x)).collect());
    let y = Buffer::from_vec(vec![Default::default(); SAMPLES]);
    q.submit(|h| {
        let (x, y) = (x.read(h), y.write(h));
        h.single_task(kernels::averaged::args(x, y))
    })?;
    let (z, smooth) = (Buffer::from_vec(noisy), Buffer::from_vec(vec![0.0; SAMPLES]));
    q.submit(|h| {
        let (z, smooth) = (z.read(h), smooth.write(h));
        h.single_task(kernels::smoothed::args(z, smooth))
    })?;
    // The change from sample to sample is mostly noise.
    let changes = |signal: &[f32]| signal.windows(2).map(|two| (two[1] - two[0]).abs()).sum::<f32>() / 511.0;
    let averaged: Vec<f32> = y.into_vec()?.into_iter().map(|y| y.to_f32()).collect();
    println!("average change of the tone: {:.3}", changes(&(0..SAMPLES).map(tone).collect::<Vec<_>>()));
    println!("of the noisy tone:          {:.3}", changes(&z.into_vec()?));
    println!("averaged:                   {:.3}", changes(&averaged));
    println!("smoothed:                   {:.3}", changes(&smooth.into_vec()?));
    Ok(())
}
