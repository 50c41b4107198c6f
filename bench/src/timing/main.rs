//! `make timing`: how long the slowest paths of our Verilog take, by [`sycl_hls_netlist::slowest`].
//!
//! Operators of the library, by clock, and whole kernels of the corpus with their bridges and their control. `--operators` or
//! `--kernels` measures one of these, `--all` every kernel of the corpus; other words are together a part of a name. It fails
//! if a path is longer than its budget, or an enable has too many loads. `--top MODULE FILE ..` measures Verilog from elsewhere
//! instead, such as designs whose frequency is published.

mod elsewhere;
mod kernels;
mod operators;

use std::time::Duration;

use anyhow::bail;

/// The processor time that yosys has for an operator or a kernel.
const LIMIT: Duration = Duration::from_secs(1800);

/// What to measure.
struct Choice {
    operators: bool,
    kernels: bool,
    /// Every kernel of the corpus.
    all: bool,
    /// A part of the names.
    word: String,
}

impl Choice {
    fn of(args: impl Iterator<Item = String>) -> anyhow::Result<Self> {
        let mut choice = Self { operators: true, kernels: true, all: false, word: String::new() };
        let mut words = Vec::new();
        for arg in args {
            match arg.as_str() {
                "--operators" => choice.kernels = false,
                "--kernels" => choice.operators = false,
                "--all" => choice.all = true,
                option if option.starts_with("--") => {
                    bail!("{option}: there are --operators, --kernels, --all, and --top MODULE FILE ..")
                }
                _ => words.push(arg),
            }
        }
        choice.word = words.join(" ");
        Ok(choice)
    }
}

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [option, top, files @ ..] = args.as_slice()
        && option == "--top"
    {
        return elsewhere::measure(top, files);
    }
    let choice = Choice::of(args.into_iter())?;
    let mut late = Vec::new();
    if choice.operators {
        late.extend(operators::measure(&choice.word)?);
    }
    if choice.kernels {
        late.extend(kernels::measure(&choice.word, choice.all)?);
    }
    match late.as_slice() {
        [] => Ok(()),
        late => bail!("{}", late.join("\n")),
    }
}
