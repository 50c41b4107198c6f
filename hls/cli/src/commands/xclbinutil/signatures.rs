//! Signatures, as the options say: cryptographic ones, and texts of the user's.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context as _;
use clap::Args;
use xclbin_tools::{Certificate, Digest, Editor, Signer, XclbinFile, validate, write_atomically};

use super::Xclbinutil;
use crate::commands::xclbin::say_lost;
use crate::failure::Failure;
use crate::terminal::{Terminal, print};

/// The options of signatures.
#[derive(Debug, Args)]
pub struct Signatures {
    /// Sign what is written with this key: RSA, in PEM, not encrypted
    #[arg(long, value_name = "FILE", requires = "output", requires = "certificate")]
    private_key: Option<PathBuf>,
    /// The certificate of the key, in PEM or DER
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// sha256, sha384 or sha512
    #[arg(long, value_name = "NAME", default_value = "sha512", value_parser = Digest::named)]
    digest_algorithm: Digest,
    /// Check the signature of the image with the certificate
    #[arg(long, requires = "input", requires = "certificate")]
    validate_signature: bool,
    /// Write the signature of the image, CMS in DER, to a file
    #[arg(long, value_name = "FILE", requires = "input")]
    pub dump_signature: Option<PathBuf>,
    /// Append a text of your own to the image
    #[arg(
        long,
        value_name = "TEXT",
        requires = "input",
        requires = "output",
        conflicts_with = "private_key"
    )]
    add_signature: Option<String>,
    /// Show the text that was appended to the image, and its size
    #[arg(long, requires = "input")]
    get_signature: bool,
    /// Remove the text that was appended to the image
    #[arg(long, requires = "input", requires = "output")]
    remove_signature: bool,
}

impl Signatures {
    /// The files that are read.
    pub fn read(&self) -> impl Iterator<Item = &PathBuf> {
        self.private_key.iter().chain(&self.certificate)
    }
}

/// Does what concerns the signatures of the image that is read, and tells whether that was all.
///
/// # Errors
/// When the image has no such signature, or it does not hold.
pub fn of_input(args: &Xclbinutil, terminal: Terminal, goes_on: &dyn Fn() -> bool) -> anyhow::Result<bool> {
    let wanted = &args.signatures;
    let Some(input) = &args.input else { return Ok(false) };
    let open = || XclbinFile::open(input);
    let none = |what: &str| Failure::user(format!("{}: there is no {what}", input.display()));
    if let Some(output) = &wanted.dump_signature {
        let signature = open()?.signature()?.ok_or_else(|| none("signature"))?;
        write_atomically(output, &signature)?;
        return Ok(true);
    }
    if wanted.validate_signature {
        let certificate = wanted.certificate.as_deref().context("there is no certificate")?;
        let certificate = Certificate::read(certificate)?;
        validate(&open()?, &certificate, SystemTime::now(), goes_on)?;
        terminal.say("Valid", &input.display().to_string());
    }
    let output = args.output.as_deref().unwrap_or(Path::new(""));
    let users = || anyhow::Ok(open()?.user_signature()?);
    if let Some(text) = &wanted.add_signature {
        if users()?.is_some() {
            return Err(
                Failure::user(format!("{}: there is a user's signature already", input.display())).into()
            );
        }
        open()?.write_user_signature(output, Some(text.as_bytes()), goes_on)?;
    } else if wanted.get_signature {
        let signature = users()?.ok_or_else(|| none("user's signature"))?;
        print(&format!("{} {}\n", String::from_utf8_lossy(&signature.text), signature.total_size))?;
    } else if wanted.remove_signature {
        users()?.ok_or_else(|| none("user's signature"))?;
        open()?.write_user_signature(output, None, goes_on)?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Writes an image, with a signature if that is wanted.
///
/// # Errors
/// When a step fails. Then there is no new file.
pub fn write(
    editor: &Editor,
    output: &Path,
    wanted: &Signatures,
    terminal: Terminal,
    goes_on: &dyn Fn() -> bool,
) -> anyhow::Result<()> {
    match wanted.private_key.as_deref().zip(wanted.certificate.as_deref()) {
        Some((key, certificate)) => {
            let signer = Signer::read(key, certificate)?;
            say_lost(&editor.lost_by_signing()?, terminal);
            Ok(editor.write_signed(output, &signer, wanted.digest_algorithm, SystemTime::now(), goes_on)?)
        }
        None => {
            say_lost(&editor.lost()?, terminal);
            Ok(editor.write(output, goes_on)?)
        }
    }
}
