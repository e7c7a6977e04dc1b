//! Finds conditions that the user cannot have meant, because they or a part of them are always or
//! never met, by evaluating them for all positions at once. A part that only repeats another is
//! worth a note.
//!
//! The work is limited by the size of diagrams and not by time, so a condition has the
//! same answer everywhere.

use std::ops::Range;
use std::sync::Arc;

use pawnfill::pattern::{Pattern, Scope, Value as Of};
use pawnfill::set::Reduce;
use pawnfill::{Bitboard, Color, Pawns, SquareSet};
use pawnfill_expression::grammar::Operator;
use pawnfill_symbolic::{Bit, Symbolic, differ, limited, pieces_of};

use crate::condition::{Condition, Expr, Operand, PIECES, Test};
use crate::definition::Definition;
use crate::evaluate::{self, Any, Pieces, Seen, met};
use crate::query::Query;
use crate::syntax::Mistake;

/// The maximum size of a diagram, and of the diagrams of one condition together. The largest proofs
/// take half a second.
const LIMITS: [usize; 2] = [1 << 15, 1 << 21];

/// The definitions that a condition may name.
type Names = [Arc<Definition>];

/// A condition, and notes about it.
pub type Noted = (Query, Vec<String>);

/// Returns positions of games, which decide whether a condition can be met where diagrams
/// are too large.
pub type Examples = fn() -> Vec<Pawns>;

/// The maximum number of corrected texts to try before suggesting one.
const MAX_FIXES: usize = 16;

const NEVER: Bit = Bit::FALSE;
const ALWAYS: Bit = Bit::TRUE;

/// Parses and proves a condition, and returns it with notes about it.
///
/// Deep conditions need 256 MiB of stack in builds without optimization, so a thread of its own is
/// the place for it.
///
/// # Errors
///
/// Returns the first mistake, and a condition that may be meant.
pub fn ask(text: &str, names: &[Arc<Definition>], examples: Examples) -> Result<Noted, Refused> {
    refusing(text, names, examples, false)
}

/// Like [`ask`], for a condition that is computed, and not searched. A set may have a square in
/// every position.
///
/// # Errors
///
/// Returns the errors of [`ask`].
pub fn define(text: &str, names: &[Arc<Definition>], examples: Examples) -> Result<Noted, Refused> {
    refusing(text, names, examples, true)
}

fn refusing(
    text: &str,
    names: &Names,
    examples: Examples,
    is_definition: bool,
) -> Result<Noted, Refused> {
    checked(text, names, examples, is_definition).map_err(|mistake| {
        let meant = meant(&mistake, names, examples, &mut MAX_FIXES.clone());
        Refused {
            text: text.to_owned(),
            mistake,
            meant,
        }
    })
}

/// A condition that is not accepted.
#[derive(Debug)]
pub struct Refused {
    /// The condition.
    pub text: String,
    /// What is wrong.
    pub mistake: Mistake,
    /// A condition that may be meant.
    pub meant: Option<String>,
}

impl Refused {
    /// Returns a message that shows the text and marks the mistake. Where a name is similar to no
    /// other, these words say where all names are.
    #[must_use]
    pub fn message(&self, all_names: &str) -> String {
        let Self {
            text,
            mistake,
            meant,
        } = self;
        let meant = meant
            .as_ref()
            .map(|meant| format!("; did you mean `{meant}`?"))
            .unwrap_or_default();
        let hint = if mistake.is_nothing { all_names } else { "" };
        format!(
            "{}{hint}{meant}{}",
            mistake.message,
            shown(text, &mistake.at)
        )
    }
}

/// How the positions with one structure relate to those with another.
#[derive(Debug, PartialEq, Eq)]
pub enum Relation {
    /// No position has both.
    Excludes,
    /// The same positions have both.
    Same,
    /// Every position with the first has the second.
    Implies,
    /// Every position with the second has the first.
    Implied,
    /// Some positions have both, such as this one, given as the first field of a FEN.
    Overlaps(String),
    /// The same, but only with doubled pawns.
    OverlapsDoubled(String),
    /// The diagrams are too large.
    Unknown,
}

/// Returns the relations of a structure to each structure of either color, itself excepted. A
/// thread of its own is the place for it, as for [`ask`].
#[must_use]
pub fn relations(of: &Definition, names: &[Arc<Definition>]) -> Vec<(String, Relation)> {
    limited(LIMITS[0], usize::MAX, || {
        let all = names.iter().map(|definition| &**definition).chain([of]);
        let pieces = legal(
            all.into_iter()
                .any(|definition| definition.condition.has_pieces()),
        );
        let seen = seen(&pieces);
        let when = |definition: &Definition, color: Color| {
            met(
                &definition.condition,
                if color == Color::Black {
                    seen.mirrored()
                } else {
                    seen
                },
            )
        };
        let is_undoubled = is_undoubled(&pieces);
        let own = when(of, of.side());
        let others = Color::ALL
            .into_iter()
            .flat_map(|color| names.iter().map(move |other| (color, other)));
        others
            .filter(|(color, other)| other.name != of.name || *color != of.side())
            .map(|(color, other)| {
                (
                    format!("{color}.{}", other.name),
                    relation(own, when(other, color), is_undoubled),
                )
            })
            .collect()
    })
}

impl Query {
    /// Returns `true` if either side may meet the condition, which is only about pawns, and both
    /// always meet it in the same positions. It is proved, so a thread of its own is the place for
    /// deep conditions, as for [`ask`].
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.of_either
            && !self.has_pieces()
            && limited(LIMITS[0], LIMITS[1], || {
                let pieces = legal(false);
                let [own, other] = [seen(&pieces), seen(&pieces).mirrored()]
                    .map(|seen| met(&self.condition, seen));
                own == other && own != Bit::UNKNOWN
            })
    }
}

/// Returns how the set of a condition relates to a pattern of the same side, square by square, if
/// it is a set of squares. `Overlaps` has a board on which some square is only in the set of the
/// condition, and `Implies` and `Implied` say which of them has fewer squares.
#[must_use]
pub fn relation_to(query: &Query, pattern: &'static Pattern) -> Option<Relation> {
    limited(LIMITS[0], LIMITS[1], || {
        let pieces = legal(false);
        let pawns = Any::new(pieces[0][0], pieces[1][0]);
        let own = query.answer(pawns, Color::White).set()?;
        let Of::Set(other) = pattern.column(Scope::Side(Color::White))?.value(pawns) else {
            return None;
        };
        let [more, less] = [own & !other, other & !own].map(|set| !set.is_empty());
        Some(match (more, less) {
            (NEVER, NEVER) => Relation::Same,
            (Bit::UNKNOWN, _) | (_, Bit::UNKNOWN) => Relation::Unknown,
            (NEVER, _) => Relation::Implies,
            (_, NEVER) => Relation::Implied,
            (more, _) => Relation::Overlaps(example(more)),
        })
    })
}

/// Returns the first field of a FEN of some pawns, if there are any.
fn example(when: Bit) -> String {
    when.example()
        .map(|pawns| pawns.placement().to_string())
        .unwrap_or_default()
}

fn relation(own: Bit, other: Bit, is_undoubled: Bit) -> Relation {
    let both = own & other;
    match both {
        NEVER => Relation::Excludes,
        _ if [own, other, both].contains(&Bit::UNKNOWN) => Relation::Unknown,
        _ if own == other => Relation::Same,
        _ if both == own => Relation::Implies,
        _ if both == other => Relation::Implied,
        _ => match both & is_undoubled {
            NEVER => Relation::OverlapsDoubled(example(both)),
            Bit::UNKNOWN => Relation::Unknown,
            undoubled => Relation::Overlaps(example(undoubled)),
        },
    }
}

fn checked(
    text: &str,
    names: &Names,
    examples: Examples,
    is_definition: bool,
) -> Result<Noted, Mistake> {
    let query = Query::parse(text, names)?;
    let notes = limited(LIMITS[0], LIMITS[1], || {
        let pieces = legal(query.has_pieces());
        let mut proof = Proof {
            text,
            seen: seen(&pieces),
            examples,
            notes: Vec::new(),
            is_complete: true,
        };
        let is_set = matches!(query.condition.test, Test::Any(_));
        if is_definition && is_set && met(&query.condition, proof.seen) == ALWAYS {
            return Ok(proof.notes);
        }
        proof.whole(&query)?;
        if !proof.is_complete {
            let note =
                "this condition is too large to find out if every position meets it, or none";
            proof.notes.push(note.to_owned());
        }
        Ok(proof.notes)
    })?;
    Ok((query, notes))
}

/// Returns a text that was probably meant, and that has no mistake.
fn meant(mistake: &Mistake, names: &Names, examples: Examples, left: &mut usize) -> Option<String> {
    mistake.fixes.iter().find_map(|fix| {
        *left = left.checked_sub(1)?;
        match checked(fix, names, examples, false) {
            Ok(_) => Some(fix.clone()),
            Err(mistake) => meant(&mistake, names, examples, left),
        }
    })
}

/// Returns the line with the mistake, and a mark below the mistake.
fn shown(text: &str, at: &Range<usize>) -> String {
    let start = text[..at.start].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let end = at.end.min(start + line.len());
    let indent: String = text[start..at.start]
        .chars()
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    let marks = "^".repeat(
        text.get(at.start..end)
            .map_or(0, |marked| marked.chars().count())
            .max(1),
    );
    format!("\n  {line}\n  {indent}{marks}")
}

/// Returns all possible pieces, or only pawns: at most one per square, and no pawn on rank 1 or 8.
fn legal(has_pieces: bool) -> Pieces<Symbolic> {
    let inner = Symbolic::splat(Bitboard::from_bits(0x00ff_ffff_ffff_ff00));
    let mut occupied = Symbolic::splat(Bitboard::EMPTY);
    let mut pieces = [[occupied; PIECES.len()]; 2];
    let kinds = if has_pieces { PIECES.len() } else { 1 };
    for (piece, color) in (0..kinds).flat_map(|piece| Color::ALL.map(|color| (piece, color))) {
        let set = pieces_of(piece)[color as usize] & !occupied;
        pieces[color as usize][piece] = if piece == 0 { set & inner } else { set };
        occupied = occupied | pieces[color as usize][piece];
    }
    pieces
}

fn seen(pieces: &Pieces<Symbolic>) -> Seen<'_, Symbolic> {
    Seen::new(Any::new(pieces[0][0], pieces[1][0]), Some(pieces))
}

/// Returns when no pawns are doubled.
fn is_undoubled(pieces: &Pieces<Symbolic>) -> Bit {
    let pawns = Any::new(pieces[0][0], pieces[1][0]);
    (pawns.white().doubled() | pawns.black().doubled()).is_empty()
}

struct Proof<'a> {
    text: &'a str,
    seen: Seen<'a, Symbolic>,
    examples: Examples,
    notes: Vec<String>,
    is_complete: bool,
}

impl<'a> Proof<'a> {
    fn text(&self, range: &Range<usize>) -> &'a str {
        &self.text[range.clone()]
    }

    fn whole(&mut self, query: &Query) -> Result<(), Mistake> {
        let condition = &query.condition;
        let bit = self.decided(condition, None)?;
        if query.of_either {
            let either = bit | met(condition, self.seen.mirrored());
            if either == Bit::UNKNOWN {
                self.is_complete &= self.has_examples(|pawns| query.is_met(pawns).contains(&true));
            } else {
                self.decide(condition, either, None)?;
            }
        }
        Ok(())
    }

    /// Returns `true` if some positions of games meet a condition, and others do not.
    fn has_examples(&self, is_met: impl Fn(Pawns) -> bool) -> bool {
        let examples = (self.examples)();
        let mut answers = examples
            .into_iter()
            .flat_map(|pawns| [pawns, pawns.flip_colors()])
            .map(is_met);
        let first = answers.next();
        answers.any(|is_met| Some(is_met) != first)
    }

    /// Returns when the condition is met, with the mistakes of its parts and its own.
    fn decided(&mut self, condition: &Condition, around: Option<String>) -> Result<Bit, Mistake> {
        let bit = self.judge(condition)?;
        self.decide(condition, bit, around)?;
        Ok(bit)
    }

    /// Returns when the condition is met. Mistakes are those of its parts, not yet of itself.
    fn judge(&mut self, condition: &Condition) -> Result<Bit, Mistake> {
        match &condition.test {
            Test::Not(operand) => return Ok(!self.decided(operand, None)?),
            Test::All(parts) | Test::AnyOf(parts) => {
                let is_all = matches!(condition.test, Test::All(_));
                let mut bits = Vec::new();
                for (position, part) in parts.iter().enumerate() {
                    bits.push(self.decided(part, is_all.then(|| self.joined(parts, position)))?);
                }
                return self.combined(condition, &bits);
            }
            Test::Either(operand) => {
                self.decided(operand, None)?;
            }
            _ => condition.values().iter().for_each(|value| self.sets(value)),
        }
        Ok(met(condition, self.seen))
    }

    /// Returns the mistake of a condition that every position meets, or none.
    fn decide(
        &mut self,
        condition: &Condition,
        bit: Bit,
        around: Option<String>,
    ) -> Result<(), Mistake> {
        let text = self.text(&condition.range);
        let (message, fixes) = match bit {
            ALWAYS => (
                format!("every position meets `{text}`"),
                self.negated(condition),
            ),
            NEVER => (
                format!("no position meets `{text}`{}", self.reason(condition)),
                None,
            ),
            _ => {
                self.is_complete &= bit != Bit::UNKNOWN
                    || self.has_examples(|pawns| {
                        met(condition, Seen::one(&evaluate::one(pawns.into()))).boards() != [0]
                    });
                return Ok(());
            }
        };
        Err(Mistake::new(condition.range.clone(), message)
            .with_fixes(fixes)
            .with_fixes(around))
    }

    /// Combines the parts, and notes those that others imply.
    fn combined(&mut self, condition: &Condition, bits: &[Bit]) -> Result<Bit, Mistake> {
        let (parts, is_all) = (condition.parts(), matches!(condition.test, Test::All(_)));
        // A part of `||` repeats others as its complement repeats complements in `&&`.
        let bits: Vec<Bit> = bits
            .iter()
            .map(|&bit| if is_all { bit } else { !bit })
            .collect();
        let conjunction = |skip: &[usize]| {
            let kept = bits
                .iter()
                .enumerate()
                .filter(|(position, _)| !skip.contains(position));
            kept.fold(ALWAYS, |met, (_, &bit)| met & bit)
        };
        let whole = conjunction(&[]);
        if whole == NEVER {
            let pair = (0..parts.len()).find_map(|second| {
                (0..second)
                    .find(|&first| bits[first] & bits[second] == NEVER)
                    .map(|first| (first, second))
            });
            let reason = pair.map(|(first, second)| {
                let [first, second] = [first, second].map(|at| self.text(&parts[at].range));
                let relation = if is_all {
                    "exclude each other"
                } else {
                    "leave nothing out"
                };
                format!(": `{first}` and `{second}` {relation}")
            });
            let which = if is_all {
                "no position meets"
            } else {
                "every position meets"
            };
            let text = self.text(&condition.range);
            let message = format!("{which} `{text}`{}", reason.unwrap_or_default());
            return Err(Mistake::new(condition.range.clone(), message));
        }
        let mut skip = Vec::new();
        for position in (0..parts.len()).rev() {
            skip.push(position);
            if skip.len() == parts.len() || conjunction(&skip) & !bits[position] != NEVER {
                skip.pop();
                continue;
            }
            let by = (0..parts.len())
                .find(|by| !skip.contains(by) && bits[*by] & !bits[position] == NEVER);
            let by = by.map(|by| format!("`{}`", self.text(&parts[by].range)));
            let by = by.unwrap_or_else(|| "the other parts together".to_owned());
            let relation = if is_all { "implied by" } else { "included in" };
            let text = self.text(&parts[position].range);
            self.notes.push(format!(
                "`{text}` changes nothing, because it is {relation} {by}"
            ));
        }
        Ok(if is_all { whole } else { !whole })
    }

    /// Notes the operands of sets that change nothing.
    fn sets(&mut self, value: &Operand) {
        match &value.expr {
            Expr::Complement(operand) | Expr::Call(.., operand) => self.sets(operand),
            Expr::Chain(operands, operators) => {
                operands.iter().for_each(|operand| self.sets(operand));
                let mut kept: Vec<usize> = (0..operands.len()).collect();
                let Some(whole) = self.folded(operands, operators, &kept) else {
                    return;
                };
                for position in (0..operands.len()).rev() {
                    if kept.len() == 1 {
                        break;
                    }
                    let without: Vec<usize> =
                        kept.iter().copied().filter(|&at| at != position).collect();
                    let Some(folded) = self.folded(operands, operators, &without) else {
                        return;
                    };
                    if differ(&folded.0, &whole.0) == NEVER {
                        kept = without;
                        let [part, text] =
                            [&operands[position].range, &value.range].map(|range| self.text(range));
                        self.notes
                            .push(format!("`{part}` changes nothing in `{text}`"));
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the set of some operands of a chain, or `None` if they are numbers.
    fn folded(
        &self,
        operands: &[Operand],
        operators: &[Operator],
        kept: &[usize],
    ) -> Option<Symbolic> {
        let mut whole = None;
        for &position in kept {
            let set = evaluate::value(&operands[position], self.seen).set()?;
            whole = Some(whole.map_or(set, |whole| {
                evaluate::combined(operators[position - 1], whole, set)
            }));
        }
        whole
    }

    /// Returns the reason why no position meets a condition, if it is one set.
    fn reason(&self, condition: &Condition) -> String {
        let Test::Any(value) = &condition.test else {
            return String::new();
        };
        let factors: Vec<_> = factors(value)
            .iter()
            .filter_map(|part| {
                Some((
                    self.text(&part.range),
                    evaluate::value(part, self.seen).set()?,
                ))
            })
            .collect();
        let is_empty = |set: Symbolic| differ(&set.0, &[NEVER; 64]) == NEVER;
        for (place, &(second, set)) in factors.iter().enumerate() {
            if factors.len() > 1 && is_empty(set) {
                return format!(": `{second}` is always empty");
            }
            if let Some((first, _)) = factors[..place]
                .iter()
                .find(|&&(_, first)| is_empty(first & set))
            {
                return format!(": `{first}` and `{second}` never share a square");
            }
        }
        String::new()
    }

    /// `white.isolated && d`: joins a part with the previous one by `&`.
    fn joined(&self, parts: &[Condition], position: usize) -> String {
        let second = position.max(1);
        let [left, right] = [second - 1, second].map(|part| &parts[part].range);
        format!("{} & {}", &self.text[..left.end], &self.text[right.start..])
    }

    /// `~white.isolated & d`: negates the whole set instead of one of its factors.
    fn negated(&self, condition: &Condition) -> Option<String> {
        let Test::Any(value) = &condition.test else {
            return None;
        };
        let negated = factors(value)
            .iter()
            .find(|part| matches!(part.expr, Expr::Complement(_)))?;
        let (range, not, text) = (&condition.range, negated.range.start, self.text);
        let inside = format!(
            "{}{}",
            &text[range.start..not],
            &text[not..range.end].replacen('~', "", 1)
        );
        Some(format!(
            "{}!({inside}){}",
            &text[..range.start],
            &text[range.end..]
        ))
    }
}

/// Returns the sets that `&` combines.
fn factors(value: &Operand) -> &[Operand] {
    match &value.expr {
        Expr::Chain(operands, operators) if operators[0] == Operator::And => operands,
        _ => std::slice::from_ref(value),
    }
}

#[cfg(test)]
mod tests;
