//! `sycl-hls check`

use std::process::ExitCode;

use super::board_named;
use crate::cli::Check;
use crate::placement::check_board;
use crate::project::Project;
use crate::sources::{SourceFile, refuse, translate_files};

pub fn check(args: &Check) -> anyhow::Result<ExitCode> {
    let (files, board) = if args.files.is_empty() {
        let project = Project::find(&args.project.project)?;
        let files = project.images()?.into_iter().flat_map(|image| image.files).collect();
        (files, project.config.project.board.as_deref().map(board_named).transpose()?)
    } else {
        (args.files.iter().map(|file| SourceFile::named(file)).collect::<Vec<_>>(), None)
    };
    let modules = translate_files(&files)?;
    if let Some(board) = board {
        refuse(&modules, |module| check_board(module, board))?;
    }
    let kernels: usize = modules.iter().map(|module| module.kernels().count()).sum();
    anstream::eprintln!("{kernels} kernel(s) in {} module(s): no errors", modules.len());
    Ok(ExitCode::SUCCESS)
}
