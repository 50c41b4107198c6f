//! `sycl-hls check`

use std::process::ExitCode;

use crate::cli::Check;
use crate::project::Project;
use crate::sources::{SourceFile, translate_files};

pub fn check(args: &Check) -> anyhow::Result<ExitCode> {
    let files = if args.files.is_empty() {
        let images = Project::find(&args.project.project)?.images()?;
        images.into_iter().flat_map(|image| image.files).collect()
    } else {
        args.files.iter().map(|file| SourceFile::named(file)).collect::<Vec<_>>()
    };
    let modules = translate_files(&files)?;
    let kernels: usize = modules.iter().map(|module| module.kernels().count()).sum();
    anstream::eprintln!("{kernels} kernel(s) in {} module(s): no errors", modules.len());
    Ok(ExitCode::SUCCESS)
}
