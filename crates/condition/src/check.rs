//! Gives the names of a condition their meaning, and checks the kinds of its values.

use std::ops::Range;
use std::sync::Arc;

use pawnfill::Color;
use pawnfill::pattern::{Kind, Pattern, Scope};

use crate::Definition;
use crate::function::Function;
use crate::names;
use crate::syntax::{Comparison, Mistake, Node, Operator, Syntax};
use crate::{Condition, Expr, Test, Value};

/// Returns the condition of a tree, and whether it is written with `own`, which is White in it.
pub(crate) fn condition(
    text: &str,
    node: &Node,
    names: &[Arc<Definition>],
) -> Result<(Condition, bool), Mistake> {
    let mut check = Check { text, names, colors: None, own: None, either: None, closed: None };
    let condition = check.condition(node)?;
    let Some(own) = check.own else { return Ok((condition, false)) };
    let instead = |at: &Range<usize>, side: &str, length: usize| {
        format!("{}{side}.{}", &text[..at.start], &text[at.start + length..])
    };
    if let Some(color) = check.colors {
        let message =
            "`own` and `enemy` stand for either color, so they do not go together with `white` and `black`";
        return Err(Mistake::new(color, message));
    }
    if let Some(either) = check.closed {
        let name = &text[either.clone()];
        let (length, name) = name.strip_prefix("either.").map_or((0, name), |name| ("either.".len(), name));
        let message = format_args!(
            "`{}` may be about another side than `{}`: write `own.{name}`",
            &text[either.clone()],
            &text[own]
        );
        return Err(Mistake::new(either.clone(), message).with_fixes([instead(&either, "own", length)]));
    }
    Ok((condition, true))
}

struct Check<'a> {
    text: &'a str,
    names: &'a [Arc<Definition>],
    /// Where `white` or `black` stands.
    colors: Option<Range<usize>>,
    /// Where `own` or `enemy` stands.
    own: Option<Range<usize>>,
    /// Where `either` stands in the current part without `&&`, `||` and `!`.
    either: Option<Range<usize>>,
    /// Where a part about either side stands.
    closed: Option<Range<usize>>,
}

impl<'a> Check<'a> {
    fn text(&self, node: &Node) -> &'a str {
        &self.text[node.range.clone()]
    }

    fn condition(&mut self, node: &Node) -> Result<Condition, Mistake> {
        let conditions = |check: &mut Self, nodes: &[Node]| {
            nodes.iter().map(|node| check.condition(node)).collect::<Result<Vec<_>, _>>()
        };
        let test = match &node.kind {
            Syntax::Not(operand) => Test::Not(Box::new(self.condition(operand)?)),
            Syntax::Chain(parts, operators) => match operators[0] {
                Operator::And => Test::All(conditions(self, parts)?),
                Operator::Or => Test::AnyOf(conditions(self, parts)?),
                _ => return self.part(node),
            },
            _ => return self.part(node),
        };
        Ok(Condition { range: node.range.clone(), test })
    }

    /// Returns a condition without `&&`, `||` and `!`, which is about either side if `either` stands in it.
    fn part(&mut self, node: &Node) -> Result<Condition, Mistake> {
        let outside = (self.either.take(), self.colors.take());
        let mut test = self.test(node)?;
        let inside = (self.either.take(), self.colors.take());
        (self.either, self.colors) = (outside.0, outside.1.or(inside.1.clone()));
        if let Some(either) = inside.0 {
            if inside.1.is_some() {
                let message =
                    "`either` stands for both colors, so it does not go together with `white` and `black`";
                return Err(Mistake::new(either, message));
            }
            self.closed.get_or_insert(either);
            test = Test::Either(Box::new(Condition { range: node.range.clone(), test }));
        }
        Ok(Condition { range: node.range.clone(), test })
    }

    fn test(&mut self, node: &Node) -> Result<Test, Mistake> {
        if let Syntax::Name(place) = &node.kind
            && let Some(test) = self.named(place)
        {
            return Ok(test);
        }
        let Syntax::Chain(sides, operators) = &node.kind else { return Ok(Test::Any(self.value(node)?)) };
        let (Operator::Compare(comparison), [left, right]) = (operators[0], &sides[..]) else {
            return Ok(Test::Any(self.value(node)?));
        };
        let sides = [self.value(left)?, self.value(right)?];
        if sides[0].kind != sides[1].kind {
            let message = format_args!("{} and {} cannot be compared", of(sides[0].kind), of(sides[1].kind));
            let counted = [left, right].into_iter().zip(&sides).find(|(_, side)| side.kind != Kind::Number);
            let fix = counted.map(|(node, _)| self.replaced(node, &format!("count({})", self.text(node))));
            return Err(Mistake::new(node.range.clone(), message).with_fixes(fix));
        }
        if sides[0].kind != Kind::Number && !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            let message = format_args!(
                "only numbers have an order, not {}: compare `count({})`",
                of(sides[0].kind),
                self.text(left)
            );
            return Err(Mistake::new(node.range.clone(), message));
        }
        Ok(Test::Compare(comparison, Box::new(sides)))
    }

    /// Returns the whole text with another text for a part of it.
    fn replaced(&self, node: &Node, by: &str) -> String {
        format!("{}{by}{}", &self.text[..node.range.start], &self.text[node.range.end..])
    }

    /// Returns the condition of a name such as `iqp` or `white.iqp`, if there is one.
    fn named(&mut self, place: &Range<usize>) -> Option<Test> {
        let text = &self.text[place.clone()];
        let (side, name) = text.split_once('.').map_or((None, text), |(side, name)| (Some(side), name));
        let definition = self.names.iter().find(|definition| definition.name == name)?;
        let condition = Condition { range: place.clone(), test: Test::Named(Arc::clone(definition)) };
        let color = match side {
            Some(side) => self.side(side, place)?,
            None => {
                self.either.get_or_insert(place.clone());
                Color::White
            }
        };
        Some(match color {
            Color::White => condition.test,
            Color::Black => Test::Mirrored(Box::new(condition)),
        })
    }

    /// Returns the color that a side has if White is the side in question, and remembers that it stands here.
    fn side(&mut self, side: &str, place: &Range<usize>) -> Option<Color> {
        let (seen, color) = match side {
            "white" => (&mut self.colors, Color::White),
            "black" => (&mut self.colors, Color::Black),
            "own" => (&mut self.own, Color::White),
            "enemy" => (&mut self.own, Color::Black),
            "either" => (&mut self.either, Color::White),
            _ => return None,
        };
        seen.get_or_insert(place.clone());
        Some(color)
    }

    fn value(&mut self, node: &Node) -> Result<Value, Mistake> {
        let (kind, expr) = match &node.kind {
            Syntax::Name(place) => self.name(place)?,
            Syntax::Number(number) => (Kind::Number, Expr::Number(*number)),
            Syntax::Not(operand) => {
                let operand = self.value(operand)?;
                if operand.kind == Kind::Number {
                    return Err(Mistake::new(
                        node.range.clone(),
                        "`!` takes a set or a condition, not a number",
                    ));
                }
                (operand.kind, Expr::Not(Box::new(operand)))
            }
            Syntax::Chain(operands, operators) => {
                if matches!(operators[0], Operator::And | Operator::Or | Operator::Compare(_)) {
                    let message = "expected a set of squares or a number, found a condition";
                    return Err(Mistake::new(node.range.clone(), message));
                }
                let values =
                    operands.iter().map(|operand| self.value(operand)).collect::<Result<Vec<_>, _>>()?;
                for (pair, &operator) in values.windows(2).zip(operators) {
                    operands_fit(operator, &pair[0], &pair[1])?;
                }
                (values[0].kind, Expr::Chain(values, operators.clone()))
            }
            Syntax::Call(name, arguments) => self.call(name, arguments)?,
        };
        Ok(Value { range: node.range.clone(), kind, expr })
    }

    fn name(&mut self, place: &Range<usize>) -> Result<(Kind, Expr), Mistake> {
        let (whole, names) = (self.text, self.names);
        let unknown = || names::unknown(whole, place.clone(), names);
        let text = &whole[place.clone()];
        let Some((side, member)) = text.split_once('.') else {
            if let Some(squares) = names::squares(text) {
                return Ok((Kind::Set, Expr::Squares(squares)));
            }
            let column = Pattern::from_name(text).and_then(|pattern| pattern.column(Scope::Board));
            let column = column.ok_or_else(unknown)?;
            return Ok((column.pattern().kind, Expr::Column(column)));
        };
        let color = self.side(side, place).ok_or_else(unknown)?;
        if member == "pawns" {
            return Ok((Kind::Set, Expr::Pawns(color)));
        }
        let pattern = Pattern::from_name(member).and_then(|pattern| pattern.column(Scope::Side(color)));
        let column = pattern.ok_or_else(unknown)?;
        Ok((column.pattern().kind, Expr::Column(column)))
    }

    fn call(&mut self, name: &Range<usize>, arguments: &[Node]) -> Result<(Kind, Expr), Mistake> {
        let text = &self.text[name.clone()];
        let Some(function) = Function::named(text) else {
            return Err(names::unknown_function(self.text, name.clone()));
        };
        let wrong = |message: String| Err(Mistake::new(name.clone(), message));
        let (argument, color) = match arguments {
            [argument] if !function.needs_color() => (argument, None),
            [argument, color] if function.needs_color() => {
                let Some(color) = self.side(self.text(color), &color.range) else {
                    let expected = "expected `white`, `black`, `own` or `enemy`";
                    return Err(Mistake::new(color.range.clone(), expected));
                };
                (argument, Some(color))
            }
            [_, color, ..] if !function.needs_color() => {
                let message = format_args!("`{text}` takes only a set: `{}`", function.call());
                return Err(Mistake::new(color.range.clone(), message));
            }
            _ => {
                let call = function.call();
                return wrong(format!("`{text}` takes a set and the color of its pawns: `{call}`"));
            }
        };
        let argument = self.value(argument)?;
        match function.kind(argument.kind) {
            Some(kind) => Ok((kind, Expr::Call(function, color, Box::new(argument)))),
            None => wrong(format!("`{text}` takes a set of squares, not {}", of(argument.kind))),
        }
    }
}

/// Returns what a value is.
fn of(kind: Kind) -> &'static str {
    match kind {
        Kind::Set => "a set of squares",
        Kind::Files => "a set of files",
        Kind::Number => "a number",
    }
}

fn operands_fit(operator: Operator, left: &Value, right: &Value) -> Result<(), Mistake> {
    let fits = match operator {
        Operator::Plus => left.kind == Kind::Number && right.kind == Kind::Number,
        Operator::Minus => left.kind == right.kind,
        _ => left.kind == right.kind && left.kind != Kind::Number,
    };
    if fits {
        return Ok(());
    }
    let takes = match operator {
        Operator::Plus => "two numbers",
        Operator::Minus => "two sets or two numbers",
        _ => "two sets",
    };
    let hint = if left.kind != right.kind && [left.kind, right.kind].contains(&Kind::Files) {
        "; `file_fill` makes squares of files"
    } else {
        ""
    };
    let symbol = operator.symbol();
    let message =
        format_args!("`{symbol}` takes {takes}, not {} and {}{hint}", of(left.kind), of(right.kind));
    Err(Mistake::new(left.range.start..right.range.end, message))
}
