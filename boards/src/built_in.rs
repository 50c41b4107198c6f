//! The boards that need no file in a project.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::board::Board;
use crate::file::parse;

/// The board files, cards before what is rented, embedded so that programs need no installation. The first one is what
/// programs get that want any board.
pub const FILES: [&str; 8] = [
    include_str!("../data/u200.toml"),
    include_str!("../data/u250.toml"),
    include_str!("../data/u280.toml"),
    include_str!("../data/u50.toml"),
    include_str!("../data/u55c.toml"),
    include_str!("../data/vck5000.toml"),
    include_str!("../data/aws-f1.toml"),
    include_str!("../data/aws-f2.toml"),
];

const UNSUPPORTED: &str = include_str!("../data/unsupported.toml");

/// A board that is known, and that nothing can be built for.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsupported {
    /// The short name.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The platforms that there are, or were.
    pub platforms: Vec<String>,
    /// Why nothing can be built for it.
    pub reason: String,
    /// What to do instead.
    pub help: String,
    /// Where this is from.
    pub sources: Vec<String>,
}

#[derive(Deserialize)]
struct UnsupportedFile {
    board: Vec<Unsupported>,
}

/// Every board with a file, in the files' order.
pub fn boards() -> &'static [Board] {
    static BOARDS: OnceLock<Vec<Board>> = OnceLock::new();
    // The files are part of this crate; a test parses each of them.
    BOARDS.get_or_init(|| FILES.iter().filter_map(|text| parse(text).ok()).collect())
}

/// The boards that are known and not supported.
pub fn unsupported() -> &'static [Unsupported] {
    static BOARDS: OnceLock<Vec<Unsupported>> = OnceLock::new();
    BOARDS.get_or_init(|| {
        toml::from_str::<UnsupportedFile>(UNSUPPORTED).map_or_else(|_| Vec::new(), |it| it.board)
    })
}

/// The text of a board's file.
pub fn text_of(board: &Board) -> Option<&'static str> {
    let position = boards().iter().position(|it| it.name == board.name)?;
    FILES.get(position).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Resources;
    use crate::memory::MemoryTiming;

    #[test]
    fn every_file_is_a_board() {
        for text in FILES {
            let board = parse(text).unwrap();
            if let Some(Resources { luts, ffs, ramb18s, urams, dsps }) = board.resources {
                assert!([luts, ffs, ramb18s, urams, dsps].iter().all(|count| *count > 0), "{}", board.name);
            }
            assert!(board.slrs > 0 && board.banks.iter().all(|bank| bank.size > 0));
            let usable = |it: &MemoryTiming| it.clock_khz > 0 && it.width > 0 && it.read_latency > 0;
            assert!(board.banks.iter().filter_map(|bank| bank.timing.as_ref()).all(usable));
            assert!(board.platforms().all(|platform| platform.starts_with("xilinx_")), "{}", board.name);
            assert!(!board.sources.is_empty(), "{}: figures have sources", board.name);
            assert_eq!(text_of(&board), Some(text));
        }
        assert_eq!(boards().len(), FILES.len());
    }

    #[test]
    fn unsupported_boards_have_reasons() {
        let names: Vec<&str> = unsupported().iter().map(|board| board.name.as_str()).collect();
        assert_eq!(names, ["v70", "v80"]);
        for board in unsupported() {
            assert!(!board.reason.is_empty() && !board.help.is_empty() && !board.sources.is_empty());
            assert!(boards().iter().all(|other| other.name != board.name));
        }
    }

    #[test]
    fn what_the_linker_has_to_know_is_there() {
        let board = |name: &str| boards().iter().find(|board| board.name == name).unwrap();
        let u200 = board("u200");
        let slrs: Vec<Option<u32>> = u200.banks.iter().map(|bank| bank.slr).collect();
        assert_eq!(slrs[..7], [0, 1, 1, 2, 0, 1, 2].map(Some));
        assert_eq!(u200.banks[0].max_masters, Some(15));
        assert!(board("vck5000").family.links_xsa() && !u200.family.links_xsa());
        assert!(board("aws-f2").vitis.builds_hw_emu("2025.2") && !board("aws-f2").vitis.builds_hw("2025.2"));
        assert_eq!(board("aws-f1").max_kernel_clock_mhz, Some(250));
        assert!(board("aws-f1").vitis.afi);
        assert_eq!(board("aws-f2").resources, None);
    }
}
