//! A card as a device: it is opened when it first loads an image, and one image at a time is on it.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use sycl_hls_backend::{Device, DeviceInfo, LoadError, Program, Source};
use sycl_hls_emulation::xrt::status::Watch;
use sycl_hls_types::Fault;
use xrt_sys::Place;

use super::error::ImageError;
use super::program::{CardProgram, OnCard};
use super::units::Units;
use super::usage::Usage;
use super::{Interface, OpenCard};
use crate::environment::{Environment, Malformed};

/// The variable in which XRT leaves the name of the socket of the device that it last loaded.
const SOCKET: &str = "EMULATION_SOCKETID";

/// A card, emulated or not.
pub(super) struct Card {
    info: DeviceInfo,
    shared: Arc<Shared>,
}

/// What the programs of a card share.
pub(super) struct Shared {
    pub interface: &'static dyn Interface,
    place: Place,
    /// Its position among the states.
    index: usize,
    status: Option<PathBuf>,
    /// How long a run may take.
    pub timeout: Option<Duration>,
    usage: Arc<Usage>,
    all: Arc<RwLock<States>>,
}

/// The state of every card. Runs hold it for reading: loading an image on any card takes the buffers of all from under them.
#[derive(Default)]
pub(super) struct States(Vec<State>);

#[derive(Default)]
struct State {
    loaded: Option<Loaded>,
    /// Open from the first image on; closing it would break all others.
    device: Option<Arc<dyn OpenCard>>,
}

/// A card with its image, for a run.
pub(super) struct Ready<'a> {
    states: RwLockReadGuard<'a, States>,
    index: usize,
}

/// What is on a card.
pub(super) struct Loaded {
    image: [u8; 16],
    /// The compute units of each kernel.
    pub kernels: Vec<Units>,
    pub device: Arc<dyn OpenCard>,
    /// The emulated card's own words; none where another program than ours emulates it.
    pub watch: Option<Watch>,
}

impl Card {
    /// A card that is not open, one of `all`.
    pub fn new(
        interface: &'static dyn Interface,
        (place, info): (Place, DeviceInfo),
        environment: &Environment,
        all: &Arc<RwLock<States>>,
    ) -> Result<Self, Malformed> {
        let (status, timeout) = (environment.xrt_status.clone(), environment.timeout()?);
        let index = all.write().unwrap_or_else(PoisonError::into_inner).add();
        let (usage, all) = (Usage::new(info.memories.len()), Arc::clone(all));
        Ok(Self { info, shared: Arc::new(Shared { interface, place, index, status, timeout, usage, all }) })
    }
}

impl Device for Card {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn free_memory(&self) -> Vec<u64> {
        self.shared.usage.free(&self.info.memories)
    }

    fn load(&self, source: Source<'_>) -> Result<Arc<dyn Program>, LoadError> {
        let Source::Image(image) = source else {
            return Err(LoadError::Unsupported {
                device: self.info.id.clone(),
                what: "native functions; it runs images".to_owned(),
            });
        };
        let load = || -> Result<_, ImageError> {
            // XRT ends the process when the mode is another one.
            image.check_for(&self.info)?;
            let program = OnCard::of(image, &self.info.memories)?;
            self.shared.load_if_free(&program)?;
            Ok(Arc::new(CardProgram::new(Arc::clone(&self.shared), program)) as Arc<dyn Program>)
        };
        load().map_err(|error| LoadError::BadImage { path: image.path.clone(), reason: error.to_string() })
    }
}

impl Shared {
    /// Loads an image on a card that has none, if nothing runs: the first run does it otherwise, and replaces another image.
    fn load_if_free(&self, program: &OnCard) -> Result<(), ImageError> {
        match self.all.try_write() {
            Ok(mut states) if states.loaded(self.index).is_none() => self.load(&mut states, program),
            _ => Ok(()),
        }
    }

    /// The card with this image on it.
    ///
    /// # Errors
    /// When the image is not there and a kernel has stopped, on whatever card, where the way to the cards does not outlive that.
    /// When XRT refuses the image.
    pub fn with_image(&self, program: &OnCard) -> Result<Ready<'_>, ImageError> {
        let states = self.all.read().unwrap_or_else(PoisonError::into_inner);
        if states.has(self.index, program) {
            return Ok(Ready { states, index: self.index });
        }
        drop(states);
        let mut states = self.all.write().unwrap_or_else(PoisonError::into_inner);
        if !states.has(self.index, program) {
            self.load(&mut states, program)?;
        }
        Ok(Ready { states: RwLockWriteGuard::downgrade(states), index: self.index })
    }

    fn load(&self, states: &mut States, program: &OnCard) -> Result<(), ImageError> {
        let outlives = self.interface.outlives_stops() && states.all_live();
        if let Some(fault) = states.stopped().filter(|_| !outlives) {
            return Err(ImageError::Stopped(fault));
        }
        states.close_buffers();
        let Some(State { loaded, device }) = states.0.get_mut(self.index) else { return Ok(()) };
        // Its kernels are closed before another image takes its place.
        *loaded = None;
        let device = match device {
            Some(device) => Arc::clone(device),
            None => {
                let opened = self.interface.open(&self.place)?;
                Arc::clone(device.insert(opened))
            }
        };
        let mut watch = None;
        let image = device.program(&program.path, &mut || {
            let socket = std::env::var(SOCKET).ok();
            watch = socket.and_then(|socket| Watch::new(self.status.as_deref()?, &socket));
        });
        if image? != program.image {
            return Err(ImageError::Changed);
        }
        let kernels = program.kernels.iter().map(|kernel| Units::new(kernel, &self.usage)).collect();
        *loaded = Some(Loaded { image: program.image, kernels, device, watch });
        Ok(())
    }
}

impl States {
    /// The position of another card.
    fn add(&mut self) -> usize {
        self.0.push(State::default());
        self.0.len() - 1
    }

    /// What is on a card.
    fn loaded(&self, index: usize) -> Option<&Loaded> {
        self.0.get(index)?.loaded.as_ref()
    }

    fn has(&self, index: usize, program: &OnCard) -> bool {
        self.loaded(index).is_some_and(|loaded| loaded.image == program.image)
    }

    /// Why the first of all compute units stopped, if one did.
    fn stopped(&self) -> Option<Fault> {
        let loaded = self.0.iter().filter_map(|state| state.loaded.as_ref());
        loaded.flat_map(|loaded| &loaded.kernels).find_map(Units::stopped)
    }

    /// True if all cards are emulated by our device processes, which continue after a failure. XRT's library is then the patched copy.
    fn all_live(&self) -> bool {
        let mut loaded = self.0.iter().filter_map(|state| state.loaded.as_ref());
        loaded.all(|loaded| loaded.watch.as_ref().is_some_and(Watch::lives))
    }

    /// Closes the buffers of all cards. Nothing runs that uses them.
    fn close_buffers(&mut self) {
        let loaded = self.0.iter_mut().filter_map(|state| state.loaded.as_mut());
        loaded.flat_map(|loaded| &mut loaded.kernels).for_each(Units::close);
    }
}

impl Ready<'_> {
    /// What is on the card.
    pub fn loaded(&self) -> Option<&Loaded> {
        self.states.loaded(self.index)
    }
}
