//! Gives the names of a condition their meaning, and checks the kinds of its values.

use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;

use pawnfill::Color;
use pawnfill::pattern::{Kind, Pattern, Scope};
use pawnfill_expression::Builtin;
use pawnfill_expression::grammar::{Comparator, Node, NodeKind, Operator};

use crate::condition::{Condition, Definition, Expr, Operand, PIECES, Perspective, Test};
use crate::function::{self, call, needs_color};
use crate::mistake::Mistake;
use crate::names::{self, in_files, name_of_kind};
use crate::syntax::{self, Text};

/// The maximum of the [length](Condition::length) of a condition, which limits the work on
/// definitions in one another.
const MAX_LENGTH: usize = 1 << 14;

/// Returns the condition of a text, and the perspective from which it is written, whose side is
/// White in it.
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
    Ok((condition, check.perspective()?))
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

impl Check<'_> {
    /// Returns whose eyes the whole condition has, in which sides do not go together with others.
    fn perspective(&self) -> Result<Perspective, Mistake> {
        let (side, enemy, perspective, own) = match (self.first("own", 0), self.first("mine", 0)) {
            (None, None) => return Ok(Perspective::Board),
            (Some(own), None) => ("own", "enemy", Perspective::Own, own),
            (None, Some(mine)) => ("mine", "theirs", Perspective::Mine, mine),
            (Some(_), Some(mine)) => {
                let message = "`mine` and `theirs` do not go together with `own` and `enemy`";
                return Err(Mistake::new(mine, message));
            }
        };
        if let Some(color) = self.first("white", 0) {
            let message = format_args!(
                "`{side}` and `{enemy}` stand for either color, so they do not go together with \
                 `white` and `black`"
            );
            return Err(Mistake::new(color, message));
        }
        let Some(either) = &self.closed else {
            return Ok(perspective);
        };
        let name = &self.text.whole[either.clone()];
        let of_side = of_side(side, name);
        let message = format_args!(
            "`{name}` may be about another side than `{}`: write `{of_side}`",
            &self.text.whole[own]
        );
        let fix = self.text.replaced(either, &of_side);
        Err(Mistake::new(either.clone(), message).with_fixes([fix]))
    }

    /// Returns a mistake at a part of the condition.
    fn mistake<T>(&self, node: &Node, message: impl Display) -> Result<T, Mistake> {
        Err(Mistake::new(self.text.range(node), message))
    }

    fn condition(&mut self, node: &Node) -> Result<Condition, Mistake> {
        let test = match &node.kind {
            NodeKind::Not(operand) => Test::Not(Box::new(self.condition(operand)?)),
            NodeKind::Chain(nodes, operators) => match operators[0].0 {
                Operator::LogicalAnd => Test::All(self.conditions(nodes)?),
                Operator::LogicalOr => Test::AnyOf(self.conditions(nodes)?),
                _ => return self.part(node),
            },
            _ => return self.part(node),
        };
        Ok(self.condition_at(node, test))
    }

    fn conditions(&mut self, nodes: &[Node]) -> Result<Vec<Condition>, Mistake> {
        nodes.iter().map(|node| self.condition(node)).collect()
    }

    fn condition_at(&self, node: &Node, test: Test) -> Condition {
        Condition {
            range: self.text.range(node),
            test,
        }
    }

    /// Returns a condition without `&&`, `||` and `!`, which is about either side if `either`
    /// stands in it.
    fn part(&mut self, node: &Node) -> Result<Condition, Mistake> {
        let start = self.sides.len();
        let test = self.test(node)?;
        let condition = self.condition_at(node, test);
        let Some(either) = self.first("either", start) else {
            return Ok(condition);
        };
        if self.first("white", start).is_some() {
            let message = "`either` stands for both colors, so it does not go together with \
                           `white` and `black`";
            return Err(Mistake::new(either, message));
        }
        self.closed.get_or_insert(either);
        Ok(self.condition_at(node, Test::Either(Box::new(condition))))
    }

    fn test(&mut self, node: &Node) -> Result<Test, Mistake> {
        if let NodeKind::Name(name) = &node.kind
            && let Some(test) = self.named(name, self.text.place(node.at))?
        {
            return Ok(test);
        }
        if let NodeKind::Chain(sides, operators) = &node.kind
            && let (Operator::Compare(comparison), [left, right]) = (operators[0].0, &sides[..])
        {
            return self.comparison(node, comparison, left, right);
        }
        Ok(Test::Value(self.value(node)?))
    }

    fn comparison(
        &mut self,
        node: &Node,
        comparison: Comparator,
        left: &Node,
        right: &Node,
    ) -> Result<Test, Mistake> {
        let values = [self.value(left)?, self.value(right)?];
        let [left_kind, right_kind] = [values[0].kind, values[1].kind];
        if left_kind != right_kind {
            let message = format_args!(
                "{} and {} cannot be compared",
                name_of_kind(left_kind),
                name_of_kind(right_kind)
            );
            let set = if left_kind == Kind::Number {
                right
            } else {
                left
            };
            let source = self.text.source(set);
            let files = in_files(source);
            let counted = format!("count({})", files.as_deref().unwrap_or(source));
            let fix = self.text.replaced(&self.text.range(set), &counted);
            return Err(Mistake::new(self.text.range(node), message).with_fixes([fix]));
        }
        let is_equality = matches!(comparison, Comparator::Equal | Comparator::NotEqual);
        if left_kind != Kind::Number && !is_equality {
            let source = self.text.source(left);
            let files = in_files(source);
            let message = format_args!(
                "only numbers have an order, not {}: compare `count({})`",
                name_of_kind(left_kind),
                files.as_deref().unwrap_or(source)
            );
            return self.mistake(node, message);
        }
        Ok(Test::Compare(comparison, Box::new(values)))
    }

    /// Returns the condition of a name such as `iqp` or `white.iqp`, if there is one.
    fn named(&mut self, text: &str, place: Range<usize>) -> Result<Option<Test>, Mistake> {
        let (side, name) = text.split_once('.').unwrap_or(("either", text));
        let Some(definition) = names::definition(name, self.names) else {
            return Ok(None);
        };
        let Some(color) = self.side(side, &place) else {
            return Ok(None);
        };
        if side != "either"
            && let Some(either) = first_either(&definition.condition, &definition.text)
        {
            let own = of_side("own", either);
            let message = format_args!(
                "`{text}` may be about another side than `{side}`, because the definition of \
                 `{name}` names none: write `{own}` in it"
            );
            return Err(Mistake::new(place, message));
        }
        let test = Test::Named(Arc::clone(definition));
        Ok(Some(match color {
            Color::White => test,
            Color::Black => Test::Mirrored(Box::new(Condition { range: place, test })),
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
        for (name, place) in &self.sides[behind..] {
            if *name == side {
                return Some(place.clone());
            }
        }
        None
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
            NodeKind::Chain(operands, operators) => self.chain(node, operands, operators)?,
            NodeKind::Call(name, arguments) => {
                self.call(name, self.text.place(node.at), arguments)?
            }
            NodeKind::If { .. } => {
                let message = "`if` has no meaning here: combine conditions with `&&` and `||`";
                return self.mistake(node, message);
            }
        };
        Ok(Operand {
            range: self.text.range(node),
            kind,
            expr,
        })
    }

    fn chain(
        &mut self,
        node: &Node,
        operands: &[Node],
        operators: &[(Operator, usize)],
    ) -> Result<(Kind, Expr), Mistake> {
        if let Operator::LogicalAnd | Operator::LogicalOr | Operator::Compare(_) = operators[0].0 {
            let message = "expected a set of squares or a number, found a condition";
            return self.mistake(node, message);
        }
        let mut values = Vec::<Operand>::new();
        let mut between = Vec::new();
        for (position, operand) in operands.iter().enumerate() {
            match self.value(operand) {
                Ok(value) => values.push(value),
                Err(mut mistake) => {
                    // The condition may be the whole: `!white.isolated & d`.
                    if let NodeKind::Not(_) = operands[0].kind {
                        let whole = self.text.source(node).replacen('!', "", 1);
                        let range = self.text.range(node);
                        let fix = self.text.replaced(&range, &format!("!({whole})"));
                        mistake.fixes.insert(0, fix);
                    }
                    return Err(mistake);
                }
            }
            if position > 0 {
                between.push(operators[position - 1].0);
            }
        }
        for (pair, &operator) in values.windows(2).zip(&between) {
            operands_fit(operator, &pair[0], &pair[1])?;
        }
        Ok((values[0].kind, Expr::Chain(values, between)))
    }

    /// Returns the mistake of `!` within a set. Either the complement is meant,
    /// or another condition.
    fn no_set(&self, node: &Node, operand: &Node) -> Mistake {
        let (not, inner) = (self.text.source(node), self.text.source(operand));
        let message = format_args!(
            "`{not}` is a condition, not a set: `&&` joins conditions, and `~{inner}` are all \
             other squares"
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
        let column = match text.split_once('.') {
            None => {
                if let Some(squares) = names::squares(text) {
                    return Ok((Kind::Set, Expr::Squares(squares)));
                }
                Pattern::from_name(text).and_then(|pattern| pattern.column(Scope::Board))
            }
            Some((side, member)) => {
                let Some(color) = self.side(side, &place) else {
                    return Err(names::unknown(self.text.whole, place, self.names));
                };
                match PIECES.iter().position(|name| *name == member) {
                    Some(0) => return Ok((Kind::Set, Expr::Pawns(color))),
                    Some(piece) => return Ok((Kind::Set, Expr::Pieces(color, piece))),
                    None => {}
                }
                Pattern::from_name(member).and_then(|pattern| pattern.column(Scope::Side(color)))
            }
        };
        match column {
            Some(column) => Ok((column.pattern.kind, Expr::Column(column))),
            None => Err(names::unknown(self.text.whole, place, self.names)),
        }
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
                let Some(color) = self.side(self.text.source(color), &range) else {
                    let expected = "expected `white`, `black`, `own`, `enemy`, `mine` or `theirs`";
                    return Err(Mistake::new(range, expected));
                };
                (argument, color)
            }
            ([_, more, ..], false) => {
                let message = format_args!("`{text}` takes only a set: `{}`", call(signature));
                return self.mistake(more, message);
            }
            (_, has_color) => {
                let takes = if has_color {
                    "a set and the color of its pawns"
                } else {
                    "a set"
                };
                let message = format_args!("`{text}` takes {takes}: `{}`", call(signature));
                return Err(Mistake::new(at, message));
            }
        };
        let argument = self.value(argument)?;
        match function::kind(signature, argument.kind) {
            Some(kind) => Ok((kind, Expr::Call(signature, color, Box::new(argument)))),
            None => {
                let kind = name_of_kind(argument.kind);
                let message = format_args!("`{text}` takes a set of squares, not {kind}");
                Err(Mistake::new(at, message))
            }
        }
    }
}

/// Returns a part about either side, written for this side.
fn of_side(side: &str, either: &str) -> String {
    let name = either.strip_prefix("either.").unwrap_or(either);
    format!("{side}.{name}")
}

/// Returns the first part of a definition that either side may meet, as it is written.
fn first_either<'a>(condition: &'a Condition, text: &'a str) -> Option<&'a str> {
    match &condition.test {
        Test::Either(inner) => return text.get(inner.range.clone()),
        Test::Named(definition) => return first_either(&definition.condition, &definition.text),
        _ => {}
    }
    for part in condition.parts() {
        if let Some(either) = first_either(part, text) {
            return Some(either);
        }
    }
    None
}

fn operands_fit(operator: Operator, left: &Operand, right: &Operand) -> Result<(), Mistake> {
    let range = left.range.start..right.range.end;
    let are_same = left.kind == right.kind;
    let are_numbers = are_same && left.kind == Kind::Number;
    let (takes, fits) = match operator {
        Operator::Plus => ("two numbers", are_numbers),
        Operator::Minus => ("two sets or two numbers", are_same),
        Operator::East | Operator::West => {
            let message = "`<<` and `>>` have no meaning here: `east` and `west` move sets";
            return Err(Mistake::new(range, message));
        }
        _ => ("two sets", are_same && !are_numbers),
    };
    if fits {
        return Ok(());
    }
    let hint = if !are_same && (left.kind == Kind::Files || right.kind == Kind::Files) {
        "; `file_fill` makes squares of files"
    } else {
        ""
    };
    let message = format_args!(
        "`{}` takes {takes}, not {} and {}{hint}",
        operator.symbol(),
        name_of_kind(left.kind),
        name_of_kind(right.kind)
    );
    Err(Mistake::new(range, message))
}
