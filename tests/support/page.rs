//! What the tests of the pages in `docs` share: a page in parts, and its examples translated.

use std::path::Path;

use sycl_hls_cli::sources::{SourceFile, messages, translate_files};
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::pass::run_all;
use sycl_hls_ir::Module;

use crate::simulated::MHZ;

/// The text of a page of `docs`.
///
/// # Panics
/// If there is no such page.
#[must_use]
pub fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    std::fs::read_to_string(path).expect("the page is there")
}

/// The sections of a page by their headings, and their text.
#[must_use]
pub fn sections(page: &str) -> Vec<(&str, &str)> {
    page.split("\n### ")
        .flat_map(|part| part.split("\n## "))
        .map(|part| part.split_once('\n').unwrap_or((part, "")))
        .collect()
}

/// What stands in the next block of this kind, and what comes after it.
#[must_use]
pub fn block<'p>(text: &'p str, kind: &str) -> Option<(&'p str, &'p str)> {
    text.split_once(&format!("```{kind}\n"))?.1.split_once("```")
}

/// Items as the source of a kernels module.
#[must_use]
pub fn source(items: &str) -> String {
    format!(
        "#[sycl_hls::kernels]\nmod kernels {{\n#[allow(unused_imports)]\nuse sycl_hls::device::*;\n{items}}}\n"
    )
}

/// Items as a kernels module.
///
/// # Panics
/// If they do not translate.
#[must_use]
pub fn module(items: &str) -> Module {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("example.rs");
    std::fs::write(&path, source(items)).expect("the file can be written");
    let mut modules = translate_files(&[SourceFile::named(&path)], None).expect("the example translates");
    modules.remove(0)
}

/// The hardware of a module's first kernel, at the clock that the tool takes without a board.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn hardware(module: &Module) -> hw_emu::Kernel {
    let mut module = module.clone();
    run_all(&mut module, hw_emu::LEGALIZE);
    let (_, func) = module.kernels().next().expect("there is a kernel");
    hw_emu::kernel(&module, func, MHZ).expect("it has hardware")
}

/// The messages about items in a kernels module.
#[must_use]
pub fn complaints(items: &str) -> Vec<String> {
    messages("example.rs", &source(items), None)
}
