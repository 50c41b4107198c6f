//! How a directive is written: its options by name, alike in attributes and in the text form.

use std::fmt;

use super::problem::Problem;
use crate::{Root, Span};

/// An option that a directive has.
#[derive(Clone, Copy, Debug)]
pub struct OptionSchema {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// True if it must be given.
    pub required: bool,
    /// What it means, for people.
    pub what: &'static str,
}

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// Nothing: it is there or not.
    Flag,
    /// A whole number in this range.
    Number {
        /// The least one.
        min: u32,
        /// The greatest one.
        max: u32,
    },
    /// One of these words.
    Word(&'static [&'static str]),
    /// An identifier in quotes.
    Text,
    /// The name of a helper function.
    Function,
    /// A variable in memory.
    Variable,
}

/// What was given for an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// The option's name alone.
    Flag,
    /// A number.
    Number(u32),
    /// A word.
    Word(String),
    /// A text.
    Text(String),
    /// Memory.
    Place(Root),
}

/// Options with what was given for them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Given(pub Vec<(String, OptionValue)>);

impl Given {
    /// Takes an option out.
    pub fn take(&mut self, name: &str) -> Option<OptionValue> {
        let index = self.0.iter().position(|(given, _)| given == name)?;
        Some(self.0.remove(index).1)
    }

    /// True if the option is given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(given, _)| given == name)
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => Ok(()),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Place(root) => write!(f, "{root:?}"),
        }
    }
}

/// The name of a function that a directive is about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FuncName(pub String);

/// What the field of a directive can be.
pub trait Field: Sized {
    /// What the option takes; numbers are narrowed to the field's range.
    const KIND: OptionKind;
    /// True if it must be given.
    const REQUIRED: bool;
    /// The field for what was given. `None` if that does not fit.
    fn read(given: Option<OptionValue>) -> Option<Self>;
    /// What to write; `None` for an option that is not there.
    fn write(&self) -> Option<OptionValue>;
}

/// What an option takes that has a value.
pub trait Argument: Sized {
    /// What it takes.
    const KIND: OptionKind;
    /// The value that was given.
    fn from_value(value: OptionValue) -> Option<Self>;
    /// The value as it is written.
    fn to_value(&self) -> OptionValue;
}

impl Field for bool {
    const KIND: OptionKind = OptionKind::Flag;
    const REQUIRED: bool = false;

    fn read(given: Option<OptionValue>) -> Option<Self> {
        match given {
            None => Some(false),
            Some(OptionValue::Flag) => Some(true),
            Some(_) => None,
        }
    }

    fn write(&self) -> Option<OptionValue> {
        self.then_some(OptionValue::Flag)
    }
}

impl<T: Argument> Field for Option<T> {
    const KIND: OptionKind = T::KIND;
    const REQUIRED: bool = false;

    fn read(given: Option<OptionValue>) -> Option<Self> {
        match given {
            None => Some(None),
            Some(value) => T::from_value(value).map(Some),
        }
    }

    fn write(&self) -> Option<OptionValue> {
        self.as_ref().map(T::to_value)
    }
}

impl Argument for u32 {
    const KIND: OptionKind = OptionKind::Number { min: 0, max: Self::MAX };

    fn from_value(value: OptionValue) -> Option<Self> {
        match value {
            OptionValue::Number(number) => Some(number),
            _ => None,
        }
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Number(*self)
    }
}

impl Argument for String {
    const KIND: OptionKind = OptionKind::Text;

    fn from_value(value: OptionValue) -> Option<Self> {
        match value {
            OptionValue::Text(text) => Some(text),
            _ => None,
        }
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Text(self.clone())
    }
}

impl Argument for FuncName {
    const KIND: OptionKind = OptionKind::Function;

    fn from_value(value: OptionValue) -> Option<Self> {
        match value {
            OptionValue::Word(name) => Some(Self(name)),
            _ => None,
        }
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Word(self.0.clone())
    }
}

impl Argument for Root {
    const KIND: OptionKind = OptionKind::Variable;

    fn from_value(value: OptionValue) -> Option<Self> {
        match value {
            OptionValue::Place(root) => Some(root),
            _ => None,
        }
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Place(*self)
    }
}

macro_rules! required_field {
    ($($ty:ty),*) => {
        $(impl Field for $ty {
            const KIND: OptionKind = <$ty as Argument>::KIND;
            const REQUIRED: bool = true;

            fn read(given: Option<OptionValue>) -> Option<Self> {
                given.and_then(Self::from_value)
            }

            fn write(&self) -> Option<OptionValue> {
                Some(self.to_value())
            }
        })*
    };
}

required_field!(u32, String);

/// A kind of number in a range, or the kind as it is.
pub(super) const fn narrowed(kind: OptionKind, range: Option<(u32, u32)>) -> OptionKind {
    match (kind, range) {
        (OptionKind::Number { .. }, Some((min, max))) => OptionKind::Number { min, max },
        _ => kind,
    }
}

/// A directive: a name with options.
pub trait Directive: Sized + Rules {
    /// Its name, in attributes and in the text form.
    const NAME: &'static str;
    /// Its options.
    const OPTIONS: &'static [OptionSchema];
    /// The directive with these options. `None` if they do not fit [`OPTIONS`](Self::OPTIONS).
    fn read(given: &mut Given) -> Option<Self>;
    /// The options that are there, in order.
    fn options(&self) -> Vec<(&'static str, OptionValue)>;
}

/// What a directive must keep to by itself, beyond the ranges of its options.
pub trait Rules {
    /// What is wrong with it.
    fn problem(&self) -> Option<Problem> {
        None
    }
}

/// A directive with the attribute that it comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct At<T> {
    /// The directive.
    pub value: T,
    /// The attribute.
    pub span: Span,
}

impl<T> At<T> {
    /// A directive from this attribute.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T> From<T> for At<T> {
    /// A directive without a place in the source.
    fn from(value: T) -> Self {
        Self::new(value, Span::NONE)
    }
}

impl<T> std::ops::Deref for At<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// A directive of any kind, taken apart.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// The options that are there.
    pub options: Vec<(&'static str, OptionValue)>,
    /// All options that it can have.
    pub schema: &'static [OptionSchema],
    /// What is wrong with it by itself.
    pub problem: Option<Problem>,
    /// The attribute.
    pub span: Span,
}

impl Entry {
    /// Takes a directive apart.
    #[must_use]
    pub fn of<T: Directive>(directive: &At<T>) -> Self {
        let options = directive.value.options();
        let problem = directive.value.problem();
        Self { name: T::NAME, options, schema: T::OPTIONS, problem, span: directive.span }
    }

    /// The text form; `place` gives the text of memory.
    #[must_use]
    pub fn text(&self, spans: bool, place: &dyn Fn(Root) -> String) -> String {
        let mut list: Vec<String> = Vec::new();
        for (name, value) in &self.options {
            list.push(match value {
                OptionValue::Flag => (*name).to_owned(),
                OptionValue::Place(root) => format!("{name} = {}", place(*root)),
                value => format!("{name} = {value}"),
            });
        }
        if spans && self.span != Span::NONE {
            list.push(format!("@{}", self.span));
        }
        if list.is_empty() { self.name.to_owned() } else { format!("{}({})", self.name, list.join(", ")) }
    }
}

/// A set of directives: all that can stand at one place.
pub trait DirectiveSet: Default {
    /// The directives that are there, in the order of the text form.
    fn entries(&self) -> Vec<Entry>;
    /// Adds a directive by its name. False if the set has none of this name, the options do not fit, or it has the
    /// directive already and no room for a second one.
    fn add(&mut self, name: &str, given: &mut Given, span: Span) -> bool;
    /// The options of a directive that the set can hold.
    fn schema(name: &str) -> Option<&'static [OptionSchema]>;
    /// Names of all directives that the set can hold.
    const NAMES: &'static [&'static str];
}

/// The room for directives of one kind in a set.
pub trait Room {
    /// The directive.
    type Item: Directive;
    /// Those that are there.
    fn items(&self) -> &[At<Self::Item>];
    /// Adds one if there is room.
    fn put(&mut self, item: At<Self::Item>) -> bool;
}

impl<T: Directive> Room for Option<At<T>> {
    type Item = T;

    fn items(&self) -> &[At<T>] {
        self.as_slice()
    }

    fn put(&mut self, item: At<T>) -> bool {
        self.replace(item).is_none()
    }
}

impl<T: Directive> Room for Vec<At<T>> {
    type Item = T;

    fn items(&self) -> &[At<T>] {
        self
    }

    fn put(&mut self, item: At<T>) -> bool {
        self.push(item);
        true
    }
}
