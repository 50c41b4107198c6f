//! An image that is to be deployed, and what belongs to its file.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Deserialize;
use sycl_hls_boards::Catalogue;
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_types::Target;
use xclbin_tools::{Certificate, Mode, SectionKind, XclbinFile, section, validate, verify};

use crate::archive::CONTENTS;
use crate::failure::Failure;
use crate::image::{BUILD_KEY, manifest_path};
use crate::package::root_around;
use crate::project::config_of;

/// An image whose container is sound.
#[derive(Debug)]
pub struct Image {
    /// Its file, as the user named it.
    pub path: PathBuf,
    /// What runs it.
    pub target: Target,
    /// The shell that it is for (VBNV).
    pub platform: String,
    /// Its identity.
    pub uuid: String,
    /// The interfaces of a shell that it needs, in lower case with dashes; none where it is older than they are, or emulated.
    pub interfaces: Vec<String>,
    /// The digest of its build, if we built it.
    build: Option<String>,
    file: XclbinFile,
}

impl Image {
    /// Opens an image, and checks all of it that is known.
    ///
    /// # Errors
    /// When it is no image, or damaged.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let wrong = |error: xclbin_tools::Error| Failure::user(error.to_string());
        let file = XclbinFile::open(path).map_err(wrong)?;
        let findings = verify(&file).map_err(wrong)?;
        if let Some(first) = findings.first() {
            let failure = Failure::user(format!("{}: the image is damaged", path.display()));
            let all = findings.iter().map(|finding| finding.problem.clone());
            let failure = all.fold(failure, Failure::note);
            return Err(failure.help(format!(
                "build it anew, or copy it again; the first is at byte {:#x}",
                first.range.start
            )));
        }
        let layout = file.layout();
        let target = match layout.mode() {
            Mode::SwEmu => Target::SwEmu,
            Mode::HwEmu | Mode::HwEmuPr => Target::HwEmu,
            _ => Target::Hw,
        };
        Ok(Self {
            path: path.to_owned(),
            target,
            platform: layout.platform_vbnv().to_owned(),
            uuid: layout.uuid().to_string(),
            interfaces: interfaces(&file),
            build: file.key_values().map_err(wrong)?.get(BUILD_KEY).map(str::to_owned),
            file,
        })
    }

    /// Checks that the image can be loaded on a card by XRT at all.
    ///
    /// # Errors
    /// When its board wants something else.
    pub fn check_board(&self, boards: Catalogue) -> Result<(), Failure> {
        let board = boards.by_platform(&self.platform).map(|known| known.board);
        let Some(board) = board.filter(|board| board.vitis.afi && self.target == Target::Hw) else {
            return Ok(());
        };
        let failure = Failure::unavailable(format!("{} does not load an .xclbin", board.title));
        Err(failure
            .note("Amazon's cards run Amazon FPGA images (AFI), which Amazon makes of an .xclbin; this version makes none")
            .help(
                "for F1, the script create_vitis_afi.sh of aws-fpga makes an .awsxclbin; for F2 the guide of early releases says that there is none from Vitis",
            )
            .help("the emulations of the board need no card: `sycl-hls xrt run --board NAME`"))
    }

    /// Checks that the image is as the owner of a certificate signed it.
    ///
    /// # Errors
    /// When it is not, or the certificate cannot be read.
    pub fn check_signature(&self, certificate: &Path, cancel: &Cancel) -> Result<(), Failure> {
        let wrong = |error: xclbin_tools::Error| Failure::user(error.to_string());
        let certificate = Certificate::read(certificate).map_err(wrong)?;
        let valid = validate(&self.file, &certificate, SystemTime::now(), &|| !cancel.is_cancelled());
        valid.map(drop).map_err(|error| {
            wrong(error)
                .help("only signed images are deployed here: `sycl-hls xclbin sign` signs, with a key")
        })
    }
}

/// The interfaces that an image says it needs: what the driver compares with those of the shell.
fn interfaces(file: &XclbinFile) -> Vec<String> {
    let listed = file.section(SectionKind::PARTITION_METADATA).and_then(|entry| {
        let json = section::to_json(entry.kind(), &file.payload(entry).ok()?).ok()??;
        let interfaces = json.document.get("partition_metadata")?.get("interfaces")?;
        let all = interfaces.children().filter_map(|(_, one)| one.optional_text("interface_uuid"));
        Some(
            all.filter_map(|text| text.parse::<xclbin_tools::Uuid>().ok())
                .map(|uuid| uuid.to_string())
                .collect::<Vec<_>>(),
        )
    });
    let header = file.layout().interface_uuid();
    let header = (!header.is_nil() && !header.is_max()).then(|| header.to_string());
    listed.filter(|all| !all.is_empty()).unwrap_or_else(|| header.into_iter().collect())
}

/// What stands around an image's file.
#[derive(Debug)]
pub struct Origin {
    /// The folder of the project or of the unpacked bundle that the image lies in; else the current one.
    pub folder: PathBuf,
    /// The program, with its arguments, that tells whether the image does what it should; empty if none is known.
    pub smoke: Vec<String>,
    /// The certificate of whoever signs images, if one is required.
    pub certificate: Option<PathBuf>,
}

/// What is read of a manifest.
#[derive(Deserialize)]
struct Manifest {
    build: String,
    #[serde(default)]
    smoke: Vec<String>,
}

impl Origin {
    /// That of an image.
    ///
    /// # Errors
    /// When the manifest beside it is damaged or of another build, or `sycl-hls.toml` is wrong.
    pub fn of(image: &Image) -> anyhow::Result<Self> {
        let path = std::path::absolute(&image.path)?;
        let around = path.parent().unwrap_or(Path::new("/"));
        let bundle = around.ancestors().find(|folder| folder.join(CONTENTS).is_file());
        let project = root_around(around)?;
        let certificate = match &project {
            Some(root) => config_of(root)?.deploy.certificate.map(|file| root.join(file)),
            None => None,
        };
        let folder = bundle.map(Path::to_owned).or(project);
        let folder = folder.map_or_else(|| std::path::absolute("."), Ok)?;
        Ok(Self { folder, smoke: smoke(image)?, certificate })
    }
}

fn smoke(image: &Image) -> Result<Vec<String>, Failure> {
    let path = manifest_path(&image.path);
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(Vec::new()) };
    let wrong = |problem: String| Failure::user(format!("{}: {problem}", path.display()));
    let manifest: Manifest = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if image.build.as_ref().is_some_and(|build| *build != manifest.build) {
        let failure = wrong(format!("it is not the manifest of {}", image.path.display()));
        return Err(failure.help("build the image anew, or copy both"));
    }
    Ok(manifest.smoke)
}

#[cfg(test)]
pub(super) fn image_for_tests(mode: Mode, platform: &str) -> Image {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xclbin");
    let uuid = "6dd1bdc6-0ba1-4a5a-bd2c-0a8a2d8e1b3f".parse().unwrap();
    let bytes = xclbin_tools::Builder::new(mode, platform, uuid, 1).to_bytes().unwrap();
    xclbin_tools::write_atomically(&path, &bytes).unwrap();
    Image { path: "a.xclbin".into(), ..Image::open(&path).unwrap() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Kind;
    use sycl_hls_boards::Board;

    #[test]
    fn cards_of_amazon_load_no_xclbin_and_are_emulated() {
        for (name, title) in [("aws-f1", "F1"), ("aws-f2", "F2")] {
            let platform = &Board::by_name(name).unwrap().platform;
            let check = |mode| image_for_tests(mode, platform).check_board(Catalogue::default());
            let failure = check(Mode::Flat).unwrap_err();
            assert_eq!(failure.kind, Kind::Unavailable, "{name}");
            assert!(failure.message.contains(title), "{}", failure.message);
            assert!(failure.message.ends_with("does not load an .xclbin"), "{}", failure.message);
            let said = [failure.notes, failure.helps].concat().join("\n");
            for words in
                ["Amazon FPGA images (AFI)", "create_vitis_afi.sh", "`sycl-hls xrt run --board NAME`"]
            {
                assert!(said.contains(words), "{words}: {said}");
            }
            for mode in [Mode::SwEmu, Mode::HwEmu] {
                check(mode).unwrap();
            }
        }
        let u200 = &Board::by_name("u200").unwrap().platform;
        image_for_tests(Mode::Flat, u200).check_board(Catalogue::default()).unwrap();
    }
}
