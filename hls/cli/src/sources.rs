//! Source files and the kernels modules in them.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use annotate_snippets::Renderer;
use anyhow::Context as _;
use rayon::prelude::*;
use sycl_hls_front::{find_modules, translate_with};
use sycl_hls_ir::{Diagnostic, Module, Severity, Source};
use sycl_hls_types::Location;
use syn::spanned::Spanned as _;

use crate::failure::{Failure, Reported};
use crate::imports::Gathered;
use crate::intervals;
use crate::placement::Scheduled;
use crate::{diagnostics, imports, terminal};

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
    /// The file, with its text, and those of the modules that are imported.
    pub source: Source,
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
    let translate = |file: &SourceFile| Ok(translate_text(file, &read(&file.path)?, mhz));
    let all: Vec<anyhow::Result<Translated>> = files.par_iter().map(translate).collect();
    let mut said = HashSet::new();
    for translated in all {
        let mut translated = translated?;
        translated.leave_out_repeated(&mut said);
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
    /// Leaves out messages about imported modules that others have said: where the module stands, or where it is imported, too.
    fn leave_out_repeated(&mut self, said: &mut HashSet<(Location, String)>) {
        let source = &self.source;
        self.diagnostics.retain(|message| {
            let new = said.insert((source.location(message.span), message.message.clone()));
            new || message.span.start.file() == 0
        });
    }

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
        let mut others: Vec<_> = functions(self.source.text.as_deref().unwrap_or_default())
            .into_iter()
            .filter(|function| holds(function, &others))
            .collect();
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
        let render = |message| diagnostics::render(&self.source, message, renderer);
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

fn translate_text(file: &SourceFile, text: &str, mhz: Option<u32>) -> Translated {
    let mut modules = Vec::new();
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut source = Source::new(file.shown_as.as_str(), Some(text.into()));
    match find_modules(text) {
        Ok(found) => {
            let Gathered { imports, files } = imports::gather(&file.path, text, &found);
            source.imported = files;
            for (mut module, imports) in found.into_iter().zip(imports) {
                let translation = translate_with(&mut module, source.clone(), imports);
                diagnostics.extend(translation.diagnostics);
                if let (Some(module), Some(mhz)) = (&translation.module, mhz) {
                    let mut reached = Scheduled::new(module, mhz).intervals();
                    // Intervals of imported loops are said where these are written.
                    reached.retain(|interval| interval.requested.start.file() == 0);
                    intervals::add(&reached, &translation.levels, &mut diagnostics);
                }
                modules.extend(translation.module);
            }
        }
        Err(error) => diagnostics.push(*error),
    }
    Translated { source, modules, diagnostics }
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
        let complaints = match result {
            Ok(it) => {
                made.push(it);
                continue;
            }
            Err(complaints) => complaints,
        };
        for complaint in complaints {
            let shown = diagnostics::render(&module.source, &complaint, &terminal::renderer());
            anstream::eprintln!("{shown}\n");
            errors += 1;
        }
    }
    if errors == 0 { Ok(made) } else { Err(Reported { errors }.into()) }
}

/// All messages about a source text for what it is built for, as they are shown without colours.
pub fn messages_for(shown_as: &str, text: &str, check: impl Fn(&Module) -> Vec<Diagnostic>) -> Vec<String> {
    let translated = translate_text(&SourceFile::named(Path::new(shown_as)), text, None);
    let renderer = Renderer::plain();
    let complaints = translated.modules.iter().flat_map(check);
    let shown = complaints.map(|error| diagnostics::render(&translated.source, &error, &renderer));
    translated.rendered(&renderer).chain(shown).collect()
}

/// All messages about a source text, as `sycl-hls check` shows them without colours; those of our own hardware where a clock in MHz
/// is named.
pub fn messages(shown_as: &str, text: &str, mhz: Option<u32>) -> Vec<String> {
    let file = SourceFile::named(Path::new(shown_as));
    translate_text(&file, text, mhz).rendered(&Renderer::plain()).collect()
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
