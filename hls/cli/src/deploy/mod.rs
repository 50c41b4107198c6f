//! Bringing an image to a card: checked before, tried afterwards, and taken back if it fails.

mod fit;
mod image;
mod smoke;
mod store;
mod summary;

use std::time::{Duration, SystemTime};

use sycl_hls_compiler::tool::{Cancel, ToolError};

pub use fit::check;
pub use image::{Image, Origin};
pub use smoke::SmokeRun;
pub use store::{Deployed, Record, Smoke, Store};
pub use summary::Summary;

use crate::cards::{Card, program};
use crate::failure::{Failure, Kind};
use crate::terminal::Terminal;

/// An image on its way.
pub struct Deployment<'a> {
    pub image: &'a Image,
    /// The smoke run, if there is one.
    pub smoke: Option<SmokeRun<'a>>,
    /// True if nothing may start where there is no way back.
    pub needs_way_back: bool,
    pub store: &'a Store,
    pub terminal: Terminal,
    pub cancel: &'a Cancel,
}

/// What a card ran before.
enum Before {
    /// Nothing that is known of.
    Nothing,
    /// This very image.
    Same,
    /// An image that can be put back.
    Known(Deployed),
    /// An image of which there is only the identity.
    Unknown(String),
}

impl Deployment<'_> {
    /// Programs a card that the image fits, and records that; gives what became of the smoke run.
    ///
    /// # Errors
    /// When XRT refuses the image or the smoke run fails: then the card runs again what it ran before, if that is known.
    pub fn on(&self, card: &Card) -> anyhow::Result<&'static str> {
        let before = self.before(card)?;
        self.say_way_back(card, &before)?;
        let sha256 = self.store.keep(&self.image.path)?;
        let path = self.image.path.display();
        self.terminal.say("Programming", &format!("{} with {path}", card.device));
        if let Err(error) = self.program(card) {
            let failure = error.downcast::<Failure>().or_else(interrupted)?;
            return Err(self.take_back(card, &before, failure).into());
        }
        let mut deployed = Deployed {
            uuid: self.image.uuid.clone(),
            sha256,
            file: std::path::absolute(&self.image.path)?,
            at: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            smoke: Smoke::None,
        };
        if let Some(smoke) = &self.smoke {
            self.terminal.say("Trying", &smoke.command.join(" "));
            let failure = match smoke.run(&self.image.path, &card.device, self.cancel) {
                Ok(Ok(())) => None,
                Ok(Err(reason)) => Some(Failure::user(format!(
                    "the smoke run of {path} on {} failed: {reason}",
                    card.device
                ))),
                Err(error) => Some(interrupted(error)?),
            };
            if let Some(failure) = failure {
                if !matches!(before, Before::Known(_)) {
                    deployed.smoke = Smoke::Failed;
                    self.record(card, deployed, before)?;
                    return Err(self.take_back(card, &Before::Nothing, failure).into());
                }
                return Err(self.take_back(card, &before, failure).into());
            }
            deployed.smoke = Smoke::Passed;
        }
        let tried = deployed.smoke.text();
        self.record(card, deployed, before)?;
        self.terminal.say("Deployed", &format!("{path} on {}, {tried}", card.device));
        Ok(tried)
    }

    fn program(&self, card: &Card) -> anyhow::Result<()> {
        let runs = program(&self.image.path, card, self.cancel)?;
        if runs == self.image.uuid {
            return Ok(());
        }
        let message = format!("{} runs {runs} after it was programmed with {}", card.device, self.image.uuid);
        Err(Failure::user(message).into())
    }

    /// What the card runs now: XRT says so. An emulated card forgets it with each process; then it is what was deployed last.
    fn before(&self, card: &Card) -> anyhow::Result<Before> {
        let recorded = self.store.record(&card.device)?.map(|record| record.running);
        let runs = match card.emulation {
            None => card.image.clone(),
            Some(_) => recorded.map(|running| running.uuid),
        };
        let Some(uuid) = runs else { return Ok(Before::Nothing) };
        Ok(match self.store.find(&uuid)? {
            Some(_) if uuid == self.image.uuid => Before::Same,
            Some(known) => Before::Known(known),
            None => Before::Unknown(uuid),
        })
    }

    /// Says before anything is done what happens if it fails.
    fn say_way_back(&self, card: &Card, before: &Before) -> Result<(), Failure> {
        let none = match before {
            Before::Known(known) => {
                let text = format!("to {} ({}) if it fails", known.file.display(), known.uuid);
                self.terminal.say("Way back", &text);
                return Ok(());
            }
            Before::Same => format!("none: {} runs this image already", card.device),
            Before::Nothing => format!("none: no image is known to be on {}", card.device),
            Before::Unknown(uuid) => {
                format!("none: {} runs {uuid}, which was not deployed from here", card.device)
            }
        };
        self.terminal.say("Way back", &none);
        if self.needs_way_back {
            let failure =
                Failure::user(format!("{} was left as it is: there is no way back", card.device)).note(none);
            return Err(
                failure.help("leave `--need-way-back` out, or deploy the present image once from here")
            );
        }
        Ok(())
    }

    /// Puts back what the card ran before; gives the failure with what became of that.
    /// An interrupt does not keep it from that.
    fn take_back(&self, card: &Card, before: &Before, failure: Failure) -> Failure {
        let Before::Known(known) = before else {
            return failure
                .note(format!("nothing could be put back: {} has the new image, or none", card.device));
        };
        let file = known.file.display();
        self.terminal.say("Going back", &format!("to {file} on {}", card.device));
        match program(&self.store.file_of(known), card, &Cancel::new()) {
            Ok(runs) if runs == known.uuid => {
                failure.note(format!("{} runs {file} again ({runs})", card.device))
            }
            Ok(runs) => failure.note(format!("{} runs {runs}, and not {file} as before", card.device)),
            Err(error) => failure.note(format!("{file} could not be put back: {error}")),
        }
    }

    fn record(&self, card: &Card, running: Deployed, before: Before) -> anyhow::Result<()> {
        let previous = match before {
            Before::Known(known) => Some(known),
            Before::Same => self.store.record(&card.device)?.and_then(|record| record.previous),
            Before::Nothing | Before::Unknown(_) => None,
        };
        self.store.write(&Record { device: card.device.clone(), running, previous })
    }
}

/// An interrupt as a failure, after which a card gets back what it had.
///
/// # Errors
/// The error, if it is another one.
fn interrupted(error: anyhow::Error) -> anyhow::Result<Failure> {
    match error.downcast_ref::<ToolError>() {
        Some(ToolError::Interrupted) => Ok(Failure::new(Kind::Interrupted, "interrupted")),
        _ => Err(error),
    }
}

/// How long a smoke run may take unless the user says something else.
pub const SMOKE_LIMIT: Duration = Duration::from_secs(120);
