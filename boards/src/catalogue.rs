//! The boards that a program can name: those that are built in, and a project's own.

use std::path::{Path, PathBuf};

use crate::board::Board;
use crate::built_in::{self, Unsupported};
use crate::folder::{self, FOLDER, FileError};
use crate::names::{Fit, nearest, nearest_platform, platform_of, suggestion};

/// The environment variable that names a folder with files of boards.
pub const FOLDERS_VARIABLE: &str = "SYCL_HLS_BOARDS";

/// All boards. What [`Default`] gives has those alone that are built in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Catalogue {
    own: &'static [Board],
}

/// A platform, and the board that it is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlatformName {
    /// Its name.
    pub platform: &'static str,
    /// The board.
    pub board: &'static Board,
}

/// No board is meant by a name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoBoard {
    /// There is none of this name.
    #[error("there is no board `{name}`; {}known boards: {}", suggestion(nearest.as_deref()), known.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The known name, or the platform, that is most like it, if one is.
        nearest: Option<String>,
        /// All known names.
        known: Vec<String>,
    },
    /// It is known, and nothing can be built for it.
    #[error("the board {} ({}) is not supported: {}; {}", .0.name, .0.title, .0.reason, .0.help)]
    Unsupported(&'static Unsupported),
    /// A file of a project's own boards is wrong.
    #[error(transparent)]
    File(#[from] Box<FileError>),
}

impl Catalogue {
    /// The boards of a project, too: the files in its folder `boards`.
    ///
    /// # Errors
    /// The first mistake in one of them.
    pub fn of_project(root: &Path) -> Result<Self, FileError> {
        Self::with_folders([root.join(FOLDER)])
    }

    /// The boards whose files lie in these folders, too. Of several with the same name, that of the first folder counts; a
    /// folder that is not there is empty.
    ///
    /// # Errors
    /// The first mistake in one of the files.
    pub fn with_folders(folders: impl IntoIterator<Item = PathBuf>) -> Result<Self, FileError> {
        let mut own: Vec<Board> = Vec::new();
        for folder in folders {
            let boards = folder::read(&folder)?;
            let is_new =
                |board: &Board| own.iter().all(|it| it.name != board.name && it.platform != board.platform);
            let new: Vec<Board> = boards.into_iter().filter(is_new).collect();
            own.extend(new);
        }
        // A process reads its project's boards once, and what it does for them lasts as long as it.
        Ok(Self { own: Vec::leak(own) })
    }

    /// All boards: those that are built in, then the project's own.
    pub fn boards(self) -> impl Iterator<Item = &'static Board> {
        Board::all().iter().chain(self.own)
    }

    /// The project's own boards.
    #[must_use]
    pub const fn own(self) -> &'static [Board] {
        self.own
    }

    /// The boards that are known and not supported.
    #[must_use]
    pub fn unsupported(self) -> &'static [Unsupported] {
        built_in::unsupported()
    }

    /// The board with this short name or with a platform of this name, whatever the case.
    ///
    /// # Errors
    /// When there is none; the error suggests the nearest name, or says why the board is not supported.
    pub fn by_name(self, name: &str) -> Result<&'static Board, NoBoard> {
        let named = self.boards().find(|board| board.name.eq_ignore_ascii_case(name));
        if let Some(board) = named.or_else(|| self.by_platform(name).map(|it| it.board)) {
            return Ok(board);
        }
        let platform = platform_of(name);
        let is_meant = |it: &&Unsupported| {
            let mut names = it.platforms.iter().chain([&it.name]);
            names.any(|known| known.eq_ignore_ascii_case(platform))
        };
        Err(self.unsupported().iter().find(is_meant).map_or_else(|| self.unknown(name), NoBoard::Unsupported))
    }

    fn unknown(self, name: &str) -> NoBoard {
        let known: Vec<String> = self.boards().map(|board| board.name.clone()).collect();
        let platform = self.nearest_platform(name).map(|it| it.platform);
        let nearest = platform.or_else(|| nearest(name, known.iter().map(String::as_str)));
        NoBoard::Unknown { name: name.to_owned(), nearest: nearest.map(str::to_owned), known }
    }

    /// The platform of this name, or with a file of this name, whatever the case, and its board.
    #[must_use]
    pub fn by_platform(self, name: &str) -> Option<PlatformName> {
        let name = platform_of(name);
        self.platforms().find(|it| it.platform.eq_ignore_ascii_case(name))
    }

    /// The board of a card whose shell has this name (VBNV).
    #[must_use]
    pub fn by_shell(self, shell: &str) -> Option<&'static Board> {
        let with = |fit| self.platforms().find(|it| Fit::of(it.platform, shell) == fit).map(|it| it.board);
        with(Fit::Same).or_else(|| with(Fit::Perhaps))
    }

    /// The platform that is most like a name which no platform has; none if that is not like any.
    #[must_use]
    pub fn nearest_platform(self, name: &str) -> Option<PlatformName> {
        self.by_platform(nearest_platform(platform_of(name), self.platforms().map(|it| it.platform))?)
    }

    /// All platforms of all boards.
    pub fn platforms(self) -> impl Iterator<Item = PlatformName> {
        self.boards()
            .flat_map(|board| board.platforms().map(move |platform| PlatformName { platform, board }))
    }

    /// The text of a board's file, if it is built in: the form of a project's own ones.
    #[must_use]
    pub fn text_of(self, board: &Board) -> Option<&'static str> {
        built_in::text_of(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(name: &str) -> String {
        Board::by_name(name).unwrap_err().to_string()
    }

    #[test]
    fn boards_are_found_by_name_and_platform() {
        for name in [
            "u200",
            "U200",
            "xilinx_u200_gen3x16_xdma_2_202110_1",
            "XILINX_U200_XDMA_201830_2",
            "/opt/xilinx/platforms/xilinx_u200_xdma_201830_2/xilinx_u200_xdma_201830_2.xpfm",
        ] {
            assert_eq!(Board::by_name(name).unwrap().name, "u200", "{name}");
        }
        let platform = Catalogue::default().by_platform("xilinx_u280_xdma_201920_3").unwrap();
        assert_eq!(platform.board.name, "u280");
        assert_ne!(platform.platform, platform.board.platform);
        let mut names: Vec<&str> = Catalogue::default().platforms().map(|it| it.platform).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "a platform is of one board");
    }

    #[test]
    fn boards_are_those_of_shells_of_one_stage_or_two() {
        let board = |shell: &str| Catalogue::default().by_shell(shell).map(|board| board.name.as_str());
        assert_eq!(board("xilinx_u200_gen3x16_xdma_2_202110_1"), Some("u200"));
        assert_eq!(board("xilinx_u200_gen3x16_xdma_base_2"), Some("u200"));
        assert_eq!(board("xilinx_u2000_gen3x16_xdma_base_2"), None);
        assert_eq!(board("someone_else"), None);
    }

    #[test]
    fn the_nearest_name_is_suggested() {
        assert!(message("u20").contains("there is no board `u20`; did you mean `u200`?"));
        assert!(message("u55").contains("did you mean `u55c`"));
        assert!(message("nope").contains("there is no board `nope`; known boards: u200, "));
        let mistyped = message("xilinx_u280_gen3x16_xdma_1_202111_1");
        assert!(mistyped.contains("did you mean `xilinx_u280_gen3x16_xdma_1_202211_1`"), "{mistyped}");
        let nearest = Catalogue::default().nearest_platform("xilinx_u250_gen3x16_xdma_4_1_20210_1").unwrap();
        assert_eq!(nearest.platform, "xilinx_u250_gen3x16_xdma_4_1_202210_1");
        assert_eq!(Catalogue::default().nearest_platform("u200"), None);
    }

    #[test]
    fn unsupported_boards_say_why() {
        assert!(message("V80").starts_with("the board v80 ("), "{}", message("V80"));
        assert!(message("v80").contains("SLASH"), "{}", message("v80"));
        assert!(message("xilinx_v70_gen5x8_qdma_2_202220_1").contains("discontinued"));
    }
}
