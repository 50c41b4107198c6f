//! `sycl-hls report`: what is given, and the forms in which it is said.

mod arguments;
mod html;
mod ports;
mod text;

pub use arguments::Arguments;
pub use html::html;
pub use text::text;
