//! What statements, things, sets, conditions and numbers are made of: one walk for all that look through them.

use super::faces::{Alters, Face};
use super::nodes::{Act, Block, Body, Branch, Deed, Local, Pending};
use super::things::{Among, Cond, Item, Num, Set};
use crate::ir::{Compare, Element, Extent, How, Op};
use lang::ast::{Many, Order, TurnPart};
use text::{Extreme, Pick, Side, Since, Span, Spanned, Verb};

/// A part of a statement, thing, set, condition or number.
#[derive(Clone, Copy)]
pub enum Part<'t> {
    /// A name, where it is used.
    Local(Local),
    Item(&'t Item),
    Set(&'t Set),
    Cond(&'t Cond),
    Num(&'t Num),
    Act(&'t Act),
    Body(&'t Body),
}

/// What has parts.
pub trait Node {
    /// What it is made of, in the order in which it is read.
    fn add_parts<'t>(&'t self, all: &mut Vec<Part<'t>>);

    /// How it stands among the parts of another node: as one of them, or by its own.
    fn add<'t>(&'t self, all: &mut Vec<Part<'t>>) {
        self.add_parts(all);
    }

    fn parts(&self) -> Vec<Part<'_>> {
        let mut all = Vec::new();
        self.add_parts(&mut all);
        all
    }
}

/// Nodes of the tree, whose parts are their fields. Behind `in` stands which part a node is itself; behind `as`, how a field is
/// looked at: a name that is `used`, or what is `unseen`.
macro_rules! nodes {
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident $(in $whole:ident)? {
            $(
                $(#[$doc:meta])*
                $variant:ident
                $(($a:ty $(as $a_role:ident)? $(, $b:ty $(as $b_role:ident)? $(, $c:ty $(, $d:ty)?)?)?))?
                $({ $($(#[$field_doc:meta])* $field:ident: $type:ty $(as $role:ident)?),+ $(,)? })?,
            )+
        }
    )+) => {$(
        $(#[$meta])*
        pub enum $name {
            $(
                $(#[$doc])*
                $variant
                $(($a $(, $b $(, $c $(, $d)?)?)?))?
                $({ $($(#[$field_doc])* $field: $type),+ })?,
            )+
        }

        impl Node for $name {
            fn add_parts<'t>(&'t self, _all: &mut Vec<Part<'t>>) {
                match self {
                    $(
                        $name::$variant
                        $((nodes!(@name a $a) $(, nodes!(@name b $b) $(, nodes!(@name c $c) $(, nodes!(@name d $d))?)?)?))?
                        $({ $($field),+ })? => {
                            $(
                                nodes!(@add _all a $($a_role)?);
                                $(
                                    nodes!(@add _all b $($b_role)?);
                                    $(<$c>::add(c, _all); $(<$d>::add(d, _all);)?)?
                                )?
                            )?
                            $($(nodes!(@add _all $field $($role)?);)+)?
                        }
                    )+
                }
            }

            $(fn add<'t>(&'t self, all: &mut Vec<Part<'t>>) {
                all.push(Part::$whole(self));
            })?
        }
    )+};
    (@name $name:ident $type:ty) => { $name };
    (@add $all:ident $field:ident used) => {
        $all.extend(Option::<Local>::from(*$field).map(Part::Local))
    };
    (@add $all:ident $field:ident unseen) => { _ = $field };
    (@add $all:ident $field:ident) => { $field.add($all) };
}
pub(super) use nodes;

/// What has no parts.
macro_rules! leaves {
    ($($type:ty),+ $(,)?) => {
        $(impl Node for $type {
            fn add_parts<'t>(&'t self, _: &mut Vec<Part<'t>>) {}
        })+
    };
}

leaves!(
    bool, u8, u16, Local, String, Span, Block, Compare, Deed, Element, Extent, Extreme, Face, How,
    Many, Op, Order, Pick, Side, Since, TurnPart, Verb,
);

/// Nodes that are no enums, by the fields that are parts.
macro_rules! made_of {
    ($($type:ty $(as $whole:ident)?: $($field:tt),+;)+) => {
        $(impl Node for $type {
            fn add_parts<'t>(&'t self, all: &mut Vec<Part<'t>>) {
                $(self.$field.add(all);)+
            }

            $(fn add<'t>(&'t self, all: &mut Vec<Part<'t>>) {
                all.push(Part::$whole(self));
            })?
        })+
    };
}

made_of! {
    Body as Body: steps;
    Set as Set: kind;
    Spanned<Act>: node;
    Branch: condition, body;
    Among: of, among;
    Alters: condition, what;
    (Set, Local): 0;
}

impl<T: Node> Node for Box<T> {
    fn add_parts<'t>(&'t self, all: &mut Vec<Part<'t>>) {
        (**self).add(all);
    }
}

impl<T: Node> Node for Option<T> {
    fn add_parts<'t>(&'t self, all: &mut Vec<Part<'t>>) {
        self.iter().for_each(|node| node.add(all));
    }
}

impl<T: Node> Node for Vec<T> {
    fn add_parts<'t>(&'t self, all: &mut Vec<Part<'t>>) {
        self.iter().for_each(|node| node.add(all));
    }
}

impl Node for Pending {
    /// What it carries along is used where it is said.
    fn add_parts<'t>(&'t self, all: &mut Vec<Part<'t>>) {
        let carried = self.text().carried.iter();
        all.extend(carried.map(|carried| Part::Local(carried.outer)));
    }
}

impl<'t> Part<'t> {
    /// What it is made of, in the order in which it is read.
    pub fn parts(self) -> Vec<Part<'t>> {
        match self {
            Part::Local(_) => Vec::new(),
            Part::Item(item) => item.parts(),
            Part::Set(set) => set.parts(),
            Part::Cond(cond) => cond.parts(),
            Part::Num(num) => num.parts(),
            Part::Act(act) => act.parts(),
            Part::Body(body) => body.parts(),
        }
    }

    /// It is such, or something in it is, however deep.
    pub fn any(self, such: &mut dyn FnMut(Part<'t>) -> bool) -> bool {
        such(self) || self.parts().into_iter().any(|part| part.any(such))
    }

    /// That name is used in it, however deep.
    pub fn uses(self, local: Local) -> bool {
        self.any(&mut |part| matches!(part, Part::Local(found) if found == local))
    }
}

impl Body {
    /// Calls `found` with the number of each keyword that it calls.
    pub fn each_call(&self, found: &mut dyn FnMut(usize)) {
        self.each_act(&mut |act| {
            if let Act::Call { keyword, .. } = act {
                found(*keyword);
            }
        });
    }

    /// Calls `found` with each statement, those inside others after these.
    pub fn each_act<'t>(&'t self, found: &mut dyn FnMut(&'t Act)) {
        for step in &self.steps {
            found(&step.node);
            step.node.each_body(&mut |body| body.each_act(found));
        }
    }
}

impl Act {
    /// The blocks in it.
    pub fn each_body<'t>(&'t self, found: &mut dyn FnMut(&'t Body)) {
        for part in self.parts() {
            match part {
                Part::Body(body) => found(body),
                Part::Act(act) => act.each_body(found),
                _ => {}
            }
        }
    }
}
