//! The kernels that run in turn.

use crate::failure::Failure;

/// The word between two kernels.
const THEN: &str = "then";

/// One kernel with its arguments, as they stand on the command line.
#[derive(Debug, PartialEq, Eq)]
pub struct Step<'a> {
    pub kernel: &'a str,
    pub args: &'a [String],
}

/// Splits `KERNEL ARGS then KERNEL ARGS ..`, of which the first kernel stands apart.
///
/// # Errors
/// When no kernel follows a `then`.
pub fn steps<'a>(first: &'a str, words: &'a [String]) -> Result<Vec<Step<'a>>, Failure> {
    let mut parts = words.split(|word| word == THEN);
    let mut steps = vec![Step { kernel: first, args: parts.next().unwrap_or_default() }];
    for part in parts {
        let Some((kernel, args)) = part.split_first().filter(|(kernel, _)| !kernel.contains('=')) else {
            let failure = Failure::usage(format!("a kernel's name must follow `{THEN}`"));
            return Err(failure.help(format!("write `KERNEL NAME=VALUE .. {THEN} KERNEL NAME=VALUE ..`")));
        };
        steps.push(Step { kernel, args });
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn kernels_stand_between_thens() {
        let words = words("a=1 x=@x then k2 then k3 b=2");
        let found = steps("k1", &words).unwrap();
        let found: Vec<(&str, usize)> = found.iter().map(|step| (step.kernel, step.args.len())).collect();
        assert_eq!(found, [("k1", 2), ("k2", 0), ("k3", 1)]);
    }

    #[test]
    fn a_then_without_a_kernel() {
        for text in ["a=1 then", "then then k", "then b=2"] {
            assert!(steps("k", &words(text)).is_err(), "{text}");
        }
    }
}
