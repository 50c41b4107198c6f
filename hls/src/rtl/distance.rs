//! How many iterations apart two accesses meet in loops that became one: it has a counter for each of them.

/// A loop of the nest: what an index grows by in a turn of it, and its number of turns, which only the outermost one may
/// lack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level {
    pub stride: i128,
    pub turns: Option<u64>,
}

/// How many iterations one access is later than another one that it meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Distances {
    /// Do they meet in one iteration?
    pub same: bool,
    /// The fewest iterations that the first one is later.
    pub later: Option<u64>,
    /// The fewest iterations that it is earlier.
    pub earlier: Option<u64>,
}

/// A search gives up where an index may come from more turns of one loop than this.
const MOST: i128 = 64;

/// Where `Σ stride · turns apart` is `difference`; the outermost level comes first. `None`: it is not known.
pub(super) fn distances(levels: &[Level], difference: i128) -> Option<Distances> {
    let mut found = Distances::default();
    search(levels, difference, 0, &mut found)?;
    Some(found)
}

fn search(levels: &[Level], rest: i128, apart: i128, found: &mut Distances) -> Option<()> {
    let Some((level, inner)) = levels.split_first() else {
        if rest == 0 {
            found.add(apart);
        }
        return Some(());
    };
    let size = inner.iter().try_fold(1, |size: i128, level| size.checked_mul(i128::from(level.turns?)))?;
    let most = level.turns.map_or(i128::MAX / 4, |turns| i128::from(turns) - 1);
    if level.stride == 0 {
        // Distances between the least and the greatest are no shorter than one of these.
        let mut steps = vec![0, 1, -1];
        if most > 1 && level.turns.is_some() {
            steps.extend([most, -most]);
        }
        for step in steps.into_iter().filter(|step| step.abs() <= most) {
            search(inner, rest, apart + step * size, found)?;
        }
        return Some(());
    }
    let reach: i128 = inner.iter().map(|it| it.stride.abs() * (i128::from(it.turns.unwrap_or(1)) - 1)).sum();
    let (rest_of, stride) = if level.stride < 0 { (-rest, -level.stride) } else { (rest, level.stride) };
    let from = (-(reach - rest_of).div_euclid(stride)).max(-most);
    let to = (rest_of + reach).div_euclid(stride).min(most);
    if to - from >= MOST {
        return None;
    }
    for step in from..=to {
        search(inner, rest - step * level.stride, apart + step * size, found)?;
    }
    Some(())
}

impl Distances {
    fn add(&mut self, apart: i128) {
        let fewest = |known: Option<u64>| {
            let apart = u64::try_from(apart.abs()).unwrap_or(u64::MAX);
            Some(known.map_or(apart, |known| known.min(apart)))
        };
        match apart.signum() {
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
        let counts: u64 = levels.iter().map(|(_, turns)| turns).product();
        let index = |mut number: u64| {
            let mut sum = 0;
            for (stride, turns) in levels.iter().rev() {
                sum += stride * i128::from(number % turns);
                number /= turns;
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
                let known: Vec<Level> =
                    levels.iter().map(|&(stride, turns)| Level { stride, turns: Some(turns) }).collect();
                let found = distances(&known, difference);
                assert_eq!(found, Some(by_force(&levels, difference)), "{levels:?} {difference}");
            }
        }
    }

    #[test]
    fn the_outermost_loop_may_have_any_number_of_turns() {
        let row = Level { stride: 0, turns: None };
        let column = Level { stride: 1, turns: Some(10) };
        let found = distances(&[row, column], 0);
        assert_eq!(found, Some(Distances { same: true, later: Some(10), earlier: Some(10) }));
        let many = [Level { stride: 1, turns: None }, Level { stride: 1000, turns: Some(1000) }];
        assert_eq!(distances(&many, 0), None);
    }
}
