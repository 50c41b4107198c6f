//! From Rust to C++.

use anyhow::{Context as _, anyhow};
use sycl_hls_compiler::back::hls_cpp;
use sycl_hls_compiler::pass;
use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::Source;

use crate::{Figure, root, sample};

const ROUNDS: usize = 200;

/// The text of a kernels module as C++.
pub fn emitted(text: &str) -> anyhow::Result<String> {
    let items = find_modules(text).map_err(|failure| anyhow!("{}", failure.message))?;
    let mut item = items.into_iter().next().context("there is no kernels module")?;
    let source = Source::new("kernels.rs", Some(text.into()));
    let translation = translate(&mut item, source);
    let messages: Vec<String> = translation.errors().map(|error| error.message.clone()).collect();
    let mut module = translation.module.with_context(|| messages.join("\n"))?;
    pass::run_all(&mut module, hls_cpp::LEGALIZE);
    Ok(hls_cpp::emit(&module).text)
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    let text = std::fs::read_to_string(root().join("examples/box-filter/src/kernels.rs"))?;
    let time = sample::alone(ROUNDS, || emitted(&text).map(drop))?;
    Ok(vec![Figure::time("front end and HLS C++ of the box filter's module", time, "5 ms")])
}
