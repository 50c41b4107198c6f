//! `sycl-hls explain`

use std::process::ExitCode;

use clap::Args;
use sycl_hls_front::{CATALOGUE, explain as page};

use crate::failure::Failure;
use crate::table::table;
use crate::terminal::print;

/// Explain the code of a message, with a wrong and a right example
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls explain SH0107
  sycl-hls explain --list")]
pub struct Explain {
    /// The code, such as SH0107
    #[arg(value_name = "CODE", required_unless_present = "list")]
    code: Option<String>,
    /// List all codes and their meanings
    #[arg(long, conflicts_with = "code")]
    list: bool,
}

pub fn explain(args: &Explain) -> anyhow::Result<ExitCode> {
    match &args.code {
        Some(code) => print(&explanation(code)?)?,
        None => print(&list())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn list() -> String {
    let row =
        |(code, meaning): &(sycl_hls_ir::Code, &str)| vec![code.0.to_owned(), meaning.trim().to_owned()];
    table("", &CATALOGUE.iter().map(row).collect::<Vec<_>>())
}

/// The page of a code as it is shown; a code that has no page yet is explained by its meaning.
fn explanation(given: &str) -> anyhow::Result<String> {
    let wanted = normalized(given);
    let Some((code, meaning)) = CATALOGUE.iter().find(|(code, _)| code.0 == wanted) else {
        let failure = Failure::usage(format!("there is no code `{given}`"));
        return Err(failure.help("`sycl-hls explain --list` lists all codes").into());
    };
    Ok(match page(code.0) {
        Some(page) => shown(page),
        None => format!("{}: {}\n", code.0, meaning.trim()),
    })
}

/// `107`, `sh107` and `error[SH0107]` mean SH0107.
fn normalized(given: &str) -> String {
    let code = given.trim_start_matches("error[").trim_end_matches(']').to_uppercase();
    let digits = code.strip_prefix("SH").unwrap_or(&code);
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        return code;
    }
    format!("SH{digits:0>4}")
}

/// A page's Markdown for a terminal: headings are bold, examples are indented and coloured.
fn shown(page: &str) -> String {
    let mut in_example = false;
    let mut text = String::new();
    for line in page.lines() {
        let heading = line.trim_start_matches('#').trim_start();
        if line.starts_with("```") {
            in_example = !in_example;
        } else if in_example && line.is_empty() {
            text.push('\n');
        } else if in_example {
            text += &format!("    \x1b[36m{line}\x1b[0m\n");
        } else if line.starts_with('#') {
            text += &format!("\x1b[1m{heading}\x1b[0m\n");
        } else {
            text += &format!("{line}\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_as_people_write_them() {
        for given in ["SH0107", "sh0107", "107", "sh107", "error[SH0107]"] {
            assert_eq!(normalized(given), "SH0107");
        }
        assert_eq!(normalized("E0308"), "E0308");
        assert_eq!(normalized(""), "");
    }

    #[test]
    fn headings_and_examples_stand_out() {
        let page = "# Title\n\nText.\n\n```rust\nlet a;\n\nlet b;\n```\n";
        assert_eq!(
            shown(page),
            "\x1b[1mTitle\x1b[0m\n\nText.\n\n    \x1b[36mlet a;\x1b[0m\n\n    \x1b[36mlet b;\x1b[0m\n"
        );
    }
}
