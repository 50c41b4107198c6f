//! Making a bundle.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde_json::Value;
use sycl_hls_boards::Catalogue;
use sycl_hls_types::{Digest, Target};
use sycl_hls_vitis::shell::quoted;

use super::{About, KIND, SCRIPT, machine};
use crate::archive::{Packed, Source, pack};
use crate::deploy::{Image, Origin};
use crate::failure::Failure;
use crate::image::manifest_path;

/// What goes into a bundle.
#[derive(Debug)]
pub struct Request<'a> {
    /// The image.
    pub image: &'a Path,
    /// The program.
    pub host: &'a Path,
    /// Other files, which keep their names.
    pub others: &'a [PathBuf],
    /// The archive to write.
    pub bundle: &'a Path,
}

/// Writes a bundle; gives the digest of its list.
///
/// # Errors
/// When the image is damaged, a file is missing or no program, two files have one name, or the archive cannot be written.
pub fn make(request: &Request<'_>, boards: Catalogue) -> anyhow::Result<Digest> {
    let image = Image::open(request.image)?;
    let machine = machine::of(request.host).map_err(|error| {
        let failure = Failure::user(format!("{}: {error}", request.host.display()));
        failure.help("`--host` names the program that uses the image, such as target/release/NAME")
    })?;
    let image_name = name_of(request.image)?;
    let about = About {
        host: format!("bin/{}", name_of(request.host)?),
        image: image_name.clone(),
        target: image.target,
        platform: image.platform.clone(),
        uuid: image.uuid.clone(),
        machine,
    };
    let file = |name: &str, path: &Path, executable| Packed {
        name: name.to_owned(),
        source: Source::File(path.to_owned()),
        executable,
    };
    let text = |name: String, text: String, executable| Packed {
        name,
        source: Source::Bytes(text.into_bytes()),
        executable,
    };
    let mut files = vec![
        file(&image_name, request.image, false),
        file(&about.host, request.host, true),
        text(SCRIPT.to_owned(), script(&about, &image, boards), true),
    ];
    let manifest = manifest_path(request.image);
    if manifest.is_file() {
        let name = manifest_path(Path::new(&image_name)).to_string_lossy().into_owned();
        files.push(text(name, moved(&manifest, &image, request, &about)?, false));
    }
    for other in request.others {
        files.push(file(&name_of(other)?, other, false));
    }
    Ok(pack(request.bundle, KIND, &about, &files)?)
}

fn name_of(path: &Path) -> Result<String, Failure> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.map(str::to_owned).ok_or_else(|| Failure::usage(format!("{} is no name of a file", path.display())))
}

/// The manifest for the other machine: a smoke run that starts the program finds it in the bundle.
fn moved(manifest: &Path, image: &Image, request: &Request<'_>, about: &About) -> anyhow::Result<String> {
    let origin = Origin::of(image)?;
    let text = std::fs::read_to_string(manifest).with_context(|| manifest.display().to_string())?;
    let mut value: Value = serde_json::from_str(&text).with_context(|| manifest.display().to_string())?;
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let program = origin.smoke.first().filter(|program| program.contains('/'));
    if let Some(program) = program {
        if real(&origin.folder.join(program)) != real(request.host) {
            let failure =
                Failure::user(format!("the smoke run starts {program}, which is not in the bundle"));
            return Err(failure.help("let `[deploy] smoke` start the program of `--host`, or a program that is on every machine").into());
        }
        value["smoke"][0] = about.host.as_str().into();
    }
    Ok(serde_json::to_string_pretty(&value)?)
}

/// The script. It changes to no folder: the program finds the files that its arguments name.
fn script(about: &About, image: &Image, boards: Catalogue) -> String {
    let board = boards.by_platform(&image.platform).map(|known| known.board.name.as_str());
    let device = match (image.target, board) {
        (Target::Hw, _) => "xrt".to_owned(),
        (target, Some(board)) => format!("{target}/{board}"),
        (target, None) => target.to_string(),
    };
    format!(
        "#!/bin/sh\n\
         # Runs the program with its image. SYCL_HLS_DEVICE names another device than {device}.\n\
         here=$(cd -- \"$(dirname -- \"$0\")\" && pwd) || exit\n\
         export SYCL_HLS_XCLBIN=\"$here\"/{}\n\
         export SYCL_HLS_DEVICE=\"${{SYCL_HLS_DEVICE:-{device}}}\"\n\
         exec \"$here\"/{} \"$@\"\n",
        quoted(&about.image),
        quoted(&about.host),
    )
}
