//! A bank of memory, by the model of the simulator (`simulator/timing.hpp`).

use super::moved::Moved;

/// When a bank of memory answers. Cycles are those of the memory's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bank {
    /// The memory's clock in kHz.
    pub clock_khz: u32,
    /// Bytes that it moves in a cycle.
    pub width: u32,
    /// Cycles from an address to its first data, where the row is open.
    pub read_latency: u32,
    /// Cycles from the last data of a write to its response.
    pub write_latency: u32,
    /// Cycles more where another row is open.
    pub row_miss: u32,
    /// Bursts of reads, and of writes, that one port may have under way.
    pub queue_depth: u32,
    /// Bytes of a row; 0 if there are none.
    pub row_bytes: u32,
}

/// Fractions of the kernel's cycles: so many bits after the point, as in the simulator.
const FRACTION: u32 = 16;

/// What uses a bank besides a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beside {
    /// Nothing: a row that a request has opened stays open until its end.
    Nothing,
    /// Streams of one process that its port moves in the same direction, one after another.
    ItsPort,
    /// Others, whose bursts come between its own.
    Others,
}

/// Whole cycles of so many fractions, rounded up.
pub fn whole(fractions: u64) -> u64 {
    fractions.div_ceil(1 << FRACTION)
}

/// A bank, at the kernel's clock.
#[derive(Clone, Copy, Debug)]
pub struct Clocked<'b> {
    bank: &'b Bank,
    /// A cycle of the memory, in fractions of the kernel's.
    cycle: u64,
}

impl<'b> Clocked<'b> {
    pub fn new(bank: &'b Bank, kernel_khz: u32) -> Self {
        let cycle = (u64::from(kernel_khz) << FRACTION) / u64::from(bank.clock_khz.max(1));
        Self { bank, cycle }
    }

    /// So many cycles of the memory, in the kernel's, rounded up.
    pub fn cycles(&self, of_memory: u64) -> u64 {
        let fractions = u128::from(of_memory) * u128::from(self.cycle);
        u64::try_from(fractions.div_ceil(1 << FRACTION)).unwrap_or(u64::MAX)
    }

    /// Cycles of the kernel from the end of a burst on the bank's data path to the edge that sees its last beat, at most.
    pub fn read_latency(&self) -> u64 {
        self.cycles(u64::from(self.bank.read_latency).saturating_sub(1)) + 1
    }

    /// Cycles of the kernel from the start of a burst on the data path to the response, at most.
    pub fn write_latency(&self) -> u64 {
        self.cycles(self.bank.write_latency.into()) + 1
    }

    /// Cycles of the kernel from an address to its last data, at least.
    pub fn least_read_latency(&self) -> u64 {
        self.cycles(self.bank.read_latency.into())
    }

    /// The same from the last data of a write to the response.
    pub fn least_write_latency(&self) -> u64 {
        self.cycles(self.bank.write_latency.into()).max(1)
    }

    /// Cycles of the kernel that a burst is under way, at least.
    pub fn least_latency(&self, is_write: bool) -> u64 {
        if is_write { self.least_write_latency() } else { self.least_read_latency() }
    }

    /// The same at most, from when the data path begins or ends with it.
    pub fn most_latency(&self, is_write: bool) -> u64 {
        if is_write { self.write_latency() } else { self.read_latency() }
    }

    /// Bursts that a port may have under way in each direction: no more than its bridge (`OUTSTANDING` of `axi_read.v`).
    pub fn queue_depth(&self) -> u64 {
        u64::from(self.bank.queue_depth).clamp(1, 128)
    }

    /// Words of the bank that so many beats of a burst lie in, at most.
    pub fn words(&self, beats: u64, beat: u64) -> u64 {
        self.most_words((1, beats, beats), beat)
    }

    /// Cycles of the memory in which its data path moves this, at least.
    pub fn least_work(&self, moved: &Moved, beat: u64) -> u64 {
        let width = u64::from(self.bank.width).max(1);
        let words = moved.beats.least.saturating_mul(beat).div_ceil(width);
        words.max(moved.bursts.least)
    }

    /// The same at most in fractions of the kernel's cycles, with those in which it waits for rows; `None` where there is no bound.
    pub fn most_work(&self, moved: &Moved, beat: u64, beside: Beside) -> Option<u64> {
        let (bursts, beats) = (moved.bursts.most?, moved.beats.most?);
        let words = self.most_words((bursts, beats, moved.longest), beat);
        let rows = self.most_rows(moved.requests.most?, bursts, beats, beat, beside == Beside::Nothing);
        let opened = rows.checked_mul(self.bank.row_miss.into())?.checked_mul(self.cycle)?;
        words.checked_mul(self.most_of_word(beat, beside))?.checked_add(opened)
    }

    /// What a word takes beyond the cycle that its beat takes with ideal memory too, if the beats of one port follow each other.
    fn most_of_word(&self, beat: u64, beside: Beside) -> u64 {
        let words_of_beat = beat.div_ceil(u64::from(self.bank.width).max(1)).max(1);
        match beside {
            Beside::Others => self.cycle,
            Beside::Nothing | Beside::ItsPort => self.cycle.saturating_sub((1 << FRACTION) / words_of_beat),
        }
    }

    /// Words of the bank: a burst of beats that are narrower may begin and end within one.
    fn most_words(&self, (bursts, beats, longest): (u64, u64, u64), beat: u64) -> u64 {
        let width = u64::from(self.bank.width).max(1);
        if beat >= width {
            return beats.saturating_mul(beat.div_ceil(width));
        }
        // Of bursts of k beats together, no more than (k * beat + 2 * bursts * (width - beat)) / width.
        let of = |bursts: u64, beats: u64| {
            let bytes =
                u128::from(beats) * u128::from(beat) + 2 * u128::from(bursts) * u128::from(width - beat);
            u64::try_from(bytes / u128::from(width)).unwrap_or(u64::MAX).min(beats)
        };
        of(bursts, beats).min(bursts.saturating_mul(of(1, longest)))
    }

    /// How often a row has to be opened: for each burst, and where one goes on in another row.
    fn most_rows(&self, requests: u64, bursts: u64, beats: u64, beat: u64, is_alone: bool) -> u64 {
        let row = u64::from(self.bank.row_bytes);
        if row == 0 {
            return 0;
        }
        let crossed = (beats.saturating_mul(beat) / row).saturating_add(requests);
        let first = if is_alone { requests } else { bursts };
        // Bursts end at pages, and so within rows of whole pages.
        let all = if row.is_multiple_of(super::moved::PAGE) && !is_alone {
            first
        } else {
            first.saturating_add(crossed)
        };
        all.min(beats.saturating_mul(beat.div_ceil(row)))
    }
}
