// The kernels of `mod graphs`, translated from Rust by sycl-hls.
// Source: tests/kernels/suites/graphs.rs
#include <cstdint>
#include <cstddef>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

struct Node {
    uint32_t first_edge;
    uint32_t end_edge;
};
static_assert(
    sizeof(Node) == 8 &&
        offsetof(Node, first_edge) == 0 &&
        offsetof(Node, end_edge) == 4,
    "Node lies in memory as in Rust");

struct tuple_i32_Step {
    int32_t v_0;
    uint8_t v_1;
};

struct tuple_u8_u8 {
    uint8_t v_0;
    uint8_t v_1;
};

struct tuple_f64_u8 {
    double v_0;
    uint8_t v_1;
};

static const int NODES = 32;
static const int8_t UNSEEN = -1;
static const int PATTERN = 4;
static const int LENGTH = 16;
static const int ROWS = 17;
static const int32_t MATCH = 1;
static const int32_t MISMATCH = -1;
static const int32_t GAP = -1;
static const int STATES = 6;
static const int SYMBOLS = 8;
static const int STEPS = 20;

// 19: pub fn bfs(
extern "C" void bfs(uint32_t start, const Node *nodes, const uint32_t *edges, uint64_t edges_len,
                    int8_t *levels, uint32_t *counts) {
#pragma HLS INTERFACE m_axi port=nodes offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=edges offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=levels offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=counts offset=slave bundle=gmem3
#pragma HLS INTERFACE s_axilite port=start bundle=control
#pragma HLS INTERFACE s_axilite port=nodes bundle=control
#pragma HLS INTERFACE s_axilite port=edges bundle=control
#pragma HLS INTERFACE s_axilite port=edges_len bundle=control
#pragma HLS INTERFACE s_axilite port=levels bundle=control
#pragma HLS INTERFACE s_axilite port=counts bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 26: let mut level = [UNSEEN; NODES];
    const int8_t t = -1;
    int8_t level[32];
    for (int k = 0; k < 32; ++k) {
        level[k] = t;
    }
    // 27: level[start as usize % NODES] = 0;
    level[start % NODES] = 0;
    // 28: counts.fill(0);
    for (int i = 0; i < 32; ++i) {
        counts[i] = 0;
    }
    // 29: counts[0] = 1;
    counts[0] = 1;
    // 30: 'horizons: for horizon in 0..NODES - 1 {
    for (int horizon = 0; horizon < NODES - 1; ++horizon) {
        // 31: let mut found = 0;
        uint32_t found = 0;
        // 32: for n in 0..NODES {
        for (int n = 0; n < NODES; ++n) {
            // 33: if level[n] != horizon as i8 {
            if (level[n] != horizon) {
                // 34: continue;
                continue;
            }
            // 36: let Node { first_edge, end_edge } = nodes[n];
            const uint32_t first_edge = nodes[n].first_edge;
            const uint32_t end_edge = nodes[n].end_edge;
            // 37: for e in first_edge..end_edge {
            for (uint32_t e = first_edge; e < end_edge; ++e) {
                // 38: let target = edges[e as usize] as usize;
                const uint32_t target = edges[e];
                // 39: if level[target] == UNSEEN {
                if (level[target] == UNSEEN) {
                    // 40: level[target] = horizon as i8 + 1;
                    level[target] = horizon + 1;
                    // 41: found += 1;
                    found += 1;
                }
            }
        }
        // 45: counts[horizon + 1] = found;
        counts[horizon + 1] = found;
        // 46: if found == 0 {
        if (found == 0) {
            // 47: break 'horizons;
            break;
        }
    }
    // 50: levels.copy_from_slice(&level);
    for (int i = 0; i < 32; ++i) {
        levels[i] = level[i];
    }
}

// 57: pub fn kmp(#[len(PATTERN)] pattern: &[u8], text: &[u8], #[len(1)] matches: &mut [u32]) {
extern "C" void kmp(const uint8_t *pattern, const uint8_t *text, uint64_t text_len,
                    uint32_t *matches_) {
#pragma HLS INTERFACE m_axi port=pattern offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=text offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=matches_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=pattern bundle=control
#pragma HLS INTERFACE s_axilite port=text bundle=control
#pragma HLS INTERFACE s_axilite port=text_len bundle=control
#pragma HLS INTERFACE s_axilite port=matches_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 58: let mut wanted = [0; PATTERN];
    uint8_t wanted[4];
    // 59: wanted.copy_from_slice(pattern);
    for (int i = 0; i < 4; ++i) {
        wanted[i] = pattern[i];
    }
    // 60: let mut fallback = [0; PATTERN];
    uint64_t fallback[4] = {};
    // 61: let mut state = 0;
    uint64_t state = 0;
    // 62: for i in 1..PATTERN {
    for (int i = 1; i < PATTERN; ++i) {
        // 63: while state > 0 && wanted[state] != wanted[i] {
        while (state > 0 && wanted[state] != wanted[i]) {
            // 64: state = fallback[state - 1];
            state = fallback[state - 1];
        }
        // 66: if wanted[state] == wanted[i] {
        if (wanted[state] == wanted[i]) {
            // 67: state += 1;
            state += 1;
        }
        // 69: fallback[i] = state;
        fallback[i] = state;
    }
    // 71: let mut count = 0;
    uint32_t count = 0;
    // 72: state = 0;
    state = 0;
    // 73: for byte in text {
    for (uint64_t i = 0; i < text_len; ++i) {
        // 74: while state > 0 && wanted[state] != *byte {
        while (state > 0 && wanted[state] != text[i]) {
            // 75: state = fallback[state - 1];
            state = fallback[state - 1];
        }
        // 77: if wanted[state] == *byte {
        if (wanted[state] == text[i]) {
            // 78: state += 1;
            state += 1;
        }
        // 80: if state == PATTERN {
        if (state == (uint64_t)PATTERN) {
            // 81: count += 1;
            count += 1;
            // 82: state = fallback[state - 1];
            state = fallback[state - 1];
        }
    }
    // 85: matches[0] = count;
    matches_[0] = count;
}

// 102: fn best(align: i32, skip_a: i32, skip_b: i32) -> (i32, Step) {
static void best(int32_t align, int32_t skip_a, int32_t skip_b, tuple_i32_Step &result) {
    // 103: match (align >= skip_a, align >= skip_b, skip_a >= skip_b) {
    const bool t = skip_a >= skip_b;
    // 104: (true, true, _) => (align, Step::Align),
    if (align >= skip_a && align >= skip_b) {
        result.v_0 = align;
        result.v_1 = 0;
    } else if (t) {
        // 105: (_, _, true) => (skip_a, Step::SkipA),
        result.v_0 = skip_a;
        result.v_1 = 1;
    } else {
        // 106: _ => (skip_b, Step::SkipB),
        result.v_0 = skip_b;
        result.v_1 = 2;
    }
}

// 112: pub fn nw(
extern "C" void nw(const uint8_t *a, const uint8_t *b, uint8_t *aligned_a, uint8_t *aligned_b,
                   int32_t *score) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=aligned_a offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=aligned_b offset=slave bundle=gmem3
#pragma HLS INTERFACE m_axi port=score offset=slave bundle=gmem4
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=aligned_a bundle=control
#pragma HLS INTERFACE s_axilite port=aligned_b bundle=control
#pragma HLS INTERFACE s_axilite port=score bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 119: let mut scores = [[0; ROWS]; ROWS];
    int32_t scores[17][17] = {};
    // 120: let mut steps = [[Step::Align; ROWS]; ROWS];
    uint8_t steps[17][17] = {};
    // 121: for i in 1..ROWS {
    for (int i = 1; i < ROWS; ++i) {
        // 122: scores[i][0] = i as i32 * GAP;
        scores[i][0] = i * GAP;
        // 123: scores[0][i] = i as i32 * GAP;
        scores[0][i] = i * GAP;
        // 124: steps[i][0] = Step::SkipA;
        steps[i][0] = 1;
        // 125: steps[0][i] = Step::SkipB;
        steps[0][i] = 2;
    }
    // 127: for i in 1..ROWS {
    for (int i = 1; i < ROWS; ++i) {
        // 128: for j in 1..ROWS {
        for (int j = 1; j < ROWS; ++j) {
            // 129: let same = if a[i - 1] == b[j - 1] { MATCH } else { MISMATCH };
            const int32_t same = a[i - 1] == b[j - 1] ? MATCH : MISMATCH;
            // 131: best(scores[i - 1][j - 1] + same, scores[i - 1][j] + GAP, scores[i][j - 1] +
            //     GAP);
            tuple_i32_Step value = {};
            best((uint32_t)scores[i - 1][j - 1] + same, (uint32_t)scores[i - 1][j] + GAP,
                 (uint32_t)scores[i][j - 1] + GAP, value);
            // 130: let (value, step) =
            const int32_t value_1 = value.v_0;
            const uint8_t step = value.v_1;
            // 132: scores[i][j] = value;
            scores[i][j] = value_1;
            // 133: steps[i][j] = step;
            steps[i][j] = step;
        }
    }
    // 136: score[0] = scores[LENGTH][LENGTH];
    score[0] = scores[LENGTH][LENGTH];
    // 137: let (mut i, mut j) = (LENGTH, LENGTH);
    uint64_t i = LENGTH;
    uint64_t j = LENGTH;
    // 138: for at in 0..2 * LENGTH {
    for (int at = 0; at < 2 * LENGTH; ++at) {
        // 139: let (x, y) = if i == 0 && j == 0 {
        tuple_u8_u8 chosen = {};
        if (i == 0 && j == 0) {
            // 140: (0, 0)
            chosen.v_0 = 0;
            chosen.v_1 = 0;
        } else {
            // 142: match steps[i][j] {
            const uint8_t t = steps[i][j];
            // 143: Step::Align => {
            if (t == 0) {
                // 144: i -= 1;
                i -= 1;
                // 145: j -= 1;
                j -= 1;
                // 146: (a[i], b[j])
                chosen.v_0 = a[i];
                chosen.v_1 = b[j];
            } else if (t == 1) {
                // 149: i -= 1;
                i -= 1;
                // 150: (a[i], b'-')
                chosen.v_0 = a[i];
                chosen.v_1 = 45;
            } else {
                // 153: j -= 1;
                j -= 1;
                // 154: (b'-', b[j])
                chosen.v_0 = 45;
                chosen.v_1 = b[j];
            }
        }
        const uint8_t x = chosen.v_0;
        const uint8_t y = chosen.v_1;
        // 158: aligned_a[at] = x;
        aligned_a[at] = x;
        // 159: aligned_b[at] = y;
        aligned_b[at] = y;
    }
}

// 168: fn smallest<const N: usize>(costs: &[f64; N]) -> (f64, u8) {
static void smallest_6(const double costs[6], tuple_f64_u8 &result) {
    // 169: costs
    result.v_0 = costs[0];
    result.v_1 = 0;
    for (int i = 0; i < 5; ++i) {
        const int i_1 = i + 1;
        const tuple_f64_u8 best_1 = result;
        // 173: .fold((costs[0], 0), |best, (i, cost)| if *cost < best.0 { (*cost, i as u8) } else {
        //     best })
        tuple_f64_u8 chosen = {};
        if (costs[i_1] < best_1.v_0) {
            chosen.v_0 = costs[i_1];
            chosen.v_1 = i_1;
        } else {
            chosen = best_1;
        }
        // 169: costs
        result = chosen;
    }
}

// 178: pub fn viterbi(
extern "C" void viterbi(const uint8_t *observed, const double *initial_, const double *transitions,
                        const double *emissions, uint8_t *path) {
#pragma HLS INTERFACE m_axi port=observed offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=initial_ offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=transitions offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=emissions offset=slave bundle=gmem3
#pragma HLS INTERFACE m_axi port=path offset=slave bundle=gmem4
#pragma HLS INTERFACE s_axilite port=observed bundle=control
#pragma HLS INTERFACE s_axilite port=initial_ bundle=control
#pragma HLS INTERFACE s_axilite port=transitions bundle=control
#pragma HLS INTERFACE s_axilite port=emissions bundle=control
#pragma HLS INTERFACE s_axilite port=path bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 185: let mut from = [[0; STATES]; STEPS];
    uint8_t from[20][6] = {};
    // 186: let mut costs = [0.0; STATES];
    double costs[6];
    // 187: for s in 0..STATES {
    for (int s = 0; s < STATES; ++s) {
        // 188: costs[s] = initial[s] + emissions[s * SYMBOLS + observed[0] as usize];
        costs[s] = initial_[s] + emissions[s * SYMBOLS + observed[0]];
    }
    // 190: for t in 1..STEPS {
    for (int t = 1; t < STEPS; ++t) {
        // 191: let mut next = [0.0; STATES];
        double next[6];
        // 192: for s in 0..STATES {
        for (int s = 0; s < STATES; ++s) {
            // 193: let mut ways = [0.0; STATES];
            double ways[6];
            // 194: for (p, way) in ways.iter_mut().enumerate() {
            for (int p = 0; p < 6; ++p) {
                // 195: *way = costs[p] + transitions[p * STATES + s];
                ways[p] = costs[p] + transitions[p * STATES + s];
            }
            // 197: let (cost, previous) = smallest(&ways);
            tuple_f64_u8 value = {};
            smallest_6(ways, value);
            const double cost = value.v_0;
            const uint8_t previous = value.v_1;
            // 198: next[s] = cost + emissions[s * SYMBOLS + observed[t] as usize];
            next[s] = cost + emissions[s * SYMBOLS + observed[t]];
            // 199: from[t][s] = previous;
            from[t][s] = previous;
        }
        // 201: costs = next;
        for (int k = 0; k < 6; ++k) {
            costs[k] = next[k];
        }
    }
    // 203: let mut state = smallest(&costs).1;
    tuple_f64_u8 value = {};
    smallest_6(costs, value);
    uint8_t state = value.v_1;
    // 204: for t in (0..STEPS).rev() {
    for (int i = 0; i < 20; ++i) {
        const int t = 19 - i;
        // 205: path[t] = state;
        path[t] = state;
        // 206: state = from[t][state as usize];
        state = from[t][state];
    }
}
