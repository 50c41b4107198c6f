//! States on their way to the blocks that they lead to.

use super::state::State;
use crate::rtl::design::Target;

/// At most one state for each target.
#[derive(Debug, Default)]
pub struct Flow(Vec<(Target, State)>);

impl Flow {
    /// One state alone.
    pub fn of(target: Target, state: State) -> Self {
        Self(vec![(target, state)])
    }

    /// Control may be at a target with this state.
    pub fn send(&mut self, target: Target, state: State) {
        match self.0.iter_mut().find(|(other, _)| *other == target) {
            None => self.0.push((target, state)),
            Some((_, other)) => *other = state.or(other),
        }
    }

    /// The state at a target.
    pub fn take(&mut self, target: Target) -> Option<State> {
        let position = self.0.iter().position(|(other, _)| *other == target)?;
        Some(self.0.swap_remove(position).1)
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All states.
    pub fn states_mut(&mut self) -> impl Iterator<Item = &mut State> {
        self.0.iter_mut().map(|(_, state)| state)
    }
}

impl IntoIterator for Flow {
    type Item = (Target, State);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
