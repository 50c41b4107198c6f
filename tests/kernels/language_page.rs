//! The examples of `docs/language.md`.

mod example_0 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
    for i in 0..y.len() {
        y[i] = a * x[i] + y[i];
    }
}
}
}
mod example_1 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
#[pipeline(ii = 1)]
pub fn relax(item: Item<1>, omega: f32, old: &[f32], #[each(4)] x: &[f32; 4], #[each] y: &mut f32) {
    let sum = (x[0] + x[1]) + (x[2] + x[3]);
    *y = old[item.id(0)] + omega * sum;
}
}
}
mod example_2 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
#[reqd_work_group_size(8)]
#[pipeline(ii = 1)]
pub fn mark(item: NdItem<1>, y: &Global<u32>) {
    let group = item.group();
    y.set(item.global_id(0), if group.leader() { 1 } else { item.local_id(0) as u32 * 10 });
}
}
}
mod example_3 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
#[reqd_work_group_size(8)]
#[pipeline(ii = 1)]
pub fn mirror(item: NdItem<1>, x: &[u32], y: &Global<u32>, tile: &Local<u32, 8>) {
    let local = item.local_id(0);
    tile.set(local, x[item.global_id(0)]);
    item.barrier();
    y.set(item.global_id(0), tile.get(7 - local));
}
}
}
mod example_4 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
#[pipeline(ii = 1)]
pub fn inner_product(item: Item<1>, x: &[f32], y: &[f32], sum: &mut Reducer<f32, Plus>) {
    let i = item.id(0);
    *sum += x[i] * y[i];
}
}
}
mod example_5 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn transpose(
    rows: usize,
    columns: usize,
    #[len(rows * columns)] #[m_axi(bundle = "ddr")] x: &[f32],
    #[len(rows * columns)] #[m_axi(bundle = "ddr")] y: &mut [f32],
) {
    for r in 0..rows {
        for c in 0..columns {
            y[c * rows + r] = x[r * columns + c];
        }
    }
}
}
}
mod example_6 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn weighted(weights: &[i32; 4], x: &[i32], y: &mut [i32; 4]) {
    let weights = *weights;
    for x in x {
        for i in 0..4 {
            y[i] += weights[i] * x;
        }
    }
}
}
}
mod example_7 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn smoothed(x: &[f32], y: &mut [f32]) {
    #[persistent]
    let mut last: f32 = 0.0;
    for i in 0..x.len() {
        last = 0.75 * last + 0.25 * x[i];
        y[i] = last;
    }
}
}
}
mod example_8 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[derive(Clone, Copy, Element)]
pub struct Pixel {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    pub alpha: u8,
}

#[kernel]
pub fn brighten(by: Pixel, image: &mut [Pixel]) {
    for i in 0..image.len() {
        let old = image[i];
        image[i] = Pixel { red: old.red.saturating_add(by.red), ..old };
    }
}
}
}
mod example_9 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn extremes(x: &[i32], sum: &mut i64, runs: &mut u32) {
    *sum = 0;
    for i in 0..x.len() {
        *sum += x[i] as i64;
    }
    *runs += 1;
}
}
}
mod example_10 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn extremes(x: &[i32], y: &mut [i32]) {
    let (low, high) = min_max(x);
    y[0] = low;
    y[1] = high;
}

fn min_max(values: &[i32]) -> (i32, i32) {
    let mut found = (i32::MAX, i32::MIN);
    for value in values {
        found = (found.0.min(*value), found.1.max(*value));
    }
    found
}
}
}
mod example_11 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn smooth(x: &[i32], y: &mut [i32]) {
    let weights = [1, 2, 1];
    let mut line = [0; 64];
    line.copy_from_slice(&x[..64]);
    let before = line;
    for i in 1..63 {
        line[i] = 0;
        for k in 0..weights.len() {
            line[i] += before[i + k - 1] * weights[k];
        }
    }
    y[..64].copy_from_slice(&line);
}
}
}
mod example_12 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn swap(x: &[i32], y: &mut [i32]) {
    let pair = (x[0], x[1]);
    let (first, second) = pair;
    let mut state = (first, 0_u8);
    state.0 += second;
    state.1 += 1;
    y[0] = state.0;
    y[1] = state.1 as i32;
}
}
}
mod example_13 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[derive(Clone, Copy)]
struct Complex {
    re: f32,
    im: f32,
}

impl Complex {
    const ZERO: Self = Self { re: 0.0, im: 0.0 };

    fn times(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }

    fn add(&mut self, other: Self) {
        self.re += other.re;
        self.im += other.im;
    }
}

#[kernel]
pub fn energy(x: &[f32], y: &mut [f32]) {
    let mut sum = Complex::ZERO;
    for i in 0..x.len() / 2 {
        let value = Complex { re: x[2 * i], im: x[2 * i + 1] };
        sum.add(value.times(Complex { im: -value.im, ..value }));
    }
    y[0] = sum.re;
}
}
}
mod example_14 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Add,
    Subtract = 4,
}

#[kernel]
pub fn calculate(subtract: bool, x: &[i32], y: &mut [i32]) {
    let mode = if subtract { Mode::Subtract } else { Mode::Add };
    y[0] = match mode {
        Mode::Add => x[0] + x[1],
        Mode::Subtract => x[0] - x[1],
    };
    y[1] = mode as i32;
    y[2] = (mode == Mode::Add) as i32;
}
}
}
mod example_15 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[derive(Clone, Copy)]
enum Shape {
    Circle(f32),
    Rectangle { width: f32, height: f32 },
}

fn area(shape: Shape) -> f32 {
    match shape {
        Shape::Circle(radius) => 3.0 * radius * radius,
        Shape::Rectangle { width, height } => width * height,
    }
}

#[kernel]
pub fn areas(round: bool, x: &[f32], y: &mut [f32]) {
    let shape = if round { Shape::Circle(x[0]) } else { Shape::Rectangle { width: x[0], height: x[1] } };
    y[0] = area(shape);
}
}
}
mod example_16 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
fn find(values: &[i32], wanted: i32) -> Option<usize> {
    for (i, value) in values.iter().enumerate() {
        if *value == wanted {
            return Some(i);
        }
    }
    None
}

fn behind(values: &[i32], wanted: i32) -> Option<i32> {
    let i = find(values, wanted)?;
    values.get(i + 1).copied()
}

#[kernel]
pub fn search(x: &[i32], wanted: i32, y: &mut [i32]) {
    y[0] = match find(x, wanted) {
        Some(i) => i as i32,
        None => -1,
    };
    let Some(next) = x[0].checked_add(1) else { return };
    y[1] = next;
    y[2] = behind(x, wanted).map_or(0, |v| v / 2);
}
}
}
mod example_17 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Refused {
    Empty,
    Length(u8),
}

fn length(word: u32) -> Result<u8, Refused> {
    if word == 0 { Err(Refused::Empty) } else { Ok((word & 15) as u8) }
}

fn three(word: u32) -> Result<u8, Refused> {
    match length(word)? {
        3 => Ok(3),
        len => Err(Refused::Length(len)),
    }
}

#[kernel]
pub fn check(words: &[u32], codes: &mut [u8]) {
    for (word, code) in words.iter().zip(codes.iter_mut()) {
        *code = match three(*word) {
            Ok(_) => 0,
            Err(Refused::Empty) => 255,
            Err(Refused::Length(len)) => len,
        };
    }
}
}
}
mod example_18 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
const SIZE: usize = 4 * 4;
static SQUARES: [u32; SIZE] = squares();

const fn squares() -> [u32; SIZE] {
    let mut table = [0; SIZE];
    let mut i = 0;
    while i < SIZE {
        table[i] = (i * i) as u32;
        i += 1;
    }
    table
}

#[kernel]
pub fn lookup(x: &[u32], y: &mut [u32]) {
    const OFFSET: u32 = 3;
    for i in 0..y.len() {
        y[i] = SQUARES[x[i] as usize % SIZE] + OFFSET;
    }
}
}
}
mod example_19 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
fn dot<T: Number, const N: usize>(a: &[T; N], b: &[T; N]) -> T {
    let mut sum = T::ZERO;
    for (x, y) in a.iter().zip(b) {
        sum += *x * *y;
    }
    sum
}

#[kernel]
pub fn products(x: &[i64], y: &mut [i64]) {
    let weights = [1.5_f32, 2.5];
    y[0] = dot(&weights, &weights) as i64;
    y[1] = dot(&[x[0], x[1], x[2]], &[3, 4, 5]);
}
}
}
mod example_20 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
trait Window {
    const LEN: usize;

    fn weight(&self, at: usize) -> i32;

    fn sum(&self) -> i32 {
        (0..Self::LEN).map(|at| self.weight(at)).sum()
    }
}

#[derive(Clone, Copy)]
struct Flat(i32);

impl Window for Flat {
    const LEN: usize = 4;

    fn weight(&self, _: usize) -> i32 {
        self.0
    }
}

fn scale<W: Window>(window: &W, x: &[i32], y: &mut [i32]) {
    for i in 0..W::LEN {
        y[i] = window.weight(i) * x[i] / window.sum();
    }
}

#[kernel]
pub fn scaled(x: &[i32], height: i32, y: &mut [i32]) {
    scale(&Flat(height), x, y);
}
}
}
mod example_21 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
use std::ops::{Add, Mul};

#[derive(Clone, Copy)]
struct Pixel {
    red: u16,
    blue: u16,
}

impl Add for Pixel {
    type Output = Pixel;

    fn add(self, other: Pixel) -> Pixel {
        Pixel { red: self.red.saturating_add(other.red), blue: self.blue.saturating_add(other.blue) }
    }
}

impl Mul<u16> for Pixel {
    type Output = Pixel;

    fn mul(self, factor: u16) -> Pixel {
        Pixel { red: self.red.saturating_mul(factor), blue: self.blue.saturating_mul(factor) }
    }
}

#[kernel]
pub fn blend(x: &[u16], y: &mut [u16]) {
    let a = Pixel { red: x[0], blue: x[1] };
    let b = Pixel { red: x[2], blue: x[3] };
    let mixed = a * 3 + b;
    y[0] = mixed.red;
    y[1] = mixed.blue;
}
}
}
mod example_22 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[derive(Clone, Copy)]
struct Complex<T> {
    re: T,
    im: T,
}

impl<T: Number> std::ops::Mul for Complex<T> {
    type Output = Self;

    fn mul(self, other: Self) -> Self::Output {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

/// The last `N` items.
struct Line<T, const N: usize> {
    items: [T; N],
    next: usize,
}

impl<T: Copy, const N: usize> Line<T, N> {
    const LAST: usize = N - 1;

    fn new(first: T) -> Self {
        Line { items: [first; N], next: 0 }
    }

    /// Gives the oldest one back.
    fn push(&mut self, item: T) -> T {
        let old = self.items[self.next];
        self.items[self.next] = item;
        self.next = if self.next == Self::LAST { 0 } else { self.next + 1 };
        old
    }
}

#[kernel]
pub fn echoes(x: &[f32], y: &mut [f32]) {
    let turn = Complex { re: 0.6, im: 0.8 };
    let mut line = Line::<Complex<f32>, 8>::new(Complex { re: 0.0, im: 0.0 });
    for i in 0..x.len() {
        let old = line.push(Complex { re: x[i], im: 0.0 } * turn);
        y[i] = old.re + old.im;
    }
}
}
}
mod example_23 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn limited(x: &[i32], y: &mut [i32]) {
    const LIMIT: i32 = 100;
    fn limit(value: i32) -> i32 {
        value.clamp(-LIMIT, LIMIT)
    }
    for (from, to) in x.iter().zip(y) {
        *to = limit(*from);
    }
}
}
}
mod example_24 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn words(text: &[u8], count: &mut u32) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Space,
        Word,
    }
    impl State {
        fn next(c: u8) -> State {
            if c == b' ' { State::Space } else { State::Word }
        }
    }
    let mut state = State::Space;
    *count = 0;
    for c in text {
        let before = state;
        state = State::next(*c);
        if before == State::Space && state == State::Word {
            *count += 1;
        }
    }
}
}
}
mod example_25 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn totals(x: &[i32], scale: i32, y: &mut [i32]) {
    let scaled = |value: i32| value.wrapping_mul(scale);
    let mut total = 0_i32;
    let mut add = |value: i32| total = total.wrapping_add(scaled(value));
    for value in x {
        add(*value);
    }
    add(scale);
    y[0] = total;
}
}
}
mod example_26 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
fn twice<F: Fn(u32) -> u32>(f: F, v: u32) -> u32 {
    f(f(v))
}

fn each<const N: usize>(values: &mut [u32; N], mut f: impl FnMut(&mut u32, usize)) {
    for i in 0..N {
        f(&mut values[i], i);
    }
}

fn square(v: u32) -> u32 {
    v * v
}

#[kernel]
pub fn applied(x: &[u32], y: &mut [u32]) {
    let first = x[0];
    let mut block: [u32; 4] = core::array::from_fn(|i| x[i]);
    each(&mut block, |value, i| *value += first * i as u32);
    y[0] = twice(|v| v ^ first, 5) + twice(square, 3);
    y[1] = block.map(square).iter().sum();
}
}
}
mod example_27 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
const TAPS: usize = 8;

#[kernel(instances(N = [4, 2 * TAPS]))]
pub fn fir<const N: usize>(weights: &[f32], #[len(n)] x: &[f32], n: usize, y: &mut [f32]) {
    let mut taps = [0.0; N];
    taps.copy_from_slice(&weights[..N]);
    for i in N - 1..n {
        let mut sum = 0.0;
        #[unroll]
        for j in 0..N {
            sum += taps[j] * x[i - j];
        }
        y[i] = sum;
    }
}
}
}
mod example_28 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel(instances((T = f32, N = 4), (T = i16, N = 8)))]
pub fn sums<T: Number, const N: usize>(x: &[[T; N]], y: &mut [T]) {
    for i in 0..y.len() {
        y[i] = T::ZERO;
        for value in &x[i] {
            y[i] += *value;
        }
    }
}
}
}
mod example_29 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn arithmetic(a: i32, b: i32, n: u32, y: &mut [i32]) {
    y[0] = a + b;
    y[1] = a.wrapping_mul(b);
    y[2] = a / b;
    y[3] = a % b;
    y[4] = a << n;
    y[5] = a >> n;
    y[6] = !a & b ^ 0x0f;
}
}
}
mod example_30 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn fibonacci(n: u32, y: &mut [u64]) {
    let (mut a, mut b) = (0, 1);
    for _ in 0..n {
        (a, b) = (b, a + b);
    }
    (y[0], y[1]) = (y[1], a);
}
}
}
mod example_31 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn between(x: &[i32], lo: i32, hi: i32, y: &mut [i32]) {
    let inside = x[0] >= lo && x[0] < hi;
    let both = (lo > 0) & (hi > 0);
    y[0] = (inside | !both) as i32;
    y[1] = ((x[0], x[1]) == (lo, hi)) as i32;
    y[2] = (x[..4] == [lo, lo, hi, hi][..]) as i32;
}
}
}
mod example_32 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
use std::cmp::Ordering;

#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    cost: u32,
    place: u32,
}

impl Ord for State {
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.cmp(&self.cost).then(self.place.cmp(&other.place))
    }
}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[kernel]
pub fn cheaper(x: &[u32], y: &mut [u32]) {
    let a = State { cost: x[0], place: 0 };
    let b = State { cost: x[1], place: 1 };
    y[0] = a.max(b).place;
    y[1] = core::cmp::max((x[0], 0), (x[1], 1)).1;
}
}
}
mod example_33 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn convert(x: f32, n: i64, y: &mut [i32]) {
    y[0] = n as i32;
    y[1] = n as u8 as i32;
    y[2] = x as i32;
    y[3] = i32::from(x > 1.0);
}
}
}
mod example_34 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn polynomial(x: &[f32], y: &mut [f32]) {
    for i in 0..y.len() {
        let v = x[i];
        y[i] = (2.0 * v + 0.5) * v - 1.0;
        y[i] = y[i].mul_add(v, 3.0);
    }
}
}
}
mod example_35 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
#[flush_denormals]
pub fn decay(y: &mut [f32], by: f32) {
    for i in 0..y.len() {
        y[i] = y[i] * by;
    }
}
}
}
mod example_36 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn clamp(x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        let v = x[i];
        let v = if v < 0 { 0 } else if v > 255 { 255 } else { v };
        let scale;
        if i % 2 == 0 {
            scale = 2;
        } else {
            scale = 3;
        }
        y[i] = {
            let doubled = v * 2;
            doubled + scale
        };
    }
}
}
}
mod example_37 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
fn weight(code: u32) -> u32 {
    match code & 3 {
        0 => 1,
        1 | 2 => 10,
        3 => 100,
        _ => unreachable!(),
    }
}

#[kernel]
pub fn weigh(codes: &[u32], y: &mut [u32]) {
    assert_eq!(codes.len(), y.len(), "as many results as codes");
    for (code, out) in codes.iter().zip(y) {
        assert!(*code < 1000, "a code is below 1000");
        *out = weight(*code) + if matches!(*code, 7 | 100..=200) { 1 } else { 0 };
    }
}
}
}
mod example_38 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn integers(x: &[i32], y: &mut [i32]) {
    y[0] = x[0].saturating_sub(x[1]);
    y[1] = x[2].checked_mul(x[3]).unwrap_or(-1);
    y[2] = x[4].rotate_left(7);
    y[3] = x[5].leading_zeros() as i32;
    y[4] = x[6].abs_diff(x[7]) as i32;
    y[5] = x[8].max(x[9]);
}
}
}
mod example_39 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn floats(x: &[f32], y: &mut [f32]) {
    y[0] = x[0].sqrt().min(x[1]);
    y[1] = f32::from_bits(x[2].to_bits() ^ 1);
    y[2] = x[3].floor();
    y[3] = match x[4].classify() {
        FpCategory::Normal | FpCategory::Zero => x[4],
        _ => 0.0,
    };
}
}
}
mod example_40 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn polar(radius: f32, angle: f32, y: &mut [f32]) {
    y[0] = radius * math::cos(angle);
    y[1] = radius * math::sin(angle);
}
}
}
mod example_41 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn classify(x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        y[i] = match x[i] {
            i32::MIN..=-1 => -1,
            0 | 1 => 0,
            v if v % 2 == 0 => v / 2,
            v @ 3..=99 => v,
            _ => 100,
        };
        if let Some(sum) = y[i].checked_add(x[i]) && sum > 0 {
            y[i] = sum;
        }
    }
}
}
}
mod example_42 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn count(from: u32, to: u32, y: &mut [u32]) {
    for i in from..to {
        y[0] += i;
    }
    for i in from..=to {
        y[1] ^= i;
    }
    for i in (0..10).rev() {
        y[2] = y[2] * 2 + i;
    }
    for i in (0..to).step_by(4) {
        y[3] ^= i;
    }
}
}
}
mod example_43 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn collatz(start: u32, y: &mut [u32]) {
    let mut n = start;
    let mut steps = 0;
    while n % 2 == 0 {
        n /= 2;
    }
    y[0] = n;
    y[1] = loop {
        if n == 1 {
            break steps;
        }
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    };
}
}
}
mod example_44 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn find(x: &[i32], width: usize, wanted: i32, y: &mut [usize]) {
    'rows: for row in 0..x.len() / width {
        for column in 0..width {
            let value = x[row * width + column];
            if value < 0 {
                continue 'rows;
            }
            if value == wanted {
                y[0] = row;
                y[1] = column;
                break 'rows;
            }
        }
    }
    if y[0] == 0 {
        return;
    }
    y[2] = 1;
}
}
}
mod example_45 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[derive(Clone, Copy)]
struct Point {
    x: i32,
    y: i32,
}

#[kernel]
pub fn take_apart(a: i32, b: i32, y: &mut [i32]) {
    let Point { x, y: height } = Point { x: a, y: b };
    let ((first, _), last) = ((x, 0), height);
    let mut rest = Some(first);
    while let Some(n) = rest {
        y[0] += n;
        rest = if n > 0 { Some(n - 1) } else { None };
    }
    y[1] = match (first, last) {
        (0, 0) => 0,
        (0, n) | (n, 0) => n,
        (-9..=9, n @ 1..=9) => n * 2,
        (..) => 10,
    };
    let [low, .., high] = [y[0], y[1], y[2], y[3]];
    y[2] = low + high;
    let [head, tail @ ..] = [a, b, a + b];
    y[3] = weighted((head, 3)) + tail[1];
}

fn weighted((value, weight): (i32, i32)) -> i32 {
    value * weight
}
}
}
mod example_46 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn ends(x: &[u32], y: &mut u32) {
    *y = match x {
        [] => 0,
        [only] => *only,
        [first, inner @ .., last] => first + last * inner.len() as u32,
    };
    if *y > 9
        && let [1, second, ..] = x
    {
        *y = *second;
    }
}
}
}
mod example_47 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn iterate(x: &[i32], y: &mut [i32]) {
    for (out, v) in y.iter_mut().zip(x) {
        *out = v + 1;
    }
    for (i, chunk) in x.chunks_exact(4).enumerate() {
        y[i] = chunk.iter().sum();
    }
    y[0] = x.iter().map(|v| v / 2).fold(0, |acc, v| acc ^ v);
    for (i, (a, b)) in [(1, 2), (3, 4)].iter().enumerate() {
        y[i] += a * b;
    }
}
}
}
mod example_48 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
fn sum(values: &[i32]) -> i32 {
    values.iter().sum()
}

fn bump(counter: &mut i32, by: i32) {
    *counter += by;
}

#[kernel]
pub fn parts(x: &[i32], from: usize, y: &mut [i32]) {
    let part = &x[from..];
    y[0] = part[1] + part.len() as i32;
    y[1] = sum(&part[..4]);
    let mut rows = [[1, 2, 3], [4, 5, 6]];
    let row = &mut rows[1];
    row[0] = 7;
    bump(&mut row[2], x[0]);
    y[2] = rows[1][0] + rows[1][2];
    #[pipeline]
    for i in 0..from {
        y[4 * i..4 * (i + 1)].fill(x[i]);
    }
}
}
}
mod example_49 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
pub struct Matrix<const R: usize, const C: usize> {
    rows: [[f32; C]; R],
}

impl<const R: usize, const C: usize> std::ops::Index<(usize, usize)> for Matrix<R, C> {
    type Output = f32;
    fn index(&self, at: (usize, usize)) -> &f32 {
        &self.rows[at.0][at.1]
    }
}

impl<const R: usize, const C: usize> std::ops::IndexMut<(usize, usize)> for Matrix<R, C> {
    fn index_mut(&mut self, at: (usize, usize)) -> &mut f32 {
        &mut self.rows[at.0][at.1]
    }
}

impl<const R: usize, const C: usize> Matrix<R, C> {
    fn row(&self, row: usize) -> &[f32] {
        &self.rows[row]
    }
}

#[kernel]
pub fn turned(x: &[f32], y: &mut [f32]) {
    let mut m = Matrix { rows: [[0.0; 2]; 3] };
    for i in 0..2 {
        for j in 0..3 {
            m[(j, i)] = x[i * 3 + j];
        }
    }
    m[(0, 1)] *= 2.0;
    y[0] = m[(2, 0)];
    y[1] = m.row(1).iter().sum();
}
}
}
mod example_50 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn blend(weight: Uint<7>, x: &[Uint<12>], y: &mut [Uint<12>], most: &mut Uint<20>) {
    let mut sum = Uint::<20>::ZERO;
    for i in 0..x.len() {
        let other = Uint::<7>::MAX - weight;
        y[i] = ((x[i] * weight + y[i] * other) >> 7).to();
        sum += x[i].bits::<11, 4>();
    }
    *most = sum;
}
}
}
mod example_51 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[kernel]
pub fn mix(dry: Fixed<10, 2>, x: &[Fixed<16, 4>], y: &mut [Fixed<16, 4, Rnd, Sat>]) {
    let mut echo = <Fixed<16, 4>>::ZERO;
    for i in 0..x.len() {
        let sum = dry * x[i] + (echo >> 1);
        y[i] = sum.to();
        echo = if sum < 1 { sum.to() } else { x[i] };
    }
}
}
}
mod example_52 {
#[sycl_hls::kernels]
mod kernels {
#[allow(unused_imports)]
use sycl_hls::device::*;
#[derive(Clone, Copy)]
struct Counter {
    count: u32,
}

impl Counter {
    fn next(&mut self) -> u32 {
        self.count += 1;
        self.count
    }
}

fn twice<T: Number>(x: T) -> T {
    x + x
}

#[kernel]
pub fn names(signal: u32, y: &mut [u32]) {
    let mut counter = Counter { count: signal };
    let x = counter.next();
    let x = twice(x + y[0]);
    y[0] = x + x;
}
}
}
