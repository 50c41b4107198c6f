//! The form in which yosys writes netlists (`help write_json`).

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::Error;

/// All of a file.
#[derive(Deserialize)]
pub struct Design {
    pub modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
pub struct Module {
    pub ports: BTreeMap<String, Port>,
    pub cells: BTreeMap<String, Cell>,
    pub netnames: BTreeMap<String, Name>,
}

#[derive(Deserialize)]
pub struct Port {
    pub direction: Direction,
    pub bits: Vec<Bit>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Input,
    Output,
    Inout,
}

/// A net by its number, from 2 on, or a constant: `0`, `1`, `x` or `z`.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
pub enum Bit {
    Net(usize),
    Constant(String),
}

#[derive(Deserialize)]
pub struct Cell {
    #[serde(rename = "type")]
    pub kind: String,
    /// Numbers as binary digits, the highest first.
    pub parameters: BTreeMap<String, String>,
    pub connections: BTreeMap<String, Vec<Bit>>,
    /// Of ports; none where yosys does not know the type.
    #[serde(default)]
    pub port_directions: BTreeMap<String, Direction>,
}

#[derive(Deserialize)]
pub struct Name {
    pub bits: Vec<Bit>,
    pub attributes: BTreeMap<String, String>,
}

/// A cell with its name, for messages.
#[derive(Clone, Copy)]
pub struct Named<'c> {
    pub name: &'c str,
    pub cell: &'c Cell,
}

impl Named<'_> {
    pub fn wrong(&self, what: impl Into<String>) -> Error {
        Error::Cell { cell: self.name.to_owned(), what: what.into() }
    }

    /// The digits of a parameter, the lowest first.
    pub fn digits(&self, parameter: &str) -> Result<Vec<char>, Error> {
        let text = self.cell.parameters.get(parameter);
        Ok(text.ok_or_else(|| self.wrong(format!("{parameter} is not said")))?.chars().rev().collect())
    }

    /// True if the parameter is there, and not zero.
    pub fn flag(&self, parameter: &str) -> bool {
        self.cell.parameters.get(parameter).is_some_and(|text| text.contains('1'))
    }

    /// A parameter that is a number.
    pub fn number(&self, parameter: &str) -> Result<usize, Error> {
        let digits = self.digits(parameter)?;
        let known = digits.iter().all(|digit| matches!(digit, '0' | '1'));
        let high = digits.iter().skip(32).any(|digit| *digit == '1');
        if !known || high {
            return Err(self.wrong(format!("{parameter} is no small number")));
        }
        Ok(digits.iter().rev().fold(0, |number, digit| number * 2 + usize::from(*digit == '1')))
    }
}
