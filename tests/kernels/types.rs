//! Structs, tuples, enums and options: by value, nested, in arrays, in slices, with methods.

#[sycl_hls::kernels]
pub mod types {
    use sycl_hls::device::*;

    #[derive(Clone, Copy, Element, Debug, PartialEq)]
    pub struct Point {
        pub x: f32,
        pub y: f32,
    }

    #[derive(Clone, Copy, Element, Debug, PartialEq)]
    pub struct Particle {
        pub pos: Point,
        pub vel: [f32; 2],
        pub id: u32,
        pub flags: u32,
    }

    /// Not exchanged with the host: any types will do.
    #[derive(Clone, Copy)]
    struct State {
        count: u8,
        seen: bool,
        best: (i32, usize),
        history: [i16; 3],
    }

    #[derive(Clone, Copy)]
    struct Stack {
        len: usize,
        data: [i32; 4],
        top: Option<[i32; 2]>,
    }

    #[derive(Clone, Copy)]
    enum Command {
        Push([i32; 2]),
        Clear(Stack),
    }

    struct Wrapper(u32);

    #[derive(Clone, Copy, PartialEq)]
    enum Direction {
        North,
        East = 5,
        South,
        West = -1,
    }

    #[derive(Clone, Copy)]
    enum Shape {
        Empty,
        Circle(f32),
        Rect { w: f32, h: f32 },
        Polygon([Point; 3], u8),
    }

    const ORIGIN: Point = Point { x: 0.0, y: 0.0 };
    const CORNERS: [Point; 3] = [Point { x: 1.0, y: 2.0 }, ORIGIN, Point::new(3.0, -4.0)];
    const TURNS: [(i32, u8); 2] = [(-1, 2), (7, 9)];

    impl Point {
        const UNIT: Self = Self { x: 1.0, y: 1.0 };

        const fn new(x: f32, y: f32) -> Self {
            Self { x, y }
        }

        fn dot(&self, other: &Self) -> f32 {
            self.x * other.x + self.y * other.y
        }

        fn scale(&mut self, by: f32) {
            self.x *= by;
            self.y *= by;
        }

        fn moved(self, by: Point) -> Point {
            Point { x: self.x + by.x, ..self }.swapped().swapped()
        }

        fn swapped(mut self) -> Self {
            let old = self.x;
            self.x = self.y;
            self.y = old;
            self
        }
    }

    impl State {
        fn see(&mut self, value: i32, at: usize) {
            if !self.seen || value > self.best.0 {
                self.best = (value, at);
                self.seen = true;
            }
            self.history[2] = self.history[1];
            self.history[1] = self.history[0];
            self.history[0] = value as i16;
            self.count = self.count.wrapping_add(1);
        }
    }

    impl Shape {
        fn area(&self) -> f32 {
            match self {
                Shape::Empty => 0.0,
                Shape::Circle(r) => 3.0 * *r * *r,
                Shape::Rect { w, h } => w * h,
                Self::Polygon(points, count) => {
                    let mut sum = 0.0;
                    for i in 0..(*count as usize).min(3) {
                        sum += points[i].x * points[(i + 1) % 3].y - points[(i + 1) % 3].x * points[i].y;
                    }
                    sum / 2.0
                }
            }
        }
    }

    fn make(kind: u32, a: f32, b: f32) -> Shape {
        match kind {
            0 => Shape::Empty,
            1 => Shape::Circle(a),
            2 | 3 => Shape::Rect { h: b, w: a },
            _ => Shape::Polygon([Point { x: a, y: b }, ORIGIN, CORNERS[0]], 3),
        }
    }

    fn turn(direction: Direction) -> Direction {
        match direction {
            Direction::North => Direction::East,
            Direction::East => Direction::South,
            Direction::South => Direction::West,
            Direction::West => Direction::North,
        }
    }

    fn min_max(values: &[i32]) -> (i32, i32) {
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for &value in values {
            low = low.min(value);
            high = high.max(value);
        }
        (low, high)
    }

    fn find(values: &[i32], wanted: i32) -> Option<usize> {
        for (i, value) in values.iter().enumerate() {
            if *value == wanted {
                return Some(i);
            }
        }
        None
    }

    fn bump(counter: &mut i32, by: i32) {
        *counter += by;
    }

    #[kernel]
    pub fn points(origin: Point, input: &[Point], output: &mut [Point]) {
        for i in 0..input.len() {
            let mut p = input[i];
            p.scale(2.0);
            let q = p;
            p.x += 1.0;
            output[i] = if p.dot(&q) > 10.0 { p.moved(origin) } else { Point::UNIT };
            output[i].y -= q.x;
        }
    }

    #[kernel]
    pub fn particles(dt: f32, all: &mut [Particle]) {
        for i in 0..all.len() {
            let Particle { pos, vel, id, .. } = all[i];
            let moved = Point { x: pos.x + vel[0] * dt, y: pos.y + vel[1] * dt };
            all[i] = Particle { pos: moved, id: id + 1, ..all[i] };
            all[i].vel[(id % 2) as usize] *= -1.0;
        }
    }

    #[kernel]
    pub fn tuples(x: &[i32], y: &mut [i32]) {
        let (low, high) = min_max(x);
        let pair = (low, (high, x.len() as u8));
        let ((a, b), c) = ((pair.1.0, pair.0), pair.1.1);
        let mut t = (a, b, true);
        t.0 -= 1;
        if t.2 {
            t = (t.1, t.0, false);
        }
        let mut table = [(0_i32, 0_u16); 4];
        for (i, entry) in table.iter_mut().enumerate() {
            *entry = (i as i32 * 2, i as u16);
        }
        table[1].0 = TURNS[1].0 + i32::from(TURNS[0].1);
        y[0] = t.0;
        y[1] = t.1;
        y[2] = c as i32;
        y[3] = table[1].0 + table[3].1 as i32;
    }

    #[kernel]
    pub fn states(x: &[i32], y: &mut [i64]) {
        let mut state = State { count: 250, seen: false, best: (0, 0), history: [-1; 3] };
        for (i, value) in x.iter().enumerate() {
            state.see(*value, i);
        }
        let wrapped = Wrapper(state.count as u32);
        y[0] = wrapped.0 as i64;
        y[1] = state.best.0 as i64;
        y[2] = state.best.1 as i64;
        y[3] = state.history[2] as i64;
    }

    #[kernel]
    pub fn enums(steps: u32, y: &mut [i32]) {
        let mut direction = Direction::North;
        for _ in 0..steps {
            direction = turn(direction);
        }
        y[0] = direction as i32;
        y[1] = (direction == Direction::West) as i32;
        y[2] = if direction != Direction::East { 1 } else { 2 };
    }

    #[kernel]
    pub fn shapes(kinds: &[u32], a: f32, areas: &mut [f32]) {
        let mut last = Shape::Empty;
        for i in 0..kinds.len() {
            let shape = make(kinds[i], a, i as f32);
            areas[i] = shape.area();
            if let Shape::Rect { w, h } = shape
                && w > h
            {
                areas[i] += 100.0;
            }
            last = shape;
        }
        if let Shape::Circle(r) = &last {
            areas[0] = *r;
        }
    }

    #[kernel]
    pub fn options(x: &[i32], wanted: i32, y: &mut [i32]) {
        let found = find(x, wanted);
        y[0] = match found {
            Some(0) => -2,
            Some(i) if i > 3 => 1000 + i as i32,
            Some(i) => i as i32,
            None => -1,
        };
        let Some(first) = x[0].checked_add(wanted) else {
            y[1] = 1;
            return;
        };
        y[1] = first;
        let mut best: Option<(i32, usize)> = None;
        for i in 0..x.len() {
            best = match best {
                None => Some((x[i], i)),
                Some((value, _)) if x[i] > value => Some((x[i], i)),
                other => other,
            };
        }
        y[2] = best.unwrap_or((7, 7)).0;
        y[3] = if best.is_some() && found.is_none() { best.unwrap().1 as i32 } else { -9 };
    }

    impl Stack {
        fn new(first: i32) -> Self {
            Stack { data: [first; 4], len: 1, top: Some([first, 0]) }
        }

        fn apply(&mut self, command: Command) {
            match command {
                Command::Push(values) => {
                    self.data[self.len % 4] = values[0];
                    self.len += 1;
                    self.top = Some([values[1], self.len as i32]);
                }
                Command::Clear(to) => *self = to,
            }
        }
    }

    fn command(kind: u32, x: i32) -> (u32, Command) {
        if kind % 4 == 3 {
            return (1, Command::Clear(Stack { top: None, ..Stack::new(x) }));
        }
        (kind, Command::Push([x, x + 1]))
    }

    #[kernel]
    pub fn assembled(x: &[i32], y: &mut [i32]) {
        let mut stack = Stack { data: [7; 4], len: 0, top: None };
        let pair = (Stack::new(3), [1, 2]);
        for i in 0..x.len() {
            stack.apply(command(i as u32, x[i]).1);
            stack = Stack { data: [stack.data[1], stack.data[0], x[i], 1], len: stack.len, top: stack.top };
            y[i] = stack.data[0] + stack.data[2] * 100 + stack.top.unwrap_or([5, 6])[1] * 1000;
        }
        y[0] += pair.0.data[2] + pair.1[1] + stack.len as i32;
    }

    #[kernel]
    pub fn references(x: &[i32], y: &mut [i32]) {
        let mut counter = 5;
        let mut cells = [[1, 2, 3], [4, 5, 6]];
        let r = &mut counter;
        *r += 1;
        bump(r, x[0]);
        bump(&mut cells[1][2], counter);
        let row = &mut cells[1];
        row[0] = row[2] * 2;
        let part = &x[1..x.len() - 1];
        let (low, high) = min_max(part);
        let deeper = &part[1..=2];
        y[0] = counter;
        y[1] = cells[1][0];
        y[2] = low + high;
        y[3] = deeper[1] + deeper.len() as i32;
        y[4..6].fill(9);
        let tail = &mut y[6..];
        tail[0] = -1;
        tail.swap(0, 1);
        bump(&mut tail[1], 3);
    }
}
