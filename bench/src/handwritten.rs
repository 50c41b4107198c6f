//! Images with other machine code: the kernels written by hand, or compiled with other options.

use std::path::{Path, PathBuf};

use sycl_hls_compiler::tool::{Cancel, Cxx, CxxOptions};
use xclbin_tools::{Builder, SectionKind, Xclbin, write_atomically};

/// The C++ that makes up an image: that of its kernels, and what the object says of itself.
pub struct Sources {
    pub kernels: PathBuf,
    pub manifest: PathBuf,
}

impl Sources {
    /// What a build left beside its image.
    pub fn beside(image: &Path) -> Self {
        let folder = image.with_extension("kernels");
        Self { kernels: folder.join("box_filter.cpp"), manifest: folder.join("manifest.cpp") }
    }
}

/// The image with its shared object compiled anew from these texts; written beside it under another name.
pub fn image_with_code(
    image: &Path,
    name: &str,
    sources: &Sources,
    options: CxxOptions,
) -> anyhow::Result<PathBuf> {
    let code = shared_object(image, name, sources, options)?;
    let old = Xclbin::open(image)?;
    let start = Builder::new(old.mode(), old.platform_vbnv(), old.uuid(), old.timestamp());
    let builder = old.sections().fold(start, |builder, section| {
        let payload = if section.kind == SectionKind::BITSTREAM { &code } else { section.payload };
        builder.raw(section.kind, payload)
    });
    let path = image.with_file_name(format!("{name}.xclbin"));
    write_atomically(&path, &builder.to_bytes()?)?;
    Ok(path)
}

fn shared_object(
    image: &Path,
    name: &str,
    sources: &Sources,
    options: CxxOptions,
) -> anyhow::Result<Vec<u8>> {
    let cancel = Cancel::new();
    let compiler = Cxx::find(&cancel)?;
    let mut objects = Vec::new();
    for (number, source) in [&sources.kernels, &sources.manifest].into_iter().enumerate() {
        let object = image.with_file_name(format!("{name}.{number}.o"));
        compiler.compile(source, &object, options, &cancel)?;
        objects.push(object);
    }
    let library = image.with_file_name(format!("{name}.so"));
    compiler.link_shared(&objects, &library, &cancel)?;
    Ok(std::fs::read(library)?)
}
