//! Parsing.

use la_arena::{Arena, Idx, RawIdx};
use sycl_hls_ir::{BinaryOp, ChannelEnd, CompareOp, ParseError, UnaryOp};
use sycl_hls_types::{Scalar, ScalarValue};

use super::scan::{Result, Scanner};
use crate::rtl::design::{
    Access, Arg, Block, Bound, Bundle, Channel, Design, Direction, Handover, LoopCounter, MadeOf, Memory,
    Node, NodeKind, Port, Process, Refusal, Repeat, Requested, Space, SplitRead, Target, Var, Whole,
};

/// Parses the text form of a design. The result is well-formed text, not yet a verified design: see
/// [`check`](crate::rtl::check()).
///
/// # Errors
/// At the first word that does not fit the grammar.
pub fn parse(text: &str) -> std::result::Result<Design, ParseError> {
    let mut scanner = Scanner::new(text);
    scanner.design()
}

/// `T` with the number that the text says.
fn idx<T>(number: u32) -> Idx<T> {
    Idx::from_raw(RawIdx::from_u32(number))
}

impl Scanner<'_> {
    fn design(&mut self) -> Result<Design> {
        self.keyword("design")?;
        let (name, mut root) = (self.string()?, None);
        let (mut args, mut bundles, mut memories) = (Vec::new(), Vec::new(), Arena::new());
        let (mut channels, mut processes) = (Arena::new(), Arena::new());
        while !self.is_at_end() {
            if self.take("arg") {
                self.in_order('a', args.len())?;
                let (name, bits) = (self.string()?, self.number()?);
                let direction = if self.take("out") {
                    Direction::Out
                } else if self.take("inout") {
                    Direction::InOut
                } else {
                    Direction::In
                };
                args.push(Arg { name, bits, direction });
            } else if self.take("bundle") {
                self.in_order('g', bundles.len())?;
                bundles.push(self.bundle()?);
            } else if self.take("memory") {
                self.in_order('m', memories.len())?;
                memories.alloc(self.memory()?);
            } else if self.take("channel") {
                self.in_order('c', channels.len())?;
                channels.alloc(self.channel()?);
            } else {
                let is_root = self.take("root");
                self.keyword("process")?;
                self.in_order('p', processes.len())?;
                let process = processes.alloc(self.process()?);
                if is_root && root.replace(process).is_some() {
                    return self.error("a second process is the root");
                }
            }
        }
        let Some(root) = root else { return self.error("no process is the root") };
        Ok(Design { name, args, bundles, memories, channels, processes, root })
    }

    /// The name of a thing, which says how many there were before.
    fn in_order(&mut self, letter: char, before: usize) -> Result<()> {
        if self.peek_index(letter) == u32::try_from(before).ok() {
            self.index(letter).map(|_| ())
        } else {
            self.error(format!("expected `{letter}{before}`: numbers begin with 0 and leave none out"))
        }
    }

    fn bundle(&mut self) -> Result<Bundle> {
        let name = self.string()?;
        let [reads, writes, widened] = ["reads", "writes", "widened"].map(|word| self.take(word));
        self.keyword("bytes")?;
        let bytes = self.word();
        let range =
            bytes.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        let Some((narrowest_bytes, element_bytes)) = range else {
            return self.error("expected two numbers: `4..8`");
        };
        self.keyword("data")?;
        let data_bits = self.number()?;
        self.keyword("up")?;
        self.keyword("to")?;
        let widest_bits = self.number()?;
        self.keyword("bursts")?;
        let (read_burst, write_burst) = (self.number()?, self.number()?);
        Ok(Bundle {
            name,
            reads,
            writes,
            element_bytes,
            narrowest_bytes,
            data_bits,
            widest_bits,
            widened,
            read_burst,
            write_burst,
        })
    }

    fn memory(&mut self) -> Result<Memory> {
        let name = self.string()?;
        let ty = self.ty()?;
        self.punct('[')?;
        let depth = self.number()?;
        self.punct(']')?;
        self.keyword("latency")?;
        let latency = self.number()?;
        self.keyword("ports")?;
        let mut ports = Vec::new();
        loop {
            let (reads, writes) = if self.take("rw") {
                (true, true)
            } else if self.take("r") {
                (true, false)
            } else if self.take("w") {
                (false, true)
            } else {
                break;
            };
            ports.push(Port { reads, writes });
        }
        let kinds = [("luts", MadeOf::Luts), ("block", MadeOf::Block), ("ultra", MadeOf::Ultra)];
        let made_of = kinds.into_iter().find(|(word, _)| self.take(word)).map(|(_, made_of)| made_of);
        let external = if self.take("external") { Some(self.number()?) } else { None };
        let requested = self.take("requested");
        let persistent = self.take("persistent");
        let handover = if self.take("held") {
            let held = idx(self.index('c')?);
            self.keyword("filled")?;
            Some(Handover { held, filled: idx(self.index('c')?) })
        } else {
            None
        };
        let contents = if self.take_punct('=') { Some(self.contents(ty)?) } else { None };
        Ok(Memory {
            name,
            ty,
            depth,
            contents,
            persistent,
            external,
            ports,
            latency,
            made_of,
            requested,
            handover,
        })
    }

    fn channel(&mut self) -> Result<Channel> {
        let (name, ty) = (self.string()?, self.ty()?);
        self.keyword("depth")?;
        let depth = self.number()?;
        let opened = if self.take("opened") { Some(idx(self.index('p')?)) } else { None };
        let per_iteration = if self.take("per_iteration") { Some(self.number()?) } else { None };
        let ends = [("in", ChannelEnd::Read), ("out", ChannelEnd::Write)];
        let port = ends.into_iter().find(|(word, _)| self.take(word)).map(|(_, end)| end);
        Ok(Channel { name, ty, depth, opened, per_iteration, port, span: self.span()? })
    }

    fn contents(&mut self, ty: Scalar) -> Result<Vec<ScalarValue>> {
        self.punct('[')?;
        let mut values = Vec::new();
        while !self.take_punct(']') {
            values.push(self.literal(ty)?);
            self.take_punct(',');
        }
        Ok(values)
    }

    /// `: u32`
    fn ty(&mut self) -> Result<Scalar> {
        self.punct(':')?;
        let word = self.word();
        word.parse().or_else(|_| self.error(format!("`{word}` is no type")))
    }

    fn literal(&mut self, ty: Scalar) -> Result<ScalarValue> {
        let text = self.word();
        let bits = text.strip_prefix("nan").and_then(|bits| u64::from_str_radix(bits, 16).ok());
        let value = match (ty, bits) {
            (Scalar::F32 | Scalar::F64, Some(bits)) => Some(ScalarValue::from_bits(ty, bits)),
            _ => ScalarValue::parse(ty, text),
        };
        value.map_or_else(|| self.error(format!("`{text}` is no {ty}")), Ok)
    }

    fn process(&mut self) -> Result<Process> {
        let name = self.string()?;
        self.keyword("entry")?;
        let entry = idx(self.index('b')?);
        let mut params = Vec::new();
        if self.take("params") {
            while self.peek_index('v').is_some() {
                params.push(idx(self.index('v')?));
            }
        }
        let mut after = Vec::new();
        if self.take("after") {
            while self.peek_index('p').is_some() {
                after.push(idx(self.index('p')?));
            }
        }
        let mut buffers = Vec::new();
        if self.take("buffers") {
            while self.peek_index('c').is_some() {
                buffers.push((idx(self.index('c')?), idx(self.index('v')?)));
            }
        }
        self.punct('{')?;
        let (mut vars, mut blocks) = (Arena::new(), Arena::new());
        while !self.take_punct('}') {
            if self.take("var") {
                self.in_order('v', vars.len())?;
                let (name, ty) = (self.string()?, self.ty()?);
                let initial = if self.take_punct('=') { Some(self.literal(ty)?) } else { None };
                vars.alloc(Var { name, ty, initial });
            } else {
                self.keyword("block")?;
                self.in_order('b', blocks.len())?;
                blocks.alloc(self.block()?);
            }
        }
        Ok(Process { name, params, after, buffers, vars, blocks, entry })
    }

    fn block(&mut self) -> Result<Block> {
        let mut block = Block::new(self.span()?);
        self.punct('{')?;
        while !self.take("next") {
            if self.take("write") {
                let var = idx(self.index('v')?);
                self.punct('=')?;
                block.writes.push((var, idx(self.index('n')?)));
            } else if self.take("exit") {
                block.exits.push((idx(self.index('n')?), self.target()?));
            } else if self.take("split") {
                block.reads.push(self.split()?);
            } else {
                self.in_order('n', block.nodes.len())?;
                block.nodes.alloc(self.node()?);
            }
        }
        block.next = self.target()?;
        block.repeat = self.option("repeat", Self::repeat)?;
        block.requested = self.option("requested", |scanner| {
            Ok(Requested { ii: scanner.number()?, strict: scanner.take("strict"), span: scanner.span()? })
        })?;
        block.refused = self.option("refused", Self::refusal)?;
        while self.take("whole") {
            block.whole.push(Whole { memory: idx(self.index('m')?), why: self.refusal()? });
        }
        self.punct('}')?;
        Ok(block)
    }

    fn refusal(&mut self) -> Result<Refusal> {
        Ok(Refusal { what: self.string()?, span: self.span()? })
    }

    fn target(&mut self) -> Result<Target> {
        if self.take("done") { Ok(Target::Done) } else { Ok(Target::Block(idx(self.index('b')?))) }
    }

    fn split(&mut self) -> Result<SplitRead> {
        let value = idx(self.index('n')?);
        self.keyword("at")?;
        let index = idx(self.index('n')?);
        self.keyword("of")?;
        let mut memories = Vec::new();
        while self.peek_index('m').is_some() {
            memories.push(idx(self.index('m')?));
        }
        Ok(SplitRead { value, memories, index })
    }

    fn repeat(&mut self) -> Result<Repeat> {
        let again = idx(self.index('n')?);
        let ii = self.option("ii", Self::number)?;
        let trip_count = self.option("trips", Self::number)?;
        let prologue = self.option("prologue", Self::number)?.unwrap_or(0);
        let (mut independent, mut bypassed, mut counters) = (Vec::new(), Vec::new(), Vec::new());
        while self.take("independent") {
            independent.push(match self.option("param", Self::number)? {
                Some(param) => Space::Slice(param),
                None => Space::Memory(idx(self.index('m')?)),
            });
        }
        while self.take("bypass") {
            bypassed.push((idx(self.index('m')?), self.number()?));
        }
        while self.take("nest") {
            let mut nest = Vec::new();
            while self.take("counter") {
                nest.push(self.counter()?);
            }
            counters.push(nest);
        }
        Ok(Repeat { again, ii, independent, bypassed, prologue, trip_count, counters })
    }

    fn counter(&mut self) -> Result<LoopCounter> {
        let var = idx(self.index('v')?);
        self.keyword("left")?;
        let left = idx(self.index('v')?);
        let [first, iteration] =
            ["first", "iteration"].map(|word| self.option(word, |scanner| Ok(idx(scanner.index('v')?))));
        self.keyword("step")?;
        let step = self.number()?;
        Ok(LoopCounter {
            var,
            left,
            first: first?,
            iteration: iteration?,
            step,
            trip_count: self.option("trips", Self::number)?,
        })
    }

    fn node(&mut self) -> Result<Node> {
        let ty = self.ty()?;
        self.punct('=')?;
        let kind = self.operation(ty)?;
        let mut args = Vec::new();
        if self.take_punct('(') {
            while !self.take_punct(')') {
                args.push(idx(self.index('n')?));
                self.take_punct(',');
            }
        }
        let when = self.option("when", |scanner| Ok(idx(scanner.index('n')?)))?;
        let limit = self.option("limit", Self::number)?;
        let bound = self.option("bound", Self::bound)?;
        let flushes = self.option("denormals", Self::flushed)?.is_some();
        let name = self.take_string()?;
        let span = self.span()?;
        Ok(Node { when, name, limit, bound, flushes, ..Node::new(kind, ty, args, span) })
    }

    fn flushed(&mut self) -> Result<()> {
        match self.word() {
            "flushed" => Ok(()),
            other => self.error(format!("denormals are flushed, not `{other}`")),
        }
    }

    fn bound(&mut self) -> Result<Bound> {
        let dsp = match self.word() {
            "any" => None,
            "luts" => Some(false),
            "dsp" => Some(true),
            other => return self.error(format!("`{other}` is nothing that operators are made of")),
        };
        Ok(Bound { dsp, latency: self.number()? })
    }

    fn operation(&mut self, ty: Scalar) -> Result<NodeKind> {
        let name = self.word();
        Ok(match name {
            "const" => NodeKind::Const(self.literal(ty)?),
            "arg" => NodeKind::Arg(self.index('a')? as usize, self.number()?),
            "var" => NodeKind::Var(idx(self.index('v')?)),
            "cast" => NodeKind::Cast,
            "bits" => NodeKind::Bits,
            "fma" => NodeKind::Fma,
            "select" => NodeKind::Select,
            "load" => NodeKind::Load(idx(self.index('m')?)),
            "store" => NodeKind::Store(idx(self.index('m')?)),
            "axi_read" => NodeKind::AxiRead(self.access()?),
            "axi_write" => NodeKind::AxiWrite(self.access()?),
            "element" => NodeKind::Element(self.number()?),
            "output" => NodeKind::Output(self.index('a')? as usize),
            "fence" => NodeKind::Fence(self.index('g')? as usize),
            "receive" => NodeKind::Receive(idx(self.index('c')?)),
            "send" => NodeKind::Send(idx(self.index('c')?)),
            "try_receive" => NodeKind::TryReceive(idx(self.index('c')?)),
            "try_send" => NodeKind::TrySend(idx(self.index('c')?)),
            "unread" => NodeKind::Unread(idx(self.index('c')?)),
            "more" => NodeKind::More(idx(self.index('c')?)),
            "empty" => NodeKind::Empty(idx(self.index('c')?)),
            "full" => NodeKind::Full(idx(self.index('c')?)),
            "start" => NodeKind::Start(idx(self.index('p')?)),
            "join" => NodeKind::Join(idx(self.index('p')?)),
            _ => match operator(name) {
                Some(kind) => kind,
                None => return self.error(format!("`{name}` is no operation")),
            },
        })
    }

    fn access(&mut self) -> Result<Access> {
        let bundle = self.index('g')? as usize;
        self.keyword("param")?;
        let param = self.number()?;
        self.keyword("elements")?;
        Ok(Access { bundle, param, elements: self.number()? })
    }
}

/// The operators of KIR, by name.
fn operator(name: &str) -> Option<NodeKind> {
    let binary = |name: &str| BinaryOp::ALL.into_iter().find(|op| op.name() == name);
    let unary = || UnaryOp::ALL.into_iter().find(|op| op.name() == name).map(NodeKind::Unary);
    let compare = || CompareOp::ALL.into_iter().find(|op| op.name() == name).map(NodeKind::Compare);
    match name.strip_prefix("overflows.") {
        Some(of) => binary(of).map(NodeKind::Overflows),
        None => binary(name).map(NodeKind::Binary).or_else(unary).or_else(compare),
    }
}
