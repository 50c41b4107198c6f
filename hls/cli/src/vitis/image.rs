//! Vitis' image becomes ours: it says of which kernels it is, so that programs find it.

use std::path::Path;

use sycl_hls_types::{Digest, MEMORY_ERRORS_KEY_PREFIX};
use sycl_hls_vitis::brief::{Brief, Job};
use xclbin_tools::section::{KeyValues, Section as _};
use xclbin_tools::{Content, Editor, SectionKind, XclbinFile, verify};

use crate::failure::Failure;
use crate::image::{BUILD_KEY, OfVitis, SourceDigest, TARGET_KEY, of_interfaces, write_manifest};

/// Writes what the linker made to `image`, with what it was made of, and its manifest. An image that is there already and was
/// made of the same stays as it is.
///
/// # Errors
/// When the file is no image, or cannot be written.
pub fn finish(made: &Path, image: &Path, job: &Job) -> anyhow::Result<()> {
    let brief = &job.brief;
    let wrong = |error: xclbin_tools::Error| Failure::user(format!("{}: {error}", made.display()));
    let mut editor = Editor::of(XclbinFile::open(made).map_err(wrong)?).map_err(wrong)?;
    let position = editor.position(SectionKind::KEYVALUE_METADATA);
    let digest = Digest::of(std::fs::read(made)?);
    let there = match position {
        Some(position) => KeyValues::from_bytes(&editor.payload(position).map_err(wrong)?).map_err(wrong)?,
        None => KeyValues::default(),
    };
    let values = key_values(there, brief, &digest);
    if !has_values(image, &values) {
        let content = Content::Bytes(values.to_bytes().map_err(wrong)?);
        match position {
            Some(position) => editor.replace(position, "", content),
            None => editor.add(SectionKind::KEYVALUE_METADATA, "", content),
        }
        .map_err(wrong)?;
        editor.write(image, &|| true).map_err(wrong)?;
    }
    let written = XclbinFile::open(image).map_err(wrong)?;
    let manifest = OfVitis {
        target: brief.target,
        board: &brief.board,
        platform: written.layout().platform_vbnv(),
        build: &digest,
        vitis: &job.plan.vitis,
        sources: brief.sources.values().map(|source| SourceDigest::of(&source.file, &source.text)).collect(),
        interfaces: &brief.interfaces,
        smoke: &brief.smoke,
    };
    write_manifest(image, &manifest.manifest()?)
}

/// True if there is a complete image with these values, one of which is the digest of its inputs.
fn has_values(image: &Path, values: &KeyValues) -> bool {
    let Ok(there) = XclbinFile::open(image) else { return false };
    let is_whole = || verify(&there).is_ok_and(|findings| findings.is_empty());
    there.key_values().is_ok_and(|there| there == *values) && is_whole()
}

/// What the image says already, and what it is of.
fn key_values(there: KeyValues, brief: &Brief, digest: &Digest) -> KeyValues {
    let own = [(BUILD_KEY, digest.as_str()), (TARGET_KEY, brief.target.name())];
    let own = own.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let there: Vec<_> = there.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    // Numbers, names and lists only: serialization has no way to fail.
    let errors = brief.memory_errors.iter().map(|(kernel, errors)| {
        let text = serde_json::to_string(errors).unwrap_or_default();
        (format!("{MEMORY_ERRORS_KEY_PREFIX}{kernel}"), text)
    });
    let interfaces = of_interfaces(&brief.interfaces);
    KeyValues::from_iter(there.into_iter().chain(own).chain(interfaces).chain(errors))
}
