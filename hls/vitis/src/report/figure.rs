//! Figures as reports write them. What is no figure (`-`, `?`, `undef`, nothing) is none, never 0.

use serde::{Deserialize, Serialize};

/// The least and the most of a figure that depends on data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Range {
    /// The least, if it is known.
    pub min: Option<u64>,
    /// The most, if it is known.
    pub max: Option<u64>,
}

impl Range {
    /// A range of one figure, or of two: `2050`, `45 ~ 9480`.
    #[must_use]
    pub fn read(text: &str) -> Self {
        match text.split_once(" ~ ") {
            Some((min, max)) => Self { min: count(min), max: count(max) },
            None => Self { min: count(text), max: count(text) },
        }
    }
}

/// A number of things: `2050`, `53,700`.
pub(super) fn count(text: &str) -> Option<u64> {
    let text = text.trim();
    let starts_well = text.starts_with(|c: char| c.is_ascii_digit());
    if !starts_well || !text.chars().all(|c| c.is_ascii_digit() || c == ',') {
        return None;
    }
    text.replace(',', "").parse().ok()
}

/// A number of things before a share of them: `3762 [  3.01%]`, `30 (10%)`, `10.5`.
pub(super) fn amount(text: &str) -> Option<f64> {
    let end = text.find(['[', '(']).unwrap_or(text.len());
    real(text.get(..end)?)
}

/// A quantity: `-0.134`, `2.473e+03`, `9.66 ns`.
pub(crate) fn real(text: &str) -> Option<f64> {
    let first = text.split_whitespace().next()?;
    let starts_well = first.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
    let value: f64 = first.replace(',', "").parse().ok().filter(|_| starts_well)?;
    value.is_finite().then_some(value)
}

/// A text that says something.
pub(super) fn said(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty() && text != "-").then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Range, amount, count, real, said};

    #[test]
    fn what_is_no_figure_is_none() {
        for text in ["-", "?", "undef", "", " ", "inf", "nan", "N/A", "~0", "--5", "1e999"] {
            assert_eq!(count(text), None, "{text}");
            assert_eq!(real(text), None, "{text}");
            assert_eq!(amount(text), None, "{text}");
        }
        assert_eq!(said(" - "), None);
    }

    #[test]
    fn figures_are_read_as_they_are_written() {
        assert_eq!(count(" 53,700 "), Some(53_700));
        assert_eq!(amount(" 3762 [  3.01%]"), Some(3762.0));
        assert_eq!(amount("2 (~0%)"), Some(2.0));
        assert_eq!(real("2.473e+03"), Some(2473.0));
        assert_eq!(real("-0.134 ns"), Some(-0.134));
        assert_eq!(Range::read("45 ~ 9480"), Range { min: Some(45), max: Some(9480) });
        assert_eq!(Range::read("undef"), Range::default());
        assert_eq!(Range::read("7"), Range { min: Some(7), max: Some(7) });
    }
}
