//! `sycl-hls report`: what is given, and the forms in which it is said.

mod arguments;
mod device;
mod html;
mod ports;
mod processes;
mod rows;
mod sources;
mod text;

pub use arguments::Arguments;
pub use html::{escaped, html};
pub use rows::{count, each, interval, words};
pub use sources::Sources;
pub use text::text;
