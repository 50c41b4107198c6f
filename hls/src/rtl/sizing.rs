//! FIFO sizing: the smallest depths of channels with which a kernel takes as few cycles as with channels that are never full.
//!
//! Runs are predicted with other depths. Places that a channel has more never cost a cycle where processes only wait, so that each
//! depth is found by bisection, one channel after the other, and lowering any one of the depths found costs a cycle. Several orders
//! are tried; the depths that need the fewest block RAMs are taken. Where operations depend on time, each depth found is checked
//! by one more prediction.

use std::collections::BTreeMap;

use super::Plan;
use super::area::{Area, channel_area};
use super::design::{Channel, ChannelId, Design};
use super::predict::{Inputs, Prediction, predict_with};

/// Orders of channels that are tried.
const ORDERS: usize = 8;
/// A channel of this depth is never full in a run that can be predicted.
const ENDLESS: u64 = u64::MAX / 2;

/// The depths of all channels, and what a run with them takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// The depths, by channel.
    pub depths: BTreeMap<ChannelId, u64>,
    /// Cycles of the run; `None`: it ends in a deadlock, or leaves elements.
    pub cycles: Option<u64>,
    /// The area of all channels.
    pub area: Area,
}

/// Depths for a kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Sizing {
    /// Those of the source.
    pub declared: Point,
    /// The smallest ones that cost no cycle.
    pub fastest: Point,
    /// Smaller ones, each with less area and more cycles than the one before.
    pub smaller: Vec<Point>,
}

/// Why depths cannot be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSizing {
    /// There is nothing to size.
    #[error("the kernel has no channels")]
    NoChannels,
    /// Control depends on what is not known.
    #[error("the cycles depend on values of arguments, or on elements of slices")]
    Unknown,
    /// The run does not end, whatever the depths.
    #[error("the run does not end with any depths: {0}")]
    Endless(&'static str),
}

/// The depths for a run with these inputs.
///
/// # Errors
/// When there are no channels, the cycles are not known, or the run does not end.
pub fn size(design: &Design, plan: &Plan, inputs: &Inputs) -> Result<Sizing, NoSizing> {
    let sizer = Sizer { design, plan, inputs };
    let channels: Vec<ChannelId> = design.fifos().collect();
    if channels.is_empty() {
        return Err(NoSizing::NoChannels);
    }
    let declared = channels.iter().map(|id| (*id, design.channels[*id].depth)).collect();
    let (enough, cycles) = sizer.enough(&channels)?;
    let mut best: Option<Point> = None;
    for order in orders(design, &channels) {
        let found = sizer.lowered(&order, enough.clone(), cycles)?;
        let point = Point { area: sizer.area(&found), depths: found, cycles: Some(cycles) };
        if best.as_ref().is_none_or(|best| sizer.cost(&point.depths) < sizer.cost(&best.depths)) {
            best = Some(point);
        }
    }
    let fastest = best.ok_or(NoSizing::NoChannels)?;
    let smaller = sizer.smaller(&fastest)?;
    Ok(Sizing { declared: sizer.point(declared)?, fastest, smaller })
}

/// The channels in several orders: those with the most bits first, and each of them first.
fn orders(design: &Design, channels: &[ChannelId]) -> Vec<Vec<ChannelId>> {
    let mut widest = channels.to_vec();
    widest.sort_by_key(|id| std::cmp::Reverse(design.channels[*id].ty.bits()));
    let count = widest.len().min(ORDERS);
    let rotated = |by: usize| {
        let mut order = widest.clone();
        order.rotate_left(by);
        order
    };
    (0..count).map(rotated).collect()
}

/// What depths are predicted for.
struct Sizer<'d> {
    design: &'d Design,
    plan: &'d Plan,
    inputs: &'d Inputs,
}

impl Sizer<'_> {
    fn predict(&self, depths: &BTreeMap<ChannelId, u64>) -> Prediction {
        predict_with(self.design, self.plan, self.inputs, depths.clone())
    }

    /// The cycles with these depths; `None` if the run does not end.
    fn cycles(&self, depths: &BTreeMap<ChannelId, u64>) -> Result<Option<u64>, NoSizing> {
        let prediction = self.predict(depths);
        match (prediction.deadlock, prediction.cycles.exact()) {
            (Some(_), _) => Ok(None),
            (None, Some(cycles)) => Ok(Some(cycles)),
            (None, None) => Err(NoSizing::Unknown),
        }
    }

    fn point(&self, depths: BTreeMap<ChannelId, u64>) -> Result<Point, NoSizing> {
        Ok(Point { cycles: self.cycles(&depths)?, area: self.area(&depths), depths })
    }

    /// Depths with which no channel is ever full, and the cycles with them.
    fn enough(&self, channels: &[ChannelId]) -> Result<(BTreeMap<ChannelId, u64>, u64), NoSizing> {
        let prediction = self.predict(&channels.iter().map(|id| (*id, ENDLESS)).collect());
        if prediction.deadlock.is_some() {
            return Err(NoSizing::Endless("processes wait for elements, or leave some"));
        }
        let cycles = prediction.cycles.exact().ok_or(NoSizing::Unknown)?;
        let most = prediction.channels.iter().filter_map(|count| Some((count.channel, count.most.exact()?)));
        let mut enough: BTreeMap<ChannelId, u64> = most.map(|(id, most)| (id, most.max(1))).collect();
        // A place that is left in one cycle can be taken in the next one.
        if self.cycles(&enough)? != Some(cycles) {
            enough.values_mut().for_each(|depth| *depth += 1);
        }
        Ok((enough, cycles))
    }

    /// The smallest depths with these cycles, of one channel after the other.
    fn lowered(
        &self,
        order: &[ChannelId],
        mut depths: BTreeMap<ChannelId, u64>,
        cycles: u64,
    ) -> Result<BTreeMap<ChannelId, u64>, NoSizing> {
        for id in order {
            let Some(mut enough) = depths.get(id).copied() else { continue };
            let mut short = 0;
            while enough - short > 1 {
                let middle = short + (enough - short) / 2;
                depths.insert(*id, middle);
                if self.cycles(&depths)? == Some(cycles) { enough = middle } else { short = middle }
            }
            depths.insert(*id, enough);
        }
        Ok(depths)
    }

    /// Smaller depths: at each step the one is lowered that costs the fewest cycles.
    fn smaller(&self, fastest: &Point) -> Result<Vec<Point>, NoSizing> {
        let (mut points, mut depths) = (Vec::<Point>::new(), fastest.depths.clone());
        loop {
            let mut next: Option<Point> = None;
            for (id, depth) in &depths {
                let lower = if *depth > 4 { depth.div_ceil(2) } else { depth - 1 };
                if lower == 0 {
                    continue;
                }
                let mut lowered = depths.clone();
                lowered.insert(*id, lower);
                let point = self.point(lowered)?;
                let key = |point: &Point| (point.cycles.unwrap_or(u64::MAX), self.cost(&point.depths));
                if point.cycles.is_some() && next.as_ref().is_none_or(|next| key(&point) < key(next)) {
                    next = Some(point);
                }
            }
            let Some(next) = next else { return Ok(self.useful(fastest, points)) };
            depths.clone_from(&next.depths);
            points.push(next);
        }
    }

    /// The points with less area than all that take no more cycles.
    fn useful(&self, fastest: &Point, points: Vec<Point>) -> Vec<Point> {
        let mut useful: Vec<Point> = Vec::new();
        for point in points {
            let is_as_fast = |other: &&Point| other.cycles >= point.cycles;
            while useful.last().filter(is_as_fast).is_some() {
                useful.pop();
            }
            if point.cycles > fastest.cycles {
                useful.push(point);
            }
        }
        useful
    }

    /// Block RAMs, then look-up tables, then bits.
    fn cost(&self, depths: &BTreeMap<ChannelId, u64>) -> (u32, u32, u64) {
        let area = self.area(depths);
        let bits = depths.iter().map(|(id, depth)| depth * u64::from(self.design.channels[*id].ty.bits()));
        (area.ramb18s, area.luts, bits.sum())
    }

    fn area(&self, depths: &BTreeMap<ChannelId, u64>) -> Area {
        let areas = depths
            .iter()
            .map(|(id, depth)| channel_area(&Channel { depth: *depth, ..self.design.channels[*id].clone() }));
        areas.fold(Area::default(), |sum, area| sum + area)
    }
}
