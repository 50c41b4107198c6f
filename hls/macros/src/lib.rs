//! `#[sycl_hls::kernels]`: thin, all the work is in the front end.
//!
//! The macro leaves the module as ordinary Rust, which rustc checks and the host backend runs, and adds a typed
//! launcher for each kernel. What is outside of the kernel language becomes an error at the user's own line.

mod errors;
mod expand;
mod stub;

use proc_macro::TokenStream;
use syn::ItemMod;

/// Makes the functions of an inline module kernels for FPGAs.
///
/// Functions marked `#[kernel]` can be launched: for a kernel `axpy` in `mod kernels`, `kernels::axpy::args(..)` takes
/// a value for each scalar and an accessor for each slice, and gives what `Handler::single_task` takes. The other
/// functions are helpers. The module stays ordinary Rust: `kernels::axpy(..)` can be called and tested as it is.
#[proc_macro_attribute]
pub fn kernels(args: TokenStream, item: TokenStream) -> TokenStream {
    let file = proc_macro::Span::call_site().file();
    let args = proc_macro2::TokenStream::from(args);
    let item = proc_macro2::TokenStream::from(item);
    if !args.is_empty() {
        let error = syn::Error::new_spanned(args, "`#[sycl_hls::kernels]` takes no arguments");
        return [error.to_compile_error(), item].into_iter().collect::<proc_macro2::TokenStream>().into();
    }
    match syn::parse2::<ItemMod>(item.clone()) {
        Ok(module) => expand::expand(module, &item, file).into(),
        Err(error) => error.to_compile_error().into(),
    }
}
