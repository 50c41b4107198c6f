//! Names that are nearly right.

/// How like a name must be to be meant, as Jaro and Winkler count: 0 for no common letter, 1 for equal names.
const ALIKE: f64 = 0.6;

/// The candidate most like `name`, whatever its case, a common beginning counting most; none if none is like it.
#[must_use]
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let name = name.to_lowercase();
    let likeness = |candidate: &str| strsim::jaro_winkler(&name, &candidate.to_lowercase());
    let alike = candidates.into_iter().map(|candidate| (likeness(candidate), candidate));
    let found = alike.filter(|(likeness, _)| *likeness >= ALIKE).max_by(|(a, _), (b, _)| a.total_cmp(b));
    found.map(|(_, candidate)| candidate)
}

/// What asks whether the nearest name was meant, to go before the list of all; empty without such a name.
#[must_use]
pub fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("did you mean `{nearest}`? "))
}

/// How many letters may differ for a platform's name to be meant nevertheless, of so many.
const DIFFERENT: (usize, usize) = (1, 3);

/// The platform's name most like `name`, by the letters that differ: all platforms begin in the same way.
pub fn nearest_platform<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let name = name.to_lowercase();
    let distance = |candidate: &str| strsim::damerau_levenshtein(&name, &candidate.to_lowercase());
    let nearest = candidates.into_iter().min_by_key(|candidate| distance(candidate))?;
    (distance(nearest) * DIFFERENT.1 <= nearest.len() * DIFFERENT.0).then_some(nearest)
}

/// A platform's name without the path and the extension of its file.
pub fn platform_of(text: &str) -> &str {
    let name = text.rsplit('/').next().unwrap_or(text);
    name.strip_suffix(".xpfm").unwrap_or(name)
}

/// The part of a shell's name (VBNV) that says board and interface, if cards with it are programmed in two stages: such a card
/// calls itself by the first one, `xilinx_u200_gen3x16_xdma_base_2`, and images are for the second,
/// `xilinx_u200_gen3x16_xdma_2_202110_1`.
fn first_stage(shell: &str) -> Option<&str> {
    shell.split_once("_base_").map(|(start, _)| start)
}

/// What is known of whether images for a platform fit a card, by names alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// The card's shell is the platform.
    Same,
    /// The card calls itself by the first of two stages, which the platform may have, too.
    Perhaps,
    /// The card has another shell.
    Other,
}

impl Fit {
    /// Of images for a platform and a card whose shell has this name, whatever the case.
    #[must_use]
    pub fn of(platform: &str, shell: &str) -> Self {
        if platform.eq_ignore_ascii_case(shell) {
            return Self::Same;
        }
        let rest = first_stage(shell).and_then(|start| platform.strip_prefix(start));
        if rest.is_some_and(|rest| rest.starts_with('_')) { Self::Perhaps } else { Self::Other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_of_two_stages_tell_half_of_their_platform() {
        let platform = "xilinx_u200_gen3x16_xdma_2_202110_1";
        assert_eq!(Fit::of(platform, &platform.to_uppercase()), Fit::Same);
        assert_eq!(Fit::of(platform, "xilinx_u200_gen3x16_xdma_base_2"), Fit::Perhaps);
        for other in ["xilinx_u200_gen3x16_xdma_2", "xilinx_u20_base_2", "xilinx_u2000_gen3x16_base_1", ""] {
            assert_eq!(Fit::of(platform, other), Fit::Other, "{other}");
        }
    }

    #[test]
    fn the_nearest_candidate_has_the_same_beginning() {
        assert_eq!(nearest("U20", ["u280", "u200"]), Some("u200"));
        assert_eq!(nearest("u55", ["u50", "u55c"]), Some("u55c"));
        assert_eq!(nearest("u55", []), None);
        assert_eq!(nearest("nope", ["u200", "aws-f2"]), None);
    }

    #[test]
    fn platforms_are_files_too() {
        let name = "xilinx_u200_gen3x16_xdma_2_202110_1";
        assert_eq!(platform_of(name), name);
        assert_eq!(platform_of(&format!("/opt/xilinx/platforms/{name}/{name}.xpfm")), name);
    }

    #[test]
    fn what_is_no_platform_is_near_to_none() {
        let known = ["xilinx_u200_xdma_201830_2", "xilinx_u250_xdma_201830_2"];
        assert_eq!(nearest_platform("XILINX_U250_XDMA_201830_1", known), Some(known[1]));
        assert_eq!(nearest_platform("vadd", known), None);
    }
}
