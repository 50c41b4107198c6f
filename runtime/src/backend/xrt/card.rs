//! A card as a device: it is opened when it first loads an image, and one image at a time is on it.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use sycl_hls_backend::{Device, DeviceInfo, LoadError, Program, Source};
use sycl_hls_emulation::xrt::status::Watch;
use sycl_hls_types::Fault;
use xrt_sys::Xrt;

use super::program::{OnCard, XrtProgram};
use super::units::Units;

/// The variable in which XRT leaves the name of the socket of the device that it last loaded.
const SOCKET: &str = "EMULATION_SOCKETID";

/// An emulated card.
pub(super) struct Card {
    info: DeviceInfo,
    shared: Arc<Shared>,
}

/// What the programs of a card share.
pub(super) struct Shared {
    xrt: &'static Xrt,
    index: u32,
    status: Option<PathBuf>,
    /// How long a run may take.
    pub timeout: Option<Duration>,
    /// Runs hold it for reading, so that no other image takes their place.
    state: RwLock<State>,
}

#[derive(Default)]
pub(super) struct State {
    loaded: Option<Loaded>,
    /// Open from the first image on; closing it would break all others.
    device: Option<Arc<xrt_sys::Device>>,
}

/// What is on a card.
pub(super) struct Loaded {
    image: [u8; 16],
    /// The compute units of each kernel.
    pub kernels: Vec<Units>,
    pub device: Arc<xrt_sys::Device>,
    /// The emulated card's own words; none where another program than ours emulates it.
    pub watch: Option<Watch>,
}

impl Card {
    pub fn new(
        xrt: &'static Xrt,
        index: u32,
        info: DeviceInfo,
        status: Option<PathBuf>,
        timeout: Option<Duration>,
    ) -> Self {
        Self { info, shared: Arc::new(Shared { xrt, index, status, timeout, state: RwLock::default() }) }
    }
}

impl Device for Card {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn load(&self, source: Source<'_>) -> Result<Arc<dyn Program>, LoadError> {
        let Source::Image(image) = source else {
            return Err(LoadError::Unsupported {
                device: self.info.id.clone(),
                what: "native functions; it runs images".to_owned(),
            });
        };
        let load = || {
            // XRT ends the process when the mode is another one.
            image.check_for(&self.info)?;
            let program = OnCard::of(image)?;
            self.shared.load_if_free(&program)?;
            Ok(Arc::new(XrtProgram::new(Arc::clone(&self.shared), program)) as Arc<dyn Program>)
        };
        load().map_err(|reason| LoadError::BadImage { path: image.path.clone(), reason })
    }
}

impl Shared {
    /// Loads an image on a card that has none. Where there is one, that may be in use: the first run replaces it.
    fn load_if_free(&self, program: &OnCard) -> Result<(), String> {
        match self.state.try_write() {
            Ok(mut state) if state.loaded.is_none() => self.load(&mut state, program),
            _ => Ok(()),
        }
    }

    /// The card with this image on it, for a run.
    ///
    /// # Errors
    /// When a kernel of another image has stopped, which stays where it is, or XRT refuses the image.
    pub fn with_image(&self, program: &OnCard) -> Result<RwLockReadGuard<'_, State>, String> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        if state.has(program) {
            return Ok(state);
        }
        drop(state);
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        if !state.has(program) {
            self.load(&mut state, program)?;
        }
        Ok(RwLockWriteGuard::downgrade(state))
    }

    fn load(&self, state: &mut State, program: &OnCard) -> Result<(), String> {
        if let Some(fault) = state.loaded.as_ref().and_then(Loaded::stopped) {
            return Err(format!("a kernel of another image has stopped, and the card with it: {fault}"));
        }
        // Its buffers and kernels are closed before another one takes its place.
        state.loaded = None;
        let device = match &state.device {
            Some(device) => Arc::clone(device),
            None => {
                let opened = xrt_sys::Device::open(self.xrt, self.index);
                let opened = Arc::new(opened.map_err(|error| error.to_string())?);
                Arc::clone(state.device.insert(opened))
            }
        };
        let watch = device.program(&program.path, || {
            let socket = std::env::var(SOCKET).ok()?;
            Watch::new(self.status.as_deref()?, &socket)
        });
        let watch = watch.map_err(|error| error.to_string())?;
        let image = device.image().map_err(|error| error.to_string())?;
        if image != program.image {
            return Err("it has changed since this program read it; start the program anew".to_owned());
        }
        let kernels = program.kernels.iter().map(|kernel| Units::new(kernel.units.clone())).collect();
        state.loaded = Some(Loaded { image, kernels, device, watch });
        Ok(())
    }
}

impl State {
    fn has(&self, program: &OnCard) -> bool {
        self.loaded.as_ref().is_some_and(|loaded| loaded.image == program.image)
    }

    /// What is on the card.
    pub fn loaded(&self) -> Option<&Loaded> {
        self.loaded.as_ref()
    }
}

impl Loaded {
    /// Why one of its compute units stopped, if one did.
    fn stopped(&self) -> Option<Fault> {
        self.kernels.iter().find_map(Units::stopped)
    }
}
