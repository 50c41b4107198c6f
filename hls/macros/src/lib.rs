//! `#[sycl_hls::kernels]`: thin, all the work is in the front end.
//!
//! The macro leaves the module as ordinary Rust, which rustc checks and the host backend runs, and adds a typed
//! launcher for each kernel. What is outside of the kernel language becomes an error at the user's own line.

mod errors;
mod expand;
mod instances;
mod launcher;
mod native;
mod signature;
mod stub;

use proc_macro::TokenStream;
use sycl_hls_front::marked_module;

use crate::errors::Tokens;

/// Makes the functions of an inline module kernels for FPGAs.
///
/// Functions marked `#[kernel]` can be launched: for a kernel `axpy` in `mod kernels`, `kernels::axpy::args(..)` takes
/// a value for each scalar and an accessor for each slice, and gives what `Handler::single_task` takes. The other
/// functions are helpers. A kernel with generic parameters lists its instances, `#[kernel(instances(N = [16, 32]))]`, and
/// `kernels::fir::args::<16>(..)` is the call of one. The module stays ordinary Rust: `kernels::axpy(..)` can be called and tested as it is.
#[proc_macro_attribute]
pub fn kernels(args: TokenStream, item: TokenStream) -> TokenStream {
    let file = proc_macro::Span::call_site().file();
    let (args, item) = (proc_macro2::TokenStream::from(args), proc_macro2::TokenStream::from(item));
    let tokens = Tokens::of([args.clone(), item.clone()]);
    match marked_module(&args, item) {
        Ok(module) => expand::expand(module, &tokens, file).into(),
        Err(error) => tokens.error(&error).into(),
    }
}
