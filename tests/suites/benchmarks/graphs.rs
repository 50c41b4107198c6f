//! MachSuite: searches, alignments and paths.

use std::collections::{HashMap, VecDeque};

use sycl_hls_tests::kernels::suites::graphs::graphs as kernels;
use sycl_hls_tests::value::{records, scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject};
use sycl_hls_types::Scalar;

use super::quarters;
use kernels::Node;

subject!(graphs, "suites/graphs.rs", kernels);

/// Against a search with a queue.
#[test]
fn bfs() {
    let targets: Vec<Vec<u32>> =
        (0..32).map(|node| noise((node * 7 % 4) as usize, node).map(|n| (n % 32) as u32).collect()).collect();
    let mut end = 0;
    let node = |edges: &Vec<u32>| {
        end += edges.len() as u32;
        Node { first_edge: end - edges.len() as u32, end_edge: end }
    };
    let nodes: Vec<Node> = targets.iter().map(node).collect();
    for start in [1_u32, 9, 31] {
        let mut levels = vec![-1_i8; 32];
        levels[start as usize] = 0;
        let mut queue = VecDeque::from([start as usize]);
        while let Some(node) = queue.pop_front() {
            for target in &targets[node] {
                if levels[*target as usize] < 0 {
                    levels[*target as usize] = levels[node] + 1;
                    queue.push_back(*target as usize);
                }
            }
        }
        let count = |level: i8| levels.iter().filter(|known| **known == level).count() as u32;
        let counts: Vec<u32> = (0..32).map(count).collect();
        let (nodes, edges) = (slice(records(&nodes, &[Scalar::U32; 2])), slice(targets.concat()));
        let args = [scalar(start), nodes, edges, slice_mut(vec![0_i8; 32]), slice_mut(vec![7_u32; 32])];
        assert_eq!(agreed::<i8>(graphs(), "bfs", &args, 3), levels);
        assert_eq!(agreed::<u32>(graphs(), "bfs", &args, 4), counts);
    }
}

/// Occurrences that overlap count, too.
#[test]
fn kmp() {
    let text: Vec<u8> = noise(300, 1).map(|n| b"ab"[(n % 2) as usize]).collect();
    for pattern in [b"abab", b"aaaa", b"abba", b"abcd"] {
        let expected = text.windows(4).filter(|part| part == pattern).count() as u32;
        let args = [slice(pattern.to_vec()), slice(text.clone()), slice_mut(vec![0_u32])];
        assert_eq!(agreed::<u32>(graphs(), "kmp", &args, 2), [expected]);
    }
}

/// The best score of any alignment of what is left of two strings.
fn best_score(a: &[u8], b: &[u8], known: &mut HashMap<(usize, usize), i32>) -> i32 {
    let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) else { return -((a.len() + b.len()) as i32) };
    if let Some(known) = known.get(&(a.len(), b.len())) {
        return *known;
    }
    let same = if x == y { 1 } else { -1 };
    let align = best_score(a_rest, b_rest, known) + same;
    let skip = best_score(a_rest, b, known).max(best_score(a, b_rest, known)) - 1;
    known.insert((a.len(), b.len()), align.max(skip));
    align.max(skip)
}

/// The score is the best one, and the alignment is one of the two strings and has that score.
#[test]
fn nw() {
    let letters = |seed| noise(16, seed).map(|n| b"ACGT"[(n % 4) as usize]).collect::<Vec<u8>>();
    for seed in 0..4 {
        let (a, b) = (letters(seed), letters(seed + 10));
        let out = || slice_mut(vec![1_u8; 32]);
        let args = [slice(a.clone()), slice(b.clone()), out(), out(), slice_mut(vec![0])];
        let [x, y] = [2, 3].map(|argument| agreed::<u8>(graphs(), "nw", &args, argument));
        let score = agreed::<i32>(graphs(), "nw", &args, 4)[0];
        assert_eq!(score, best_score(&a, &b, &mut HashMap::new()));
        let pairs: Vec<(u8, u8)> = x.into_iter().zip(y).take_while(|(x, _)| *x != 0).collect();
        assert_eq!(pairs.iter().map(|(x, y)| if x == y { 1 } else { -1 }).sum::<i32>(), score);
        let letters =
            |aligned: Vec<u8>| aligned.into_iter().rev().filter(|x| *x != b'-').collect::<Vec<u8>>();
        let (x, y): (Vec<u8>, Vec<u8>) = pairs.into_iter().unzip();
        assert_eq!((letters(x), letters(y)), (a, b));
    }
}

/// No path is cheaper, by the costs from the end.
#[test]
fn viterbi() {
    let observed: Vec<u8> = noise(20, 2).map(|n| (n % 8) as u8).collect();
    let costs = |count, seed| quarters(count, seed).into_iter().map(|x| x + 8.0).collect::<Vec<f64>>();
    let (initial, transitions, emissions) = (costs(6, 3), costs(36, 4), costs(48, 5));
    let emission = |t: usize, s: usize| emissions[s * 8 + usize::from(observed[t])];
    let cost = |path: &[u8]| {
        let states: Vec<usize> = path.iter().map(|state| (*state).into()).collect();
        let steps = states.windows(2).map(|pair| transitions[pair[0] * 6 + pair[1]]).sum::<f64>();
        initial[states[0]] + steps + states.iter().enumerate().map(|(t, s)| emission(t, *s)).sum::<f64>()
    };
    // From the end: the cheapest way on from each state.
    let mut rest = [0.0; 6];
    for t in (1..20).rev() {
        let on = |from: usize, to: usize| transitions[from * 6 + to] + emission(t, to) + rest[to];
        rest = std::array::from_fn(|from| (0..6).map(|to| on(from, to)).fold(f64::INFINITY, f64::min));
    }
    let best = (0..6).map(|s| initial[s] + emission(0, s) + rest[s]).fold(f64::INFINITY, f64::min);
    let args = [
        slice(observed.clone()),
        slice(initial.clone()),
        slice(transitions.clone()),
        slice(emissions.clone()),
        slice_mut(vec![9_u8; 20]),
    ];
    assert_eq!(cost(&agreed::<u8>(graphs(), "viterbi", &args, 4)), best);
}
