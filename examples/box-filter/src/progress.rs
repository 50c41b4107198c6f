//! What the program is doing: a bar on a terminal, else a line for each stage.

use indicatif::{ProgressBar, ProgressStyle};

/// Speaks of the progress on standard error; the bar goes away when this is dropped.
pub struct Progress(ProgressBar);

impl Progress {
    /// Progress over a number of images.
    pub fn new(images: u64) -> anyhow::Result<Self> {
        let style = ProgressStyle::with_template("{msg:>24} [{bar:40}] {pos}/{len} images, {eta} left")?;
        Ok(Self(ProgressBar::new(images).with_style(style.progress_chars("=> "))))
    }

    /// The next stage begins.
    pub fn stage(&self, name: &str) {
        if self.0.is_hidden() {
            eprintln!("filtering: {name}");
        }
        self.0.set_message(name.to_owned());
    }

    /// An image is done.
    pub fn image_done(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
