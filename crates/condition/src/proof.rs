//! Finds conditions that the user cannot have meant, because they or a part of them are always or
//! never met, by evaluating them for all positions at once. A part that only repeats another is
//! worth a note.
//!
//! The work is limited by the size of diagrams and not by time, so a condition has the
//! same answer everywhere.

use std::ops::Range;
use std::sync::Arc;

use pawnfill::set::Reduce;
use pawnfill::{Bitboard, Pawns, SquareSet};
use pawnfill_expression::grammar::Operator;
use pawnfill_symbolic::{Bit, Symbolic, differ, limited, pieces_of};

use crate::advice;
use crate::board::{self, Pieces};
use crate::condition::{Condition, Definition, Expr, Operand, PIECES, Test};
use crate::evaluate::{self, met};
use crate::mistake::{Mistake, Refused};
use crate::query::Query;
use crate::seen::Seen;

/// The maximum size of a diagram, and of the diagrams of one condition together. The largest proofs
/// take half a second.
pub(crate) const LIMITS: [usize; 2] = [1 << 15, 1 << 21];

/// The definitions that a condition may name.
type Names = [Arc<Definition>];

/// A condition, and notes about it.
pub type Noted = (Query, Vec<String>);

/// Returns positions of games, which decide whether a condition can be met where diagrams
/// are too large.
pub type Examples = fn() -> Vec<Pawns>;

/// The note about a condition that is neither proved nor decided by examples.
const TOO_LARGE: &str = "this condition is too large to find out if every position meets it, or \
                         none; what it finds is right all the same";

/// The maximum number of corrected texts to try before suggesting one.
const MAX_FIXES: usize = 16;

pub(crate) const NEVER: Bit = Bit::FALSE;
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
    checked(text, names, examples, is_definition).map_err(|mistake| Refused {
        text: text.to_owned(),
        meant: meant(&mistake, names, examples, &mut MAX_FIXES.clone()),
        mistake,
    })
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
            seen: Seen::with_pieces(&pieces),
            examples,
            notes: Vec::new(),
            is_complete: true,
        };
        let is_value = matches!(query.condition.test, Test::Value(_));
        if is_definition && is_value && met(&query.condition, proof.seen) == ALWAYS {
            return Ok(proof.notes);
        }
        proof.whole(&query)?;
        if !proof.is_complete {
            proof.notes.push(TOO_LARGE.to_owned());
        }
        proof.notes.extend(advice::notes(&query, text));
        Ok(proof.notes)
    })?;
    Ok((query, notes))
}

/// Returns a text that was probably meant, and that has no mistake.
fn meant(mistake: &Mistake, names: &Names, examples: Examples, left: &mut usize) -> Option<String> {
    for fix in &mistake.fixes {
        *left = left.checked_sub(1)?;
        match checked(fix, names, examples, false) {
            Ok(_) => return Some(fix.clone()),
            Err(mistake) => {
                if let Some(meant) = meant(&mistake, names, examples, left) {
                    return Some(meant);
                }
            }
        }
    }
    None
}

/// Returns all possible pieces, or only pawns: at most one per square, and no pawn on rank 1 or 8.
pub(crate) fn legal(has_pieces: bool) -> Pieces<Symbolic> {
    let inner = Symbolic::splat(Bitboard::from_bits(0x00ff_ffff_ffff_ff00));
    let mut occupied = Symbolic::splat(Bitboard::EMPTY);
    let mut pieces = [[occupied; PIECES.len()]; 2];
    let kinds = if has_pieces { PIECES.len() } else { 1 };
    let all = (0..kinds).flat_map(|piece| [(piece, 0), (piece, 1)]);
    for (piece, color) in all {
        let free = pieces_of(piece)[color] & !occupied;
        let set = if piece == 0 { free & inner } else { free };
        pieces[color][piece] = set;
        occupied = occupied | set;
    }
    pieces
}

impl Query {
    /// Returns `true` if either side may meet the condition, which is only about pawns, and both
    /// always meet it in the same positions. It is proved, so a thread of its own is the place for
    /// deep conditions, as for [`ask`].
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        if !self.of_either || self.has_pieces() {
            return false;
        }
        limited(LIMITS[0], LIMITS[1], || {
            let pieces = legal(false);
            let seen = Seen::with_pieces(&pieces);
            let own = met(&self.condition, seen);
            own == met(&self.condition, seen.mirrored()) && own != Bit::UNKNOWN
        })
    }
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
        let mut first = None;
        for pawns in (self.examples)() {
            for pawns in [pawns, pawns.flip_colors()] {
                let is_met = is_met(pawns);
                if *first.get_or_insert(is_met) != is_met {
                    return true;
                }
            }
        }
        false
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
            Test::All(parts) => {
                let mut bits = Vec::new();
                for (position, part) in parts.iter().enumerate() {
                    let joined = self.joined(parts, position);
                    bits.push(self.decided(part, Some(joined))?);
                }
                return self.conjunction(condition, &bits);
            }
            Test::AnyOf(parts) => {
                // A part repeats others of `||` as its complement repeats complements in `&&`.
                let mut complements = Vec::new();
                for part in parts {
                    complements.push(!self.decided(part, None)?);
                }
                return Ok(!self.conjunction(condition, &complements)?);
            }
            Test::Either(operand) => {
                self.decided(operand, None)?;
            }
            _ => {
                for value in condition.values() {
                    self.note_operands(value);
                }
            }
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
        let (mut message, fixes) = match bit {
            ALWAYS => (
                format!("every position meets `{text}`"),
                self.negated(condition),
            ),
            NEVER => (
                format!("no position meets `{text}`{}", self.reason(condition)),
                self.half_open(condition),
            ),
            Bit::UNKNOWN => {
                self.is_complete &= self.has_examples(|pawns| is_met_by(condition, pawns));
                return Ok(());
            }
            _ => return Ok(()),
        };
        let (reason, files) = advice::counted_files(condition, self.text).unzip();
        if let Some(reason) = reason {
            message += &format!(": {reason}");
        }
        Err(Mistake::new(condition.range.clone(), message)
            .with_fixes(fixes)
            .with_fixes(files)
            .with_fixes(around))
    }

    /// Returns when all parts are met, and notes those that others imply. The parts of `||` are
    /// given as complements.
    fn conjunction(&mut self, condition: &Condition, bits: &[Bit]) -> Result<Bit, Mistake> {
        let whole = all_but(bits, &[]);
        if whole == NEVER {
            return Err(self.contradiction(condition, bits));
        }
        let mut skipped = Vec::new();
        for position in (0..bits.len()).rev() {
            skipped.push(position);
            let is_last = skipped.len() == bits.len();
            if is_last || all_but(bits, &skipped) & !bits[position] != NEVER {
                skipped.pop();
            } else {
                self.note_repetition(condition, bits, position, &skipped);
            }
        }
        Ok(whole)
    }

    /// Returns the mistake of parts that cannot be met together, or that leave nothing out.
    fn contradiction(&self, condition: &Condition, bits: &[Bit]) -> Mistake {
        let (which, relation) = match condition.test {
            Test::All(_) => ("no position meets", "exclude each other"),
            _ => ("every position meets", "leave nothing out"),
        };
        let mut message = format!("{which} `{}`", self.text(&condition.range));
        let mut pairs =
            (0..bits.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
        if let Some((first, second)) = pairs.find(|&(one, other)| bits[one] & bits[other] == NEVER)
        {
            let parts = condition.parts();
            let [first, second] = [first, second].map(|part| self.text(&parts[part].range));
            message += &format!(": `{first}` and `{second}` {relation}");
        }
        Mistake::new(condition.range.clone(), message)
    }

    /// Notes that a part changes nothing, because others imply it.
    fn note_repetition(
        &mut self,
        condition: &Condition,
        bits: &[Bit],
        part: usize,
        skipped: &[usize],
    ) {
        let parts = condition.parts();
        let mut others = (0..parts.len()).filter(|other| !skipped.contains(other));
        let by = match others.find(|&other| bits[other] & !bits[part] == NEVER) {
            Some(other) => format!("`{}`", self.text(&parts[other].range)),
            None => "the other parts together".to_owned(),
        };
        let relation = match condition.test {
            Test::All(_) => "implied by",
            _ => "included in",
        };
        let text = self.text(&parts[part].range);
        self.notes.push(format!(
            "`{text}` changes nothing, because it is {relation} {by}"
        ));
    }

    /// Notes the operands of sets that change nothing.
    fn note_operands(&mut self, value: &Operand) {
        for part in value.parts() {
            self.note_operands(part);
        }
        let Expr::Chain(operands, operators) = &value.expr else {
            return;
        };
        let mut kept: Vec<usize> = (0..operands.len()).collect();
        let Some(whole) = self.folded(operands, operators, &kept) else {
            return;
        };
        for position in (0..operands.len()).rev() {
            if kept.len() == 1 {
                return;
            }
            let mut without = kept.clone();
            without.retain(|&at| at != position);
            let Some(folded) = self.folded(operands, operators, &without) else {
                return;
            };
            if differ(&folded.0, &whole.0) == NEVER {
                kept = without;
                let part = self.text(&operands[position].range);
                let text = self.text(&value.range);
                self.notes
                    .push(format!("`{part}` changes nothing in `{text}`"));
            }
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
            let set = self.set(&operands[position])?;
            whole = Some(match whole {
                Some(whole) => evaluate::combined(operators[position - 1], whole, set),
                None => set,
            });
        }
        whole
    }

    fn set(&self, value: &Operand) -> Option<Symbolic> {
        evaluate::value(value, self.seen).set()
    }

    /// Returns the reason why no position meets a condition, if it is one set.
    fn reason(&self, condition: &Condition) -> String {
        let Test::Value(value) = &condition.test else {
            return String::new();
        };
        let factors = factors(value);
        let mut before = Vec::new();
        for factor in factors {
            let Some(set) = self.set(factor) else {
                continue;
            };
            let text = self.text(&factor.range);
            if factors.len() > 1 && is_empty(set) {
                return format!(": `{text}` is always empty");
            }
            for &(first, other) in &before {
                if is_empty(set & other) {
                    return format!(": `{first}` and `{text}` never share a square");
                }
            }
            before.push((text, set));
        }
        String::new()
    }

    /// `white.isolated && d`: joins a part with the previous one by `&`.
    fn joined(&self, parts: &[Condition], position: usize) -> String {
        let second = position.max(1);
        let (left, right) = (&parts[second - 1].range, &parts[second].range);
        format!("{} & {}", &self.text[..left.end], &self.text[right.start..])
    }

    fn half_open(&self, condition: &Condition) -> Option<String> {
        match &condition.test {
            Test::Value(value) => advice::half_open(factors(value), self.text),
            _ => None,
        }
    }

    /// `~white.isolated & d`: negates the whole set instead of one of its factors.
    fn negated(&self, condition: &Condition) -> Option<String> {
        let Test::Value(value) = &condition.test else {
            return None;
        };
        let is_complement = |part: &&Operand| matches!(part.expr, Expr::Complement(_));
        let not = factors(value).iter().find(is_complement)?.range.start;
        let (Range { start, end }, text) = (condition.range.clone(), self.text);
        let without = text[not..end].replacen('~', "", 1);
        let (before, inside, after) = (&text[..start], &text[start..not], &text[end..]);
        Some(format!("{before}!({inside}{without}){after}"))
    }
}

/// Returns when all of these are met, without some of them.
fn all_but(bits: &[Bit], skipped: &[usize]) -> Bit {
    let mut whole = ALWAYS;
    for (position, &bit) in bits.iter().enumerate() {
        if !skipped.contains(&position) {
            whole = whole & bit;
        }
    }
    whole
}

fn is_empty(set: Symbolic) -> bool {
    set.is_empty() == ALWAYS
}

fn is_met_by(condition: &Condition, pawns: Pawns) -> bool {
    let pieces = board::pieces(pawns.into());
    met(condition, Seen::with_pieces(&pieces)).boards() != [0]
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
