//! A project's own boards: files in a folder.

use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::board::Board;
use crate::built_in;
use crate::file::{Mistake, parse};

/// The folder of a project that has its own boards.
pub const FOLDER: &str = "boards";

/// A package of its own may lie in a folder of that name.
const NO_BOARD: &str = "Cargo.toml";

/// A file of boards that is wrong, or cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}:{}: {message}{}", path.display(), self.line(), help.as_ref().map(|help| format!("; {help}")).unwrap_or_default())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// All of it; empty if it cannot be read.
    pub text: String,
    /// The bytes that are meant.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl FileError {
    /// The line that is meant, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        let before = self.text.get(..self.range.start).unwrap_or_default();
        before.matches('\n').count() + 1
    }

    fn new(path: &Path, text: String, mistake: Mistake) -> Self {
        let Mistake { range, message, help } = mistake;
        Self { path: path.to_owned(), text, range, message, help }
    }

    fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        let mistake = Mistake { range: 0..0, message: format!("cannot be read: {error}"), help: None };
        Self::new(path, String::new(), mistake)
    }
}

/// The boards of all `.toml` files in a folder, by the files' names. There are none if there is no such folder.
///
/// Empty files are skipped: a shell creates one before `sycl-hls boards u200 --toml > boards/mine.toml` begins.
///
/// # Errors
/// When a file cannot be read, is no board, or has the name or a platform of another board.
pub fn read(folder: &Path) -> Result<Vec<Board>, FileError> {
    let mut paths = Vec::new();
    match fs::read_dir(folder) {
        Ok(entries) => {
            for entry in entries {
                let path = entry.map_err(|error| FileError::unreadable(folder, &error))?.path();
                let is_empty = fs::metadata(&path).is_ok_and(|it| it.len() == 0);
                let is_board = path.extension().is_some_and(|it| it == "toml") && !is_empty;
                paths.extend((is_board && !path.ends_with(NO_BOARD)).then_some(path));
            }
        }
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
        Err(error) => return Err(FileError::unreadable(folder, &error)),
    }
    paths.sort();
    let mut boards: Vec<Board> = Vec::new();
    for path in &paths {
        let board = read_board(path, &boards)?;
        boards.push(board);
    }
    Ok(boards)
}

/// The board of a file; `others` are those of the files before it.
fn read_board(path: &Path, others: &[Board]) -> Result<Board, FileError> {
    let text = fs::read_to_string(path).map_err(|error| FileError::unreadable(path, &error))?;
    match parse(&text).and_then(|board| unique(&text, board, others)) {
        Ok(board) => Ok(Board { file: Some(path.to_owned()), ..board }),
        Err(mistake) => Err(FileError::new(path, text, mistake)),
    }
}

/// Refuses a board whose name or platform another one has.
fn unique(text: &str, board: Board, others: &[Board]) -> Result<Board, Mistake> {
    let known = || built_in::boards().iter().chain(others);
    let unsupported = || built_in::unsupported().iter().map(|it| it.name.as_str());
    if known().map(|it| it.name.as_str()).chain(unsupported()).any(|name| name == board.name) {
        let message = format!("there is a board `{}` already", board.name);
        let help = "give this one another name: it decides the folder of its images";
        return Err(Mistake { range: place_of(text, &board.name), message, help: Some(help.to_owned()) });
    }
    let same = |platform: &&str| known().any(|it| it.platforms().any(|other| other == *platform));
    if let Some(platform) = board.platforms().find(same) {
        let message = format!("the platform {platform} is another board's");
        let help = "images are told apart by their platforms: give this board one of its own";
        return Err(Mistake { range: place_of(text, platform), message, help: Some(help.to_owned()) });
    }
    Ok(board)
}

/// Where a value stands.
fn place_of(text: &str, value: &str) -> Range<usize> {
    let start = text.find(&format!("\"{value}\"")).map_or(0, |quote| quote + 1);
    start..(start + value.len()).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Catalogue, NoBoard};

    /// A folder that ends with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("sycl-hls-boards-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn with(self, file: &str, text: &str) -> Self {
            fs::write(self.0.join(file), text).unwrap();
            self
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn mine() -> String {
        let text = built_in::FILES[0];
        assert!(text.contains("name = \"u200\""));
        text.replace("\"u200\"", "\"mine\"").replace("xilinx_u200_", "me_mine_")
    }

    #[test]
    fn boards_of_a_folder_are_added() {
        let folder =
            Folder::new("added").with("mine.toml", &mine()).with("Cargo.toml", "").with("notes.txt", "");
        let folder = folder.with("begun.toml", "");
        let catalogue = Catalogue::with_folders([folder.0.clone(), folder.0.join("nowhere")]).unwrap();
        let board = catalogue.by_name("Mine").unwrap();
        assert_eq!((board.name.as_str(), board.file.clone()), ("mine", Some(folder.0.join("mine.toml"))));
        assert_eq!(catalogue.by_platform("me_mine_xdma_201830_2").unwrap().board, board);
        assert_eq!(catalogue.boards().count(), built_in::FILES.len() + 1);
        let known = catalogue.by_name("min").unwrap_err();
        assert!(
            matches!(&known, NoBoard::Unknown { nearest: Some(nearest), .. } if nearest == "mine"),
            "{known}"
        );
        assert!(Board::by_name("mine").is_err(), "boards of others are none of the built-in ones");
        let again = Catalogue::with_folders([folder.0.clone(), folder.0.clone()]).unwrap();
        assert_eq!(again.own().len(), 1);
    }

    #[test]
    fn names_and_platforms_are_unique() {
        let said = |texts: &[String]| {
            let name = format!("unique-{}", texts.concat().len());
            let folder = texts.iter().enumerate().fold(Folder::new(&name), |folder, (index, text)| {
                folder.with(&format!("{index}.toml"), text)
            });
            let error = read(&folder.0).unwrap_err();
            (error.text[error.range.clone()].to_owned(), error.line(), error.to_string())
        };
        let (at, line, message) = said(&[mine().replace("\"mine\"", "\"u280\"")]);
        assert_eq!((at.as_str(), line), ("u280", 3), "{message}");
        assert!(message.contains("0.toml:3: there is a board `u280` already; give"), "{message}");
        assert!(said(&[mine().replace("\"mine\"", "\"v80\"")]).2.contains("a board `v80` already"));
        assert!(said(&[mine(), mine()]).2.contains("1.toml:3: there is a board `mine`"));
        let (at, _, message) = said(&[mine(), mine().replace("\"mine\"", "\"more\"")]);
        assert_eq!(at, "me_mine_gen3x16_xdma_2_202110_1", "{message}");
    }
}
