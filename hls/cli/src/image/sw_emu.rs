//! The payload of a `sw_emu` image: kernels to C++, and C++ to a shared object.

use std::path::PathBuf;

use rayon::prelude::*;
use sycl_hls_boards::{BankKind, Board};
use sycl_hls_compiler::abi::{AbiKernel, AbiParamKind};
use sycl_hls_compiler::back::sw_emu;
use sycl_hls_compiler::link;
use sycl_hls_compiler::pass;
use sycl_hls_compiler::tool::{Cancel, Cxx, CxxOptions, ToolError};
use sycl_hls_ir::Module;
use sycl_hls_types::BankConnection;

use super::metadata::banks_of;
use super::objects::Objects;
use crate::progress::Progress;

/// The C++ of an image.
pub struct Software {
    checks: bool,
    units: Vec<Unit>,
}

/// A module on its way into the image.
struct Unit {
    name: String,
    cpp: String,
}

impl Software {
    /// The C++ of modules for a board; gives their kernels, too.
    pub fn new(modules: &[Module], board: &Board, checks: bool) -> (Self, Vec<AbiKernel>) {
        let passes = if checks { sw_emu::CHECKED } else { sw_emu::UNCHECKED };
        let mut manifest = sw_emu::new_manifest();
        let mut units = Vec::new();
        let mut kernels = Vec::new();
        for module in modules {
            let mut module = module.clone();
            pass::run_all(&mut module, passes);
            let cpp = sw_emu::emit(&module, &mut manifest);
            kernels.extend(cpp.kernels);
            units.push(Unit { name: module.name, cpp: cpp.text });
        }
        manifest.connections = connections(&kernels, board);
        units.push(Unit { name: "manifest".to_owned(), cpp: sw_emu::emit_manifest(&manifest) });
        (Self { checks, units }, kernels)
    }

    /// What decides the payload, besides the compiler.
    pub fn text(&self) -> String {
        let units = self.units.iter().map(|unit| unit.cpp.as_str());
        format!("{:?}\n{}", Cxx::flags(CxxOptions::default()), units.collect::<String>())
    }

    /// The files for people, by name.
    pub fn files(&self) -> Vec<(String, String)> {
        self.units.iter().map(|unit| (format!("{}.cpp", unit.name), unit.cpp.clone())).collect()
    }

    /// How many object files it is made of.
    pub fn objects(&self) -> usize {
        self.units.len()
    }

    /// Compiles the units side by side and links them; gives the shared object's bytes.
    pub fn make(
        &self,
        compiler: &Cxx,
        objects: &Objects,
        progress: &Progress,
        cancel: &Cancel,
    ) -> anyhow::Result<Vec<u8>> {
        let names: Vec<&str> = self.units.iter().rev().skip(1).rev().map(|unit| unit.name.as_str()).collect();
        let checks = if self.checks { "with checks" } else { "without checks" };
        progress.step("Compiling", &format!("{} ({checks})", names.join(", ")));
        let flags = Cxx::flags(CxxOptions::default()).join(" ");
        progress.detail("Flags", &flags);
        let compile = |unit: &Unit| objects.compile(&unit.cpp, compiler, cancel);
        let compiled: Vec<PathBuf> = self.units.par_iter().map(compile).collect::<Result<_, ToolError>>()?;
        let folder = objects.temporary()?;
        let library = folder.path().join("kernels.so");
        compiler.link_shared(&compiled, &library, cancel)?;
        std::fs::read(&library).map_err(|source| ToolError::File { path: library, source }.into())
    }
}

/// The banks of the card that each slice of each compute unit reaches. Memory of the host is none of the card's.
fn connections(kernels: &[AbiKernel], board: &Board) -> Vec<BankConnection> {
    let mut connections = Vec::new();
    for unit in kernels.iter().flat_map(link::units) {
        for param in &unit.kernel.params {
            let AbiParamKind::Pointer { .. } = param.kind else { continue };
            let banks = banks_of(unit, param, board).into_iter().filter_map(|bank| board.banks.get(bank));
            let banks: Vec<_> = banks.filter(|bank| bank.kind != BankKind::Host).collect();
            let Some(first) = banks.first() else { continue };
            connections.push(BankConnection {
                unit: unit.name(),
                param: param.host_name.clone(),
                banks: unit.bank(param).map_or_else(|| first.tag.clone(), |bank| bank.tag()),
                bytes: banks.iter().map(|bank| bank.size).sum(),
            });
        }
    }
    connections
}
