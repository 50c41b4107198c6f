//! Functions that give references to parts of what they get, and types with indices of their own.

#[sycl_hls::kernels]
pub mod accessors {
    use core::ops::{Index, IndexMut};
    use sycl_hls::device::*;

    /// A matrix that counts how often it was written.
    pub struct Matrix<T, const R: usize, const C: usize> {
        rows: [[T; C]; R],
        writes: u32,
    }
    // Before `Index`, whose output it has.
    impl<T, const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<T, R, C> {
        fn index_mut(&mut self, at: (usize, usize)) -> &mut Self::Output {
            self.writes += 1;
            &mut self.rows[at.0][at.1]
        }
    }
    impl<T, const R: usize, const C: usize> Index<(usize, usize)> for Matrix<T, R, C> {
        type Output = T;
        fn index(&self, (row, column): (usize, usize)) -> &T {
            &self.rows[row][column]
        }
    }
    impl<T, const R: usize, const C: usize> Index<usize> for Matrix<T, R, C> {
        type Output = [T; C];
        fn index(&self, row: usize) -> &Self::Output {
            &self.rows[row]
        }
    }
    impl<T, const R: usize, const C: usize> IndexMut<usize> for Matrix<T, R, C> {
        fn index_mut(&mut self, row: usize) -> &mut [T; C] {
            &mut self.rows[row]
        }
    }
    impl<T, const R: usize, const C: usize> Matrix<T, R, C> {
        fn row(&self, row: usize) -> &[T] {
            &self.rows[row]
        }
        fn behind(&self, row: usize, column: usize) -> &[T] {
            let from = column + 1;
            &self.rows[row][from..]
        }
        fn at(&self, at: usize) -> &T {
            let (row, column) = (at / C, at % C);
            &self[(row, column)]
        }
        fn at_mut(&mut self, at: usize) -> &mut T {
            &mut self[at / C][at % C]
        }
    }

    #[kernel]
    pub fn matrix(n: u32, x: &[u32], y: &mut [u32]) {
        let n = n as usize;
        let mut m = Matrix::<u32, 3, 4> { rows: [[0; 4]; 3], writes: 0 };
        for i in 0..3 {
            for j in 0..4 {
                m[(i, j)] = x[i * 4 + j];
            }
        }
        m[(n % 3, 1)] += 5;
        m[n / 4][n % 4] ^= 9;
        *m.at_mut(n) = m.at(11 - n).wrapping_add(*m.at(n));
        for v in m[1].iter_mut() {
            *v = v.wrapping_mul(3);
        }
        m[2].reverse();
        let row = m.row(n % 3);
        y[0] = row[0].wrapping_add(row.len() as u32);
        let behind = m.behind(1, n % 4);
        let mut sum = 0_u32;
        for v in behind {
            sum = sum.wrapping_add(*v);
        }
        y[1] = sum.wrapping_add(behind.len() as u32);
        y[2] = m.writes;
        let first = &mut m[(0, 0)];
        *first = first.rotate_left(7);
        y[3] = m[(0, 0)];
        y[4] = m.writes;
        for (i, row) in m.rows.iter().enumerate() {
            y[5 + i] = row.iter().fold(0, |a, b| a ^ b);
        }
    }

    #[derive(Clone, Copy, PartialEq)]
    pub struct Point {
        x: i32,
        y: i32,
    }
    pub struct Ring<const N: usize> {
        points: [Point; N],
        next: usize,
    }
    impl<const N: usize> Ring<N> {
        fn push(&mut self, point: Point) -> &mut Point {
            let at = self.next;
            self.next = (at + 1) % N;
            self.points[at] = point;
            &mut self.points[at]
        }
        fn latest(&self) -> &Point {
            &self[1]
        }
        fn whole(&self) -> &Self {
            self
        }
    }
    /// How many points ago.
    impl<const N: usize> Index<u8> for Ring<N> {
        type Output = Point;
        fn index(&self, ago: u8) -> &Point {
            &self.points[(self.next + N - ago as usize) % N]
        }
    }
    impl<const N: usize> IndexMut<u8> for Ring<N> {
        fn index_mut(&mut self, ago: u8) -> &mut Point {
            &mut self.points[(self.next + N - ago as usize) % N]
        }
    }
    pub trait Scored {
        fn scored(&mut self) -> &mut i32;
        fn raise(&mut self, by: i32) -> &i32 {
            *self.scored() += by;
            self.scored()
        }
    }
    impl Scored for Point {
        fn scored(&mut self) -> &mut i32 {
            &mut self.y
        }
    }
    fn pick<'a>(a: &'a [i32; 4], b: &[i32]) -> &'a i32 {
        &a[b[0] as usize % 4]
    }
    fn halves(x: &mut [i32; 8], high: usize) -> &mut [i32] {
        let from = high * 4;
        &mut x[from..from + 4]
    }

    #[kernel]
    pub fn ring(x: &[i32], y: &mut [i32]) {
        let mut ring = Ring::<5> { points: [Point { x: 0, y: 0 }; 5], next: 0 };
        for i in 0..x.len() {
            ring.push(Point { x: x[i], y: i as i32 }).x ^= 1;
            if x[i] > 4 {
                ring[2].y += 10;
            }
        }
        y[0] = ring.latest().x;
        y[1] = ring[3].y;
        ring[2] = Point { x: 8, ..ring[4] };
        let Point { x: a, y: b } = ring[2];
        y[2] = a * 100 + b;
        y[3] = (ring[1] == *ring.whole().latest()) as i32;
        let copy = ring[5];
        y[4] = copy.x - copy.y;
        y[5] = *ring[1].raise(7);
        core::mem::swap(&mut ring[3].x, &mut y[4]);
        y[6] = ring[3].x;
        let mut eight = [1, 2, 3, 4, 5, 6, 7, 8];
        halves(&mut eight, 1)[2] = x[0];
        halves(&mut eight, 0).swap(0, 3);
        for v in halves(&mut eight, (x[0] & 1) as usize).iter_mut() {
            *v -= 1;
        }
        y[7] = eight[0] + 10 * eight[3] + 100 * eight[6];
        y[8] = *pick(&[10, 20, 30, 40], x);
    }
}
