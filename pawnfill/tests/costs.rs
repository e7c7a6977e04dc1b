//! What each pattern costs, counted on the graph of its expression; the docs of the patterns say these figures.
//!
//! A set here is a node of a graph in which equal expressions are one node, as a compiler's value numbering has it.
//! Operations on constants are done at once and cost nothing. What remains is counted: each `and`, `or`, `xor`,
//! complement, shift, rotation and count of squares is one operation, each table entry is one load.
//!
//! `cargo test -p pawnfill --features tables --test costs -- --nocapture` prints the table.

#![cfg(feature = "tables")]

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};
use std::ops::{BitAnd, BitOr, BitXor, Not};
use std::path::Path;

use pawnfill::{
    Backend, Bitboard, Color, KoggeStone, Lookup, PATTERNS, Pattern, Pawns, Reduce, SideStructure, SquareSet,
    Structure, Value, east, north, south, west,
};

/// An operation on nodes, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Pawns(Color),
    Constant(u64),
    And(u32, u32),
    Or(u32, u32),
    Xor(u32, u32),
    Not(u32),
    Up(u32, u32),
    Down(u32, u32),
    RotateUp(u32, u32),
    Load(u32, usize, u32),
    Count(u32),
    Multiply(u32, u32),
    AbsDiff(u32, u32),
}

use Node::{And, Constant, Or, Xor};

/// All nodes made so far by this thread, and the number of each.
#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    numbers: HashMap<Node, u32>,
}

thread_local! {
    static GRAPH: RefCell<Graph> = RefCell::default();
}

/// A set of squares, or a number, as the expression that computes it.
#[derive(Clone, Copy)]
struct Expression(u32);

impl Expression {
    /// The one expression that does this.
    fn new(node: Node) -> Self {
        GRAPH.with_borrow_mut(|graph| {
            let Graph { nodes, numbers } = graph;
            Self(*numbers.entry(node).or_insert_with(|| {
                nodes.push(node);
                u32::try_from(nodes.len() - 1).unwrap()
            }))
        })
    }

    fn node(self) -> Node {
        GRAPH.with_borrow(|graph| graph.nodes[self.0 as usize])
    }

    fn constant(self) -> Option<u64> {
        if let Constant(bits) = self.node() { Some(bits) } else { None }
    }

    /// A shift, or its result where that is known. Two shifts are one, and a mask where they go opposite ways.
    fn shift(self, n: u32, node: fn(u32, u32) -> Node, f: fn(u64, u32) -> u64) -> Self {
        let shifted = node(n, self.0);
        let masked = |node, mask| Self::new(node) & Self::new(Constant(mask));
        match (shifted, self.node()) {
            (_, Constant(bits)) => Self::new(Constant(f(bits, n))),
            (Node::Up(..), Node::Up(m, a)) if m + n < 64 => Self::new(Node::Up(m + n, a)),
            (Node::Down(..), Node::Down(m, a)) if m + n < 64 => Self::new(Node::Down(m + n, a)),
            (Node::Up(..), Node::Down(m, a)) if m > n => masked(Node::Down(m - n, a), !0 >> m << n),
            (Node::Down(..), Node::Up(m, a)) if m > n => masked(Node::Up(m - n, a), !0 << m >> n),
            _ => Self::new(shifted),
        }
    }

    /// A commutative operation, or its result where that is known.
    fn commute(self, other: Self, node: fn(u32, u32) -> Node, f: fn(u64, u64) -> u64) -> Self {
        if let (Some(a), Some(b)) = (self.constant(), other.constant()) {
            return Self::new(Constant(f(a, b)));
        }
        if self.0 == other.0 {
            return if f(1, 1) == 1 { self } else { Self::new(Constant(0)) };
        }
        for (a, b) in [(self, other), (other, self)] {
            match a.constant() {
                Some(bits) if f(bits, 0) == 0 && f(bits, !0) == !0 => return b,
                Some(bits) if f(bits, 0) == f(bits, !0) => return Self::new(Constant(f(bits, 0))),
                _ => {}
            }
        }
        let merged = node(self.0.min(other.0), self.0.max(other.0));
        if let And(a, b) = merged {
            // A mask of a masked set is one mask.
            for (set, mask) in [(a, b), (b, a)] {
                if let (And(a, b), Some(outer)) = (Self(set).node(), Self(mask).constant()) {
                    for (set, mask) in [(a, b), (b, a)] {
                        if let Some(inner) = Self(mask).constant() {
                            return Self(set) & Self::new(Constant(inner & outer));
                        }
                    }
                }
            }
        }
        Self::new(merged)
    }
}

impl BitAnd for Expression {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.commute(other, And, |a, b| a & b)
    }
}

impl BitOr for Expression {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.commute(other, Or, |a, b| a | b)
    }
}

impl BitXor for Expression {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.commute(other, Xor, |a, b| a ^ b)
    }
}

impl Not for Expression {
    type Output = Self;
    fn not(self) -> Self {
        match self.node() {
            Constant(bits) => Self::new(Constant(!bits)),
            Node::Not(a) => Self(a),
            _ => Self::new(Node::Not(self.0)),
        }
    }
}

impl SquareSet for Expression {
    fn splat(set: Bitboard) -> Self {
        Self::new(Constant(set.bits()))
    }
    fn up<const N: u32>(self) -> Self {
        self.shift(N, Node::Up, |bits, n| bits << n)
    }
    fn down<const N: u32>(self) -> Self {
        self.shift(N, Node::Down, |bits, n| bits >> n)
    }
    fn rotate_up<const N: u32>(self) -> Self {
        self.shift(N, Node::RotateUp, u64::rotate_left)
    }
    fn lookup<const RANK: u32>(self, table: &[u64; 256]) -> Self {
        Self::new(Node::Load(RANK, table.as_ptr() as usize, self.0))
    }
}

impl Reduce for Expression {
    type Number = Self;
    type Files = Self;

    fn count(self) -> Self {
        Self::new(Node::Count(self.0))
    }
    /// The low byte, which is there already.
    fn to_file_set(self) -> Self {
        self
    }
    fn number(number: u32) -> Self {
        Self::new(Constant(number.into()))
    }
    fn multiply(a: Self, b: Self) -> Self {
        Self::new(Node::Multiply(a.0, b.0))
    }
    fn abs_diff(a: Self, b: Self) -> Self {
        Self::new(Node::AbsDiff(a.0, b.0))
    }
}

/// How many operations and loads compute some expressions together.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Cost {
    operations: u32,
    loads: u32,
}

impl Cost {
    fn of(expressions: impl IntoIterator<Item = Expression>) -> Self {
        let mut cost = Self::default();
        let mut pending: Vec<u32> = expressions.into_iter().map(|expression| expression.0).collect();
        let mut seen = vec![false; GRAPH.with_borrow(|graph| graph.nodes.len())];
        while let Some(number) = pending.pop() {
            if std::mem::replace(&mut seen[number as usize], true) {
                continue;
            }
            match Expression(number).node() {
                Node::Pawns(_) | Constant(_) => {}
                And(a, b) | Or(a, b) | Xor(a, b) | Node::Multiply(a, b) | Node::AbsDiff(a, b) => {
                    cost.operations += 1;
                    pending.extend([a, b]);
                }
                Node::Not(a) | Node::Up(_, a) | Node::Down(_, a) | Node::RotateUp(_, a) | Node::Count(a) => {
                    cost.operations += 1;
                    pending.push(a);
                }
                Node::Load(_, _, a) => {
                    cost.loads += 1;
                    pending.push(a);
                }
            }
        }
        cost
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n| if n == 1 { "" } else { "s" };
        write!(f, "{} operation{}", self.operations, plural(self.operations))?;
        if self.loads > 0 {
            write!(f, " and {} load{}", self.loads, plural(self.loads))?;
        }
        Ok(())
    }
}

/// The pawns of both colors, unknown.
fn unknown<B: Backend>() -> Pawns<B, Expression> {
    Pawns::new(Expression::new(Node::Pawns(Color::White)), Expression::new(Node::Pawns(Color::Black)))
}

/// The cost of a pattern, which is the same for both sides.
fn cost<B: Backend>(pattern: &Pattern) -> Cost {
    let [white, black] = [Color::White, Color::Black].map(|color| match pattern.of(unknown::<B>(), color) {
        Value::Set(value) | Value::Files(value) | Value::Number(value) => Cost::of([value]),
    });
    assert!(white == black, "{} costs White {white}, Black {black}", pattern.name);
    white
}

/// The sentence that says the cost in both backends.
fn sentence(kogge_stone: Cost, lookup: Cost) -> String {
    if kogge_stone == lookup {
        format!("Cost: {kogge_stone}.")
    } else {
        format!("Cost: {kogge_stone}; with `Lookup` {lookup}.")
    }
}

/// The lines of the docs of a pattern that follow from the list of patterns and from its graph, by how they begin.
fn facts(pattern: &Pattern) -> [(&'static str, String); 3] {
    [
        ("Formula:", format!("Formula: `{}`.", pattern.formula)),
        ("Cost:", sentence(cost::<KoggeStone>(pattern), cost::<Lookup>(pattern))),
        ("Source:", format!("Source: [{}]({}).", pattern.source, pattern.source_url())),
    ]
}

/// All sets of a structure, each with its pattern and its side.
fn structure<B: Backend>() -> Vec<(&'static str, Color, Expression)> {
    let Structure { white, black, open_files } = unknown::<B>().structure();
    let side =
        |color, sets: SideStructure<Expression>| sets.named().map(move |(name, set)| (name, color, set));
    let files = [("open_files", Color::White, open_files)];
    side(Color::White, white).chain(side(Color::Black, black)).chain(files).collect()
}

/// How to correct what is wrong.
const BLESS: &str = "`PAWNFILL_BLESS=1 cargo test -p pawnfill --features tables` corrects what is there";

/// Compares the docs of the items that `facts` knows with these facts, and says what is wrong.
///
/// A fact is a line by how it begins. With `PAWNFILL_BLESS=1` a wrong line is written anew; a missing one has to be
/// begun by hand.
fn check<'a, F>(path: &Path, facts: impl Fn(&str) -> Option<&'a F>) -> String
where
    F: AsRef<[(&'static str, String)]> + 'a + ?Sized,
{
    let text = std::fs::read_to_string(path).unwrap();
    let mut wrong = String::new();
    let mut corrected = Vec::<String>::new();
    for line in text.lines() {
        let item = line.trim_start();
        for (beginning, fact) in facts(item).into_iter().flat_map(AsRef::as_ref) {
            let docs =
                corrected.iter_mut().rev().take_while(|line| line.trim_start().starts_with(['/', '#']));
            match docs.into_iter().find(|line| line.trim_start().starts_with(&format!("/// {beginning}"))) {
                None => writeln!(wrong, "{item}: no line of the docs begins `{beginning}`").unwrap(),
                Some(line) if line.trim_start() == format!("/// {fact}") => {}
                Some(line) => {
                    writeln!(wrong, "{item}: the docs should say `{fact}`").unwrap();
                    let indent = line.len() - line.trim_start().len();
                    *line = format!("{:indent$}/// {fact}", "");
                }
            }
        }
        corrected.push(line.to_owned());
    }
    if !wrong.is_empty() && std::env::var_os("PAWNFILL_BLESS").is_some() {
        std::fs::write(path, corrected.join("\n") + "\n").unwrap();
    }
    wrong
}

/// The docs of every pattern tell its formula and its source as the list has them, and its cost.
#[test]
fn docs_tell_the_facts() {
    let facts: HashMap<_, _> = PATTERNS.iter().map(|pattern| (pattern.name, facts(pattern))).collect();
    let documented = RefCell::new(HashSet::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pattern");
    let wrong: String = folder
        .read_dir()
        .unwrap()
        .map(|entry| {
            check(&entry.unwrap().path(), |item| {
                let (name, _) = item.strip_prefix("pub fn ")?.split_once("(self)")?;
                let (&name, facts) = facts.get_key_value(name)?;
                assert!(documented.borrow_mut().insert(name), "{name} is defined twice");
                Some(facts)
            })
        })
        .collect();
    assert_eq!(documented.borrow().len(), PATTERNS.len(), "patterns found in the source");
    assert!(wrong.is_empty(), "{wrong}{BLESS}");
}

/// A structure has the sets of the patterns, by the same expressions, and its docs tell what they cost together.
#[test]
fn structures_share() {
    fn together<B: Backend>() -> Cost {
        let sets = structure::<B>();
        let mut apart = 0;
        for &(name, color, set) in &sets {
            let pattern = Pattern::from_name(name).unwrap_or_else(|| panic!("no pattern {name}"));
            let Value::Set(value) = pattern.of(unknown::<B>(), color) else { panic!("{name} is no set") };
            assert_eq!(value.0, set.0, "{name} of {color:?}");
            apart += Cost::of([set]).operations;
        }
        let cost = Cost::of(sets.iter().map(|&(_, _, set)| set));
        println!("{} sets, {}: {cost} together, {apart} operations apart", sets.len(), B::NAME);
        cost
    }
    let facts = [("Cost:", sentence(together::<KoggeStone>(), together::<Lookup>()))];
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/structure.rs");
    let wrong = check(&path, |line| line.starts_with("pub struct Structure<").then_some(&facts));
    assert!(wrong.is_empty(), "{wrong}{BLESS}");
}

/// Prints the cost of every pattern.
#[test]
fn table() {
    println!("{:<28} {:>12} {:>12} {:>6}", "pattern", "kogge-stone", "lookup", "loads");
    for pattern in PATTERNS {
        let (kogge_stone, lookup) = (cost::<KoggeStone>(pattern), cost::<Lookup>(pattern));
        assert_eq!(kogge_stone.loads, 0, "{}", pattern.name);
        println!(
            "{:<28} {:>12} {:>12} {:>6}",
            pattern.name, kogge_stone.operations, lookup.operations, lookup.loads
        );
    }
}

/// Equal expressions are counted once, whatever the order of their operands, and constants cost nothing.
#[test]
fn counting() {
    let pawns = unknown::<KoggeStone>();
    let (a, b) = (pawns.white().own(), pawns.black().own());
    let none = Expression::splat(Bitboard::EMPTY);
    assert_eq!(Cost::of([a & b, b & a]).operations, 1);
    assert_eq!(Cost::of([(a & b) | (b & a), a ^ none, a | none, b & !none, !!a, a ^ a]).operations, 1);
    assert_eq!(Cost::of([(a & b) ^ (a | b)]).operations, 3);
    assert_eq!(Cost::of([a.up::<8>().up::<1>(), a.up::<9>()]).operations, 1);
    assert_eq!(Cost::of([a.down::<8>().up::<1>()]).operations, 2);
    assert_eq!(Cost::of([east(south(a)), west(north(a))]).operations, 4);
    assert_eq!(Cost::of([KoggeStone::north_fill(a)]).operations, 6);
    assert_eq!(Cost::of([Lookup::north_fill(a)]).loads, 7);
}
