//! Checks whether an image fits a card. XRT answers "Invalid argument" when it does not; the reason is found beforehand.

use sycl_hls_boards::Fit;
use sycl_hls_types::Target;

use super::Image;
use crate::cards::Card;
use crate::failure::Failure;

/// Checks an image against a card; gives what could not be found out.
///
/// # Errors
/// Why they do not fit.
pub fn check(image: &Image, card: &Card) -> Result<Option<String>, Failure> {
    if let Some(problem) = &card.problem {
        return Err(Failure::unavailable(format!("{}: {problem}", card.device)));
    }
    check_mode(image, card)?;
    check_shell(image, card)
}

fn check_mode(image: &Image, card: &Card) -> Result<(), Failure> {
    let path = image.path.display();
    let (is_for, help) = match (image.target, card.emulation) {
        (target, Some(emulation)) if target == emulation => return Ok(()),
        (Target::Hw, None) => return Ok(()),
        (Target::Hw, Some(emulation)) => {
            ("cards", format!("build for the emulation: `sycl-hls build --target {emulation}`"))
        }
        (target, None) => (target.name(), "build for cards: `sycl-hls build --target hw`".to_owned()),
        (target, Some(_)) => (target.name(), format!("emulate so: `sycl-hls xrt run --target {target}`")),
    };
    let is = match card.emulation {
        Some(emulation) => format!("emulates {emulation}"),
        None => "is a card".to_owned(),
    };
    Err(Failure::user(format!("{path} is for {is_for}, and {} {is}", card.device)).help(help))
}

fn check_shell(image: &Image, card: &Card) -> Result<Option<String>, Failure> {
    let path = image.path.display();
    // What the driver compares. Shells without interfaces have names only.
    if card.emulation.is_none() && !image.interfaces.is_empty() && !card.interface_uuids.is_empty() {
        let offered = &card.interface_uuids;
        return match image.interfaces.iter().find(|wanted| !offered.iter().any(|uuid| is_same(uuid, wanted)))
        {
            None => Ok(None),
            Some(wanted) => Err(other_shell(image, card)
                .note(format!("the image needs the interface {wanted}"))
                .note(format!("the card's shell has {}", offered.join(", ")))),
        };
    }
    let Some(shell) = card.platform.as_deref() else {
        return Ok(Some(format!(
            "XRT does not say which shell {} has: whether {path} fits is not known",
            card.device
        )));
    };
    match Fit::of(&image.platform, shell) {
        Fit::Same => Ok(None),
        Fit::Perhaps if card.emulation.is_none() => Ok(Some(format!(
            "{shell} is the first stage of several shells, and no interface UUID tells more: whether {path} fits is not known"
        ))),
        _ => Err(other_shell(image, card)),
    }
}

/// True if these are the same 16 bytes. The header of an image has them in the order of a number, or in that of the text.
fn is_same(one: &str, other: &str) -> bool {
    let bytes = |text: &str| text.parse::<xclbin_tools::Uuid>().map(xclbin_tools::Uuid::into_bytes);
    let (Ok(one), Ok(mut other)) = (bytes(one), bytes(other)) else { return false };
    one == other || {
        other.reverse();
        one == other
    }
}

fn other_shell(image: &Image, card: &Card) -> Failure {
    let shell = card.platform.as_deref().unwrap_or("another shell");
    let message = format!("{} does not fit {}: it is for another shell", image.path.display(), card.device);
    Failure::user(message)
        .note(format!("the image is for {}", image.platform))
        .note(format!("the card has {shell}"))
        .help(match card.emulation {
            Some(_) => "emulate the board that the image is for, or build it for this one".to_owned(),
            None => format!(
                "build it for the card's shell (`sycl-hls build --platform {shell}`), or change the shell with AMD's tools (`xbmgmt program`)"
            ),
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::card_for_tests;
    use crate::deploy::image::image_for_tests;
    use xclbin_tools::Mode;
    use xrt_sys::Place;

    const SHELL: &str = "xilinx_u200_gen3x16_xdma_2_202110_1";
    const WANTED: &str = "eaae3fb8-b262-b65b-21fe-c0676792ebfc";

    fn image(mode: Mode) -> Image {
        image_for_tests(mode, SHELL)
    }

    fn card(platform: &str, emulation: Option<Target>) -> Card {
        let card = card_for_tests("xrt/0000:65:00.1", Place::Bdf("0000:65:00.1".to_owned()), platform);
        Card { emulation, ..card }
    }

    fn refused(image: &Image, card: &Card) -> String {
        let failure = check(image, card).unwrap_err();
        [vec![failure.message], failure.notes, failure.helps].concat().join("\n")
    }

    #[test]
    fn modes_must_be_the_same() {
        let (emulated, hw) = (image(Mode::SwEmu), image(Mode::Flat));
        assert!(
            refused(&emulated, &card(SHELL, None)).contains("is for sw_emu, and xrt/0000:65:00.1 is a card")
        );
        let said = refused(&emulated, &card(SHELL, Some(Target::HwEmu)));
        assert!(said.contains("emulates hw_emu") && said.contains("xrt run --target sw_emu"), "{said}");
        let said = refused(&hw, &card(SHELL, Some(Target::SwEmu)));
        assert!(said.contains("is for cards") && said.contains("--target sw_emu"), "{said}");
        assert_eq!(check(&emulated, &card(SHELL, Some(Target::SwEmu))).unwrap(), None);
        assert_eq!(check(&hw, &card(SHELL, None)).unwrap(), None);
    }

    #[test]
    fn shells_are_compared_by_name_where_there_is_nothing_else() {
        let image = image(Mode::Flat);
        let said = refused(&image, &card("xilinx_u280_xdma_201920_3", None));
        assert!(
            said.contains("for another shell") && said.contains("xbmgmt") && said.contains(SHELL),
            "{said}"
        );
        let unsure = check(&image, &card("xilinx_u200_gen3x16_xdma_base_2", None)).unwrap();
        assert!(unsure.unwrap().contains("whether a.xclbin fits is not known"));
        refused(&image, &card("xilinx_u200_gen3x16_base_2", Some(Target::SwEmu)));
        let unknown = Card { platform: None, ..card("", None) };
        assert!(check(&image, &unknown).unwrap().unwrap().contains("does not say which shell"));
    }

    #[test]
    fn interfaces_decide_where_both_have_some() {
        let mut image = image(Mode::Flat);
        image.interfaces = vec![WANTED.to_owned()];
        let with = |interfaces: &[&str], platform| Card {
            interface_uuids: interfaces.iter().map(|uuid| (*uuid).to_owned()).collect(),
            ..card(platform, None)
        };
        assert_eq!(check(&image, &with(&["x", WANTED], "xilinx_u200_gen3x16_xdma_base_2")).unwrap(), None);
        let reversed = "fceb9267-67c0-fe21-5bb6-62b2b83faeea";
        assert_eq!(check(&image, &with(&[reversed], "")).unwrap(), None);
        let said = refused(&image, &with(&["807a580e-5f50-7d48-484d-26c2217aa787"], SHELL));
        assert!(
            said.contains(&format!("needs the interface {WANTED}")) && said.contains("807a580e"),
            "{said}"
        );
    }

    #[test]
    fn a_card_that_xrt_cannot_open_is_not_programmed() {
        let card = Card { problem: Some("XRT cannot open the card".to_owned()), ..card(SHELL, None) };
        assert!(refused(&image(Mode::Flat), &card).contains("XRT cannot open"));
    }
}
