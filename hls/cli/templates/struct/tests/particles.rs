//! `cargo test` runs this on the host, `sycl-hls test` on the emulated board.

use {{crate}}::kernels::motion::{self, Particle, Space};
use sycl_hls::{Queue, Selector};

const SPACE: Space = Space {
    low: [0.0, -1.0],
    high: [4.0, 3.0],
};

#[test]
fn walls_turn_particles_back() {
    let queue = Queue::new(Selector::from_env()).unwrap();
    let particle = Particle {
        position: [3.5, 0.0],
        velocity: [1.0, -0.25],
        bounces: 0,
    };
    let moved = {{crate}}::advance(&queue, 2, SPACE, &[particle]).unwrap();
    let expected = Particle {
        position: [2.5, -0.5],
        velocity: [-1.0, -0.25],
        bounces: 1,
    };
    assert_eq!(moved, [expected]);
}

/// The kernel is a function: called as one, it runs on the host.
#[test]
fn every_device_gives_the_same_bits() {
    let mut expected: Vec<Particle> = (0..100_u8)
        .map(|i| Particle {
            position: [f32::from(i) * 0.04, f32::from(i) * 0.03],
            velocity: [0.37, f32::from(i) * -0.017],
            bounces: u32::from(i),
        })
        .collect();
    let queue = Queue::new(Selector::from_env()).unwrap();
    let moved = {{crate}}::advance(&queue, 50, SPACE, &expected).unwrap();
    motion::advance(50, SPACE, &mut expected);
    assert_eq!(moved.len(), expected.len());
    for (i, (moved, expected)) in moved.iter().zip(&expected).enumerate() {
        assert_eq!(moved, expected, "particle {i}");
    }
}
