//! How much the program says, and how: decided once, by `-v`, `-q` and `--color`.

use std::fmt;
use std::io;

use annotate_snippets::Renderer;
use clap::ColorChoice;
use xclbin_tools::write_text;

use crate::args::OutputArgs;

/// Columns of messages where there is no terminal to ask.
const WIDTH: usize = 140;

/// How much is said on standard error besides errors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Verbosity {
    /// Nothing.
    Quiet,
    /// A line for each step.
    #[default]
    Normal,
    /// Also the tools' command lines and digests.
    Verbose,
}

/// How this run of the program speaks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal {
    pub verbosity: Verbosity,
    color: ColorChoice,
}

impl Terminal {
    /// What the user asked for. From here on all output heeds the choice of colours.
    pub fn new(args: OutputArgs) -> Self {
        let choice = match args.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        let verbosity = match (args.quiet, args.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        };
        Self { verbosity, color: args.color }
    }

    /// How much is said about work that the user did not ask for by name: only details, if they are wanted.
    pub fn aside(self) -> Verbosity {
        if self.verbosity == Verbosity::Verbose { Verbosity::Verbose } else { Verbosity::Quiet }
    }

    /// A finished piece of work, unless the user wants quiet.
    pub fn say(self, verb: &str, what: &str) {
        if self.verbosity >= Verbosity::Normal {
            step_line(verb, what);
        }
    }

    /// A detail for those who asked for details.
    pub fn detail(self, verb: &str, what: &str) {
        if self.verbosity >= Verbosity::Verbose {
            step_line(verb, what);
        }
    }

    /// What makes Cargo as quiet as we are.
    pub fn quiet_args(self) -> Vec<String> {
        let quiet = self.verbosity == Verbosity::Quiet;
        quiet.then(|| "--quiet".to_owned()).into_iter().collect()
    }

    /// The choice of colours as Cargo spells it.
    pub const fn color_word(self) -> &'static str {
        match self.color {
            ColorChoice::Auto => "auto",
            ColorChoice::Always => "always",
            ColorChoice::Never => "never",
        }
    }
}

/// A line for a step, as Cargo writes it.
pub fn step_line(verb: &str, what: &str) {
    anstream::eprintln!("\x1b[1;32m{verb:>12}\x1b[0m {what}");
}

/// Renders messages for standard error, as wide as it is. Where colours are not wanted, they are taken off on the way.
pub fn renderer() -> Renderer {
    let width = terminal_size::terminal_size_of(std::io::stderr());
    Renderer::styled().term_width(width.map_or(WIDTH, |(width, _)| usize::from(width.0)))
}

/// Writes what the user asked for to standard output. A reader that has seen enough (`| head`) is no error.
pub fn print(text: &str) -> anyhow::Result<()> {
    print_text(|out| out.write_str(text))
}

/// As [`print`], of which little is in memory at any time.
pub fn print_text(write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> anyhow::Result<()> {
    match write_text(anstream::stdout().lock(), write) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
