//! Translating a text and looking at what comes out.

use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::{Diagnostic, Module, Source};

/// The modules of a text, or all that is wrong with it. Fails if the front end gives neither or both, or a module that
/// breaks an invariant.
pub fn outcome(text: &str) -> Result<Vec<Module>, Vec<Diagnostic>> {
    let items = find_modules(text).map_err(|error| vec![*error])?;
    let mut modules = Vec::new();
    let mut errors = Vec::new();
    for mut item in items {
        let translation = translate(&mut item, Source::new("kernels.rs", None));
        let valid = translation.module.is_some();
        let found: Vec<Diagnostic> = translation.errors().cloned().collect();
        assert_eq!(valid, found.is_empty(), "a module or errors:\n{text}");
        if let Some(module) = translation.module {
            sycl_hls_ir::check(&module).unwrap_or_else(|error| panic!("{error:?}:\n{text}"));
            modules.push(module);
        }
        errors.extend(found);
    }
    if errors.is_empty() { Ok(modules) } else { Err(errors) }
}

/// The codes of everything that is wrong with a text.
pub fn codes(text: &str) -> Vec<&'static str> {
    outcome(text).err().unwrap_or_default().iter().map(|error| error.code.0).collect()
}

/// A kernel with this body.
pub fn kernel(body: &str) -> String {
    format!(
        "#[sycl_hls::kernels]\nmod kernels {{ #[kernel] fn kernel(x: &[u32], y: &mut [u32]) {{ {body} }} }}"
    )
}
