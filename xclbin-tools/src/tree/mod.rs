//! What xclbinutil's JSON is made of: a tree of texts, in order, in which a name may stand several times.
//!
//! Its library (Boost's property tree) knows neither numbers nor empty lists: both are texts. Maps of other libraries
//! would lose repeated names, which the mirror of a file's metadata has.

mod error;
mod read;
mod write;

pub use error::{NumberError, SyntaxError, TreeError};

/// A node: a text, or nodes with names. Items of a list have empty names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    text: String,
    children: Vec<(String, Tree)>,
}

/// Making trees.
impl Tree {
    /// A node without text and children, to which children are added.
    pub fn new() -> Self {
        Self::default()
    }

    /// A text.
    pub fn text_of(text: impl Into<String>) -> Self {
        Self { text: text.into(), children: Vec::new() }
    }

    /// A list.
    pub fn list(items: impl IntoIterator<Item = Tree>) -> Self {
        Self { text: String::new(), children: items.into_iter().map(|item| (String::new(), item)).collect() }
    }

    /// With one more child at the end.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, child: Tree) -> Self {
        self.push(name, child);
        self
    }

    /// With one more text at the end.
    #[must_use]
    pub fn with_text(self, name: impl Into<String>, text: impl ToString) -> Self {
        self.with(name, Tree::text_of(text.to_string()))
    }

    /// With one more number at the end, as hexadecimal digits behind `0x`.
    #[must_use]
    pub fn with_hex(self, name: impl Into<String>, number: u64) -> Self {
        self.with(name, Tree::text_of(format!("{number:#x}")))
    }

    /// Adds a child at the end.
    pub fn push(&mut self, name: impl Into<String>, child: Tree) {
        self.children.push((name.into(), child));
    }

    /// Sets the text of the node at a path of names; nodes that are missing are added.
    pub fn set_text(&mut self, path: &[&str], text: impl Into<String>) {
        let Some((first, rest)) = path.split_first() else {
            self.text = text.into();
            return;
        };
        self.entry(first).set_text(rest, text);
    }

    /// The first child of a name, which is added if it is missing.
    pub(crate) fn entry(&mut self, name: &str) -> &mut Tree {
        let index = self.children.iter().position(|(present, _)| present == name).unwrap_or_else(|| {
            self.push(name, Tree::new());
            self.children.len() - 1
        });
        &mut self.children[index].1
    }

    /// The first child of a name, which is brought to the end; it is added if it is missing.
    pub(crate) fn last_entry(&mut self, name: &str) -> &mut Tree {
        if let Some(index) = self.children.iter().position(|(present, _)| present == name) {
            self.children[index..].rotate_left(1);
        } else {
            self.push(name, Tree::new());
        }
        let last = self.children.len() - 1;
        &mut self.children[last].1
    }

    /// The child at a position, if there is one.
    pub(crate) fn item_mut(&mut self, position: usize) -> Option<&mut Tree> {
        self.children.get_mut(position).map(|(_, child)| child)
    }
}

/// Looking into trees. What is wrong is said so that the caller can put its place before it.
impl Tree {
    /// The node's own text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The children, in order.
    pub fn children(&self) -> impl ExactSizeIterator<Item = (&str, &Tree)> {
        self.children.iter().map(|(name, child)| (name.as_str(), child))
    }

    /// Whether the node has no children.
    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    /// The first child of a name.
    pub fn get(&self, name: &str) -> Option<&Tree> {
        self.children.iter().find(|(candidate, _)| candidate == name).map(|(_, child)| child)
    }

    /// The first child of a name, which must be there.
    ///
    /// # Errors
    /// That it is missing.
    pub fn required(&self, name: &str) -> Result<&Tree, TreeError> {
        self.get(name).ok_or_else(|| TreeError::Missing { name: name.to_owned() })
    }

    /// The text of a child that must be there.
    ///
    /// # Errors
    /// That it is missing or has children of its own.
    pub fn required_text(&self, name: &str) -> Result<&str, TreeError> {
        let child = self.required(name)?;
        if child.is_leaf() { Ok(&child.text) } else { Err(TreeError::NotText { name: name.to_owned() }) }
    }

    /// The text of a child, or nothing.
    pub fn optional_text(&self, name: &str) -> Option<&str> {
        self.get(name).map(Tree::text)
    }

    /// The number that a child's text states, in decimal or hexadecimal digits.
    ///
    /// # Errors
    /// That it is missing, no number, or too large.
    pub fn number<T: TryFrom<u64>>(&self, name: &str) -> Result<T, TreeError> {
        number(self.required_text(name)?)
            .map_err(|problem| TreeError::Number { name: name.to_owned(), problem })
    }

    /// As [`Tree::number`], with a value for a child that is missing.
    ///
    /// # Errors
    /// That it is no number, or too large.
    pub fn number_or<T: TryFrom<u64>>(&self, name: &str, missing: T) -> Result<T, TreeError> {
        if self.get(name).is_some() { self.number(name) } else { Ok(missing) }
    }
}

/// The number that a text states, in decimal digits or in hexadecimal ones behind `0x`.
pub(crate) fn number<T: TryFrom<u64>>(text: &str) -> Result<T, NumberError> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let number = match digits {
        // Rust's own conversion takes a sign, too.
        Some(digits) if digits.starts_with('+') => None,
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None if text.starts_with('+') => None,
        None => text.parse().ok(),
    };
    let number = number.ok_or_else(|| NumberError::NoNumber { text: text.to_owned() })?;
    T::try_from(number).map_err(|_| NumberError::TooLarge { text: text.to_owned() })
}
