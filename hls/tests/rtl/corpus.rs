//! All test kernels: their designs are well-formed after each pass, and the text form says all of them.

use std::path::{Path, PathBuf};

use sycl_hls_compiler::pass::{self, HARDWARE};
use sycl_hls_compiler::rtl::cost::Cost;
use sycl_hls_compiler::rtl::design::Design;
use sycl_hls_compiler::rtl::pass::PASSES;
use sycl_hls_compiler::rtl::{Clock, Slices, check, lower, text};
use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::{Module, Source};

use crate::is_all;

const CLOCK: Clock = Clock { mhz: 300.0, uncertainty: 0.27 };

/// The Rust files in a folder and below.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let all = entries.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    all.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The modules of a file that import nothing, in the form for hardware.
fn modules(path: &Path) -> Vec<Module> {
    let modules = find_modules(&std::fs::read_to_string(path).unwrap()).unwrap_or_default();
    let translated = modules.into_iter().filter_map(|mut item| {
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut module = translate(&mut item, Source::new(file, None)).module?;
        pass::run_all(&mut module, HARDWARE);
        Some(module)
    });
    translated.collect()
}

/// Every which design is printed and parsed after each pass, and not only at the end.
const SAMPLE: usize = 8;

fn assert_has_a_text(design: &Design, name: &str) {
    let printed = text::print(design);
    let parsed = text::parse(&printed).unwrap_or_else(|error| panic!("{name}: {error}\n{printed}"));
    assert_eq!(text::print(&parsed), printed, "{name}");
    assert_eq!(format!("{parsed:?}"), format!("{design:?}"), "{name}");
}

#[test]
fn every_design_is_well_formed_after_each_pass_and_has_a_text() {
    let mut designs = 0;
    let step = if is_all() { 1 } else { 4 };
    for path in
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/kernels")).into_iter().step_by(step)
    {
        for module in modules(&path) {
            for (_, func) in module.kernels() {
                let name = format!("{} {}", path.display(), func.name);
                let Ok(mut design) = lower(&module, func, Slices::Masters, CLOCK) else { continue };
                assert_eq!(check(&design), Ok(()), "{name} as it is lowered");
                let is_printed = is_all() || designs % SAMPLE == 0;
                for pass in &PASSES {
                    pass.run(&mut design, Cost { clock: CLOCK });
                    assert_eq!(check(&design), Ok(()), "{name} after {}", pass.name);
                    if is_printed {
                        assert_has_a_text(&design, &format!("{name} after {}", pass.name));
                    }
                }
                assert_has_a_text(&design, &name);
                designs += 1;
            }
        }
    }
    assert!(designs > if is_all() { 150 } else { 50 }, "{designs}");
}
