//! Kernels that were changed at random.

use std::path::{Path, PathBuf};

use crate::is_all;
use crate::robust::support::outcome;

/// A small generator of numbers (SplitMix64): the same changes in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn one_of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }
}

/// Every source with kernels in the repository.
fn sources() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["tests/kernels", "tests/ui", "examples/box-filter/src"];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap());
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .filter(|text| text.contains("kernels"))
        .collect()
}

/// The text in pieces that are about tokens; put together they are the text.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for c in text.chars() {
        let in_word = c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if in_word && last.ends_with(|c: char| c.is_alphanumeric() || c == '_') => {
                last.push(c)
            }
            _ => tokens.push(c.to_string()),
        }
    }
    tokens
}

const INSERTED: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ";",
    ",",
    "&",
    "mut ",
    "-",
    "!",
    "*",
    "..",
    "=",
    "==",
    "+=",
    "<<",
    "::",
    "#",
    "?",
    "0",
    "1.5",
    "18446744073709551615",
    "-1",
    "x",
    "y",
    "i",
    "for i in 0..4 {}",
    "if true {}",
    "let ",
    "let a = [0; 3];",
    "[0; 4]",
    "fn ",
    "return ",
    "const A: u8 = 1;",
    "u8",
    "f32",
    "bool",
    "usize",
    "as u8",
    "#[pipeline(ii = 1)]",
    "#[unroll]",
    "#[array_partition(kind = complete)]",
    "#[dependence(variable = a, inter, RAW, distance = 2, true)]",
    "#[bind_op(op = mul, impl = dsp)]",
    "#[bind_storage(type = ram_2p)]",
    "#[protocol(fixed)] {",
    "#[bank(HBM[0:3])]",
    "#[s_axilite(offset = 0x10)]",
    "#[compute_units(4)]",
    "#[allocation(function = f, limit = 1)]",
    "#[inline(off)]",
    "#[kernel]",
    "#[len(n)]",
    "\"",
    "'",
    "b'a'",
    "/*",
    "//",
    "é",
    "\u{0}",
    "struct S;",
    "#[derive(Clone, Copy)] struct S { a: u32, b: [f32; 2] }",
    "#[derive(Clone, Copy, Element)] struct E { a: u32 }",
    "enum E { A, B(u32), C { c: f32 } }",
    "impl S { fn f(&mut self) -> u32 { self.a } }",
    "S { a: 1, ..s }",
    "E::B(1)",
    "Self",
    "self",
    ".0",
    ".a",
    "mod m {}",
    "match a {}",
    "match x { _ => 1 }",
    "1..=3 => {}",
    "Some(v) if v > 1 => v,",
    "a @ 1..=9 | b => {}",
    "(a, .., b)",
    "&a",
    "&mut x[1..]",
    "*",
    "ref ",
    "Some(1)",
    "None",
    "Option<",
    "let Some(a) = b else { return };",
    "if let Some(a) = b {}",
    "while let Some(a) = b {}",
    "while i < 4 {",
    "loop { break 1; }",
    "'a: ",
    "'a: {",
    "break 'a 1;",
    "continue;",
    "|a| a",
    "|a, b| a + b",
    ".iter()",
    ".iter_mut().enumerate()",
    ".zip(y)",
    ".map(|a| *a)",
    ".rev()",
    ".step_by(2)",
    ".chunks_exact(2)",
    ".windows(3)",
    ".sum::<u32>()",
    ".fold(0, |a, b| a + b)",
    ".any(|a| *a > 1)",
    ".unwrap()",
    ".checked_add(1)",
    ".min(1)",
    "<T: Copy>",
    "<const N: usize>",
    "::<4>",
    "T",
    "N",
    "const fn f() -> u32 { 1 }",
    "i8",
    "u64",
    "(u32, f32)",
    "[u32; N]",
    "&[f32]",
    "&mut ",
    "-> u32",
    "x.len()",
    "wrapping_add(1)",
    "r#",
    "_",
    "()",
    "macro!()",
];

fn mutate(tokens: &mut Vec<String>, foreign: &[String], random: &mut Random) {
    let at = random.below(tokens.len());
    let other = random.below(tokens.len());
    match random.below(8) {
        0 | 1 => {
            tokens.remove(at);
        }
        2 => {
            let copy = tokens[at].clone();
            tokens.insert(at, copy);
        }
        3 => tokens.swap(at, other),
        4 => tokens.insert(at, (*random.one_of(INSERTED)).to_owned()),
        5 => tokens[at] = random.one_of(foreign).clone(),
        6 => {
            let end = (at + random.below(12)).min(tokens.len());
            let moved: Vec<String> = tokens.drain(at..end).collect();
            let to = random.below(tokens.len() + 1);
            tokens.splice(to..to, moved);
        }
        _ => {
            let end = (at + random.below(20)).min(tokens.len());
            let copy = tokens[at..end].to_vec();
            let to = random.below(tokens.len());
            tokens.splice(to..to, copy);
        }
    }
}

/// Changes of whole tokens, most of which still are Rust.
#[test]
fn tokens_changed() {
    let sources: Vec<Vec<String>> = sources().iter().map(|text| tokens(text)).collect();
    let mut random = Random(1);
    let mut valid = 0;
    for round in 0..if is_all() { 30 } else { 6 } {
        for source in &sources {
            let mut mutant = source.clone();
            for _ in 0..=random.below(3) {
                let foreign = random.one_of(&sources);
                if !mutant.is_empty() {
                    mutate(&mut mutant, foreign, &mut random);
                }
            }
            valid += usize::from(outcome(&mutant.concat()).is_ok());
        }
        assert!(round > 0 || !sources.is_empty(), "no sources");
    }
    assert!(valid > 30, "only {valid} mutants are valid: the changes are too wild to test anything");
}

/// Changes of single characters.
#[test]
fn characters_changed() {
    let sources = sources();
    let mut random = Random(2);
    for _ in 0..if is_all() { 5 } else { 2 } {
        for source in &sources {
            let mut text: Vec<char> = source.chars().collect();
            for _ in 0..=random.below(4) {
                let at = random.below(text.len());
                match random.below(3) {
                    _ if text.is_empty() => {}
                    0 => drop(text.remove(at)),
                    1 => text.insert(at, char::from(32 + random.below(95) as u8)),
                    _ => text.truncate(at.max(1)),
                }
            }
            let _ = outcome(&text.iter().collect::<String>());
        }
    }
}
