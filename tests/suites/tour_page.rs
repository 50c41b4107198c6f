//! `docs/tour.md` tells the truth: it shows what the compiler makes of its kernel at each level.

use sycl_hls_cli::sources::{SourceFile, translate_files};
use sycl_hls_compiler::back::hls_cpp;
use sycl_hls_compiler::pass::run_all;
use sycl_hls_compiler::rtl::predict::{Inputs, predict};
use sycl_hls_compiler::rtl::text;
use sycl_hls_ir::{Module, print};
use sycl_hls_tests::page::{block, hardware, page};

/// The module of the page, from a file as it stands there.
fn module(page: &str) -> Module {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scale.rs");
    std::fs::write(&path, block(page, "rust").unwrap().0).unwrap();
    translate_files(&[SourceFile::named(&path)], None).unwrap().remove(0)
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect()
}

/// Each part of the block, between `// ...`, stands in the text.
fn assert_shown(page: &str, kind: &str, text: &str) {
    let text = lines(text);
    for part in block(page, kind).unwrap().0.split("// ...") {
        let part = lines(part);
        let stands = text.windows(part.len()).any(|window| window == part);
        assert!(stands, "{kind}: {part:#?}\nis not in\n{}", text.join("\n"));
    }
}

#[test]
fn each_level_is_what_the_compiler_makes() {
    let page = page("tour.md");
    let module = module(&page);
    assert_shown(&page, "kir", &print(&module));
    let mut legal = module.clone();
    run_all(&mut legal, hls_cpp::LEGALIZE);
    let cpp = hls_cpp::emit(&legal).text;
    let code = |line: &&str| !line.starts_with("#pragma HLS INTERFACE") && !line.trim().starts_with("//");
    let cpp: Vec<&str> = cpp.lines().filter(code).filter(|line| !line.contains("(void)")).collect();
    assert_shown(&page, "cpp", &cpp.join("\n"));
    let hardware = hardware(&module);
    assert_shown(&page, "rtl", &text::print(&hardware.design));
    let verilog = String::from_iter(hardware.verilog().map(|(_, text)| text));
    assert_shown(&page, "verilog", &verilog);
}

/// The cycle in which the statement begins stands in the last comment before it.
fn cycle<'v>(verilog: &'v str, statement: &str) -> &'v str {
    let (before, _) = verilog.split_once(statement).unwrap_or_else(|| panic!("there is no {statement}"));
    let (_, comment) = before.rsplit_once(", cycle ").unwrap();
    comment.lines().next().unwrap()
}

#[test]
fn the_table_is_the_schedule() {
    let page = page("tour.md");
    let module = module(&page);
    let hardware = hardware(&module);
    let verilog = String::from_iter(hardware.verilog().map(|(_, text)| text));
    let (kir, design) = (print(&module), text::print(&hardware.design));
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ") && line.contains("`n")).collect();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let cells: Vec<&str> = row.split(" | ").map(|cell| cell.trim_matches(['|', '`', ' '])).collect();
        let [from, node, at, statement] = cells[..] else { panic!("{row}") };
        assert!(kir.contains(from) && design.contains(node), "{row}");
        assert_eq!(cycle(&verilog, statement), at, "{row}");
    }
}

#[test]
fn the_prediction_is_that_of_the_page() {
    let page = page("tour.md");
    let hardware = hardware(&module(&page));
    let length = || Some(1024_u64.to_le_bytes().to_vec());
    let inputs = Inputs::of_registers(vec![None, None, length(), None, length()]);
    let prediction = predict(&hardware.design, &hardware.plan, &inputs);
    assert_eq!(prediction.cycles.exact(), Some(1112));
    assert!(page.contains("predicts 1,112 cycles"));
}
