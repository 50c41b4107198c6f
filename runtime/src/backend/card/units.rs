//! The compute units of a kernel: each is used by one run at a time, so that it is known whose run stopped.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use sycl_hls_backend::Contents;
use sycl_hls_types::Fault;
use xrt_sys::{Access, Error};

use super::held::Held;
use super::program::{KernelOnCard, UnitOnCard};
use super::usage::{Share, Usage};
use super::{OpenCard, Unit as Opened};

/// The units of a kernel.
pub(super) struct Units {
    pool: Mutex<Pool>,
    changed: Condvar,
}

struct Pool {
    free: Vec<Unit>,
    /// Those that have stopped.
    stuck: Vec<Unit>,
    /// How many have not stopped.
    left: usize,
    stopped: Option<Fault>,
}

/// A compute unit. Its run, with its buffers, is used again and again.
pub(super) struct Unit {
    /// As XRT names it: `vadd:{vadd_1}`.
    kernel: String,
    /// As the device process does: `vadd_1`.
    pub name: String,
    opened: Option<Box<dyn Opened>>,
    access: Access,
    /// What is in its buffers.
    held: Held,
    share: Share,
}

impl Units {
    /// The units of a kernel, whose buffers count as `usage`.
    pub fn new(kernel: &KernelOnCard, usage: &Arc<Usage>) -> Self {
        let access = if kernel.is_read() { Access::Exclusive } else { Access::Shared };
        let unit = |unit: &UnitOnCard| Unit {
            kernel: format!("{}:{{{}}}", unit.kernel, unit.name),
            name: unit.name.clone(),
            opened: None,
            access,
            held: Held::default(),
            share: usage.share(&unit.arguments),
        };
        let free: Vec<Unit> = kernel.units.iter().rev().map(unit).collect();
        let pool = Pool { left: free.len(), free, stuck: Vec::new(), stopped: None };
        Self { pool: Mutex::new(pool), changed: Condvar::new() }
    }

    /// A unit, once one is free: the one that has the most of what a run starts with.
    ///
    /// # Errors
    /// Why the last one stopped, when none will ever be free.
    pub fn take(&self, contents: &[Option<Contents>]) -> Result<Unit, Option<Fault>> {
        let mut pool = self.lock();
        loop {
            let free = pool.free.iter().enumerate();
            if let Some((best, _)) = free.max_by_key(|(_, unit)| unit.held.bytes(contents)) {
                return Ok(pool.free.remove(best));
            }
            if pool.left == 0 {
                return Err(pool.stopped.clone());
            }
            pool = self.changed.wait(pool).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A run on the unit is over.
    pub fn give_back(&self, unit: Unit) {
        self.lock().free.push(unit);
        self.changed.notify_one();
    }

    /// A run on a unit stopped, and the unit with it.
    pub fn stop(&self, unit: Unit, fault: &Fault) {
        let mut pool = self.lock();
        pool.left -= 1;
        pool.stuck.push(unit);
        pool.stopped.get_or_insert_with(|| fault.clone());
        self.changed.notify_all();
    }

    /// Closes the units that are free, with their buffers, and gives up those that have stopped.
    pub fn close(&mut self) {
        let pool = self.pool.get_mut().unwrap_or_else(PoisonError::into_inner);
        pool.free.iter_mut().for_each(Unit::close);
        for mut unit in pool.stuck.drain(..) {
            if let Some(opened) = unit.opened.take() {
                opened.give_up();
            }
            unit.count_buffers();
        }
    }

    /// Why the first one stopped, if one did.
    pub fn stopped(&self) -> Option<Fault> {
        self.lock().stopped.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Unit {
    /// The unit, opened if it is not, and what is in its buffers.
    ///
    /// # Errors
    /// When XRT does not.
    pub fn open(&mut self, card: &dyn OpenCard) -> Result<(&mut dyn Opened, &mut Held), Error> {
        if self.opened.is_none() {
            self.opened = Some(card.unit(&self.kernel, self.access)?);
        }
        match &mut self.opened {
            Some(opened) => Ok((&mut **opened, &mut self.held)),
            None => Err(Error { what: self.kernel.clone(), text: String::new() }),
        }
    }

    /// Counts what its buffers take up now.
    pub fn count_buffers(&mut self) {
        let Self { opened, share, .. } = self;
        share.update(|argument| opened.as_mut()?.buffer(argument));
    }

    fn close(&mut self) {
        self.opened = None;
        self.held.clear();
        self.count_buffers();
    }
}
