//! Choosing a device.

mod name;

use std::fmt;
use std::sync::Arc;

use name::Name;
use sycl_hls_backend::Aspect;

use crate::environment::Environment;
use crate::{Context, Device, Error, Result};

/// Which device a queue runs on (device selection, S20 §4.6.1.1).
///
/// A selector is applied when a queue is made. One that names a device gets that device or an error, never
/// another one. One that rates devices gets the best of those that there are.
///
/// ```
/// use sycl_hls::{Aspect, Device, Queue, Selector};
///
/// let q = Queue::new(Selector::by_name("sw_emu/u280"))?;
/// // Any board, hardware before emulation.
/// let q = Queue::new(Selector::by_score(|device| match device.has(Aspect::Accelerator) {
///     true if device.has(Aspect::Emulated) => 1,
///     true => 2,
///     false => -1,
/// }))?;
/// // The same, without emulation, on a machine without a card.
/// let error = Queue::new(Selector::by_aspects(&[Aspect::Accelerator], &[Aspect::Emulated])).unwrap_err();
/// assert!(error.to_string().starts_with("no device has all of accelerator and none of emulated"));
/// # Ok::<(), sycl_hls::Error>(())
/// ```
#[derive(Clone)]
pub struct Selector(Choice);

#[derive(Clone)]
enum Choice {
    Name(Name),
    Device(Device),
    Best {
        score: Arc<Score>,
        /// What a device has that is accepted, for messages.
        wanted: String,
    },
}

type Score = dyn Fn(&Device) -> i32 + Send + Sync;

impl Selector {
    /// The host's processor.
    #[must_use]
    pub fn host() -> Self {
        Self(Choice::Name(Name::host()))
    }

    /// Software emulation of a board: `Selector::sw_emu("u200")`.
    #[must_use]
    pub fn sw_emu(board: &str) -> Self {
        Self(Choice::Name(Name::sw_emu(board)))
    }

    /// Hardware emulation of a board: `Selector::hw_emu("u200")`. Its kernels are simulated cycle by cycle.
    ///
    /// Environment variables say how: `SYCL_HLS_MEMORY` (`board`, or `ideal` for memory that never lets a kernel wait),
    /// `SYCL_HLS_TIMEOUT` (seconds that a run may take), `SYCL_HLS_WAVE` (a file for waveforms).
    #[must_use]
    pub fn hw_emu(board: &str) -> Self {
        Self(Choice::Name(Name::hw_emu(board)))
    }

    /// The device that the environment variable `SYCL_HLS_DEVICE` names, as for [`Selector::by_name`]; the
    /// host when it is not set. `sw_emu` or `hw_emu` alone emulates the board in `SYCL_HLS_BOARD`.
    ///
    /// `SYCL_HLS_LOG` names a file to which devices add what they load and run; `/dev/stderr` is standard error.
    ///
    /// The environment is read once per process.
    #[must_use]
    pub fn from_env() -> Self {
        Self(Choice::Name(Name::from_environment(Environment::of_process())))
    }

    /// The device with this name: `host | sw_emu | hw_emu | opencl | xrt`, then, except for `host`, `/` and a
    /// board or device id. `Selector::by_name("sw_emu/u200")`.
    ///
    /// `xrt` is the first card that XRT's driver has, and `xrt/0000:65:00.1`, `xrt/65:00.1` the one with this address; a board
    /// or the name of a shell may stand in its place: `xrt/u200`. No card has been driven yet: what is done for one is what
    /// works for those that XRT emulates.
    ///
    /// `xrt/sw_emu` and `xrt/hw_emu` are cards that XRT itself emulates, in a program that `sycl-hls xrt run` starts; a board
    /// may follow, and a number where there are several: `xrt/sw_emu/u200/1`.
    #[must_use]
    pub fn by_name(name: &str) -> Self {
        Self(Choice::Name(Name::new(name)))
    }

    /// This device (a queue of a device, S20 §4.6.5.1).
    #[must_use]
    pub fn device(device: &Device) -> Self {
        Self(Choice::Device(device.clone()))
    }

    /// The device with the highest score, the first one in the order of [`Device::all`] if there are several;
    /// never one with a negative score (S20 §4.6.1.1). `score` is called once for each device, each time that a
    /// queue is made.
    pub fn by_score(score: impl Fn(&Device) -> i32 + Send + Sync + 'static) -> Self {
        let wanted = "has a score of at least 0".to_owned();
        Self(Choice::Best { score: Arc::new(score), wanted })
    }

    /// The first device, in the order of [`Device::all`], with all of `all_of` and none of `none_of`
    /// (`aspect_selector`, S20 §4.6.1.1).
    #[must_use]
    pub fn by_aspects(all_of: &[Aspect], none_of: &[Aspect]) -> Self {
        let lists = [("all", all_of), ("none", none_of)].into_iter().filter(|(_, list)| !list.is_empty());
        let lists: Vec<String> = lists.map(|(which, list)| format!("{which} of {}", join(list))).collect();
        let wanted = format!("has {}", lists.join(" and "));
        let (all_of, none_of) = (all_of.to_vec(), none_of.to_vec());
        let accepts = move |device: &Device| {
            all_of.iter().all(|&aspect| device.has(aspect))
                && !none_of.iter().any(|&aspect| device.has(aspect))
        };
        let score = move |device: &Device| if accepts(device) { 0 } else { -1 };
        Self(Choice::Best { score: Arc::new(score), wanted })
    }

    /// The first processor (`cpu_selector_v`, S20 §4.6.1.1, Table 14).
    #[must_use]
    pub fn cpu() -> Self {
        Self::by_aspects(&[Aspect::Cpu], &[])
    }

    /// The first GPU (`gpu_selector_v`, S20 §4.6.1.1, Table 14). This version drives none.
    #[must_use]
    pub fn gpu() -> Self {
        Self::by_aspects(&[Aspect::Gpu], &[])
    }

    /// The first accelerator, which may be emulated (`accelerator_selector_v`, S20 §4.6.1.1, Table 14).
    #[must_use]
    pub fn accelerator() -> Self {
        Self::by_aspects(&[Aspect::Accelerator], &[])
    }

    /// The device.
    ///
    /// # Errors
    /// When the name is malformed, the board unknown, or the device not available; when no device is accepted.
    pub(crate) fn select(&self) -> Result<Device> {
        match &self.0 {
            Choice::Name(name) => name.select(),
            Choice::Device(device) => Ok(device.clone()),
            Choice::Best { score, wanted } => best(Device::all(), &**score, wanted),
        }
    }

    /// The device, which is one of a context's (S20 §4.6.5.1).
    ///
    /// # Errors
    /// As [`Self::select`], and [`Error::Invalid`] when the device that is named is not of the context.
    pub(crate) fn select_in(&self, context: &Context) -> Result<Device> {
        if let Choice::Best { score, wanted } = &self.0 {
            return best(context.devices().to_vec(), &**score, wanted);
        }
        let device = self.select()?;
        if context.devices().contains(&device) {
            return Ok(device);
        }
        Err(Error::Invalid(format!(
            "`{}` is no device of the queue's context, which has {}",
            device.info().id,
            ids(context.devices()).join(", ")
        )))
    }
}

impl Default for Selector {
    /// [`Selector::from_env`], which chooses the default device (`default_selector_v`, S20 §4.6.1.1, Table 14).
    fn default() -> Self {
        Self::from_env()
    }
}

/// The first of the devices with the highest score that is not negative.
fn best(devices: Vec<Device>, score: &Score, wanted: &str) -> Result<Device> {
    let mut best: Option<(i32, &Device)> = None;
    for device in &devices {
        let score = score(device);
        if score >= 0 && best.is_none_or(|(highest, _)| score > highest) {
            best = Some((score, device));
        }
    }
    let none = || Error::NoDevice { wanted: wanted.to_owned(), devices: ids(&devices) };
    best.map(|(_, device)| device.clone()).ok_or_else(none)
}

fn ids(devices: &[Device]) -> Vec<String> {
    devices.iter().map(|device| device.info().id.clone()).collect()
}

fn join(aspects: &[Aspect]) -> String {
    aspects.iter().map(|aspect| aspect.name()).collect::<Vec<_>>().join(", ")
}

impl fmt::Debug for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match &self.0 {
            Choice::Name(name) => name.text(),
            Choice::Device(device) => &device.info().id,
            Choice::Best { wanted, .. } => wanted,
        };
        f.debug_tuple("Selector").field(&text).finish()
    }
}
