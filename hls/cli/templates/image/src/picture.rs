//! Grey pictures, and PNG files.

use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};

/// A picture of one byte a pixel, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The pixels: `width * height` bytes.
    pub pixels: Vec<u8>,
}

impl Picture {
    /// A bright disc on a dark ground.
    #[must_use]
    pub fn disc(width: usize, height: usize) -> Self {
        let radius = width.min(height) / 3;
        let inside = |x: usize, y: usize| {
            let (dx, dy) = (x.abs_diff(width / 2), y.abs_diff(height / 2));
            dx * dx + dy * dy < radius * radius
        };
        let rows = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self {
            width,
            height,
            pixels: rows
                .map(|(x, y)| if inside(x, y) { 220 } else { 30 })
                .collect(),
        }
    }

    /// Reads a PNG file; colours become grey.
    ///
    /// # Errors
    /// When the file cannot be read or is no PNG.
    pub fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        let mut decoder = Decoder::new(BufReader::new(File::open(path)?));
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let mut bytes = vec![
            0;
            reader
                .output_buffer_size()
                .ok_or("the picture is too large")?
        ];
        let info = reader.next_frame(&mut bytes)?;
        bytes.truncate(info.buffer_size());
        let pixels = bytes
            .chunks_exact(info.color_type.samples())
            .map(grey)
            .collect();
        Ok(Self {
            width: info.width as usize,
            height: info.height as usize,
            pixels,
        })
    }

    /// Writes a PNG file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let file = BufWriter::new(File::create(path)?);
        let mut encoder = Encoder::new(
            file,
            u32::try_from(self.width)?,
            u32::try_from(self.height)?,
        );
        encoder.set_color(ColorType::Grayscale);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        Ok(writer.finish()?)
    }
}

/// The brightness of a pixel: grey, grey and alpha, RGB, or RGB and alpha.
fn grey(samples: &[u8]) -> u8 {
    match samples {
        [red, green, blue, ..] => {
            let weighted = 299 * u32::from(*red) + 587 * u32::from(*green) + 114 * u32::from(*blue);
            u8::try_from(weighted / 1000).unwrap_or(u8::MAX)
        }
        [grey, ..] => *grey,
        [] => 0,
    }
}
