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

    pub struct Two {
        first: Matrix<u32, 2, 2>,
        second: Matrix<u32, 2, 2>,
    }
    impl Two {
        fn of(&mut self, second: usize) -> &mut Matrix<u32, 2, 2> {
            self.second.writes += second as u32 * 100;
            &mut self.second
        }
    }
    fn add(to: &mut u32, by: u32) {
        *to += by;
    }

    /// What is written behind a reference that a function gives is written by `IndexMut`, too.
    #[kernel]
    pub fn behind(x: &[u32], y: &mut [u32]) {
        let rows = [[1, 2], [3, 4]];
        let mut two = Two { first: Matrix { rows, writes: 0 }, second: Matrix { rows, writes: 0 } };
        two.of(1)[(0, 1)] = x[0];
        two.of(3)[(1, 1)] += x[1];
        add(&mut two.of(2)[(1, 0)], 7);
        two.of(5)[1].swap(0, 1);
        two.first[(0, 0)] = two.second[(1, 1)];
        let last = &mut two.of(7)[(1, 0)];
        *last += 1;
        add(&mut two.of(9).writes, 1000);
        add(&mut *two.of(11).at_mut(1), 5);
        add(two.of(3).at_mut(2), x[1]);
        for v in two.of(13)[1].iter_mut() {
            *v ^= 3;
        }
        let before = core::mem::replace(&mut two.of(15)[(0, 0)], 4);
        let of_first = &mut two.first.rows[1];
        of_first[0] = before + 90;
        y[0] += two.of(40)[1].len() as u32 + two.of(50).row(1)[1..].iter().sum::<u32>();
        let [a, _] = two.of(60)[0];
        y[0] += a;
        y[0] += two.of(70).rows.iter().map(|row| row[0]).max().unwrap();
        let writes = &mut two.of(17).writes;
        *writes *= 2;
        y[0] += two.second.writes * 10 + two.first.writes;
        for i in 0..4 {
            y[1 + i] = two.second[i / 2][i % 2] + two.first[(i / 2, i % 2)];
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

    #[derive(Clone, Copy, PartialEq)]
    pub enum Color {
        Red,
        Green,
        Blue,
    }
    pub struct Palette {
        shades: [u32; 3],
    }
    impl Index<Color> for Palette {
        type Output = u32;
        fn index(&self, c: Color) -> &u32 {
            &self.shades[c as usize]
        }
    }
    impl IndexMut<Color> for Palette {
        fn index_mut(&mut self, c: Color) -> &mut u32 {
            &mut self.shades[c as usize]
        }
    }
    fn bump(x: &mut u32) -> &mut u32 {
        *x += 1;
        x
    }
    #[derive(Clone, Copy)]
    pub enum State {
        A,
        B(u32),
    }
    pub struct Machine {
        states: [State; 4],
        at: usize,
    }
    impl Machine {
        fn state(&self) -> &State {
            &self.states[self.at]
        }
        fn state_mut(&mut self) -> &mut State {
            &mut self.states[self.at]
        }
    }
    #[derive(Clone, Copy)]
    pub struct Place {
        x: i32,
        y: i32,
    }
    impl Place {
        fn norm(&self) -> i32 {
            self.x * self.x + self.y * self.y
        }
        fn scale(&mut self, by: i32) {
            self.x *= by;
            self.y *= by;
        }
        fn x(&self) -> &i32 {
            &self.x
        }
    }
    pub struct Ps {
        p: [Place; 3],
    }
    impl Ps {
        fn at(&self, i: usize) -> &Place {
            &self.p[i]
        }
        fn at_mut(&mut self, i: usize) -> &mut Place {
            &mut self.p[i]
        }
        fn rows(&self) -> &[Place; 3] {
            &self.p
        }
    }
    pub struct M {
        r: [[u32; 4]; 3],
    }
    impl M {
        fn row(&self, i: usize) -> &[u32; 4] {
            &self.r[i]
        }
        fn row_mut(&mut self, i: usize) -> &mut [u32; 4] {
            &mut self.r[i]
        }
        fn part(&mut self, i: usize, n: usize) -> &mut [u32] {
            &mut self.r[i][..n]
        }
    }
    impl Index<usize> for M {
        type Output = [u32; 4];
        fn index(&self, i: usize) -> &[u32; 4] {
            &self.r[i]
        }
    }
    pub struct Wide {
        w: [Uint<100>; 2],
    }
    impl Wide {
        fn w(&mut self, i: usize) -> &mut Uint<100> {
            &mut self.w[i]
        }
    }
    fn sum_of(values: &[u32; 4]) -> u32 {
        values.iter().sum()
    }
    fn largest<T: PartialOrd + Copy, const N: usize>(values: &[T; N], from: usize) -> &T {
        let i = from % N;
        &values[i]
    }

    #[kernel]
    pub fn parts(first: u32, o: &mut [u32]) {
        let mut p = Palette { shades: [first, 4, 5] };
        p[Color::Green] += p[Color::Blue];
        o[0] = p[Color::Green];
        let mut a = first;
        bump(&mut a);
        bump(bump(&mut a));
        *bump(&mut a) *= 2;
        o[1] = a;
        let mut m =
            Machine { states: [State::A, State::B(7), State::A, State::B(1)], at: first as usize % 4 };
        o[2] = match m.state() {
            State::A => 1,
            State::B(x) => *x + 10,
        };
        *m.state_mut() = State::B(40);
        if let State::B(x) = m.state_mut() {
            *x += 2;
        }
        o[3] = match *m.state() {
            State::A => 1,
            State::B(x) => x,
        };
        let mut ps = Ps { p: [Place { x: 1, y: 2 }; 3] };
        ps.at_mut(1).scale(3);
        o[4] = ps.at(1).norm() as u32 + *ps.at(0).x() as u32;
        ps.at_mut(2).x = 9;
        o[5] = ps.rows().iter().map(|p| p.norm() as u32).sum();
        let mut t = M { r: [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] };
        t.row_mut(0).fill(3);
        t.part(1, 2).fill(0);
        t.row_mut(2).copy_from_slice(&[7, 7, 7, 8]);
        o[6] = t.row(0).iter().zip(t.row(1)).map(|(a, b)| a * b).sum();
        let [x, y, ..] = t[2];
        o[7] = x + y + sum_of(t.row(2)) + sum_of(&t[1]);
        let mut w = Wide { w: [Uint::<100>::new(5), Uint::<100>::new(1)] };
        *w.w(1) = (*w.w(0) << 90).to();
        o[8] = (*w.w(1) >> 88).to::<Uint<32>>().to();
        o[9] = *largest(&t.r[1], 7) + largest(&[1u8, 2, 3], 4).pow(2) as u32;
        for v in t.row(2) {
            o[10] += *v;
        }
        for (i, v) in t.row_mut(1).iter_mut().enumerate() {
            *v += i as u32;
        }
        o[11] = t[1][3] + t.row(1).len() as u32;
        let r = t.row_mut(0);
        r[1] = 6;
        r[2] += r[1];
        o[12] = t.r[0][2];
        let s = t.part(1, 3);
        s[1] = s.len() as u32;
        s.swap(0, 2);
        o[13] = t[1][0] * 100 + t[1][1] * 10 + t[1][2];
        o[14] = if let Some(v) = t.row(0).get(2) { *v } else { 0 };
        o[15] = *t.row(0).first().unwrap() + t.row(0).iter().max().unwrap();
    }

    /// Closures that give references to what is around them.
    #[kernel]
    pub fn lookup(x: &[u32], y: &mut [u32]) {
        let table = [[1_u32, 2, 3], [4, 5, 6]];
        let odd = x.len() % 2;
        let at = |i: usize| &table[odd][i % 3];
        let row = |i: u32| &table[i as usize % 2];
        for i in 0..x.len() {
            y[i] = *at(i) * 10 + row(x[i])[2];
        }
        let first = at(1);
        y[0] += first + row(0).iter().sum::<u32>();
    }
}
