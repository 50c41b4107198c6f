//! Tokens of the text form.

use super::{ParseError, Result};
use crate::{Pos, Span};

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    /// A keyword, an operation's name with its suffix, a type, `true`, `nan`, `inf`.
    Word(String),
    /// An unsigned or negative number, whole or not.
    Number(String),
    Str(String),
    /// `@name`
    Global(String),
    /// `%3` or `%3.name`
    Value(u32, Option<String>),
    /// `$3` or `$3.name`
    Slot(u32, Option<String>),
    /// `&3` or `&3.name`
    Memory(u32, Option<String>),
    /// `#3` or `#3.name`
    Channel(u32, Option<String>),
    /// `.3` or `.3.name`
    Field(u32, Option<String>),
    Span(Span),
    Punct(&'static str),
    End,
}

/// Longer ones first.
const PUNCTUATION: [&str; 17] =
    ["..=", "..", "->", "(", ")", "{", "}", "[", "]", ",", ":", ";", "=", "+", "-", "*", "/"];

/// All tokens with their positions; the last one is [`Token::End`].
pub(super) fn lex(text: &str) -> Result<Vec<(Token, Pos)>> {
    let mut lexer = Lexer { rest: text, pos: Pos { line: 1, column: 1 } };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        let at = lexer.pos;
        let token = lexer.token()?;
        let last = token == Token::End;
        tokens.push((token, at));
        if last {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    rest: &'a str,
    pos: Pos,
}

impl Lexer<'_> {
    fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest.starts_with("//") {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn token(&mut self) -> Result<Token> {
        let Some(first) = self.rest.chars().next() else { return Ok(Token::End) };
        match first {
            '@' => self.global_or_span(),
            '%' => self.numbered(Token::Value),
            '$' => self.numbered(Token::Slot),
            '&' => self.numbered(Token::Memory),
            '#' => self.numbered(Token::Channel),
            '.' if self.rest[1..].starts_with(|c: char| c.is_ascii_digit()) => self.numbered(Token::Field),
            '"' => self.string(),
            '0'..='9' => Ok(Token::Number(self.number())),
            '-' if self.rest[1..].starts_with(|c: char| c.is_ascii_digit() || c == 'i') => {
                self.bump('-');
                Ok(Token::Number(format!("-{}", self.number())))
            }
            _ if is_word(first) => Ok(Token::Word(self.take_while(|c| is_word(c) || c == '.'))),
            _ => match PUNCTUATION.iter().find(|punct| self.rest.starts_with(**punct)) {
                Some(punct) => {
                    punct.chars().for_each(|c| self.bump(c));
                    Ok(Token::Punct(punct))
                }
                None => self.error(format!("unexpected `{first}`")),
            },
        }
    }

    fn global_or_span(&mut self) -> Result<Token> {
        self.bump('@');
        if !self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Token::Global(self.take_while(is_word)));
        }
        let start = self.position()?;
        self.expect('-')?;
        let end = self.position()?;
        Ok(Token::Span(Span { start, end }))
    }

    fn position(&mut self) -> Result<Pos> {
        let line = self.integer()?;
        self.expect(':')?;
        Ok(Pos { line, column: self.integer()? })
    }

    fn numbered(&mut self, make: fn(u32, Option<String>) -> Token) -> Result<Token> {
        self.rest.chars().take(1).for_each(|sigil| self.bump(sigil));
        let number = self.integer()?;
        // A second dot makes a range: `%1..%2`.
        let named = self.rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(is_word));
        if !named {
            return Ok(make(number, None));
        }
        self.bump('.');
        Ok(make(number, Some(self.take_while(is_word))))
    }

    fn number(&mut self) -> String {
        let mut text = self.take_while(|c| c.is_ascii_alphanumeric());
        if self.rest.starts_with('.') && !self.rest.starts_with("..") {
            self.bump('.');
            text.push('.');
            text += &self.take_while(|c| c.is_ascii_alphanumeric());
        }
        if text.ends_with('e') && self.rest.starts_with('-') {
            self.bump('-');
            text.push('-');
            text += &self.take_while(|c| c.is_ascii_digit());
        }
        text
    }

    fn string(&mut self) -> Result<Token> {
        self.bump('"');
        let mut text = String::new();
        loop {
            let Some(c) = self.rest.chars().next() else { return self.error("the string has no end") };
            self.bump(c);
            match c {
                '"' => return Ok(Token::Str(text)),
                '\\' => text.push(self.escape()?),
                _ => text.push(c),
            }
        }
    }

    /// What follows a backslash in Rust's `{:?}` of a string.
    fn escape(&mut self) -> Result<char> {
        let Some(c) = self.rest.chars().next() else { return self.error("the string has no end") };
        self.bump(c);
        match c {
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            '0' => Ok('\0'),
            'u' => {
                self.expect('{')?;
                let digits = self.take_while(|c| c.is_ascii_hexdigit());
                self.expect('}')?;
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                code.map_or_else(|| self.error("no such character"), Ok)
            }
            other => Ok(other),
        }
    }

    fn integer(&mut self) -> Result<u32> {
        let digits = self.take_while(|c| c.is_ascii_digit());
        digits.parse().or_else(|_| self.error("expected a number"))
    }

    fn expect(&mut self, c: char) -> Result<()> {
        if !self.rest.starts_with(c) {
            return self.error(format!("expected `{c}`"));
        }
        self.bump(c);
        Ok(())
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !accept(c)).unwrap_or(self.rest.len());
        let taken = self.rest[..end].to_owned();
        taken.chars().for_each(|c| self.bump(c));
        taken
    }

    /// Passes over `c`, the next character.
    fn bump(&mut self, c: char) {
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.pos = Pos { line: self.pos.line + 1, column: 1 };
        } else {
            self.pos.column += 1;
        }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(ParseError { at: self.pos, message: message.into() })
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
