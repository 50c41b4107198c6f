//! JSON text to a tree.

use super::{SyntaxError, Tree, TreeError};

/// How deeply nodes may be nested; real files need 10.
const MAX_DEPTH: usize = 64;

/// How many nodes a text may have: a hostile text has a node for every second byte, and a node takes 100 bytes.
const MAX_NODES: usize = 1 << 20;

impl Tree {
    /// Reads JSON: an object, a list or a text. Numbers, `true`, `false` and `null` become texts as they stand.
    ///
    /// # Errors
    /// What is wrong, with line and column.
    pub fn parse(json: &[u8]) -> Result<Self, TreeError> {
        let text = std::str::from_utf8(json).map_err(TreeError::NotUtf8)?;
        let mut reader = Reader { text, at: 0, nodes: 0 };
        let tree = reader.value(0).and_then(|tree| reader.end().map(|()| tree));
        tree.map_err(|problem| {
            let before = &text[..reader.at];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            TreeError::Syntax { problem, line, column }
        })
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The next byte; always a character's first one.
    at: usize,
    nodes: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
    }

    /// The next character that is no space, not taken.
    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.rest().chars().next()
    }

    /// Takes a character if it comes next.
    fn takes(&mut self, wanted: char) -> bool {
        let comes = self.peek() == Some(wanted);
        if comes {
            self.at += wanted.len_utf8();
        }
        comes
    }

    fn expect(&mut self, wanted: char) -> Result<(), SyntaxError> {
        if self.takes(wanted) { Ok(()) } else { Err(SyntaxError::Expected(wanted)) }
    }

    fn end(&mut self) -> Result<(), SyntaxError> {
        // A NUL ends the text in payloads of some tools.
        match self.peek() {
            None => Ok(()),
            Some('\0') if self.rest().trim_matches('\0').is_empty() => Ok(()),
            Some(_) => Err(SyntaxError::ExpectedEnd),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Tree, SyntaxError> {
        self.nodes += 1;
        if depth > MAX_DEPTH {
            return Err(SyntaxError::TooDeep { most: MAX_DEPTH });
        }
        if self.nodes > MAX_NODES {
            return Err(SyntaxError::TooMany { most: MAX_NODES });
        }
        match self.peek() {
            Some('{') => self.object(depth),
            Some('[') => self.array(depth),
            Some('"') => Ok(Tree::text_of(self.string()?)),
            _ => self.literal(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Tree, SyntaxError> {
        self.expect('{')?;
        let mut tree = Tree::new();
        if self.takes('}') {
            return Ok(tree);
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            self.expect(':')?;
            tree.push(name, self.value(depth + 1)?);
            if self.takes('}') {
                return Ok(tree);
            }
            self.expect(',')?;
        }
    }

    fn array(&mut self, depth: usize) -> Result<Tree, SyntaxError> {
        self.expect('[')?;
        let mut tree = Tree::new();
        if self.takes(']') {
            return Ok(tree);
        }
        loop {
            tree.push("", self.value(depth + 1)?);
            if self.takes(']') {
                return Ok(tree);
            }
            self.expect(',')?;
        }
    }

    /// A number or a word.
    fn literal(&mut self) -> Result<Tree, SyntaxError> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c)).unwrap_or(rest.len());
        let literal = &rest[..end];
        if !matches!(literal, "true" | "false" | "null") && !is_number(literal) {
            return Err(SyntaxError::ExpectedValue);
        }
        let tree = Tree::text_of(literal);
        self.at += end;
        Ok(tree)
    }

    fn string(&mut self) -> Result<String, SyntaxError> {
        self.expect('"')?;
        let mut string = String::new();
        loop {
            let rest = self.rest();
            let end =
                rest.find(|c: char| c == '"' || c == '\\' || c < ' ').ok_or(SyntaxError::UnfinishedString)?;
            string.push_str(&rest[..end]);
            self.at += end;
            if self.rest().starts_with('"') {
                self.at += 1;
                return Ok(string);
            }
            if !self.rest().starts_with('\\') {
                return Err(SyntaxError::ControlCharacter);
            }
            self.at += 1;
            string.push(self.escaped()?);
        }
    }

    /// The character behind a backslash.
    fn escaped(&mut self) -> Result<char, SyntaxError> {
        let kind = self.rest().chars().next().unwrap_or_default();
        let character = match kind {
            '"' | '\\' | '/' => kind,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.code_point(),
            _ => return Err(SyntaxError::UnknownEscape),
        };
        self.at += 1;
        Ok(character)
    }

    fn code_point(&mut self) -> Result<char, SyntaxError> {
        let unit = self.unit()?;
        let wrong = SyntaxError::NoCharacter;
        if !(0xD800..0xDC00).contains(&unit) {
            return char::from_u32(unit).ok_or(wrong);
        }
        if !self.rest().starts_with("\\u") {
            return Err(wrong);
        }
        self.at += 1;
        let low = self.unit()?;
        let low = low.checked_sub(0xDC00).filter(|low| *low < 0x400).ok_or(wrong)?;
        char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + low).ok_or(wrong)
    }

    /// The number behind `u`.
    fn unit(&mut self) -> Result<u32, SyntaxError> {
        let digits =
            self.rest().get(1..5).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let unit = unit.ok_or(SyntaxError::CodeDigits)?;
        self.at += 5;
        Ok(unit)
    }
}

/// Whether a text is a number of JSON.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}
