//! MachSuite: searches, alignments and paths.

/// Graphs, strings and hidden states.
#[sycl_hls::kernels]
pub mod graphs {
    use sycl_hls::device::*;

    const NODES: usize = 32;
    const UNSEEN: i8 = -1;

    #[derive(Clone, Copy, Element)]
    pub struct Node {
        pub first_edge: u32,
        pub end_edge: u32,
    }

    /// MachSuite bfs/bulk: each node's distance from the start, and how many nodes there are at each distance.
    #[kernel]
    pub fn bfs(
        start: u32,
        #[len(NODES)] nodes: &[Node],
        edges: &[u32],
        #[len(NODES)] levels: &mut [i8],
        #[len(NODES)] counts: &mut [u32],
    ) {
        let mut level = [UNSEEN; NODES];
        level[start as usize % NODES] = 0;
        counts.fill(0);
        counts[0] = 1;
        'horizons: for horizon in 0..NODES - 1 {
            let mut found = 0;
            for n in 0..NODES {
                if level[n] != horizon as i8 {
                    continue;
                }
                let Node { first_edge, end_edge } = nodes[n];
                for e in first_edge..end_edge {
                    let target = edges[e as usize] as usize;
                    if level[target] == UNSEEN {
                        level[target] = horizon as i8 + 1;
                        found += 1;
                    }
                }
            }
            counts[horizon + 1] = found;
            if found == 0 {
                break 'horizons;
            }
        }
        levels.copy_from_slice(&level);
    }

    const PATTERN: usize = 4;

    /// MachSuite kmp: how often a pattern occurs in a text, by Knuth, Morris and Pratt.
    #[kernel]
    pub fn kmp(#[len(PATTERN)] pattern: &[u8], text: &[u8], #[len(1)] matches: &mut [u32]) {
        let mut wanted = [0; PATTERN];
        wanted.copy_from_slice(pattern);
        let mut fallback = [0; PATTERN];
        let mut state = 0;
        for i in 1..PATTERN {
            while state > 0 && wanted[state] != wanted[i] {
                state = fallback[state - 1];
            }
            if wanted[state] == wanted[i] {
                state += 1;
            }
            fallback[i] = state;
        }
        let mut count = 0;
        state = 0;
        for byte in text {
            while state > 0 && wanted[state] != *byte {
                state = fallback[state - 1];
            }
            if wanted[state] == *byte {
                state += 1;
            }
            if state == PATTERN {
                count += 1;
                state = fallback[state - 1];
            }
        }
        matches[0] = count;
    }

    const LENGTH: usize = 16;
    const ROWS: usize = LENGTH + 1;
    const MATCH: i32 = 1;
    const MISMATCH: i32 = -1;
    const GAP: i32 = -1;

    #[derive(Clone, Copy, PartialEq)]
    enum Step {
        Align,
        SkipA,
        SkipB,
    }

    /// The best of three ways into a cell; of equals, the first.
    fn best(align: i32, skip_a: i32, skip_b: i32) -> (i32, Step) {
        match (align >= skip_a, align >= skip_b, skip_a >= skip_b) {
            (true, true, _) => (align, Step::Align),
            (_, _, true) => (skip_a, Step::SkipA),
            _ => (skip_b, Step::SkipB),
        }
    }

    /// MachSuite nw: the alignment of two strings by Needleman and Wunsch, from its end; `-` is a gap, 0 nothing.
    #[kernel]
    pub fn nw(
        #[len(LENGTH)] a: &[u8],
        #[len(LENGTH)] b: &[u8],
        #[len(2 * LENGTH)] aligned_a: &mut [u8],
        #[len(2 * LENGTH)] aligned_b: &mut [u8],
        #[len(1)] score: &mut [i32],
    ) {
        let mut scores = [[0; ROWS]; ROWS];
        let mut steps = [[Step::Align; ROWS]; ROWS];
        for i in 1..ROWS {
            scores[i][0] = i as i32 * GAP;
            scores[0][i] = i as i32 * GAP;
            steps[i][0] = Step::SkipA;
            steps[0][i] = Step::SkipB;
        }
        for i in 1..ROWS {
            for j in 1..ROWS {
                let same = if a[i - 1] == b[j - 1] { MATCH } else { MISMATCH };
                let (value, step) =
                    best(scores[i - 1][j - 1] + same, scores[i - 1][j] + GAP, scores[i][j - 1] + GAP);
                scores[i][j] = value;
                steps[i][j] = step;
            }
        }
        score[0] = scores[LENGTH][LENGTH];
        let (mut i, mut j) = (LENGTH, LENGTH);
        for at in 0..2 * LENGTH {
            let (x, y) = if i == 0 && j == 0 {
                (0, 0)
            } else {
                match steps[i][j] {
                    Step::Align => {
                        i -= 1;
                        j -= 1;
                        (a[i], b[j])
                    }
                    Step::SkipA => {
                        i -= 1;
                        (a[i], b'-')
                    }
                    Step::SkipB => {
                        j -= 1;
                        (b'-', b[j])
                    }
                }
            };
            aligned_a[at] = x;
            aligned_b[at] = y;
        }
    }

    const STATES: usize = 6;
    const SYMBOLS: usize = 8;
    const STEPS: usize = 20;

    /// The smallest value and where it lies first.
    fn smallest<const N: usize>(costs: &[f64; N]) -> (f64, u8) {
        costs
            .iter()
            .enumerate()
            .skip(1)
            .fold((costs[0], 0), |best, (i, cost)| if *cost < best.0 { (*cost, i as u8) } else { best })
    }

    /// MachSuite viterbi: the likeliest states behind what was observed, by negated logarithms.
    #[kernel]
    pub fn viterbi(
        #[len(STEPS)] observed: &[u8],
        #[len(STATES)] initial: &[f64],
        #[len(STATES * STATES)] transitions: &[f64],
        #[len(STATES * SYMBOLS)] emissions: &[f64],
        #[len(STEPS)] path: &mut [u8],
    ) {
        let mut from = [[0; STATES]; STEPS];
        let mut costs = [0.0; STATES];
        for s in 0..STATES {
            costs[s] = initial[s] + emissions[s * SYMBOLS + observed[0] as usize];
        }
        for t in 1..STEPS {
            let mut next = [0.0; STATES];
            for s in 0..STATES {
                let mut ways = [0.0; STATES];
                for (p, way) in ways.iter_mut().enumerate() {
                    *way = costs[p] + transitions[p * STATES + s];
                }
                let (cost, previous) = smallest(&ways);
                next[s] = cost + emissions[s * SYMBOLS + observed[t] as usize];
                from[t][s] = previous;
            }
            costs = next;
        }
        let mut state = smallest(&costs).1;
        for t in (0..STEPS).rev() {
            path[t] = state;
            state = from[t][state as usize];
        }
    }
}
