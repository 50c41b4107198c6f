//! What an access moves through a memory port: requests, and the bursts that the bridges make of them.

use super::requests::{Length, Requests};
use crate::rtl::design::Bundle;
use crate::rtl::predict::count::Count;

/// Bursts do not cross a boundary of so many bytes (AXI4, A3.4.1).
pub const PAGE: u64 = 4096;

/// What goes through a port in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Requests of the kernel.
    pub requests: Count,
    /// Bursts on AXI.
    pub bursts: Count,
    /// Beats in these.
    pub beats: Count,
    /// Bytes of elements.
    pub bytes: Count,
    /// Beats of the shortest burst that there may be; 0 if there is none.
    pub shortest: u64,
    /// Beats of the longest burst that there may be.
    pub longest: u64,
}

impl Moved {
    /// Nothing.
    pub const NONE: Self = Self {
        requests: Count::ZERO,
        bursts: Count::ZERO,
        beats: Count::ZERO,
        bytes: Count::ZERO,
        shortest: 0,
        longest: 0,
    };

    /// Both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let shortest = match (self.shortest, other.shortest) {
            (0, length) | (length, 0) => length,
            (own, other) => own.min(other),
        };
        Self {
            requests: self.requests + other.requests,
            bursts: self.bursts + other.bursts,
            beats: self.beats + other.beats,
            bytes: self.bytes + other.bytes,
            shortest,
            longest: self.longest.max(other.longest),
        }
    }

    /// True if nothing is moved.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.bursts.most == Some(0)
    }
}

/// A port in one direction, as a bridge sees it: lengths in bytes.
struct Shape {
    beat: u64,
    /// Addresses are multiples of it.
    element: u64,
    /// Beats of the longest burst.
    burst: u64,
    /// Beats of a page.
    page: u64,
}

/// Beats of the longest burst that a bridge sends.
pub(super) fn longest_burst(bundle: &Bundle, is_write: bool) -> u64 {
    let longest = if is_write { bundle.write_burst } else { bundle.read_burst };
    u64::from(longest).clamp(1, 256).min(page(bundle))
}

/// Beats of a page.
fn page(bundle: &Bundle) -> u64 {
    (PAGE / beat(bundle)).max(1)
}

/// Bytes of a beat.
pub(super) fn beat(bundle: &Bundle) -> u64 {
    u64::from(bundle.data_bits / 8).max(1)
}

/// What the bridges make of requests for elements of so many bytes.
pub(super) fn moved(bundle: &Bundle, is_write: bool, element: u64, requests: &Requests) -> Moved {
    let beat = beat(bundle);
    let burst = longest_burst(bundle, is_write);
    let shape = Shape { beat, element: element.clamp(1, beat), burst, page: page(bundle) };
    match requests.length {
        Length::Each { least, most } => shape.each(requests.count, least, most),
        Length::Together(elements) => shape.together(requests.count, elements),
    }
}

impl Shape {
    /// Requests for so many elements each.
    fn each(&self, requests: Count, least: u64, most: u64) -> Moved {
        let beats = Count { least: self.least_beats(least), most: Some(self.most_beats(1, most)) };
        let most_beats = beats.most.unwrap_or(u64::MAX);
        let bursts =
            Count { least: beats.least.div_ceil(self.burst), most: Some(self.most_bursts(1, most_beats)) };
        let bytes = Count { least: least * self.element, most: Some(most.saturating_mul(self.element)) };
        Moved {
            requests,
            bursts: bursts.times(requests),
            beats: beats.times(requests),
            bytes: bytes.times(requests),
            shortest: if bursts.most == Some(1) { beats.least } else { 1 },
            longest: most_beats.min(self.burst),
        }
    }

    /// Requests for so many elements together.
    fn together(&self, requests: Count, elements: Count) -> Moved {
        // Each has an element.
        let most_requests = match (requests.most, elements.most) {
            (Some(requests), Some(elements)) => Some(requests.min(elements)),
            (requests, elements) => requests.or(elements),
        };
        let requests = Count { least: requests.least, most: most_requests };
        let of = |most: fn(&Self, u64, u64) -> u64, all: Option<u64>| {
            requests.most.zip(all).map(|(requests, all)| most(self, requests, all))
        };
        let beats = Count {
            least: self.least_beats(elements.least).max(requests.least),
            most: of(Self::most_beats, elements.most),
        };
        let bursts = Count {
            least: beats.least.div_ceil(self.burst).max(requests.least),
            most: of(Self::most_bursts, beats.most),
        };
        let bytes = elements.times(Count::exactly(self.element));
        let longest = beats.most.map_or(self.burst, |beats| beats.min(self.burst));
        Moved { requests, bursts, beats, bytes, shortest: longest.min(1), longest }
    }

    fn least_beats(&self, elements: u64) -> u64 {
        elements.saturating_mul(self.element).div_ceil(self.beat)
    }

    /// One of k bytes lies in (k + 2 * (beat - element)) / beat at most, as it begins and ends with an element.
    fn most_beats(&self, requests: u64, elements: u64) -> u64 {
        let bytes = u128::from(elements) * u128::from(self.element)
            + 2 * u128::from(requests) * u128::from(self.beat - self.element);
        u64::try_from(bytes / u128::from(self.beat)).unwrap_or(u64::MAX)
    }

    /// The first and the last page of a request may end within a burst; those between are whole.
    fn most_bursts(&self, requests: u64, beats: u64) -> u64 {
        if beats <= requests {
            return beats;
        }
        let whole = if self.page.is_multiple_of(self.burst) { 0 } else { beats / self.page };
        let cut = requests.saturating_mul(2).saturating_add(whole);
        let all = beats.saturating_add(cut.saturating_mul(self.burst - 1)) / self.burst;
        all.min(beats)
    }
}
