//! Dependence distances in flattened loops, which are one block with a counter for each loop.

/// A loop of the nest: what an index grows by in an iteration of it, and its trip count, which may be unknown for the outermost
/// loop only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level {
    pub stride: i128,
    pub trip_count: Option<u64>,
}

/// The shortest distances in iterations between two accesses of the same element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Distances {
    /// True if one iteration has both.
    pub same: bool,
    /// The fewest iterations that the first access is later than the second one.
    pub later: Option<u64>,
    /// The fewest iterations that it is earlier than the second one.
    pub earlier: Option<u64>,
}

/// The search gives up where more iterations of one loop than this come into question.
const MOST: i128 = 64;

/// The distances, in iterations of all levels together, at which `Σ stride · distance of the level` is `difference`; the outermost
/// level comes first. `None`: not known.
pub(super) fn distances(levels: &[Level], difference: i128) -> Option<Distances> {
    let mut found = Distances::default();
    search(levels, difference, 0, &mut found)?;
    Some(found)
}

/// The distances between accesses of a circular buffer of this size, whose number of an element grows by `stride` in
/// each iteration; that of the second access is greater by `difference`.
pub(super) fn circular_distances(stride: i128, difference: i128, size: i128) -> Distances {
    let meets = |distance: i128| (distance * stride.rem_euclid(size) - difference).rem_euclid(size) == 0;
    let fewest = |sign: i128| (1..=size).find(|distance| meets(sign * distance));
    let fewest = |sign: i128| fewest(sign).and_then(|distance| u64::try_from(distance).ok());
    Distances { same: meets(0), later: fewest(1), earlier: fewest(-1) }
}

fn search(levels: &[Level], rest: i128, distance: i128, found: &mut Distances) -> Option<()> {
    let Some((level, inner)) = levels.split_first() else {
        if rest == 0 {
            found.add(distance);
        }
        return Some(());
    };
    let size =
        inner.iter().try_fold(1, |size: i128, level| size.checked_mul(i128::from(level.trip_count?)))?;
    let most = level.trip_count.map_or(i128::MAX / 4, |trip_count| i128::from(trip_count) - 1);
    if level.stride == 0 {
        // Distances between the least and the greatest are no shorter than one of these.
        let mut steps = vec![0, 1, -1];
        if most > 1 && level.trip_count.is_some() {
            steps.extend([most, -most]);
        }
        for step in steps.into_iter().filter(|step| step.abs() <= most) {
            search(inner, rest, distance + step * size, found)?;
        }
        return Some(());
    }
    let reach: i128 =
        inner.iter().map(|it| it.stride.abs() * (i128::from(it.trip_count.unwrap_or(1)) - 1)).sum();
    let (rest_of, stride) = if level.stride < 0 { (-rest, -level.stride) } else { (rest, level.stride) };
    let from = (-(reach - rest_of).div_euclid(stride)).max(-most);
    let to = (rest_of + reach).div_euclid(stride).min(most);
    if to - from >= MOST {
        return None;
    }
    for step in from..=to {
        search(inner, rest - step * level.stride, distance + step * size, found)?;
    }
    Some(())
}

impl Distances {
    fn add(&mut self, distance: i128) {
        let fewest = |known: Option<u64>| {
            let distance = u64::try_from(distance.abs()).unwrap_or(u64::MAX);
            Some(known.map_or(distance, |known| known.min(distance)))
        };
        match distance.signum() {
            0 => self.same = true,
            1 => self.later = fewest(self.later),
            _ => self.earlier = fewest(self.earlier),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All of them, one after the other.
    fn by_force(levels: &[(i128, u64)], difference: i128) -> Distances {
        let counts: u64 = levels.iter().map(|(_, trip_count)| trip_count).product();
        let index = |mut number: u64| {
            let mut sum = 0;
            for (stride, trip_count) in levels.iter().rev() {
                sum += stride * i128::from(number % trip_count);
                number /= trip_count;
            }
            sum
        };
        let mut found = Distances::default();
        for a in 0..counts {
            for b in 0..counts {
                if index(a) - index(b) == difference {
                    found.add(i128::from(a) - i128::from(b));
                }
            }
        }
        found
    }

    #[test]
    fn a_search_finds_what_trying_finds() {
        for levels in [
            vec![(0, 3), (1, 5)],
            vec![(5, 3), (1, 5)],
            vec![(1, 4), (0, 3)],
            vec![(1, 4), (4, 3)],
            vec![(-2, 4), (1, 7)],
            vec![(6, 2), (0, 3), (1, 4)],
            vec![(0, 2), (3, 4), (1, 3)],
            vec![(0, 1), (1, 6)],
            vec![(0, 4), (0, 5)],
            vec![(2, 3), (0, 4), (0, 2)],
        ] {
            for difference in -8..=8 {
                let known: Vec<Level> = levels
                    .iter()
                    .map(|&(stride, trip_count)| Level { stride, trip_count: Some(trip_count) })
                    .collect();
                let found = distances(&known, difference);
                assert_eq!(found, Some(by_force(&levels, difference)), "{levels:?} {difference}");
            }
        }
    }

    #[test]
    fn circles_meet_as_often_as_trying_finds() {
        for (size, stride, difference) in
            (-9..=9).flat_map(|stride| (-9..=9).map(move |difference| (8, stride, difference)))
        {
            let place = |number: i128| (number * stride).rem_euclid(size);
            let mut found = Distances::default();
            for (a, b) in (0..32).flat_map(|a| (0..32).map(move |b| (a, b))) {
                if place(a) == (place(b) + difference).rem_euclid(size) {
                    found.add(a - b);
                }
            }
            assert_eq!(circular_distances(stride, difference, size), found, "{stride} {difference}");
        }
    }

    #[test]
    fn the_outermost_loop_may_have_any_number_of_iterations() {
        let row = Level { stride: 0, trip_count: None };
        let column = Level { stride: 1, trip_count: Some(10) };
        let found = distances(&[row, column], 0);
        assert_eq!(found, Some(Distances { same: true, later: Some(10), earlier: Some(10) }));
        let many = [Level { stride: 1, trip_count: None }, Level { stride: 1000, trip_count: Some(1000) }];
        assert_eq!(distances(&many, 0), None);
    }
}
