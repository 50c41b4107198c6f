//! Directives of the text form.

use rustc_hash::FxHashMap;

use super::{Parser, Result};
use crate::directive::{DirectiveSet, Given, OptionValue};
use crate::parse::lexer::Token;
use crate::{Root, SlotId, Span};

impl Parser {
    /// All directives that come next and belong to the set.
    pub(super) fn directives(
        &mut self,
        set: &mut impl DirectiveSet,
        slots: &FxHashMap<u32, SlotId>,
    ) -> Result<()> {
        fn names<T: DirectiveSet>(_: &T) -> &'static [&'static str] {
            T::NAMES
        }
        while let Token::Word(name) = self.peek().clone()
            && names(set).contains(&name.as_str())
        {
            self.advance();
            let (mut given, span) = self.options(slots)?;
            if !set.add(&name, &mut given, span) {
                return self
                    .error_before(format!("the options of `{name}` do not fit, or it is there twice"));
            }
        }
        Ok(())
    }

    /// `(name = value, name, @span)`, if it is there.
    pub(super) fn options(&mut self, slots: &FxHashMap<u32, SlotId>) -> Result<(Given, Span)> {
        let (mut given, mut span) = (Given::default(), Span::NONE);
        if self.peek() != &Token::Punct("(") {
            return Ok((given, span));
        }
        self.list("(", ")", |parser| {
            if let Token::Span(at) = *parser.peek() {
                parser.advance();
                span = at;
                return Ok(());
            }
            let name = parser.word()?;
            let value = if parser.take("=") { parser.option_value(slots)? } else { OptionValue::Flag };
            given.0.push((name, value));
            Ok(())
        })?;
        Ok((given, span))
    }

    fn option_value(&mut self, slots: &FxHashMap<u32, SlotId>) -> Result<OptionValue> {
        let value = match self.advance() {
            Token::Number(number) => number.parse().ok().map(OptionValue::Number),
            Token::Word(word) => Some(OptionValue::Word(word)),
            Token::Str(text) => Some(OptionValue::Text(text)),
            Token::Memory(index, _) => Some(OptionValue::Place(Root::Param(index as usize))),
            Token::Slot(number, _) => slots.get(&number).map(|slot| OptionValue::Place(Root::Slot(*slot))),
            Token::Global(name) => {
                self.globals.get(&name).map(|global| OptionValue::Place(Root::Global(*global)))
            }
            _ => None,
        };
        value.map_or_else(|| self.error_before("expected a directive's value"), Ok)
    }
}
