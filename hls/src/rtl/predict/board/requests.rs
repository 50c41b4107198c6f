//! The requests that an access makes of its bridge, from the operands that burst inference and port widening have given it.

use sycl_hls_ir::BinaryOp;

use crate::rtl::design::{Access, Block, Node, NodeId, NodeKind};
use crate::rtl::predict::blocks::BlockCount;
use crate::rtl::predict::count::Count;

/// Requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requests {
    /// How many.
    pub count: Count,
    /// For how many elements.
    pub length: Length,
}

/// Elements of requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// Each has so many.
    Each { least: u64, most: u64 },
    /// All have so many together.
    Together(Count),
}

/// When an access makes a request.
enum Form {
    /// Whenever it happens, for its element.
    Single,
    /// Another access makes it.
    Follows,
    /// In the first iteration, and after so many iterations again, with an element in each; `None`: only in the first one.
    Every(Option<u64>),
    /// Nobody knows when: each is for some elements.
    Unknown,
    /// In the first iteration, for all elements of wide accesses: so many in an iteration.
    Wide { least: u64, most: u64 },
}

/// The requests of an access of a block that is passed so often.
pub(super) fn requests(block: &Block, node: &Node, access: Access, passed: &BlockCount) -> Vec<Requests> {
    let is_certain = node.when.is_none();
    let known = |count: Count| if is_certain { count } else { Count { least: 0, ..count } };
    let (entries, iterations) = (known(passed.entries), known(passed.iterations));
    match form(block, node, access) {
        Form::Follows => Vec::new(),
        Form::Single => vec![Requests { count: iterations, length: Length::Each { least: 1, most: 1 } }],
        Form::Every(every) => match trips(passed).filter(|_| is_certain) {
            Some(trips) => equal(entries, trips, every),
            None => vec![varying(entries, iterations, every)],
        },
        Form::Unknown => {
            let count = Count { least: entries.least.min(iterations.least), most: iterations.most };
            vec![Requests { count, length: Length::Together(iterations) }]
        }
        Form::Wide { least, most } => vec![wide(entries, iterations, passed, (least, most))],
    }
}

/// Iterations of an entry, if they are known, and some.
fn trips(passed: &BlockCount) -> Option<u64> {
    passed.trips?.exact().filter(|trips| *trips > 0)
}

/// Those of entries with so many iterations: whole ones, and one for the rest.
fn equal(entries: Count, trips: u64, every: Option<u64>) -> Vec<Requests> {
    let every = every.unwrap_or(trips);
    let of = |count: u64, elements: u64| Requests {
        count: entries.times(Count::exactly(count)),
        length: Length::Each { least: elements, most: elements },
    };
    let all = [of(trips / every, every), of(1, trips % every)];
    all.into_iter()
        .filter(|it| it.count.most != Some(0) && it.length != Length::Each { least: 0, most: 0 })
        .collect()
}

fn varying(entries: Count, iterations: Count, every: Option<u64>) -> Requests {
    let whole = |iterations: u64| every.map_or(0, |every| iterations / every);
    let count = Count {
        least: if iterations.least == 0 { 0 } else { entries.least },
        most: entries.most.zip(iterations.most).map(|(entries, all)| entries.saturating_add(whole(all))),
    };
    Requests { count, length: Length::Together(iterations) }
}

/// The last element of an entry's last iteration may be missing, and those behind it.
fn wide(entries: Count, iterations: Count, passed: &BlockCount, (least, most): (u64, u64)) -> Requests {
    if let Some(trips) = trips(passed).filter(|_| entries == passed.entries) {
        let length =
            Length::Each { least: (trips - 1).saturating_mul(least) + 1, most: trips.saturating_mul(most) };
        return Requests { count: entries, length };
    }
    let whole = entries.most.map_or(0, |entries| iterations.least.saturating_sub(entries));
    let elements = Count {
        least: whole.saturating_mul(least).saturating_add(entries.least.min(iterations.least)),
        most: iterations.most.and_then(|all| all.checked_mul(most)),
    };
    Requests { count: entries, length: Length::Together(elements) }
}

fn form(block: &Block, node: &Node, access: Access) -> Form {
    let plain = match node.kind {
        NodeKind::AxiWrite(_) => 1 + access.elements as usize,
        _ => 1,
    };
    let [asks, count] = node.args[plain.min(node.args.len())..] else { return Form::Single };
    let constant = |node: NodeId| match &block.nodes[node].kind {
        NodeKind::Const(value) => value.bits(),
        _ => None,
    };
    if constant(asks) == Some(0) {
        return Form::Follows;
    }
    if access.elements > 1 {
        return wide_form(block, node, access);
    }
    let length = &block.nodes[count];
    let every = match length.kind {
        NodeKind::Const(_) => constant(count),
        NodeKind::Select => length.args.get(2).and_then(|most| constant(*most)),
        // What is left of the loop.
        NodeKind::Binary(BinaryOp::Mul | BinaryOp::Add) | NodeKind::Cast => return Form::Every(None),
        _ => None,
    };
    every.filter(|every| *every > 0).map_or(Form::Unknown, |every| Form::Every(Some(every)))
}

/// All wide accesses of a direction have their elements in the requests of those that make some.
fn wide_form(block: &Block, node: &Node, access: Access) -> Form {
    let is_like = |other: &Node| match (&node.kind, &other.kind) {
        (NodeKind::AxiRead(_), NodeKind::AxiRead(it)) | (NodeKind::AxiWrite(_), NodeKind::AxiWrite(it)) => {
            (it.bundle, it.param) == (access.bundle, access.param)
        }
        _ => false,
    };
    let alike: Vec<&Node> = block.nodes.iter().map(|(_, it)| it).filter(|it| is_like(it)).collect();
    let elements = |node: &Node| match node.kind {
        NodeKind::AxiRead(it) | NodeKind::AxiWrite(it) => u64::from(it.elements),
        _ => 0,
    };
    let asks = |node: &&&Node| {
        let asks = node.args.len().checked_sub(2).map(|position| &block.nodes[node.args[position]].kind);
        !matches!(asks, Some(NodeKind::Const(_)))
    };
    let all: u64 = alike.iter().map(|it| elements(it)).sum();
    let is_one = alike.iter().filter(asks).count() == 1;
    Form::Wide { least: if is_one { all } else { elements(node) }, most: all }
}
