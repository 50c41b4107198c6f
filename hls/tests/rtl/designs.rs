//! What passes make of designs: `designs/NAME.kir` is lowered, the passes in its first line run (`// passes: prune burst`), and
//! `designs/NAME.rtl` is the result. `UPDATE_EXPECT=1 cargo test -p sycl-hls-compiler rtl::` writes the results anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use sycl_hls_compiler::pass::{HARDWARE, run_all};
use sycl_hls_compiler::rtl::cost::Cost;
use sycl_hls_compiler::rtl::design::Design;
use sycl_hls_compiler::rtl::pass::PASSES;
use sycl_hls_compiler::rtl::{Clock, Slices, check, lower, text};

const CLOCK: Clock = Clock { mhz: 300.0, uncertainty: 0.27 };

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rtl/designs")
}

/// The passes that the first line of a file names.
fn passes(text: &str) -> Vec<&str> {
    let line = text.lines().next().and_then(|line| line.strip_prefix("// passes: "));
    line.expect("the first line names passes").split_whitespace().collect()
}

/// The design of the kernel of a file, after the passes that the file names.
pub fn design(name: &str) -> Design {
    let text = std::fs::read_to_string(folder().join(name).with_extension("kir")).unwrap();
    let mut module = sycl_hls_ir::parse(&text).unwrap();
    assert_eq!(sycl_hls_ir::check(&module), Ok(()));
    run_all(&mut module, HARDWARE);
    let (_, func) = module.kernels().next().unwrap();
    let mut design = lower(&module, func, Slices::Masters, CLOCK).unwrap();
    for name in passes(&text) {
        let pass = PASSES.iter().find(|pass| pass.name == name).expect("there is such a pass");
        pass.run(&mut design, Cost { clock: CLOCK });
    }
    assert_eq!(check(&design), Ok(()), "{name}");
    design
}

#[test]
fn passes_make_these_designs() {
    let mut used = BTreeSet::new();
    for entry in folder().read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "kir") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            expect_file![path.with_extension("rtl")].assert_eq(&text::print(&design(&name)));
            let text = std::fs::read_to_string(&path).unwrap();
            used.extend(passes(&text).into_iter().map(str::to_owned));
        }
    }
    let all: BTreeSet<String> = PASSES.iter().map(|pass| pass.name.to_owned()).collect();
    assert_eq!(used, all, "each pass has a file that names it");
}

/// A mistake is found in its line and column.
#[test]
fn mistakes_in_a_text_have_a_place() {
    let printed = text::print(&design("prune"));
    let line = printed.lines().position(|line| line.contains("process")).unwrap();
    let wrong = printed.replacen("process", "proces", 1);
    let error = text::parse(&wrong).unwrap_err();
    assert_eq!((error.at.line as usize, error.at.column), (line + 1, 6), "{error}");
}
