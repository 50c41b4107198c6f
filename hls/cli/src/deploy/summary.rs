//! What became of several cards: one that fails keeps no other from its image.

use crate::failure::{Failure, Kind, show};
use crate::terminal::Terminal;

/// What became of each card so far.
pub struct Summary {
    terminal: Terminal,
    /// How many cards are meant.
    cards: usize,
    rows: Vec<(String, Result<String, Failure>)>,
}

impl Summary {
    /// Nothing was done yet.
    pub const fn new(terminal: Terminal, cards: usize) -> Self {
        Self { terminal, cards, rows: Vec::new() }
    }

    /// A card is as it was wanted: `words` say how.
    pub fn done(&mut self, device: &str, words: impl Into<String>) {
        self.rows.push((device.to_owned(), Ok(words.into())));
    }

    /// A card has failed. Where there are several, that is shown at once; gives whether the others are still to be tried.
    pub fn failed(&mut self, device: &str, error: anyhow::Error) -> bool {
        let failure = error.downcast::<Failure>();
        let failure = failure.unwrap_or_else(|error| Failure::user(format!("{device}: {error:#}")));
        if self.cards > 1 {
            show(&failure);
        }
        let goes_on = failure.kind != Kind::Interrupted;
        self.rows.push((device.to_owned(), Err(failure)));
        goes_on
    }

    /// Says what became of each of several cards; `untouched` are those that were not tried.
    ///
    /// # Errors
    /// The failure of the only card, or that some of several have failed: of the first one's kind, or an interruption.
    pub fn end(self, untouched: &[&str]) -> Result<(), Failure> {
        let (terminal, cards) = (self.terminal, self.cards);
        if cards > 1 {
            for (device, became) in &self.rows {
                match became {
                    Ok(words) => terminal.say("Card", &format!("{device}: {words}")),
                    Err(failure) => terminal.say("Card", &format!("{device}: failed: {}", summary(failure))),
                }
            }
            untouched.iter().for_each(|device| terminal.say("Card", &format!("{device}: not touched")));
        }
        let mut failures: Vec<Failure> =
            self.rows.into_iter().filter_map(|(_, became)| became.err()).collect();
        if failures.is_empty() {
            return Ok(());
        }
        if cards == 1 {
            return Err(failures.remove(0));
        }
        let interrupted = failures.iter().find(|failure| failure.kind == Kind::Interrupted);
        let kind = interrupted.unwrap_or(&failures[0]).kind;
        Err(Failure::new(kind, format!("{} of {cards} cards failed", failures.len())))
    }
}

/// Why, and what was done about it: the last that was said.
fn summary(failure: &Failure) -> String {
    let last = failure.notes.last().map_or_else(String::new, |note| format!("; {note}"));
    format!("{}{last}", failure.message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards_of(cards: usize) -> Summary {
        Summary::new(Terminal::default(), cards)
    }

    #[test]
    fn the_only_card_fails_as_it_does() {
        let mut one = cards_of(1);
        assert!(one.failed("a", Failure::usage("wrong").into()));
        assert_eq!(one.end(&[]).unwrap_err().message, "wrong");
        let mut one = cards_of(1);
        one.done("a", "deployed");
        one.end(&[]).unwrap();
    }

    #[test]
    fn several_cards_fail_together_when_one_does() {
        let mut three = cards_of(3);
        assert!(three.failed("a", Failure::new(Kind::Lost, "gone").into()), "the others are tried");
        three.done("b", "deployed");
        assert!(three.failed("c", anyhow::anyhow!("odd")));
        let failure = three.end(&[]).unwrap_err();
        assert_eq!((failure.message.as_str(), failure.kind), ("2 of 3 cards failed", Kind::Lost));
        let mut two = cards_of(2);
        assert!(!two.failed("a", Failure::new(Kind::Interrupted, "interrupted").into()), "no other is begun");
        assert_eq!(two.end(&["b"]).unwrap_err().kind, Kind::Interrupted);
    }

    #[test]
    fn a_summary_ends_with_what_was_done() {
        let failure = Failure::user("it failed").note("why").note("a runs b again");
        assert_eq!(summary(&failure), "it failed; a runs b again");
        assert_eq!(summary(&Failure::user("it failed")), "it failed");
    }
}
