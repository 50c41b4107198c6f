//! `#[sycl_hls::kernels]`: thin, all the work is in the front end.
//!
//! The macro leaves the module as ordinary Rust, which rustc checks and the host backend runs, and adds a typed
//! launcher for each kernel. What is outside of the kernel language becomes an error at the user's own line.

mod errors;
mod expand;
mod instances;
mod launcher;
mod native;
mod sharing;
mod signature;
mod stub;

use proc_macro::TokenStream;
use sycl_hls_front::{Imports, imported_paths, marked_module};

use crate::errors::Tokens;

/// Makes the functions of an inline module kernels for FPGAs.
///
/// Functions marked `#[kernel]` can be launched: for a kernel `axpy` in `mod kernels`, `kernels::axpy::args(..)` takes
/// a value for each scalar and an accessor for each slice, and gives what `Handler::single_task` takes. The other
/// functions are helpers. A kernel with generic parameters lists its instances, `#[kernel(instances(N = [16, 32]))]`, and
/// `kernels::fir::args::<16>(..)` is the call of one. The module stays ordinary Rust: `kernels::axpy(..)` can be called and tested as it is.
///
/// `#[kernels(import(dsp::filters))]` makes the functions, types and constants of another kernels module usable: `use dsp::filters::Biquad;`.
/// That module is not private.
#[proc_macro_attribute]
pub fn kernels(args: TokenStream, item: TokenStream) -> TokenStream {
    let file = proc_macro::Span::call_site().file();
    let (args, item) = (proc_macro2::TokenStream::from(args), proc_macro2::TokenStream::from(item));
    let tokens = Tokens::of(0, [args.clone(), item.clone()]);
    let module = match marked_module(&args, item.clone()) {
        Ok(module) => module,
        Err(error) => return tokens.error(&error, &Default::default()).into(),
    };
    if module.content.is_some() && !imported_paths(&module).is_empty() {
        return sharing::gather(&module, args, item).into();
    }
    let exports = sharing::exports(&module, &args, &item);
    expand::expand(module, &tokens, file, Imports::default()).module(exports).into()
}

/// Goes on with a module that imports others: one of them has been handed over. Not for other use.
#[doc(hidden)]
#[proc_macro]
pub fn with_kernels(input: TokenStream) -> TokenStream {
    sharing::with_kernels(input.into()).unwrap_or_else(|error| error.into_compile_error()).into()
}
