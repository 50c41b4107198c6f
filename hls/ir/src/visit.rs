//! What an operation uses: operands, regions and memory.

use crate::{
    CallArg, ChannelAccess, ChannelId, ForLoop, Init, LoopDirectives, OpKind, Place, RegionId, Root, Step,
    ValueId,
};

/// The walk over the indices of a place.
macro_rules! walk_path {
    ($place:expr, $f:expr, $iter:ident) => {
        for step in $place.path.$iter() {
            if let Step::Index(value) = step {
                $f(value);
            }
        }
    };
}

/// The walk over an operation's operands, for shared and for mutable access.
macro_rules! walk_operands {
    ($kind:expr, $f:expr, $iter:ident $(, $mutable:tt)?) => {
        match $kind {
            Self::Const(_)
            | Self::Global(_)
            | Self::Len(_)
            | Self::Return(None)
            | Self::Break(_)
            | Self::Continue(_)
            | Self::While { .. }
            | Self::Block { .. }
            | Self::Scope { .. }
            | Self::Dataflow { .. }
            | Self::Process { .. }
            | Self::DeclareChannel(_) => {}
            Self::Unary { arg, .. } => $f(arg),
            Self::Binary { lhs, rhs, .. } | Self::Compare { lhs, rhs, .. } | Self::Overflows { lhs, rhs, .. } => {
                $f(lhs);
                $f(rhs);
            }
            Self::Fma { a, b, c } => {
                $f(a);
                $f(b);
                $f(c);
            }
            Self::Cast(value) | Self::Bits(value) | Self::Yield(value) | Self::Return(Some(value)) => $f(value),
            Self::Read(place) => walk_path!(place, $f, $iter),
            Self::Write(place, value) | Self::Fill(place, value) => {
                $f(value);
                walk_path!(place, $f, $iter);
            }
            Self::Copy { to, from } => {
                walk_path!(from, $f, $iter);
                walk_path!(to, $f, $iter);
            }
            Self::Declare { init, .. } => match init {
                Init::Uninit => {}
                Init::Fill(value) => $f(value),
                Init::List(values) => values.$iter().for_each($f),
                Init::Copy(place) => walk_path!(place, $f, $iter),
            },
            Self::Call { args, .. } => {
                for arg in args {
                    match arg {
                        CallArg::Value(value) => $f(value),
                        CallArg::Place(place) => walk_path!(place, $f, $iter),
                        CallArg::Slice { place, lo, len } => {
                            walk_path!(place, $f, $iter);
                            $f(lo);
                            $f(len);
                        }
                    }
                }
            }
            Self::For(for_loop) => {
                $f(& $($mutable)? for_loop.lo);
                $f(& $($mutable)? for_loop.hi);
            }
            Self::If { cond, .. } => $f(cond),
            Self::Channel { access, .. } => match access {
                ChannelAccess::Read
                | ChannelAccess::Unread
                | ChannelAccess::Empty
                | ChannelAccess::Full
                | ChannelAccess::More => {}
                ChannelAccess::Write(value) | ChannelAccess::TryWrite(value) => $f(value),
                ChannelAccess::TryRead(place) => walk_path!(place, $f, $iter),
            },
            Self::TrapIf { cond, trap } | Self::PanicIf { cond, trap } => {
                $f(cond);
                trap.operands.$iter().for_each($f);
            }
        }
    };
}

impl OpKind {
    /// Calls `f` with every operand, in evaluation order, indices included.
    pub fn for_each_operand(&self, f: &mut impl FnMut(ValueId)) {
        let f = &mut |value: &ValueId| f(*value);
        walk_operands!(self, f, iter);
    }

    /// Calls `f` with every operand, which it may replace.
    pub fn for_each_operand_mut(&mut self, f: &mut impl FnMut(&mut ValueId)) {
        walk_operands!(self, f, iter_mut, mut);
    }

    /// The regions inside the operation, in order.
    pub fn regions(&self) -> impl Iterator<Item = RegionId> + use<> {
        let (first, second) = match self {
            Self::For(ForLoop { body, .. })
            | Self::Block { body }
            | Self::Scope { body, .. }
            | Self::Dataflow { body, .. }
            | Self::Process { body, .. } => (Some(*body), None),
            Self::While { cond, body, .. } => (Some(*cond), Some(*body)),
            Self::If { then, otherwise, .. } => (Some(*then), Some(*otherwise)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The regions inside the operation, in order, which may be replaced.
    pub fn regions_mut(&mut self) -> impl Iterator<Item = &mut RegionId> {
        let (first, second) = match self {
            Self::For(ForLoop { body, .. })
            | Self::Block { body }
            | Self::Scope { body, .. }
            | Self::Dataflow { body, .. }
            | Self::Process { body, .. } => (Some(body), None),
            Self::While { cond, body, .. } => (Some(cond), Some(body)),
            Self::If { then, otherwise, .. } => (Some(then), Some(otherwise)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// Calls `f` with every place that the operation itself (not its regions) may read.
    pub fn for_each_read(&self, f: &mut impl FnMut(&Place)) {
        match self {
            Self::Read(place)
            | Self::Copy { from: place, .. }
            | Self::Declare { init: Init::Copy(place), .. }
            // It keeps what it held where there is no element.
            | Self::Channel { access: ChannelAccess::TryRead(place), .. } => f(place),
            Self::Call { args, .. } => places(args).for_each(f),
            _ => {}
        }
    }

    /// Calls `f` with every place that the operation itself (not its regions) names, which it may replace.
    pub fn for_each_place_mut(&mut self, f: &mut impl FnMut(&mut Place)) {
        match self {
            Self::Read(place)
            | Self::Write(place, _)
            | Self::Fill(place, _)
            | Self::Declare { init: Init::Copy(place), .. }
            | Self::Channel { access: ChannelAccess::TryRead(place), .. } => f(place),
            Self::Copy { to, from } => {
                f(from);
                f(to);
            }
            Self::Call { args, .. } => {
                for arg in args {
                    if let CallArg::Place(place) | CallArg::Slice { place, .. } = arg {
                        f(place);
                    }
                }
            }
            _ => {}
        }
    }

    /// Calls `f` with the channel that the operation itself (not its regions) is about, which it may replace.
    pub fn for_each_channel_mut(&mut self, f: &mut impl FnMut(&mut ChannelId)) {
        if let Self::DeclareChannel(channel) | Self::Channel { channel, .. } = self {
            f(channel);
        }
    }

    /// True for what processes have among themselves: the order of channel operations is part of what a process
    /// does, and nothing repeats, moves across or drops them.
    #[must_use]
    pub const fn is_communication(&self) -> bool {
        matches!(
            self,
            Self::Channel { .. } | Self::DeclareChannel(_) | Self::Dataflow { .. } | Self::Process { .. }
        )
    }

    /// The directives of a loop.
    #[must_use]
    pub const fn loop_directives(&self) -> Option<&LoopDirectives> {
        match self {
            Self::For(ForLoop { directives, .. }) | Self::While { directives, .. } => Some(directives),
            _ => None,
        }
    }

    /// The directives of a loop, to change them.
    pub const fn loop_directives_mut(&mut self) -> Option<&mut LoopDirectives> {
        match self {
            Self::For(ForLoop { directives, .. }) | Self::While { directives, .. } => Some(directives),
            _ => None,
        }
    }

    /// Calls `f` with every place that the operation itself (not its regions) may write, given which roots
    /// are writable. A call may write any writable argument.
    pub fn for_each_write(&self, is_writable: impl Fn(Root) -> bool, f: &mut impl FnMut(&Place)) {
        match self {
            Self::Write(place, _)
            | Self::Fill(place, _)
            | Self::Copy { to: place, .. }
            | Self::Channel { access: ChannelAccess::TryRead(place), .. } => f(place),
            Self::Declare { slot, .. } => f(&Place::whole(Root::Slot(*slot))),
            Self::Call { args, .. } => places(args).filter(|place| is_writable(place.root)).for_each(f),
            _ => {}
        }
    }

    /// The terminators end their region: `yield`, `return`, `break` and `continue`.
    #[must_use]
    pub const fn is_terminator(&self) -> bool {
        matches!(self, Self::Yield(_) | Self::Return(_) | Self::Break(_) | Self::Continue(_))
    }

    /// True if the operation only computes its result from its operands: it can be dropped when unused.
    #[must_use]
    pub const fn is_pure(&self) -> bool {
        matches!(
            self,
            Self::Const(_)
                | Self::Global(_)
                | Self::Unary { .. }
                | Self::Binary { .. }
                | Self::Compare { .. }
                | Self::Cast(_)
                | Self::Bits(_)
                | Self::Fma { .. }
                | Self::Overflows { .. }
                | Self::Len(_)
        )
    }
}

fn places(args: &[CallArg]) -> impl Iterator<Item = &Place> {
    args.iter().filter_map(CallArg::place)
}
