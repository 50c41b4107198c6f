//! Reading words, numbers and names.

use sycl_hls_ir::{ParseError, Pos, Span};

pub(super) type Result<T> = std::result::Result<T, ParseError>;

/// What is left of a text.
pub(super) struct Scanner<'t> {
    rest: &'t str,
    at: Pos,
}

impl<'t> Scanner<'t> {
    /// At the beginning of a text.
    pub fn new(text: &'t str) -> Self {
        let mut scanner = Self { rest: text, at: Pos { line: 1, column: 1 } };
        scanner.skip(0);
        scanner
    }

    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(ParseError { at: self.at, message: message.into() })
    }

    /// The next word, up to a blank or a character that separates.
    fn peek(&self) -> &'t str {
        let ends = |c: char| c.is_whitespace() || "():=,[]{}@\"".contains(c);
        &self.rest[..self.rest.find(ends).unwrap_or(self.rest.len())]
    }

    /// Goes on behind so many bytes, and behind blanks and comments that follow.
    fn skip(&mut self, bytes: usize) {
        let mut end = bytes;
        loop {
            let rest = &self.rest[end..];
            let blanks = rest.len() - rest.trim_start().len();
            end += blanks;
            let rest = &self.rest[end..];
            if !rest.starts_with("//") {
                break;
            }
            end += rest.find('\n').unwrap_or(rest.len());
        }
        for c in self.rest[..end].chars() {
            if c == '\n' {
                self.at = Pos { line: self.at.line + 1, column: 1 };
            } else {
                self.at.column += 1;
            }
        }
        self.rest = &self.rest[end..];
    }

    /// Takes the next word.
    pub fn word(&mut self) -> &'t str {
        let word = self.peek();
        self.skip(word.len());
        word
    }

    /// Takes a word if it is the next one.
    pub fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        if found {
            self.skip(word.len());
        }
        found
    }

    pub fn keyword(&mut self, word: &str) -> Result<()> {
        if self.take(word) { Ok(()) } else { self.error(format!("expected `{word}`")) }
    }

    /// Takes a character if it is the next one.
    pub fn take_punct(&mut self, punct: char) -> bool {
        let found = self.rest.starts_with(punct);
        if found {
            self.skip(punct.len_utf8());
        }
        found
    }

    pub fn punct(&mut self, punct: char) -> Result<()> {
        if self.take_punct(punct) { Ok(()) } else { self.error(format!("expected `{punct}`")) }
    }

    pub fn number<T: std::str::FromStr>(&mut self) -> Result<T> {
        match self.peek().parse() {
            Ok(number) => {
                self.word();
                Ok(number)
            }
            Err(_) => self.error("expected a number"),
        }
    }

    /// The number behind a letter: 3 of `n3`.
    pub fn index(&mut self, letter: char) -> Result<u32> {
        match self.peek_index(letter) {
            Some(index) => {
                self.word();
                Ok(index)
            }
            None => self.error(format!("expected `{letter}` and a number")),
        }
    }

    /// The same if it stands here.
    pub fn peek_index(&self, letter: char) -> Option<u32> {
        self.peek().strip_prefix(letter).and_then(|number| number.parse().ok())
    }

    /// The value behind a word that may stand here.
    pub fn option<T>(&mut self, word: &str, value: impl FnOnce(&mut Self) -> Result<T>) -> Result<Option<T>> {
        if self.take(word) { value(self).map(Some) } else { Ok(None) }
    }

    /// A string, if one stands here.
    pub fn take_string(&mut self) -> Result<Option<String>> {
        let Some(rest) = self.rest.strip_prefix('"') else { return Ok(None) };
        let (mut text, mut chars) = (String::new(), rest.char_indices());
        while let Some((at, c)) = chars.next() {
            match (c, if c == '\\' { chars.next() } else { None }) {
                ('"', _) => {
                    self.skip(at + 2);
                    return Ok(Some(text));
                }
                ('\\', Some((_, c @ ('"' | '\\' | '\'')))) => text.push(c),
                ('\\', _) => return self.error("a name has no such escape"),
                (c, _) => text.push(c),
            }
        }
        self.error("the name has no end")
    }

    pub fn string(&mut self) -> Result<String> {
        self.take_string()?.map_or_else(|| self.error("expected a name"), Ok)
    }

    /// A place in the source; [`Span::NONE`] if none stands here.
    pub fn span(&mut self) -> Result<Span> {
        if !self.take_punct('@') {
            return Ok(Span::NONE);
        }
        let line = self.number()?;
        self.punct(':')?;
        let middle = self
            .peek()
            .split_once('-')
            .and_then(|(column, line)| Some((column.parse().ok()?, line.parse().ok()?)));
        let Some((column, end)) = middle else { return self.error("expected a column and a line: `5-7`") };
        self.word();
        self.punct(':')?;
        let start = Pos { line, column };
        Ok(Span { start, end: Pos { line: end, column: self.number()? } })
    }
}
