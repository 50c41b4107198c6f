//! Source files and the kernels modules in them.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use annotate_snippets::Renderer;
use anyhow::Context as _;
use rayon::prelude::*;
use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::{Diagnostic, Module, Severity, Source};
use syn::spanned::Spanned as _;

use crate::failure::{Failure, Reported};
use crate::intervals;
use crate::placement::Scheduled;
use crate::{diagnostics, terminal};

/// A source file and the path that messages name it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Where it is.
    pub path: PathBuf,
    /// How messages name it.
    pub shown_as: String,
}

impl SourceFile {
    /// A file that messages name as the user did.
    pub fn named(path: &Path) -> Self {
        Self { path: path.to_owned(), shown_as: path.to_string_lossy().into_owned() }
    }
}

/// What became of a source file.
#[derive(Debug)]
pub struct Translated {
    /// How messages name the file.
    pub shown_as: String,
    /// Its text.
    pub text: String,
    /// The modules without errors, as checked KIR, in order.
    pub modules: Vec<Module>,
    /// All messages, in order.
    pub diagnostics: Vec<Diagnostic>,
}

/// The kernels modules of these files as checked KIR, in order. All messages about all files are shown; with a clock in MHz, as
/// [`translate_and_show`] says.
///
/// # Errors
/// When a file cannot be read, is not Rust, or breaks a rule of the kernel language.
pub fn translate_files(files: &[SourceFile], mhz: Option<u32>) -> anyhow::Result<Vec<Module>> {
    translate_and_show(files, mhz, shown_to_people)
}

fn shown_to_people(translated: &Translated) -> anyhow::Result<()> {
    for message in translated.rendered(&terminal::renderer()) {
        anstream::eprintln!("{message}\n");
    }
    Ok(())
}

/// As [`translate_files`]; `show` shows the messages about a file. With a clock in MHz they are also of requested intervals that our
/// own hardware misses at that clock.
///
/// # Errors
/// As [`translate_files`], or what `show` gives.
pub fn translate_and_show(
    files: &[SourceFile],
    mhz: Option<u32>,
    show: impl FnMut(&Translated) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<Module>> {
    translate_kernels(files, mhz, &[], show)
}

/// As [`translate_and_show`], without the warnings about other kernels than these; none: about all.
fn translate_kernels(
    files: &[SourceFile],
    mhz: Option<u32>,
    kernels: &[&str],
    mut show: impl FnMut(&Translated) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<Module>> {
    let mut modules = Vec::new();
    let mut errors = 0;
    let translate = |file: &SourceFile| Ok(translate_text(&file.shown_as, read(&file.path)?, mhz));
    let all: Vec<anyhow::Result<Translated>> = files.par_iter().map(translate).collect();
    for translated in all {
        let mut translated = translated?;
        if !kernels.is_empty() {
            translated.leave_out_others(kernels);
        }
        show(&translated)?;
        errors += translated.errors();
        modules.extend(translated.modules);
    }
    if errors > 0 { Err(Reported { errors }.into()) } else { Ok(modules) }
}

impl Translated {
    fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    /// Leaves out the warnings about other kernels than these. Those about functions that kernels call stay.
    fn leave_out_others(&mut self, kernels: &[&str]) {
        let lines_of = |wanted: bool| -> Vec<u32> {
            let all = self.modules.iter().flat_map(Module::kernels).map(|(_, kernel)| kernel);
            let of = all.filter(|kernel| kernels.contains(&kernel.name.as_str()) == wanted);
            of.map(|kernel| kernel.span.start.line).collect()
        };
        let (wanted, others) = (lines_of(true), lines_of(false));
        let holds =
            |function: &RangeInclusive<u32>, lines: &[u32]| lines.iter().any(|line| function.contains(line));
        let mut others: Vec<_> =
            functions(&self.text).into_iter().filter(|function| holds(function, &others)).collect();
        // Instances of one kernel are one function.
        others.retain(|function| !holds(function, &wanted));
        self.diagnostics.retain(|message| {
            let line = message.span.start.line;
            message.severity == Severity::Error || !others.iter().any(|function| function.contains(&line))
        });
    }

    /// The number of warnings.
    pub fn warnings(&self) -> usize {
        self.count(Severity::Warning)
    }

    fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|message| message.severity == severity).count()
    }

    /// The messages as they are shown to people.
    pub fn rendered(&self, renderer: &Renderer) -> impl Iterator<Item = String> {
        let render = |message| diagnostics::render(&self.shown_as, &self.text, message, renderer);
        self.diagnostics.iter().map(render)
    }
}

/// The lines of each function of the kernels modules in a text, attributes included.
fn functions(text: &str) -> Vec<RangeInclusive<u32>> {
    let modules = find_modules(text).unwrap_or_default();
    let items = modules.iter().filter_map(|module| module.content.as_ref()).flat_map(|(_, items)| items);
    let lines = items.filter(|item| matches!(item, syn::Item::Fn(_))).map(|item| {
        let span = item.span();
        let [start, end] =
            [span.start(), span.end()].map(|place| u32::try_from(place.line).unwrap_or(u32::MAX));
        start..=end
    });
    lines.collect()
}

fn translate_text(shown_as: &str, text: String, mhz: Option<u32>) -> Translated {
    let mut modules = Vec::new();
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    match find_modules(&text) {
        Ok(found) => {
            for mut module in found {
                let source = Source { file: shown_as.to_owned(), text: Some(text.as_str().into()) };
                let translation = translate(&mut module, source);
                diagnostics.extend(translation.diagnostics);
                if let (Some(module), Some(mhz)) = (&translation.module, mhz) {
                    let reached = Scheduled::new(module, mhz).intervals();
                    intervals::add(&reached, &translation.levels, &mut diagnostics);
                }
                modules.extend(translation.module);
            }
        }
        Err(error) => diagnostics.push(*error),
    }
    Translated { shown_as: shown_as.to_owned(), text, modules, diagnostics }
}

/// Shows all that `check` complains of about modules; an error if there is something.
///
/// # Errors
/// When there is a complaint.
pub fn refuse(modules: &[Module], check: impl Fn(&Module) -> Vec<Diagnostic>) -> anyhow::Result<()> {
    let check = |module: &Module| match check(module) {
        complaints if complaints.is_empty() => Ok(()),
        complaints => Err(complaints),
    };
    each(modules, check).map(|_| ())
}

/// What `make` makes of each module; shows all that it complains of.
///
/// # Errors
/// When there is a complaint.
pub fn each<T>(
    modules: &[Module],
    make: impl Fn(&Module) -> Result<T, Vec<Diagnostic>>,
) -> anyhow::Result<Vec<T>> {
    shown(modules.iter().map(|module| (module, make(module))))
}

/// What was made of modules; shows all that was complained of.
///
/// # Errors
/// When there is a complaint.
pub fn shown<'m, T>(
    results: impl Iterator<Item = (&'m Module, Result<T, Vec<Diagnostic>>)>,
) -> anyhow::Result<Vec<T>> {
    let mut errors = 0;
    let mut made = Vec::new();
    for (module, result) in results {
        let text = module.source.text.as_deref().unwrap_or_default();
        let complaints = match result {
            Ok(it) => {
                made.push(it);
                continue;
            }
            Err(complaints) => complaints,
        };
        for complaint in complaints {
            let shown = diagnostics::render(&module.source.file, text, &complaint, &terminal::renderer());
            anstream::eprintln!("{shown}\n");
            errors += 1;
        }
    }
    if errors == 0 { Ok(made) } else { Err(Reported { errors }.into()) }
}

/// All messages about a source text for what it is built for, as they are shown without colours.
pub fn messages_for(shown_as: &str, text: &str, check: impl Fn(&Module) -> Vec<Diagnostic>) -> Vec<String> {
    let translated = translate_text(shown_as, text.to_owned(), None);
    let renderer = Renderer::plain();
    let complaints = translated.modules.iter().flat_map(check);
    let shown = complaints.map(|error| diagnostics::render(shown_as, text, &error, &renderer));
    translated.rendered(&renderer).chain(shown).collect()
}

/// All messages about a source text, as `sycl-hls check` shows them without colours; those of our own hardware where a clock in MHz
/// is named.
pub fn messages(shown_as: &str, text: &str, mhz: Option<u32>) -> Vec<String> {
    translate_text(shown_as, text.to_owned(), mhz).rendered(&Renderer::plain()).collect()
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {}", path.display()))
        .map_err(|error| Failure::user(format!("{error:#}")).into())
}

/// The modules of one file, of which there must be some.
///
/// # Errors
/// As [`translate_files`]; also when the file has no kernels module.
pub fn translate_one(path: &Path) -> anyhow::Result<Vec<Module>> {
    of_one(path, None, &[])
}

/// As [`translate_one`], with warnings of requested intervals that our own hardware misses at this clock in MHz.
///
/// # Errors
/// As [`translate_one`].
pub fn translate_one_for(path: &Path, mhz: u32) -> anyhow::Result<Vec<Module>> {
    of_one(path, Some(mhz), &[])
}

/// As [`translate_one`], without the warnings about other kernels than these; none: about all.
///
/// # Errors
/// As [`translate_one`].
pub fn translate_for(path: &Path, kernels: &[&str]) -> anyhow::Result<Vec<Module>> {
    of_one(path, None, kernels)
}

fn of_one(path: &Path, mhz: Option<u32>, kernels: &[&str]) -> anyhow::Result<Vec<Module>> {
    let modules = translate_kernels(&[SourceFile::named(path)], mhz, kernels, shown_to_people)?;
    if modules.is_empty() {
        let failure = Failure::user(format!("{} has no kernels module", path.display()));
        return Err(failure.help("mark an inline module with `#[sycl_hls::kernels]`").into());
    }
    Ok(modules)
}
