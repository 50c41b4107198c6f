//! `docs/language.md` tells the truth: its examples are Rust, translate, and become the C++ that it shows; what it says to be
//! refused is; and its tables have every method.

use std::collections::BTreeSet;

use expect_test::expect_file;
use sycl_hls_compiler::{back::hls_cpp, pass};
use sycl_hls_front::number_methods;
use sycl_hls_tests::page::{block, complaints, module, page, sections, source};

/// The C++ of items, without what the page leaves away.
fn cpp(items: &str, interfaces: bool) -> Vec<String> {
    let mut module = module(items);
    pass::run_all(&mut module, hls_cpp::LEGALIZE);
    lines(&hls_cpp::emit(&module).text).filter(|line| interfaces || !line.contains(" INTERFACE ")).collect()
}

/// The lines of a text that are no comments and mark nothing as unused.
fn lines(text: &str) -> impl Iterator<Item = String> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//") && !line.starts_with("(void)"))
        .map(str::to_owned)
}

/// The examples of the page and their C++, with the headings.
fn examples(page: &str) -> Vec<(&str, &str, &str)> {
    let mut examples = Vec::new();
    for (heading, text) in sections(page) {
        let mut rest = text;
        while let Some((rust, after)) = block(rest, "rust") {
            let (cpp, after) = block(after, "cpp").unwrap_or_else(|| panic!("{heading}: there is no C++"));
            examples.push((heading, rust, cpp));
            rest = after;
        }
    }
    examples
}

#[test]
fn examples_become_the_cpp_that_is_shown() {
    let page = page("language.md");
    let examples = examples(&page);
    assert_eq!(examples.len(), page.matches("```rust").count());
    for (heading, rust, shown) in examples {
        let emitted = cpp(rust, shown.contains(" INTERFACE "));
        for part in shown.split("// ...") {
            let part: Vec<String> = lines(part).collect();
            let found = emitted.windows(part.len().max(1)).any(|window| window == part);
            assert!(found, "{heading}: {part:#?}\nis not in\n{}", emitted.join("\n"));
        }
    }
}

/// They are a module of this package, so that rustc has seen them: `UPDATE_EXPECT=1` writes it anew.
#[test]
fn examples_are_rust() {
    let page = page("language.md");
    let modules = examples(&page).into_iter().enumerate();
    let modules =
        modules.map(|(index, (_, rust, _))| format!("mod example_{index} {{\n{}}}\n", source(rust)));
    let text = format!("//! The examples of `docs/language.md`.\n\n{}", modules.collect::<String>());
    expect_file!["../kernels/language_page.rs"].assert_eq(&text);
}

/// The rows of all tables of a text, as their cells; heads and lines under them are none.
fn rows(text: &str) -> Vec<Vec<String>> {
    let tables = text.lines().filter(|line| line.starts_with("| `"));
    let cells = |line: &str| {
        let line = line.replace("\\|", "\u{0}");
        line.trim_matches('|').split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
    };
    tables.map(cells).collect()
}

fn section<'p>(page: &'p str, heading: &str) -> &'p str {
    let sections = sections(page);
    let found = sections.iter().find(|(name, _)| *name == heading);
    found.unwrap_or_else(|| panic!("there is no section `{heading}`")).1
}

/// The codes of the messages about items.
fn codes(items: &str) -> BTreeSet<String> {
    let code = |message: &String| message.split(['[', ']']).nth(1).unwrap_or_default().to_owned();
    complaints(items).iter().map(code).collect()
}

#[test]
fn what_is_refused_is_refused_with_its_code() {
    let page = page("language.md");
    let (items, statements) = section(&page, "What is not in the language")
        .split_once("| statement")
        .expect("a table of items and one of statements");
    let kernel = |body: &str| format!("#[kernel]\npub fn k(x: &[i32], y: &mut [i32]) {{\n{body}\n}}\n");
    let items = rows(items).into_iter().map(|row| (format!("{}\n", row[0].trim_matches('`')), row));
    let statements = rows(statements).into_iter().map(|row| (kernel(row[0].trim_matches('`')), row));
    let mut tried = 0;
    for (source, row) in items.chain(statements) {
        assert_eq!(codes(&source), BTreeSet::from([row[1].clone()]), "{source}");
        tried += 1;
    }
    assert!(tried > 20);
    assert_eq!(complaints(&kernel("y[0] = x[0];")), [""; 0]);
}

/// A kernel whose arguments are of a type, with the names that the tables use.
fn kernel(ty: &str, statement: &str) -> String {
    format!(
        "#[kernel]\n#[hls_allow(unused_argument)]\n#[hls_allow(scattered_access, missed_burst)]\npub fn k(x: &[{ty}], y: &mut [{ty}], n: u32) {{
            let (a, b, v) = (x[0], x[1], x[2]);
            let t = [v; 4];
            let mut o = None;
            if n > 0 {{ o = Some(v); }}
            let e = 7_u8;
            let r = o.ok_or(e);
            let s = &mut y[..4];
            {statement};
        }}\n"
    )
}

/// The methods of a type of numbers.
fn of_numbers(ty: &str) -> BTreeSet<String> {
    number_methods(ty).into_iter().collect()
}

/// The methods that the front end knows, from its message about one that it does not know, without those that a loop
/// runs over.
fn known(receiver: &str) -> BTreeSet<String> {
    let messages = complaints(&kernel("i32", &format!("{receiver}.xyzxyz()")));
    let list =
        messages.iter().find_map(|message| message.split_once("its methods are ")).expect("the methods").1;
    let names = list.split('`').skip(1).step_by(2);
    names
        .filter(|name| !["iter", "chunk", "windows"].iter().any(|loops| name.starts_with(loops)))
        .map(str::to_owned)
        .collect()
}

/// Tries the methods in the tables of a text, and gives their names.
fn tried(text: &str, ty: &str) -> BTreeSet<String> {
    let rows = rows(text);
    let calls = rows.iter().flat_map(|row| row[0].split('`').skip(1).step_by(2));
    let name = |call: &str| call.split(['.', '(']).nth(1).unwrap_or_default().to_owned();
    calls
        .map(|call| {
            assert_eq!(complaints(&kernel(ty, call)), [""; 0], "{call}");
            name(call)
        })
        .collect()
}

#[test]
fn the_tables_have_every_method() {
    let page = page("language.md");
    let (both, rest) =
        section(&page, "Methods of integers").split_once("Of unsigned").expect("a table for both");
    let (unsigned, signed) = rest.split_once("Of signed").expect("tables for each");
    for (own, types) in [(unsigned, ["u8", "usize"]), (signed, ["i32", "i64"])] {
        for ty in types {
            assert_eq!(&tried(both, ty) | &tried(own, ty), of_numbers(ty), "{ty}");
        }
    }
    for ty in ["f32", "f64"] {
        assert_eq!(tried(section(&page, "Methods of floats"), ty), of_numbers(ty), "{ty}");
    }
    assert_eq!(tried(section(&page, "Methods of arrays and slices"), "i32"), known("s"));
    assert_eq!(tried(section(&page, "Methods of `Option`"), "i32"), known("o"));
    assert_eq!(tried(section(&page, "Methods of `Result`"), "i32"), known("r"));
}
