//! Bringing an image to a card: checked before, tried afterwards, and taken back if it fails.

mod fit;
mod image;
mod smoke;
mod store;

use std::time::{Duration, SystemTime};

use sycl_hls_compiler::tool::Cancel;

pub use fit::check;
pub use image::{Image, Origin};
pub use smoke::SmokeRun;
pub use store::{Deployed, Record, Smoke, Store};

use crate::cards::{Card, program};
use crate::failure::Failure;
use crate::terminal::Terminal;

/// An image on its way.
pub struct Deployment<'a> {
    pub image: &'a Image,
    /// The smoke run, if there is one.
    pub smoke: Option<SmokeRun<'a>>,
    /// Do not start where there is no way back?
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
    /// Programs a card that the image fits, and records that.
    ///
    /// # Errors
    /// When XRT refuses the image or the smoke run fails: then the card runs again what it ran before, if that is known.
    pub fn on(&self, card: &Card) -> anyhow::Result<()> {
        let before = self.before(card)?;
        self.say_way_back(card, &before)?;
        let sha256 = self.store.keep(&self.image.path)?;
        let path = self.image.path.display();
        self.terminal.say("Programming", &format!("{} with {path}", card.device));
        if let Err(error) = self.program(card) {
            return Err(match error.downcast::<Failure>() {
                Ok(failure) => self.take_back(card, &before, failure)?.into(),
                Err(interrupted) => interrupted,
            });
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
            if let Err(reason) = smoke.run(&self.image.path, &card.device, self.cancel)? {
                let failure =
                    Failure::user(format!("the smoke run of {path} on {} failed: {reason}", card.device));
                if !matches!(before, Before::Known(_)) {
                    deployed.smoke = Smoke::Failed;
                    self.record(card, deployed, before.clone_known())?;
                }
                return Err(self.take_back(card, &before, failure)?.into());
            }
            deployed.smoke = Smoke::Passed;
        }
        let text = format!("{path} on {}, {}", card.device, deployed.smoke.text());
        self.record(card, deployed, before.clone_known())?;
        self.terminal.say("Deployed", &text);
        Ok(())
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
    fn take_back(&self, card: &Card, before: &Before, failure: Failure) -> anyhow::Result<Failure> {
        let Before::Known(known) = before else {
            return Ok(failure
                .note(format!("nothing could be put back: {} has the new image, or none", card.device)));
        };
        let file = known.file.display();
        self.terminal.say("Going back", &format!("to {file} on {}", card.device));
        Ok(match program(&self.store.file_of(known), card, self.cancel) {
            Ok(runs) if runs == known.uuid => {
                failure.note(format!("{} runs {file} again ({runs})", card.device))
            }
            Ok(runs) => failure.note(format!("{} runs {runs}, and not {file} as before", card.device)),
            Err(error) => failure.note(format!("{file} could not be put back: {error}")),
        })
    }

    fn record(&self, card: &Card, running: Deployed, previous: Option<Deployed>) -> anyhow::Result<()> {
        self.store.write(&Record { device: card.device.clone(), running, previous })
    }
}

impl Before {
    fn clone_known(&self) -> Option<Deployed> {
        match self {
            Self::Known(known) => Some(known.clone()),
            Self::Same | Self::Nothing | Self::Unknown(_) => None,
        }
    }
}

/// How long a smoke run may take unless the user says something else.
pub const SMOKE_LIMIT: Duration = Duration::from_secs(120);
