//! What the buffers of a card take up. XRT tells nobody in its emulations; a card that it emulates belongs to one process, so
//! that what this one takes is all that is taken.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sycl_hls_backend::MemoryInfo;

/// Bytes that are taken of each of a card's memories.
#[derive(Debug)]
pub(super) struct Usage(Vec<AtomicU64>);

/// What the buffers of one compute unit take up. When it is dropped they are still counted: a unit that has stopped keeps them.
#[derive(Debug)]
pub(super) struct Share {
    usage: Arc<Usage>,
    arguments: Vec<Taken>,
}

#[derive(Debug)]
struct Taken {
    argument: u32,
    /// The memory's position.
    memory: usize,
    bytes: u64,
}

impl Usage {
    /// Nothing is taken of so many memories.
    pub fn new(memories: usize) -> Arc<Self> {
        Arc::new(Self((0..memories).map(|_| AtomicU64::new(0)).collect()))
    }

    /// What is left of these memories.
    pub fn free(&self, memories: &[MemoryInfo]) -> Vec<u64> {
        let taken = self.0.iter().map(|bytes| bytes.load(Ordering::Relaxed));
        memories.iter().zip(taken).map(|(memory, taken)| memory.bytes.saturating_sub(taken)).collect()
    }

    /// A compute unit without buffers; of each argument that is one, the position of the memory that it will lie in.
    pub fn share(self: &Arc<Self>, arguments: &[(u32, usize)]) -> Share {
        let none = |&(argument, memory): &(u32, usize)| Taken { argument, memory, bytes: 0 };
        Share { usage: Arc::clone(self), arguments: arguments.iter().map(none).collect() }
    }
}

impl Share {
    /// Counts anew: `size` tells the bytes of an argument's buffer, if it has one.
    pub fn update(&mut self, mut size: impl FnMut(u32) -> Option<usize>) {
        for taken in &mut self.arguments {
            let now = size(taken.argument).unwrap_or(0) as u64;
            if let Some(all) = self.usage.0.get(taken.memory) {
                all.fetch_add(now, Ordering::Relaxed);
                all.fetch_sub(taken.bytes, Ordering::Relaxed);
            }
            taken.bytes = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_not_free_until_it_is_given_back() {
        let memory = |bytes| MemoryInfo { name: String::new(), bytes, is_global: true };
        let memories = [memory(1000), memory(2000)];
        let usage = Usage::new(2);
        let mut one = usage.share(&[(0, 1), (3, 0), (4, 1)]);
        let mut other = usage.share(&[(0, 1), (1, 7)]);
        assert_eq!(usage.free(&memories), [1000, 2000]);
        one.update(|argument| (argument != 4).then_some(100 + argument as usize));
        other.update(|_| Some(50));
        assert_eq!(usage.free(&memories), [897, 1850]);
        one.update(|argument| (argument == 4).then_some(10));
        assert_eq!(usage.free(&memories), [1000, 1940]);
        drop(other);
        assert_eq!(usage.free(&memories), [1000, 1940], "nobody has freed them");
    }
}
