//! Pictures, and the planes that are filtered.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use anyhow::Context as _;
use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};

use crate::filter::Pixel;

/// Width and height of a synthetic frame, as in the thesis' measurements.
const FRAME: (usize, usize) = (512, 256);

/// A picture of 8 bits for each channel.
pub struct Picture {
    width: usize,
    height: usize,
    color: ColorType,
    /// Channels of a pixel side by side.
    bytes: Vec<u8>,
}

/// One channel of a picture, or a synthetic frame.
pub struct Plane {
    pub width: usize,
    pub height: usize,
    bytes: Vec<u8>,
}

impl Picture {
    /// Reads a PNG file.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let context = || format!("cannot read the picture {}", path.display());
        let file = File::open(path).with_context(context)?;
        let mut decoder = Decoder::new(BufReader::new(file));
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().with_context(context)?;
        let size = reader.output_buffer_size().with_context(context)?;
        let mut bytes = vec![0; size];
        let info = reader.next_frame(&mut bytes).with_context(context)?;
        bytes.truncate(info.buffer_size());
        Ok(Self { width: info.width as usize, height: info.height as usize, color: info.color_type, bytes })
    }

    /// Writes a PNG file.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let context = || format!("cannot write the picture {}", path.display());
        let file = File::create(path).with_context(context)?;
        let mut encoder =
            Encoder::new(BufWriter::new(file), u32::try_from(self.width)?, u32::try_from(self.height)?);
        encoder.set_color(self.color);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header().with_context(context)?;
        writer.write_image_data(&self.bytes).with_context(context)?;
        writer.finish().with_context(context)
    }

    /// The colour channels; transparency is none.
    pub fn planes(&self) -> Vec<Plane> {
        (0..self.colors())
            .map(|channel| Plane {
                width: self.width,
                height: self.height,
                bytes: self.bytes.iter().skip(channel).step_by(self.color.samples()).copied().collect(),
            })
            .collect()
    }

    /// The picture with other colour channels.
    pub fn with_planes<P: Pixel>(mut self, planes: &[Vec<P>]) -> Self {
        let samples = self.color.samples();
        for (channel, plane) in planes.iter().enumerate() {
            for (pixel, value) in self.bytes.chunks_exact_mut(samples).zip(plane) {
                pixel[channel] = value.to_byte();
            }
        }
        self
    }

    fn colors(&self) -> usize {
        match self.color {
            ColorType::Grayscale | ColorType::GrayscaleAlpha => 1,
            _ => 3,
        }
    }
}

impl Plane {
    /// A frame with a gradient that moves by one pixel from frame to frame.
    pub fn synthetic(number: usize) -> Self {
        let (width, height) = FRAME;
        let bytes =
            (0..height).flat_map(|y| (0..width).map(move |x| ((x + y + number) % 256) as u8)).collect();
        Self { width, height, bytes }
    }

    /// Number of pixels.
    pub fn pixels(&self) -> usize {
        self.bytes.len()
    }

    /// The pixels in the type that a kernel takes.
    pub fn as_pixels<P: Pixel>(&self) -> Vec<P> {
        self.bytes.iter().map(|byte| P::from_byte(*byte)).collect()
    }
}
