//! `sycl-hls verify`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::bundle::{verify as check, verify_card};
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::terminal::Terminal;

/// Check a bundle on the machine where it will be used: digests, image, program, and whether it fits the card
///
/// Takes the archive or the folder to which it was unpacked. Digests find damage. That it is the original bundle is proved by
/// `--digest`, which `sycl-hls bundle` printed, or by `--certificate` and a signed image.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls verify vadd.tar
  sycl-hls verify vadd.tar --unpack here/vadd")]
pub struct Verify {
    /// The archive, or its folder
    #[arg(value_name = "BUNDLE")]
    bundle: PathBuf,
    /// Unpack the archive to this folder if all checks pass
    #[arg(long, value_name = "DIR")]
    unpack: Option<PathBuf>,
    /// The digest that the bundle must have
    #[arg(long, value_name = "SHA256")]
    digest: Option<String>,
    /// The certificate with which the image must be signed, in PEM or DER
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

pub fn verify(args: &Verify, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let cancel = on_interrupt()?;
    let path = args.bundle.display();
    if args.unpack.is_some() && args.bundle.is_dir() {
        return Err(Failure::usage(format!("{path} is unpacked already"))
            .help("leave `--unpack` out")
            .into());
    }
    // An archive goes to its place when all of it is right.
    let parent = match &args.unpack {
        Some(folder) => std::path::absolute(folder)?.parent().unwrap_or(folder).to_owned(),
        None => std::env::temp_dir(),
    };
    crate::folders::create_folder(&parent)?;
    let temporary = tempfile::Builder::new().prefix(".sycl-hls-").tempdir_in(&parent)?;
    let unpacked = temporary.path().join("bundle");
    let verified = check(&args.bundle, &unpacked)?;
    let digest = &verified.opened.digest;
    if args.digest.as_ref().is_some_and(|wanted| !wanted.eq_ignore_ascii_case(digest.as_str())) {
        let failure = Failure::user(format!("{path}: it is another bundle than the one that is meant"));
        return Err(failure.note(format!("its digest is {digest}")).into());
    }
    if let Some(certificate) = &args.certificate {
        verified.image.check_signature(certificate, &cancel)?;
    }
    let about = &verified.about;
    terminal.say(
        "Whole",
        &format!("{path}, {} files, by sycl-hls {}", verified.opened.files.len(), verified.opened.tool),
    );
    terminal.say("Digest", digest.as_str());
    terminal
        .say("Image", &format!("{} for {} on {}, {}", about.image, about.target, about.platform, about.uuid));
    terminal.say("Program", &format!("{} for {}", about.host, about.machine));
    for (verb, what) in verify_card(&verified.image, &cancel)? {
        terminal.say(verb, &what);
    }
    if let Some(folder) = &args.unpack {
        let taken = std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
        if taken || folder.is_file() {
            return Err(Failure::user(format!("{} is there already", folder.display()))
                .help("name another folder")
                .into());
        }
        std::fs::rename(&unpacked, folder)?;
        terminal.say("Unpacked", &folder.display().to_string());
    }
    Ok(ExitCode::SUCCESS)
}
