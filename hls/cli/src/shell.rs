//! Words as shells take them.

/// A word in quotes: whatever is in it, a shell takes it as it is.
pub fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}
