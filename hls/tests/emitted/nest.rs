//! The generator of random nests of loops, blocks, choices and exits.

/// What `break` and `continue` can go to.
#[derive(Clone, Copy, PartialEq)]
enum Level {
    Loop,
    Block,
}

/// Writes a kernel whose path through its nest depends on how far it has come.
pub struct Nest {
    /// State of the generator (Marsaglia, "Xorshift RNGs").
    state: u64,
    text: String,
    next: u32,
    levels: Vec<Level>,
}

impl Nest {
    /// The text of a kernel that writes to `out[0]` and `out[1]`.
    pub fn kernel(name: &str, seed: u64) -> String {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut nest = Self { state, text: String::new(), next: 20, levels: Vec::new() };
        nest.body(4);
        let end = if nest.text.trim_end().ends_with("return") { "" } else { "return\n" };
        format!(
            "kernel @{name}(&0.out: mut [u32] bundle \"g\") {{\n%1 = const 0: u32\n%2 = const 1: u32\n\
             %3 = const 3: u32\n%4 = const 0: u64\n%5 = const 1: u64\n%6 = const 150: u32\n\
             slot $0.n: mut u32 = %1\n{}{end}}}\n",
            nest.text
        )
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 33) % bound
    }

    fn line(&mut self, text: &str) {
        self.text += text;
        self.text.push('\n');
    }

    fn value(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Statements, and perhaps an exit.
    fn body(&mut self, depth: u32) {
        for _ in 0..self.below(4) {
            self.statement(depth);
        }
        if depth < 4 && self.below(3) == 0 {
            self.exit();
        }
    }

    /// Counts a step and mixes a number of its own into the result.
    fn note(&mut self) {
        let [old, new, hash, mixed, number] = [(); 5].map(|()| self.value());
        self.line(&format!(
            "%{old} = read $0: u32\n%{new} = add.wrapping %{old}, %2: u32\nwrite $0, %{new}\nwrite &0[%5], %{new}\n\
             %{hash} = read &0[%4]: u32\n%{number} = const {number}: u32\n\
             %{mixed} = mul.wrapping %{hash}, %3: u32\n%{0} = add.wrapping %{mixed}, %{number}: u32\n\
             write &0[%4], %{0}",
            self.next + 1
        ));
        self.next += 1;
    }

    /// A value that is sometimes true.
    fn condition(&mut self) -> u32 {
        let [hash, bits, mask, result] = [(); 4].map(|()| self.value());
        let mask_value = 1 + self.below(7);
        self.line(&format!(
            "%{hash} = read &0[%4]: u32\n%{mask} = const {mask_value}: u32\n%{bits} = and %{hash}, %{mask}: u32\n\
             %{result} = eq %{bits}, %1: bool"
        ));
        result
    }

    fn statement(&mut self, depth: u32) {
        let kind = if depth == 0 { 0 } else { self.below(7) };
        match kind {
            0 | 1 => self.note(),
            2 => {
                let cond = self.condition();
                self.line(&format!("if %{cond} {{"));
                self.body(depth - 1);
                self.line("} else {");
                self.body(depth - 1);
                self.line("}");
            }
            3 => self.choice(depth - 1),
            4 => {
                let counter = self.value();
                self.line(&format!("for %{counter} in %1..%3 {{"));
                self.level(Level::Loop, depth);
            }
            5 => {
                self.line("while {");
                self.test(depth - 1);
                self.line("} do {");
                self.level(Level::Loop, depth);
            }
            _ => {
                self.line("block {");
                self.level(Level::Block, depth);
            }
        }
    }

    fn level(&mut self, level: Level, depth: u32) {
        self.levels.push(level);
        self.body(depth - 1);
        self.levels.pop();
        self.line("}");
    }

    /// An `if` with a result, of which one arm may leave.
    fn choice(&mut self, depth: u32) {
        let cond = self.condition();
        let result = self.value();
        self.line(&format!("%{result} = if %{cond}: u32 {{"));
        for _ in 0..self.below(2) {
            self.statement(depth);
        }
        self.line("yield %2\n} else {");
        self.note();
        if self.below(2) == 0 {
            self.exit()
        } else {
            self.line("yield %3")
        }
        self.line("}");
        let [hash, sum] = [(); 2].map(|()| self.value());
        self.line(&format!(
            "%{hash} = read &0[%4]: u32\n%{sum} = add.wrapping %{hash}, %{result}: u32\nwrite &0[%4], %{sum}"
        ));
    }

    /// The condition of a `while`, which ends some time; it may leave.
    fn test(&mut self, depth: u32) {
        self.note();
        if depth > 0 && self.below(3) == 0 {
            let cond = self.condition();
            self.line(&format!("if %{cond} {{"));
            self.exit();
            self.line("}");
        }
        if self.below(4) == 0 {
            // Endless but for what is inside: the fuel ends the kernel.
            let [steps, spent, always] = [(); 3].map(|()| self.value());
            self.line(&format!(
                "%{steps} = read $0: u32\n%{spent} = gt %{steps}, %6: bool\nif %{spent} {{\nreturn\n}}\n\
                 %{always} = const true: bool\nyield %{always}"
            ));
            return;
        }
        let [steps, go_on] = [(); 2].map(|()| self.value());
        self.line(&format!("%{steps} = read $0: u32\n%{go_on} = lt %{steps}, %6: bool\nyield %{go_on}"));
    }

    fn exit(&mut self) {
        let levels = self.levels.len() as u64;
        let skipped = self.below(levels.max(1));
        let level = self.levels.iter().rev().nth(skipped as usize).copied();
        match (level, self.below(5)) {
            (None, _) | (_, 0) => self.line("return"),
            (Some(Level::Loop), 1 | 2) => self.line(&format!("continue {skipped}")),
            (Some(_), _) => self.line(&format!("break {skipped}")),
        }
    }
}
