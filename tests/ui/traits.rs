#[sycl_hls::kernels]
mod kernels {
    use std::ops::Deref;
    use std::ops::{Add, Mul};

    use sycl_hls::device::*;

    trait Convert<T> {
        fn convert(&self) -> T;
    }

    unsafe trait Raw {}

    trait Shape {
        const SIDES: u32;
        type Area;
        #[pipeline]
        fn area(&self) -> Self::Area;
        fn twice(&self) -> u32 {
            2 * Self::SIDES
        }
    }

    #[derive(Clone, Copy)]
    struct Square(u32);

    #[derive(Clone, Copy)]
    struct Circle(f32);

    impl Shape for Square {
        const SIDES: u32 = 4;
        fn aera(&self) -> u32 {
            self.0
        }
        fn twice(&self) -> u32 {
            8
        }
    }

    impl Shape for Circle {
        const SIDES: u32 = 0;
        type Area = f32;
        fn area(&self) -> f32 {
            self.0 * self.0
        }
    }

    impl Shape for [u32; 4] {
        const SIDES: u32 = 4;
        type Area = u32;
        fn area(&self) -> u32 {
            4
        }
    }

    impl Copy for Circle {}

    impl Display for Circle {}

    impl u32 {
        fn double(self) -> u32 {
            2 * self
        }
    }

    impl Add for Circle {
        type Output = Circle;
        fn plus(self, other: Circle) -> Circle {
            Circle(self.0 + other.0)
        }
    }

    impl Mul<u32> for Square {
        type Output = Square;
        fn mul(self, by: u32) -> Square {
            Square(self.0 * by)
        }
    }

    impl Mul<u32> for Square {
        type Output = Square;
        fn mul(self, by: u32) -> Square {
            Square(by)
        }
    }

    impl Mul<u8> for Square {
        type Output = Square;
        fn mul(self, by: u8) -> Square {
            Square(self.0 * u32::from(by))
        }
    }

    impl Add for Square {
        type Output = Square;
        fn add(self, other: Square) -> Square {
            Square(self.0 + other.0)
        }
    }

    trait Source {
        fn fill(self, tx: &mut Sender<u32>);
    }

    impl Source for Square {
        fn fill(self, tx: &mut Sender<u32>) {
            tx.send(self.0);
        }
    }

    #[kernel]
    pub fn kernel(x: &[u32], y: &mut [u32]) {
        let square = Square(x[0]);
        let other = &square;
        let a = square * 2;
        let b = square - square;
        let c = square + other;
        let mut d = square;
        d += square;
        let e = Circle(1.0) + Circle(2.0);
        let f = Shape::twice();
        let g = Shape;
        let h = square == square;
        y[0] = square.sides() + Square::CORNERS;
        #[kernel]
        fn inner(tx: &mut Sender<u32>) {
            tx.send(1);
        }
        let (mut tx, mut rx) = stream::<u32, 2>();
        inner(&mut tx);
        y[1] = rx.recv();
    }
}

fn main() {}
