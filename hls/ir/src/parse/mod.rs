//! Reading the text form.
//!
//! ```text
//! module   = "module" name ["from" string] { struct | global | function | group }
//! struct   = "struct" "@"name "{" field {"," field} "}" [span]     field = name ":" type
//! global   = "const" "@"name ":" type "=" "[" literal {"," literal} "]" [span]
//! function = ("kernel" | "fn") "@"name "(" [param {"," param}] ")" ["->" scalar] {directive} [span] region
//! group    = "linked" "@"name "=" "[" "@"name {"," "@"name} "]" { "link" port "to" port "depth" number }     port = "@"name "(" name ")"
//! param    = value ":" scalar {directive} [span]
//!          | memory ":" ["mut"] "[" type "]" ["len" "(" length ")"] ["bundle" string] {directive} [span]
//!          | memory ":" ["mut"] type {directive} [span]
//!          | channel ":" ("in" | "out") scalar {directive} [span]
//! region   = "{" { [value "="] operation [":" scalar] [span] } "}"
//! directive = name ["(" [option {"," option}] ["," span] ")"]     option = name ["=" (number | word | string | root)]
//! place    = (memory | slot | "@"name) ["[" step {"," step} "]"]     step = value | "."number["."name]
//! channel  = "#"number["."name]
//! type     = scalar | "@"name | "[" type ";" number "]"
//! value    = "%"number["."name]     slot = "$"number["."name]     memory = "&"number["."name]
//! span     = "@"line":"column"-"line":"column
//! ```
//! Numbers are local to a function; names are debug data and count where a thing is defined.

mod body;
mod directive;
mod lexer;

use std::sync::Arc;

use la_arena::{Idx, RawIdx};
use rustc_hash::FxHashMap;
use sycl_hls_types::{Length, LengthExpr, Link, LinkGroup, Packet, PortName, Scalar, ScalarValue};

use crate::{
    Channel, ChannelEnd, ChannelId, Field, Func, FuncId, FuncKind, Global, GlobalId, Module, PORT_DEPTH,
    Param, ParamDirectives, ParamKind, Pos, SlotId, Source, Span, Struct, Type, Value, ValueId,
};
use lexer::{Token, lex};

/// The text is not KIR.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{at}: {message}")]
pub struct ParseError {
    /// Where in the text.
    pub at: Pos,
    /// What was expected or is wrong.
    pub message: String,
}

type Result<T> = std::result::Result<T, ParseError>;

/// Parses the text form of a module. The result is well-formed text, not yet a verified module: see
/// [`check`](crate::check()).
///
/// # Errors
/// At the first token that does not fit the grammar or names something undefined.
pub fn parse(text: &str) -> Result<Module> {
    let tokens = lex(text)?;
    let mut parser = Parser {
        funcs: function_ids(&tokens),
        tokens,
        next: 0,
        depth: 0,
        structs: FxHashMap::default(),
        globals: FxHashMap::default(),
    };
    parser.module()
}

/// Functions are numbered in order of appearance, so that calls can precede definitions.
fn function_ids(tokens: &[(Token, Pos)]) -> FxHashMap<String, FuncId> {
    let mut funcs = FxHashMap::default();
    let mut count = 0;
    for pair in tokens.windows(2) {
        if let [(Token::Word(word), _), (Token::Global(name), _)] = pair
            && (word == "kernel" || word == "fn")
        {
            funcs.entry(name.clone()).or_insert_with(|| Idx::from_raw(RawIdx::from_u32(count)));
            count += 1;
        }
    }
    funcs
}

/// Nesting of regions, types and lengths beyond which a text is refused instead of exhausting the stack.
const MAX_DEPTH: u32 = 200;

struct Parser {
    tokens: Vec<(Token, Pos)>,
    next: usize,
    depth: u32,
    funcs: FxHashMap<String, FuncId>,
    structs: FxHashMap<String, Arc<Struct>>,
    globals: FxHashMap<String, GlobalId>,
}

/// The names of one function.
struct Scope {
    func: Func,
    values: FxHashMap<u32, ValueId>,
    slots: FxHashMap<u32, SlotId>,
    channels: FxHashMap<u32, ChannelId>,
}

impl Parser {
    fn module(&mut self) -> Result<Module> {
        self.keyword("module")?;
        let name = self.word()?;
        let file = if self.take_word("from") { self.string()? } else { String::new() };
        let mut module = Module::new(name, Source::new(file, None));
        while self.peek() != &Token::End {
            if self.take_word("struct") {
                module.structs.push(self.struct_item()?);
            } else if self.take_word("const") {
                let global = self.global()?;
                let name = global.name.clone();
                let id = module.globals.alloc(global);
                self.globals.insert(name, id);
            } else if self.take_word("linked") {
                let group = self.link_group()?;
                module.links.push(group);
            } else {
                let func = self.function()?;
                module.funcs.alloc(func);
            }
        }
        Ok(module)
    }

    /// `@linked_a = [@a, @b]`, `free [@c]` behind it if there are free-running kernels, with `link @a(out) to @b(input) depth 64` for each link.
    fn link_group(&mut self) -> Result<LinkGroup> {
        let kernel = self.global_name()?;
        self.punct("=")?;
        let members = self.list("[", "]", Self::global_name)?;
        let free = match self.take_word("free") {
            true => self.list("[", "]", Self::global_name)?,
            false => Vec::new(),
        };
        let mut links = Vec::new();
        while self.take_word("link") {
            let producer = self.port_name()?;
            self.keyword("to")?;
            let consumer = self.port_name()?;
            self.keyword("depth")?;
            links.push(Link { producer, consumer, depth: self.number()? });
        }
        Ok(LinkGroup { kernel, members, free, links })
    }

    fn port_name(&mut self) -> Result<PortName> {
        let kernel = self.global_name()?;
        self.punct("(")?;
        let port = self.word()?;
        self.punct(")")?;
        Ok(PortName { kernel, port })
    }

    fn struct_item(&mut self) -> Result<Arc<Struct>> {
        let name = self.global_name()?;
        let fields = self.list("{", "}", |parser| {
            let name = parser.field_name()?;
            parser.punct(":")?;
            Ok(Field { name, ty: parser.ty()? })
        })?;
        let data = Arc::new(Struct { name: name.clone(), fields, span: self.span() });
        self.structs.insert(name, Arc::clone(&data));
        Ok(data)
    }

    /// A word, or the number of a tuple's field.
    fn field_name(&mut self) -> Result<String> {
        match self.advance() {
            Token::Word(name) | Token::Number(name) => Ok(name),
            _ => self.error_before("expected a field"),
        }
    }

    fn global(&mut self) -> Result<Global> {
        let name = self.global_name()?;
        self.punct(":")?;
        let ty = self.ty()?;
        self.punct("=")?;
        let mut scalars = ty.scalars();
        let leaves = self.list("[", "]", |parser| match scalars.next() {
            Some(scalar) => parser.literal(scalar),
            None => parser.error_before("there are more values than scalars"),
        })?;
        drop(scalars);
        let span = self.span();
        Ok(Global { name, ty, leaves, span })
    }

    fn function(&mut self) -> Result<Func> {
        let kind = match self.word()?.as_str() {
            "kernel" => FuncKind::Kernel,
            "fn" => FuncKind::Helper,
            _ => return self.error_before("expected `struct`, `const`, `kernel`, `fn` or `linked`"),
        };
        let name = self.global_name()?;
        let func = Func::new(name, kind, None, Span::NONE);
        let mut scope = Scope {
            func,
            values: FxHashMap::default(),
            slots: FxHashMap::default(),
            channels: FxHashMap::default(),
        };
        let params = self.list("(", ")", |parser| parser.param(&mut scope))?;
        scope.func.params = params;
        if self.take("->") {
            scope.func.ret = Some(self.scalar()?);
        }
        self.directives(&mut scope.func.directives, &FxHashMap::default())?;
        scope.func.span = self.span();
        let body = scope.func.body;
        self.region(&mut scope, body)?;
        Ok(scope.func)
    }

    fn param(&mut self, scope: &mut Scope) -> Result<Param> {
        let (name, kind) = match self.advance() {
            Token::Value(number, name) => {
                self.punct(":")?;
                let ty = self.scalar()?;
                let value = scope.define(number, ty, name.clone());
                (name, ParamKind::Scalar(value))
            }
            Token::Channel(number, name) => {
                self.punct(":")?;
                let end = if self.take_word("in") { ChannelEnd::Read } else { ChannelEnd::Write };
                if end == ChannelEnd::Write {
                    self.keyword("out")?;
                }
                let (packet, named) = (self.packet()?, name.clone().unwrap_or_default());
                let element = packet.map_or_else(|| self.scalar(), |packet| Ok(packet.number()))?;
                let channel =
                    Channel { name: named, element, depth: PORT_DEPTH, span: Span::NONE, token: None };
                let channel = scope.func.channels.alloc(channel);
                scope.channels.insert(number, channel);
                (name, ParamKind::Stream { channel, end, packet })
            }
            Token::Memory(_, name) => {
                self.punct(":")?;
                (name, self.memory_param(scope.func.is_kernel())?)
            }
            _ => return self.error_before("expected a parameter: `%0.name`, `&0.name` or `#0.name`"),
        };
        let mut directives = ParamDirectives::default();
        self.directives(&mut directives, &scope.slots)?;
        let span = self.span();
        if let ParamKind::Stream { channel, .. } = kind {
            scope.func.channels[channel].span = span;
        }
        Ok(Param { name: name.unwrap_or_default(), kind, directives, span })
    }

    /// `packet(u32, 8, 0, 4)`: data, and bits of user, id and dest.
    fn packet(&mut self) -> Result<Option<Packet>> {
        if !self.take_word("packet") {
            return Ok(None);
        }
        self.punct("(")?;
        let data = self.scalar()?;
        let mut widths = [0; 3];
        for width in &mut widths {
            self.punct(",")?;
            *width = self.number::<u16>()?.into();
        }
        self.punct(")")?;
        let [user, id, dest] = widths;
        Ok(Some(Packet { data, user, id, dest }))
    }

    fn memory_param(&mut self, is_kernel: bool) -> Result<ParamKind> {
        for (word, initial) in [("out", false), ("inout", true)] {
            if self.take_word(word) {
                return Ok(ParamKind::Output { pointee: self.ty()?, initial });
            }
        }
        let mutable = self.take_word("mut");
        if !self.take("[") {
            return Ok(ParamKind::Ref { pointee: self.ty()?, mutable });
        }
        let element = self.ty()?;
        if self.take(";") {
            let len = self.number()?;
            self.punct("]")?;
            return Ok(ParamKind::Ref { pointee: Type::array(element, len), mutable });
        }
        self.punct("]")?;
        let mut length = Length::Argument;
        if self.take_word("len") {
            self.punct("(")?;
            length = Length::Expr(self.length()?);
            self.punct(")")?;
        }
        let bundle = if self.take_word("bundle") { Some(self.string()?) } else { None };
        let bundle = bundle.or_else(|| is_kernel.then(String::new));
        Ok(ParamKind::Slice { element, mutable, length, bundle })
    }

    fn length(&mut self) -> Result<LengthExpr> {
        let lhs = Box::new(self.length_operand()?);
        for (symbol, make) in [
            ("+", LengthExpr::Add as fn(_, _) -> _),
            ("-", LengthExpr::Sub),
            ("*", LengthExpr::Mul),
            ("/", LengthExpr::Div),
        ] {
            if self.take(symbol) {
                return Ok(make(lhs, Box::new(self.length_operand()?)));
            }
        }
        Ok(*lhs)
    }

    fn length_operand(&mut self) -> Result<LengthExpr> {
        self.nested(Self::length_operand_inner)
    }

    fn length_operand_inner(&mut self) -> Result<LengthExpr> {
        match self.peek().clone() {
            Token::Slot(index, None) => {
                self.advance();
                Ok(LengthExpr::Param(index as usize))
            }
            Token::Punct("(") => {
                self.advance();
                let inner = self.length()?;
                self.punct(")")?;
                Ok(inner)
            }
            _ => Ok(LengthExpr::Const(self.number()?)),
        }
    }

    fn ty(&mut self) -> Result<Type> {
        if matches!(self.peek(), Token::Global(_)) {
            let name = self.global_name()?;
            let found = self.structs.get(&name).cloned();
            let known = found.map(Type::Struct);
            return known.map_or_else(|| self.error_before(format!("there is no struct @{name}")), Ok);
        }
        if !self.take("[") {
            return Ok(self.scalar()?.into());
        }
        let element = self.nested(Self::ty)?;
        self.punct(";")?;
        let len = self.number()?;
        self.punct("]")?;
        Ok(Type::array(element, len))
    }

    fn scalar(&mut self) -> Result<Scalar> {
        let word = self.word()?;
        word.parse().or_else(|error| self.error_before(format!("{error}")))
    }

    fn literal(&mut self, ty: Scalar) -> Result<ScalarValue> {
        let (Token::Word(text) | Token::Number(text)) = self.advance() else {
            return self.error_before("expected a literal");
        };
        ScalarValue::parse(ty, &text).map_or_else(|| self.error_before(format!("`{text}` is no {ty}")), Ok)
    }
}

/// Tokens.
impl Parser {
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return self.error_before("nested too deeply");
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn peek(&self) -> &Token {
        self.tokens.get(self.next).map_or(&Token::End, |(token, _)| token)
    }

    fn advance(&mut self) -> Token {
        let token = self.peek().clone();
        self.next += 1;
        token
    }

    /// An error at the token that was read last.
    fn error_before<T>(&self, message: impl Into<String>) -> Result<T> {
        let index = self.next.saturating_sub(1).min(self.tokens.len().saturating_sub(1));
        let at = self.tokens.get(index).map_or_else(Pos::default, |(_, at)| *at);
        Err(ParseError { at, message: message.into() })
    }

    fn take(&mut self, punct: &str) -> bool {
        let taken = matches!(self.peek(), Token::Punct(found) if *found == punct);
        self.next += usize::from(taken);
        taken
    }

    fn take_word(&mut self, word: &str) -> bool {
        let taken = matches!(self.peek(), Token::Word(found) if found == word);
        self.next += usize::from(taken);
        taken
    }

    fn punct(&mut self, punct: &'static str) -> Result<()> {
        if self.take(punct) {
            return Ok(());
        }
        self.advance();
        self.error_before(format!("expected `{punct}`"))
    }

    fn keyword(&mut self, word: &str) -> Result<()> {
        if self.take_word(word) {
            return Ok(());
        }
        self.advance();
        self.error_before(format!("expected `{word}`"))
    }

    fn word(&mut self) -> Result<String> {
        match self.advance() {
            Token::Word(word) => Ok(word),
            _ => self.error_before("expected a word"),
        }
    }

    fn string(&mut self) -> Result<String> {
        match self.advance() {
            Token::Str(text) => Ok(text),
            _ => self.error_before("expected a string"),
        }
    }

    fn global_name(&mut self) -> Result<String> {
        match self.advance() {
            Token::Global(name) => Ok(name),
            _ => self.error_before("expected `@name`"),
        }
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T> {
        let parsed = match self.advance() {
            Token::Number(text) => text.parse().ok(),
            _ => None,
        };
        parsed.map_or_else(|| self.error_before("expected a number"), Ok)
    }

    fn span(&mut self) -> Span {
        match *self.peek() {
            Token::Span(span) => {
                self.advance();
                span
            }
            _ => Span::NONE,
        }
    }

    fn list<T>(
        &mut self,
        open: &'static str,
        close: &'static str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.punct(open)?;
        let mut items = Vec::new();
        while !self.take(close) {
            if !items.is_empty() {
                self.punct(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }
}

impl Scope {
    fn define(&mut self, number: u32, ty: Scalar, name: Option<String>) -> ValueId {
        let value = self.func.values.alloc(Value { ty, name, bind_op: None });
        self.values.insert(number, value);
        value
    }
}
