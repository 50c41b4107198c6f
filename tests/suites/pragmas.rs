//! `docs/pragmas.md` tells the truth: its examples translate to the pragmas that it shows, and it has every directive with
//! every option.

use sycl_hls_compiler::{back::hls_cpp, link, pass};
use sycl_hls_ir::directive::{DirectiveSet, OptionKind};
use sycl_hls_ir::{FuncDirectives, LoopDirectives, Module, ParamDirectives, ScopeDirectives, SlotDirectives};
use sycl_hls_tests::page::{block, module, page, sections};

/// The pragmas of a module; those of interfaces only where they are what is shown.
fn pragmas(mut module: Module, interfaces: bool) -> String {
    pass::run_all(&mut module, hls_cpp::LEGALIZE);
    let text = hls_cpp::emit(&module).text;
    let lines = text.lines().filter(|line| line.starts_with("#pragma HLS"));
    let lines = lines.filter(|line| interfaces || !line.contains(" INTERFACE "));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn examples_give_the_pragmas_that_are_shown() {
    let page = page("pragmas.md");
    let mut examples = 0;
    for (heading, text) in sections(&page) {
        let Some((example, rest)) = block(text, "rust") else { continue };
        if let Some((shown, _)) = block(rest, "cpp") {
            assert_eq!(pragmas(module(example), shown.contains("INTERFACE")), shown, "{heading}");
        } else {
            let (shown, _) = block(rest, "ini").expect("an example has a result");
            let module = module(example).without_groups();
            assert_eq!(link::config(&hls_cpp::emit(&module).kernels, &module.links), shown, "{heading}");
        }
        examples += 1;
    }
    assert_eq!(examples, page.matches("```rust").count(), "one example in a section");
    assert!(examples > 20);
}

/// Each directive of a set has a section that names its options and words.
fn documented<S: DirectiveSet>(page: &str) {
    for name in S::NAMES.iter().filter(|name| !["control_bundle"].contains(name)) {
        let is_about = |(heading, text): &(&str, &str)| {
            (*name == "ap_ctrl_none" && heading.contains("`#[kernel(control = none)]`"))
                || heading.contains(&format!("`#[{name}]`"))
                || heading.contains(&format!("`#[kernel({name})]`"))
                || (heading.starts_with("Linking") && text.contains(&format!("`#[{name}(")))
        };
        let sections = sections(page);
        let (heading, text) =
            sections.iter().find(|section| is_about(section)).unwrap_or_else(|| panic!("{name}"));
        for option in S::schema(name).into_iter().flatten() {
            // Of those that are written by position, the example says all.
            if !["count", "index", "items", "memory", "first", "last", "mhz"].contains(&option.name) {
                assert!(text.contains(&format!("`{}`", option.name)), "{heading}: {}", option.name);
            }
            if let OptionKind::Word(words) = option.kind
                && *name != "bank"
            {
                let missing = words.iter().find(|word| !text.contains(&format!("`{word}`")));
                // The bindings of functions that the language does not have yet are not listed.
                assert!(
                    missing.is_none() || *name == "bind_op" || *name == "dependence",
                    "{heading}: {missing:?}"
                );
            }
        }
    }
}

#[test]
fn every_directive_is_on_the_page() {
    let page = page("pragmas.md");
    documented::<LoopDirectives>(&page);
    documented::<ScopeDirectives>(&page);
    documented::<SlotDirectives>(&page);
    documented::<ParamDirectives>(&page);
    documented::<FuncDirectives>(&page);
}
