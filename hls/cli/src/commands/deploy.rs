//! `sycl-hls deploy`

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use sycl_hls_compiler::tool::Cancel;

use crate::cards::{Card, find};
use crate::catalogue;
use crate::deploy::{Deployment, Image, Origin, SMOKE_LIMIT, SmokeRun, Store, Summary, check};
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::simulation::seconds;
use crate::table::table;
use crate::terminal::{Terminal, print};

/// Check an image, program cards with it, test it, and restore the previous image if the test fails
///
/// The image must be undamaged and fit the card: mode, shell, interfaces, and signature if `[deploy] certificate` of
/// sycl-hls.toml or `--certificate` requires one. Then `[deploy] smoke` of the project that built it is run, with the image in
/// SYCL_HLS_XCLBIN and the card in SYCL_HLS_DEVICE. If it fails, the card's previous image is restored, if that was deployed
/// from here. With `--device all`, a failure on one card does not stop the others. Within `sycl-hls xrt run` cards are emulated.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xrt run --board u200 -- sycl-hls deploy a.xclbin --check
  sycl-hls xrt run --board u200 -- sycl-hls deploy a.xclbin --device all
  sycl-hls deploy --list")]
pub struct Deploy {
    /// The image
    #[arg(value_name = "FILE.xclbin", required_unless_present = "list")]
    file: Option<PathBuf>,
    /// The card's address (BDF) or another name that `sycl-hls devices` prints, or `all` [default: the only card]
    #[arg(long, value_name = "BDF|all")]
    device: Option<String>,
    /// Only check whether the image fits
    #[arg(long)]
    check: bool,
    /// Omit the smoke run
    #[arg(long)]
    no_smoke: bool,
    /// End the smoke run after so many seconds [default: 120]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Refuse cards whose current image could not be restored
    #[arg(long)]
    need_way_back: bool,
    /// The certificate with which the image must be signed, in PEM or DER
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// List what was deployed from here, and where it runs
    #[arg(long, conflicts_with_all = ["file", "device", "check"])]
    list: bool,
    /// The folder of deployed images [default: one in the user's state folder]
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
}

pub fn deploy(args: &Deploy, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let store = Store::at(args.store.as_deref())?;
    let Some(file) = &args.file else { return list(&store) };
    let cancel = on_interrupt()?;
    let image = Image::open(file)?;
    image.check_board(catalogue::near(file)?)?;
    let origin = Origin::of(&image)?;
    if let Some(certificate) = args.certificate.as_ref().or(origin.certificate.as_ref()) {
        image.check_signature(certificate, &cancel)?;
    }
    let cards = cards(args.device.as_deref(), &cancel)?;
    let mut summary = Summary::new(terminal, cards.len());
    // All of them before any is touched.
    let fitting = fitting(&image, &cards, &mut summary, terminal);
    if args.check {
        fitting.iter().for_each(|card| summary.done(&card.device, "fits"));
        summary.end(&[])?;
        return Ok(ExitCode::SUCCESS);
    }
    let _lock = store.lock(&Progress::with(terminal.verbosity), &cancel)?;
    let mut left = fitting.into_iter();
    for card in left.by_ref() {
        let smoke = SmokeRun {
            command: &origin.smoke,
            folder: &origin.folder,
            limit: args.timeout.unwrap_or(SMOKE_LIMIT),
        };
        let has_smoke = !origin.smoke.is_empty() && !args.no_smoke;
        let deployment = Deployment {
            image: &image,
            smoke: has_smoke.then_some(smoke),
            needs_way_back: args.need_way_back,
            store: &store,
            terminal,
            cancel: &cancel,
        };
        let goes_on = match deployment.on(card) {
            Ok(tried) => {
                summary.done(&card.device, format!("deployed, {tried}"));
                true
            }
            Err(error) => summary.failed(&card.device, error),
        };
        if !goes_on {
            break;
        }
    }
    summary.end(&left.map(|card| card.device.as_str()).collect::<Vec<_>>())?;
    Ok(ExitCode::SUCCESS)
}

/// The cards that the image fits.
fn fitting<'c>(image: &Image, cards: &'c [Card], summary: &mut Summary, terminal: Terminal) -> Vec<&'c Card> {
    let fits = |card: &&Card| match check(image, card) {
        Ok(unsure) => {
            unsure.iter().for_each(|unsure| terminal.say("Unknown", unsure));
            terminal.say("Fits", &format!("{} on {}", image.path.display(), card.device));
            true
        }
        Err(failure) => {
            summary.failed(&card.device, failure.into());
            false
        }
    };
    cards.iter().filter(fits).collect()
}

/// The cards that are meant.
fn cards(wanted: Option<&str>, cancel: &Cancel) -> anyhow::Result<Vec<Card>> {
    let found = find(cancel)?;
    if found.cards.is_empty() {
        let reason = found.reason.unwrap_or_else(|| "XRT finds none".to_owned());
        let failure = Failure::unavailable(format!("there is no card: {reason}"));
        let failure = found.help.into_iter().fold(failure, Failure::help);
        return Err(failure
            .help("to try it without one: `sycl-hls xrt run --board NAME -- sycl-hls deploy ..`")
            .into());
    }
    let names: Vec<String> = found.cards.iter().map(|card| card.device.clone()).collect();
    let there = format!("there are {}", names.join(", "));
    let chosen: Vec<Card> = match wanted {
        Some("all") => found.cards,
        Some(name) => found.cards.into_iter().filter(|card| card.is_called(name)).collect(),
        None if found.cards.len() == 1 => found.cards,
        None => {
            let failure = Failure::usage("which card is meant? there are several");
            return Err(failure.note(there).help("say `--device NAME` or `--device all`").into());
        }
    };
    match wanted.filter(|_| chosen.is_empty()) {
        Some(name) => Err(Failure::usage(format!("there is no card `{name}`")).note(there).into()),
        None => Ok(chosen),
    }
}

fn list(store: &Store) -> anyhow::Result<ExitCode> {
    let rows: Vec<Vec<String>> = store
        .records()?
        .into_iter()
        .map(|record| {
            let running = record.running;
            let file = running.file.display().to_string();
            vec![record.device, file, running.uuid, running.at, running.smoke.text().to_owned()]
        })
        .collect();
    let text = if rows.is_empty() { "nothing was deployed from here\n".to_owned() } else { table("", &rows) };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}
