//! Planning builds of Vitis: many kernels, all boards.

use std::collections::BTreeMap;
use std::hint::black_box;

use anyhow::Context as _;
use sycl_hls_boards::Board;
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_ir::{Module, Source};
use sycl_hls_types::Target;
use sycl_hls_vitis::design::{Design, Hls, Options};
use sycl_hls_vitis::{flow, shell};

use crate::{Figure, sample};

/// Kernels of the module.
const KERNELS: usize = 10;

/// Runs.
const ROUNDS: usize = 21;

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    let kernel = |number: usize| {
        format!(
            "#[kernel] #[compute_units(2)] pub fn axpy_{number}(a: f32, x: &[f32], y: &mut [f32]) {{ \
             for i in 0..y.len() {{ y[i] = a * x[i] + y[i]; }} }}\n"
        )
    };
    let text =
        format!("#[sycl_hls::kernels]\nmod kernels {{\n{}}}\n", (0..KERNELS).map(kernel).collect::<String>());
    let plan = || {
        let modules = translate(&text)?;
        for board in Board::all() {
            black_box(shell::script(&flow::plan(&design(board).with(&modules))));
        }
        Ok(())
    };
    let time = sample::alone(ROUNDS, plan)?;
    let what = format!("plans of Vitis for {KERNELS} kernels on each of {} boards", Board::all().len());
    Ok(vec![Figure::time(what, time, "200 ms")])
}

fn translate(text: &str) -> anyhow::Result<Vec<Module>> {
    let found = sycl_hls_front::find_modules(text).ok().context("the kernels are no Rust")?;
    let translate = |mut module| {
        let source = Source::new("kernels.rs", Some(text.into()));
        sycl_hls_front::translate(&mut module, source).module.context("the kernels are wrong")
    };
    found.into_iter().map(translate).collect()
}

fn design(board: &Board) -> Design {
    Design {
        name: "app".to_owned(),
        board: board.name.clone(),
        platform: board.platform.clone(),
        family: board.family,
        target: Target::Hw,
        version: Version::V2025_2,
        hls: Hls::Classic,
        kernels: Vec::new(),
        sources: BTreeMap::new(),
        link_config: String::new(),
        options: Options::default(),
    }
}
