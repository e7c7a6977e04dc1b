//! Gives the names of a condition their meaning, and checks the kinds of its values.

use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;

use pawnfill::Color;
use pawnfill::pattern::{Kind, Pattern, Scope};
use pawnfill_expression::Builtin;
use pawnfill_expression::grammar::{Comparator, Node, NodeKind, Operator};

use crate::condition::{Condition, Expr, Operand, PIECES, Test};
use crate::definition::Definition;
use crate::function::{self, call, needs_color};
use crate::names;
use crate::query::Perspective;
use crate::syntax::{self, Mistake, Text};

/// The maximum of the [length](Condition::length) of a condition, which limits the work on
/// definitions in one another.
const MAX_LENGTH: usize = 1 << 14;

/// Returns the first part of a definition that either side may meet, as it is written.
fn either<'a>(condition: &'a Condition, text: &'a str) -> Option<&'a str> {
    match &condition.test {
        Test::Either(inner) => text.get(inner.range.clone()),
        Test::Named(of) => either(&of.condition, &of.text),
        _ => condition.parts().iter().find_map(|part| either(part, text)),
    }
}

/// Returns the condition of a text, and the perspective in which it is written, whose side is White in it.
pub(crate) fn condition(
    text: &str,
    names: &[Arc<Definition>],
) -> Result<(Condition, Perspective), Mistake> {
    let (parsed, node) =
        syntax::parse(text).map_err(|mistake| names::spoken(text, names).unwrap_or(mistake))?;
    let mut check = Check {
        text: parsed,
        names,
        sides: Vec::new(),
        closed: None,
    };
    let condition = check.condition(&node)?;
    if condition.length() > MAX_LENGTH {
        let message = format_args!(
            "with the definitions of its names, this is longer than {MAX_LENGTH} bytes"
        );
        return Err(Mistake::new(0..text.len(), message));
    }
    let (side, enemy, perspective, own) = match (check.first("own", 0), check.first("mine", 0)) {
        (None, None) => return Ok((condition, Perspective::Board)),
        (Some(own), None) => ("own", "enemy", Perspective::Own, own),
        (None, Some(mine)) => ("mine", "theirs", Perspective::Mine, mine),
        (Some(_), Some(mine)) => {
            let message = "`mine` and `theirs` do not go together with `own` and `enemy`";
            return Err(Mistake::new(mine, message));
        }
    };
    if let Some(color) = check.first("white", 0) {
        let message = format_args!(
            "`{side}` and `{enemy}` stand for either color, so they do not go together with `white` and `black`"
        );
        return Err(Mistake::new(color, message));
    }
    if let Some(either) = check.closed {
        let name = &text[either.clone()];
        let of_side = format!("{side}.{}", name.strip_prefix("either.").unwrap_or(name));
        let message = format_args!(
            "`{name}` may be about another side than `{}`: write `{of_side}`",
            &text[own]
        );
        let fix = check.text.replaced(&either, &of_side);
        return Err(Mistake::new(either, message).with_fixes([fix]));
    }
    Ok((condition, perspective))
}

struct Check<'a> {
    text: Text<'a>,
    names: &'a [Arc<Definition>],
    /// The sides so far and where they stand. `black` counts as `white`, `enemy` as `own` and
    /// `theirs` as `mine`.
    sides: Vec<(&'static str, Range<usize>)>,
    /// Where a part about either side stands.
    closed: Option<Range<usize>>,
}

impl<'a> Check<'a> {
    /// Returns a mistake at a part of the condition.
    fn mistake<T>(&self, node: &Node, message: impl Display) -> Result<T, Mistake> {
        Err(Mistake::new(self.text.range(node), message))
    }

    fn condition(&mut self, node: &Node) -> Result<Condition, Mistake> {
        let test = match &node.kind {
            NodeKind::Not(operand) => Test::Not(Box::new(self.condition(operand)?)),
            NodeKind::Chain(nodes, operators)
                if matches!(operators[0].0, Operator::All | Operator::Any) =>
            {
                let parts = nodes
                    .iter()
                    .map(|node| self.condition(node))
                    .collect::<Result<_, _>>()?;
                if operators[0].0 == Operator::All {
                    Test::All(parts)
                } else {
                    Test::AnyOf(parts)
                }
            }
            _ => return self.part(node),
        };
        Ok(Condition {
            range: self.text.range(node),
            test,
        })
    }

    /// Returns a condition without `&&`, `||` and `!`, which is about either side if `either`
    /// stands in it.
    fn part(&mut self, node: &Node) -> Result<Condition, Mistake> {
        let start = self.sides.len();
        let mut test = self.test(node)?;
        if let Some(either) = self.first("either", start) {
            if self.first("white", start).is_some() {
                let message = "`either` stands for both colors, so it does not go together with `white` and `black`";
                return Err(Mistake::new(either, message));
            }
            self.closed.get_or_insert(either);
            test = Test::Either(Box::new(Condition {
                range: self.text.range(node),
                test,
            }));
        }
        Ok(Condition {
            range: self.text.range(node),
            test,
        })
    }

    fn test(&mut self, node: &Node) -> Result<Test, Mistake> {
        if let NodeKind::Name(name) = &node.kind
            && let Some(test) = self.named(name, self.text.place(node.at))?
        {
            return Ok(test);
        }
        let NodeKind::Chain(sides, operators) = &node.kind else {
            return Ok(Test::Any(self.value(node)?));
        };
        let (Operator::Compare(comparison), [left, right]) = (operators[0].0, &sides[..]) else {
            return Ok(Test::Any(self.value(node)?));
        };
        let sides = [self.value(left)?, self.value(right)?];
        if sides[0].kind != sides[1].kind {
            let message = format_args!(
                "{} and {} cannot be compared",
                of(sides[0].kind),
                of(sides[1].kind)
            );
            let counted = [left, right]
                .into_iter()
                .zip(&sides)
                .find(|(_, side)| side.kind != Kind::Number);
            let fix = counted.map(|(node, _)| {
                self.text.replaced(
                    &self.text.range(node),
                    &format!("count({})", self.text.of(node)),
                )
            });
            return Err(Mistake::new(self.text.range(node), message).with_fixes(fix));
        }
        if sides[0].kind != Kind::Number
            && !matches!(comparison, Comparator::Equal | Comparator::NotEqual)
        {
            let (kind, left) = (of(sides[0].kind), self.text.of(left));
            let message =
                format_args!("only numbers have an order, not {kind}: compare `count({left})`");
            return self.mistake(node, message);
        }
        Ok(Test::Compare(comparison, Box::new(sides)))
    }

    /// Returns the condition of a name such as `iqp` or `white.iqp`, if there is one.
    fn named(&mut self, text: &str, place: Range<usize>) -> Result<Option<Test>, Mistake> {
        let (side, name) = text.split_once('.').unwrap_or(("either", text));
        let is_named = |definition: &&Arc<Definition>| definition.name == name;
        let Some(definition) = self.names.iter().find(is_named) else {
            return Ok(None);
        };
        let condition = Condition {
            range: place.clone(),
            test: Test::Named(Arc::clone(definition)),
        };
        let Some(color) = self.side(side, &place) else {
            return Ok(None);
        };
        if side != "either"
            && let Some(either) = either(&definition.condition, &definition.text)
        {
            let own = format!("own.{}", either.strip_prefix("either.").unwrap_or(either));
            let message = format_args!(
                "`{text}` may be about another side than `{side}`, because the definition of `{name}` \
                 names none: write `{own}` in it"
            );
            return Err(Mistake::new(place, message));
        }
        Ok(Some(match color {
            Color::White => condition.test,
            Color::Black => Test::Mirrored(Box::new(condition)),
        }))
    }

    /// Returns the color that a side has if White is the side in question, and remembers that it
    /// stands here.
    fn side(&mut self, side: &str, place: &Range<usize>) -> Option<Color> {
        let (name, color) = match side {
            "white" => ("white", Color::White),
            "black" => ("white", Color::Black),
            "own" => ("own", Color::White),
            "enemy" => ("own", Color::Black),
            "mine" => ("mine", Color::White),
            "theirs" => ("mine", Color::Black),
            "either" => ("either", Color::White),
            _ => return None,
        };
        self.sides.push((name, place.clone()));
        Some(color)
    }

    /// Returns where a side stands first, behind this number of others.
    fn first(&self, side: &str, behind: usize) -> Option<Range<usize>> {
        self.sides[behind..]
            .iter()
            .find(|(name, _)| *name == side)
            .map(|(_, place)| place.clone())
    }

    fn value(&mut self, node: &Node) -> Result<Operand, Mistake> {
        let (kind, expr) = match &node.kind {
            NodeKind::Name(name) => self.name(name, self.text.place(node.at))?,
            NodeKind::Number(Some(number)) => (Kind::Number, Expr::Number((*number).into())),
            NodeKind::Number(None) => {
                return self.mistake(node, "a number must be an integer from 0 to 255");
            }
            NodeKind::Complement(operand) => {
                let operand = self.value(operand)?;
                if operand.kind == Kind::Number {
                    return self.mistake(node, "`~` takes a set, not a number");
                }
                (operand.kind, Expr::Complement(Box::new(operand)))
            }
            NodeKind::Not(operand) => {
                if self.value(operand)?.kind == Kind::Number {
                    return self.mistake(node, "`!` takes a condition, not a number");
                }
                return Err(self.no_set(node, operand));
            }
            NodeKind::Chain(operands, operators) => {
                let operators: Vec<Operator> =
                    operators.iter().map(|(operator, _)| *operator).collect();
                if matches!(
                    operators[0],
                    Operator::All | Operator::Any | Operator::Compare(_)
                ) {
                    return self.mistake(
                        node,
                        "expected a set of squares or a number, found a condition",
                    );
                }
                let values = operands
                    .iter()
                    .map(|operand| self.value(operand))
                    .collect::<Result<Vec<_>, _>>();
                // The condition may be the whole: `!white.isolated & d`.
                let values = values.map_err(|mut mistake| {
                    if let NodeKind::Not(_) = operands[0].kind {
                        let whole = self.text.of(node).replacen('!', "", 1);
                        mistake.fixes.insert(
                            0,
                            self.text
                                .replaced(&self.text.range(node), &format!("!({whole})")),
                        );
                    }
                    mistake
                })?;
                for (pair, &operator) in values.windows(2).zip(&operators) {
                    operands_fit(operator, &pair[0], &pair[1])?;
                }
                (values[0].kind, Expr::Chain(values, operators))
            }
            NodeKind::Call(name, arguments) => {
                self.call(name, self.text.place(node.at), arguments)?
            }
            NodeKind::If { .. } => {
                return self.mistake(
                    node,
                    "`if` has no meaning here: combine conditions with `&&` and `||`",
                );
            }
        };
        Ok(Operand {
            range: self.text.range(node),
            kind,
            expr,
        })
    }

    /// Returns the mistake of `!` within a set. Either the complement is meant,
    /// or another condition.
    fn no_set(&self, node: &Node, operand: &Node) -> Mistake {
        let [not, inner] = [node, operand].map(|node| self.text.of(node));
        let message = format_args!(
            "`{not}` is a condition, not a set: `&&` joins conditions, and `~{inner}` are all other squares"
        );
        let Range { start, end } = self.text.range(node);
        let (before, after) = (&self.text.whole[..start], &self.text.whole[end..]);
        let joined = match before.trim_end().strip_suffix(" &") {
            Some(before) => format!("{before} && {not}{after}"),
            None => format!("{before}{not}{}", after.replacen(" & ", " && ", 1)),
        };
        Mistake::new(start..end, message).with_fixes([joined, format!("{before}~{inner}{after}")])
    }

    fn name(&mut self, text: &str, place: Range<usize>) -> Result<(Kind, Expr), Mistake> {
        let (whole, names) = (self.text.whole, self.names);
        let unknown = || names::unknown(whole, place.clone(), names);
        let Some((side, member)) = text.split_once('.') else {
            if let Some(squares) = names::squares(text) {
                return Ok((Kind::Set, Expr::Squares(squares)));
            }
            let column = Pattern::from_name(text).and_then(|pattern| pattern.column(Scope::Board));
            let column = column.ok_or_else(unknown)?;
            return Ok((column.pattern.kind, Expr::Column(column)));
        };
        let color = self.side(side, &place).ok_or_else(unknown)?;
        match PIECES.iter().position(|name| *name == member) {
            Some(0) => return Ok((Kind::Set, Expr::Pawns(color))),
            Some(piece) => return Ok((Kind::Set, Expr::Pieces(color, piece))),
            None => {}
        }
        let pattern =
            Pattern::from_name(member).and_then(|pattern| pattern.column(Scope::Side(color)));
        let column = pattern.ok_or_else(unknown)?;
        Ok((column.pattern.kind, Expr::Column(column)))
    }

    fn call(
        &mut self,
        text: &str,
        at: Range<usize>,
        arguments: &[Node],
    ) -> Result<(Kind, Expr), Mistake> {
        let Some(signature) = Builtin::named(text).next() else {
            return Err(names::unknown_function(self.text.whole, at));
        };
        let (argument, color) = match (arguments, needs_color(signature)) {
            ([argument], false) => (argument, Color::White),
            ([argument, color], true) => {
                let range = self.text.range(color);
                let expected = "expected `white`, `black`, `own`, `enemy`, `mine` or `theirs`";
                let color = self.side(self.text.of(color), &range);
                (
                    argument,
                    color.ok_or_else(|| Mistake::new(range, expected))?,
                )
            }
            ([_, more, ..], false) => {
                return self.mistake(
                    more,
                    format_args!("`{text}` takes only a set: `{}`", call(signature)),
                );
            }
            (_, has_color) => {
                let takes = if has_color {
                    "a set and the color of its pawns"
                } else {
                    "a set"
                };
                return Err(Mistake::new(
                    at,
                    format_args!("`{text}` takes {takes}: `{}`", call(signature)),
                ));
            }
        };
        let argument = self.value(argument)?;
        match function::kind(signature, argument.kind) {
            Some(kind) => Ok((kind, Expr::Call(signature, color, Box::new(argument)))),
            None => {
                let message =
                    format_args!("`{text}` takes a set of squares, not {}", of(argument.kind));
                Err(Mistake::new(at, message))
            }
        }
    }
}

/// Returns what a value is.
pub(crate) fn of(kind: Kind) -> &'static str {
    match kind {
        Kind::Set => "a set of squares",
        Kind::Files => "a set of files",
        Kind::Number => "a number",
        _ => "a truth value",
    }
}

fn operands_fit(operator: Operator, left: &Operand, right: &Operand) -> Result<(), Mistake> {
    let range = left.range.start..right.range.end;
    let (takes, fits) = match operator {
        Operator::Plus => (
            "two numbers",
            left.kind == Kind::Number && right.kind == Kind::Number,
        ),
        Operator::Minus => ("two sets or two numbers", left.kind == right.kind),
        Operator::East | Operator::West => {
            let message = "`<<` and `>>` have no meaning here: `east` and `west` move sets";
            return Err(Mistake::new(range, message));
        }
        _ => (
            "two sets",
            left.kind == right.kind && left.kind != Kind::Number,
        ),
    };
    if fits {
        return Ok(());
    }
    let hint = if left.kind != right.kind && [left.kind, right.kind].contains(&Kind::Files) {
        "; `file_fill` makes squares of files"
    } else {
        ""
    };
    let symbol = operator.symbol();
    let message = format_args!(
        "`{symbol}` takes {takes}, not {} and {}{hint}",
        of(left.kind),
        of(right.kind)
    );
    Err(Mistake::new(range, message))
}
