//! `sycl-hls xclbin sign` and `validate`

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Args;
use xclbin_tools::{Certificate, Digest, Signer, XclbinFile, validate as check};

use super::failure;
use super::write::{Change, say_lost};
use crate::interrupt::on_interrupt;
use crate::terminal::Terminal;

/// Sign an image, so that `validate` finds out whether it was changed since
///
/// The signature is one of CMS (PKCS7) by RSA, as xclbinutil makes it. It takes the place of an earlier one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin sign a.xclbin --private-key key.pem --certificate cert.pem")]
pub struct SignArgs {
    /// The image
    #[arg(value_name = "FILE.xclbin")]
    file: PathBuf,
    /// The key to sign with: RSA, in PEM, not encrypted
    #[arg(long, value_name = "FILE")]
    private_key: PathBuf,
    /// The key's certificate, in PEM or DER
    #[arg(long, value_name = "FILE")]
    certificate: PathBuf,
    /// sha256, sha384 or sha512
    #[arg(long, value_name = "NAME", default_value = "sha512", value_parser = Digest::named)]
    digest_algorithm: Digest,
    /// The file to write [default: the image itself, which is replaced as a whole]
    #[arg(short, long, value_name = "FILE.xclbin")]
    output: Option<PathBuf>,
}

/// Check that an image is as it was when the owner of a certificate signed it
///
/// The exit code is 1 if it is not. Whether the certificate deserves trust is for you to know.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin validate a.xclbin --certificate cert.pem")]
pub struct ValidateArgs {
    /// The image
    #[arg(value_name = "FILE.xclbin")]
    file: PathBuf,
    /// The certificate, in PEM or DER
    #[arg(long, value_name = "FILE")]
    certificate: PathBuf,
}

pub fn sign(args: &SignArgs, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let signer = Signer::read(&args.private_key, &args.certificate).map_err(failure)?;
    let image = Change::start(&args.file, args.output.as_deref())?;
    say_lost(&image.editor.lost_by_signing().map_err(failure)?, terminal);
    let (output, now) = (&image.output, SystemTime::now());
    let written = image.editor.write_signed(output, &signer, args.digest_algorithm, now, &|| image.goes_on());
    written.map_err(failure)?;
    terminal.say("Signed", &output.display().to_string());
    Ok(ExitCode::SUCCESS)
}

pub fn validate(args: &ValidateArgs, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let certificate = Certificate::read(&args.certificate).map_err(failure)?;
    let file = XclbinFile::open(&args.file).map_err(failure)?;
    let cancel = on_interrupt()?;
    let digest = check(&file, &certificate, SystemTime::now(), &|| !cancel.is_cancelled());
    let digest = digest.map_err(failure)?;
    terminal.say("Valid", &format!("{} ({})", args.file.display(), digest.name()));
    Ok(ExitCode::SUCCESS)
}
