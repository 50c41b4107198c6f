//! The kernels: what runs on the board.

/// Particles in a box.
#[sycl_hls::kernels]
pub mod motion {
    use sycl_hls::device::*;

    /// The host and the board exchange the bytes of an `Element`, so it has no padding.
    #[derive(Clone, Copy, Debug, PartialEq, Element)]
    pub struct Particle {
        /// Along x and y.
        pub position: [f32; 2],
        /// In a step.
        pub velocity: [f32; 2],
        /// How often it has met a wall.
        pub bounces: u32,
    }

    /// The space that particles stay in.
    #[derive(Clone, Copy, Debug, PartialEq, Element)]
    pub struct Space {
        /// The least coordinates.
        pub low: [f32; 2],
        /// The greatest coordinates.
        pub high: [f32; 2],
    }

    /// Where a particle is. It stays inside of kernels, so any type will do.
    #[derive(Clone, Copy)]
    enum Place {
        Inside,
        Beyond { wall: f32 },
    }

    impl Space {
        fn place(&self, at: f32, axis: usize) -> Place {
            if at < self.low[axis] {
                Place::Beyond {
                    wall: self.low[axis],
                }
            } else if at > self.high[axis] {
                Place::Beyond {
                    wall: self.high[axis],
                }
            } else {
                Place::Inside
            }
        }
    }

    impl Particle {
        /// Moves it by one step, and back from the walls.
        fn advance(&mut self, space: Space) {
            self.position = sum(&self.position, &self.velocity);
            for axis in 0..2 {
                let at = self.position[axis];
                self.position[axis] = match space.place(at, axis) {
                    Place::Inside => at,
                    Place::Beyond { wall } => {
                        self.velocity[axis] = -self.velocity[axis];
                        self.bounces += 1;
                        2.0 * wall - at
                    }
                };
            }
        }
    }

    /// For vectors of every length.
    fn sum<const N: usize>(a: &[f32; N], b: &[f32; N]) -> [f32; N] {
        let mut result = [0.0; N];
        for i in 0..N {
            result[i] = a[i] + b[i];
        }
        result
    }

    /// Moves all particles by so many steps.
    #[kernel]
    pub fn advance(steps: u32, space: Space, particles: &mut [Particle]) {
        for i in 0..particles.len() {
            let mut particle = particles[i];
            for _ in 0..steps {
                particle.advance(space);
            }
            particles[i] = particle;
        }
    }
}
