//! Checking a bundle where it is going to be used.

use std::path::Path;

use sycl_hls_compiler::tool::Cancel;
use sycl_hls_types::Target;

use super::{About, KIND, machine};
use crate::archive::{Opened, check_folder, check_name, unpack};
use crate::cards::find;
use crate::deploy::{Image, check};
use crate::failure::Failure;

/// A bundle that is whole.
#[derive(Debug)]
pub struct Verified {
    /// Its files and digest.
    pub opened: Opened,
    /// What it says of itself.
    pub about: About,
    /// Its image.
    pub image: Image,
}

/// Checks a bundle, or the folder that one was unpacked to. An archive is unpacked to `folder`, which may be temporary.
///
/// # Errors
/// When a file is damaged, missing or changed, the image is none that the bundle says, or the program does not run on this machine. Then
/// nothing is left of an archive in `folder`.
pub fn verify(path: &Path, folder: &Path) -> anyhow::Result<Verified> {
    let is_folder = path.is_dir();
    let place = if is_folder { path } else { folder };
    let opened = if is_folder { check_folder(path, KIND) } else { unpack(path, KIND, folder) };
    let opened =
        opened.map_err(|failure| match path.extension().is_some_and(|ending| ending == "xclbin") {
            true => failure.help("for an image alone: `sycl-hls xclbin verify`"),
            false => failure,
        })?;
    let checked = look(path, place, opened);
    if checked.is_err() && !is_folder {
        std::fs::remove_dir_all(folder)?;
    }
    Ok(checked?)
}

fn look(path: &Path, place: &Path, opened: Opened) -> Result<Verified, Failure> {
    let wrong = |problem: String| Failure::user(format!("{}: {problem}", path.display()));
    let about: About = opened.about(path)?;
    let listed = |name: &str| match opened.files.iter().any(|file| file.path == name) {
        true => check_name(name).map_err(|problem| wrong(problem.to_string())),
        false => Err(wrong(format!("it has no {name:?}, of which it speaks"))),
    };
    listed(&about.image)?;
    listed(&about.host)?;
    let image = Image::open(&place.join(&about.image))?;
    let said = [about.uuid.as_str(), &about.platform, about.target.name()];
    if said != [image.uuid.as_str(), &image.platform, image.target.name()] {
        return Err(wrong(format!("its image is not the one of which it speaks, {}", about.uuid)));
    }
    let host =
        machine::of(&place.join(&about.host)).map_err(|error| wrong(format!("{}: {error}", about.host)))?;
    if !machine::runs_here(&host) {
        let here = std::env::consts::ARCH;
        let failure = wrong(format!("its program {} is for {host}, and this machine is {here}", about.host));
        return Err(failure.help("build the program for this machine, and bundle it anew"));
    }
    Ok(Verified { opened, about, image })
}

/// Checks an image against the cards of this machine; says of each what came of it, or that there is none.
///
/// # Errors
/// When it fits none of them; on an interrupt.
pub fn verify_card(image: &Image, cancel: &Cancel) -> anyhow::Result<Vec<(&'static str, String)>> {
    let mut found = find(cancel)?;
    // What is emulated without XRT needs no card.
    found.cards.retain(|card| image.target == Target::Hw || card.emulation.is_some());
    let mut said = Vec::new();
    let mut refused = None;
    let mut fits = found.cards.is_empty();
    for card in &found.cards {
        match check(image, card) {
            Ok(None) => said.push(("Fits", card.device.clone())),
            Ok(Some(unsure)) => said.push(("Unknown", unsure)),
            Err(failure) => {
                said.push(("Unfit", failure.message.clone()));
                refused.get_or_insert(failure);
                continue;
            }
        }
        fits = true;
    }
    if found.cards.is_empty() {
        let reason = found.reason.unwrap_or_else(|| "what there is are no emulated ones".to_owned());
        said.push(("Unknown", format!("whether it fits a card, because there is none: {reason}")));
    }
    match refused.filter(|_| !fits) {
        Some(failure) => Err(failure.into()),
        None => Ok(said),
    }
}
