//! The patterns as functions that call one another, independent of a language.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Deref;

use pawnfill::pattern::{CONTACTS, Family, Pattern, QUESTIONS, Question, Scope, Value, columns};
use pawnfill::{Backend, Color, KoggeStone, Pawns, beside, east, north, south, west};
use pawnfill_condition::{meaning, structures};
use pawnfill_expression::text::suggest;

use crate::go::pascal;
use crate::graph::{Expression, Operation, Type};
use crate::mask::{Mask, masks, record};
use crate::own;
use crate::reserved::is_reserved;
use crate::rewrite::{choices, shared};
use crate::{Error, Language, Selection, list};

/// An expression for writing, with names for its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// An argument or a local name.
    Name(String),
    /// A call of another function.
    Call(String, Vec<Term>),
    /// An operation on terms, in the order of the operands.
    Operation(Operation, Type, Vec<Term>),
}

impl Term {
    /// Returns the names in it.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Self::Name(name) => vec![name],
            Self::Call(_, terms) | Self::Operation(.., terms) => {
                terms.iter().flat_map(Self::names).collect()
            }
        }
    }
}

/// A field of a structure.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// A summary without a verb.
    pub(crate) about: String,
    pub(crate) formula: Option<String>,
}

/// A local name, its type and its value.
pub(crate) type Local = (String, Type, Term);

/// A function that can be written in any language.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) entry: Entry,
    /// The local names, in the order of computation.
    pub(crate) locals: Vec<Local>,
    /// Its value.
    pub(crate) body: Term,
}

impl Deref for Function {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.entry
    }
}

/// All functions of an export. Each comes after the functions that it calls.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The steps, fills and masks, and then the patterns and the questions.
    pub(crate) functions: Vec<Function>,
    /// The sets of a structure, computed together.
    pub(crate) structure: Option<Structure>,
}

/// The sets of a structure, computed together.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    /// The local names, including those of the fields, in the order of computation.
    pub(crate) locals: Vec<Local>,
    /// The fields: the board's, White's, and Black's.
    fields: Vec<Entry>,
}

/// A type with fields.
pub(crate) struct Record {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) fields: Vec<Field>,
}

impl Structure {
    /// Returns the type of a side, if sides have fields, and that of the whole.
    pub(crate) fn records(&self) -> Vec<Record> {
        let of = |color| {
            self.fields
                .iter()
                .filter(move |entry| entry.color == color)
                .map(Entry::field)
        };
        let (side, mut records, mut fields): (Vec<_>, _, _) =
            (of(Some(Color::White)).collect(), Vec::new(), Vec::new());
        if !side.is_empty() {
            let about = "The sets of one side in a structure.";
            records.push(Record {
                name: "side_structure",
                about,
                fields: side,
            });
            fields.extend(Color::ALL.map(|color| Field {
                name: color.to_string(),
                ty: Type::Side,
                about: format!("{color:?}'s sets."),
                formula: None,
            }));
        }
        fields.extend(of(None));
        records.push(Record {
            name: "structure",
            about: "Sets that are computed together.",
            fields,
        });
        records
    }

    /// Returns the names of the fields, separated by commas: the value that `of_side` makes of
    /// those of each side, and the board's.
    pub(crate) fn values(&self, of_side: impl Fn(String) -> String) -> Vec<String> {
        let names = |color| {
            list(
                self.fields.iter().filter(|entry| entry.color == color),
                |entry| entry.name.clone(),
            )
        };
        let [white, black, board] = [Some(Color::White), Some(Color::Black), None].map(names);
        let sides = [white, black]
            .into_iter()
            .filter(|names| !names.is_empty())
            .map(of_side);
        sides
            .chain(Some(board).filter(|names| !names.is_empty()))
            .collect()
    }
}

/// What the function of a structure does.
pub(crate) const STRUCTURE_ABOUT: &str =
    "Computes the sets of a structure together, and their common parts once.";

pub(crate) const BOARDS: &[&str] = &["white", "black"];

/// A function before its calls are resolved.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The pattern, the question or the class of contacts that selects it. Parts of other functions
    /// have none.
    class: String,
    /// The place in the lists of the library.
    pub(crate) place: usize,
    /// The name without a prefix, such as `white_passed`.
    pub(crate) name: String,
    /// The name without a color, such as `passed`.
    pub(crate) bare: String,
    /// The side of the function, if there is one for each.
    pub(crate) color: Option<Color>,
    /// The family of a pattern of the library.
    pub(crate) family: Option<Family>,
    /// The names of the arguments.
    pub(crate) parameters: &'static [&'static str],
    /// A summary in one line, and for patterns the formula and the page.
    pub(crate) docs: Vec<String>,
    /// The same for both colors.
    pub(crate) about: Vec<String>,
    /// The values for all squares, if it is a mask.
    pub(crate) table: Option<[u64; 64]>,
    pub(crate) value: Expression,
    /// The type of its value.
    pub(crate) result: Type,
}

impl Entry {
    pub(crate) fn new(
        class: &str,
        bare: &str,
        color: Option<Color>,
        about: &[&str],
        value: Expression,
    ) -> Self {
        let value = value.simplified();
        let leaves: HashSet<_> = value.all().into_iter().map(Expression::operation).collect();
        let on_boards = leaves
            .iter()
            .any(|leaf| matches!(leaf, Operation::Argument(_)));
        let on_square = leaves
            .iter()
            .any(|leaf| matches!(leaf, Operation::Mask(_) | Operation::Moved(..)));
        let parameters: &[&str] = match (on_boards, on_square) {
            _ if leaves.contains(&Operation::Argument("set")) => &["set"],
            (true, true) => &["white", "black", "square"],
            (false, true) => &["square"],
            _ => BOARDS,
        };
        Self {
            class: class.to_owned(),
            place: 0,
            name: color.map_or_else(|| bare.to_owned(), |color| format!("{color}_{bare}")),
            bare: bare.to_owned(),
            color,
            family: None,
            parameters,
            docs: about.iter().map(|line| summary(line, color)).collect(),
            about: about.iter().map(|&line| line.to_owned()).collect(),
            table: None,
            value,
            result: Type::of(value),
        }
    }

    /// Returns `true` if it is only a part of other functions.
    pub(crate) fn is_part(&self) -> bool {
        self.class.is_empty()
    }

    /// Returns `true` if a name of a selection means this function.
    fn is_called(&self, name: &str) -> bool {
        self.names().any(|own| own == name)
    }

    /// Returns its field in a structure.
    fn field(&self) -> Field {
        let formula = self.about.get(1).cloned();
        Field {
            name: self.bare.clone(),
            ty: self.result,
            about: property(&self.about[0]),
            formula,
        }
    }

    /// Returns the names that select it: `passed` and `white_passed`.
    fn names(&self) -> impl Iterator<Item = &str> {
        let names = [&self.class, &self.bare, &self.name];
        names
            .into_iter()
            .filter(|_| !self.is_part())
            .map(String::as_str)
    }
}

/// Returns the name of an item of a selection, without the prefix of the header.
fn own_name(item: &str) -> String {
    let name = item.split_once('=').map_or(item, |(name, _)| name.trim());
    name.strip_prefix(Language::C.prefix())
        .unwrap_or(name)
        .replace('.', "_")
}

/// Returns the steps, the fills and the masks.
///
/// Equal expressions in patterns are written as calls of these functions.
fn helpers(masks: &[Mask]) -> Vec<Entry> {
    let set = Expression::argument("set");
    let helper = |(name, about, value): (&str, &str, Expression)| {
        Entry::new("", name, None, &[about], value)
    };
    let helpers = [
        ("north", "One step north.", north(set)),
        ("south", "One step south.", south(set)),
        (
            "east",
            "One step east; squares of the h-file leave the board.",
            east(set),
        ),
        (
            "west",
            "One step west; squares of the a-file leave the board.",
            west(set),
        ),
        ("beside", "The squares beside the set.", beside(set)),
        (
            "north_fill",
            "The set and all squares north of it on its files.",
            KoggeStone::north_fill(set),
        ),
        (
            "south_fill",
            "The set and all squares south of it on its files.",
            KoggeStone::south_fill(set),
        ),
        (
            "file_fill",
            "Every square of each file on which the set has a square.",
            KoggeStone::file_fill(set),
        ),
        (
            "file_set",
            "The files on which the set has a square, as squares of rank 1.",
            KoggeStone::file_set(set),
        ),
        (
            "file_span",
            "The squares with a square of the set elsewhere on their file.",
            KoggeStone::file_span(set),
        ),
        (
            "north_span",
            "All squares strictly north of some square of the set.",
            KoggeStone::north_span(set),
        ),
        (
            "south_span",
            "All squares strictly south of some square of the set.",
            KoggeStone::south_span(set),
        ),
    ];
    let masks = masks.iter().map(
        |Mask {
             name,
             summary,
             value,
             table,
         }| Entry {
            table: Some(*table),
            ..helper((name, summary, *value))
        },
    );
    helpers.into_iter().map(helper).chain(masks).collect()
}

/// Returns the white and the black pawns as arguments.
pub(crate) fn pawns() -> Pawns<KoggeStone, Expression> {
    Pawns::new(Expression::argument("white"), Expression::argument("black"))
}

/// Returns the patterns, the contacts in each direction, the questions about a square, and the
/// definitions of a selection.
fn entries(masks: &[Mask], selection: &Selection) -> Result<Vec<Entry>, Error> {
    let mut entries: Vec<Entry> = Vec::new();
    for column in columns() {
        let Pattern {
            name,
            about,
            formula,
            source_url,
            family,
            ..
        } = column.pattern;
        let color = if let Scope::Side(color) = column.scope {
            Some(color)
        } else {
            None
        };
        let (Value::Set(value) | Value::Files(value) | Value::Number(value)) =
            column.value(pawns());
        let entry = Entry::new(name, name, color, &[about, formula, source_url], value);
        entries.push(Entry {
            family: Some(*family),
            ..entry
        });
    }
    for (class, color) in CONTACTS
        .iter()
        .flat_map(|class| Color::ALL.map(|color| (class, color)))
    {
        let contacts = class.contacts(pawns(), color);
        for (direction, value) in [("east", contacts.east), ("west", contacts.west)] {
            let about = format!(
                "Returns the friendly pawns in `{}` to the {direction}.",
                class.levers.name
            );
            let name = format!("{}_{direction}", class.name);
            let entry = Entry::new(class.name, &name, Some(color), &[&about], value);
            entries.push(Entry {
                family: Some(Family::Lever),
                ..entry
            });
        }
    }
    for (question, color) in QUESTIONS
        .iter()
        .flat_map(|question| Color::ALL.map(|color| (question, color)))
    {
        let Some(value) = record(question, color, masks) else {
            continue;
        };
        let Question {
            name,
            about,
            formula,
            family,
            ..
        } = question;
        let entry = Entry::new(name, name, Some(color), &[about, formula], value);
        entries.push(Entry {
            family: Some(*family),
            ..entry
        });
    }
    add_definitions(&mut entries, masks, selection)?;
    entries
        .iter_mut()
        .enumerate()
        .for_each(|(place, entry)| entry.place = place);
    Ok(entries)
}

/// Adds the definitions of a selection, each once.
fn add_definitions(
    entries: &mut Vec<Entry>,
    masks: &[Mask],
    selection: &Selection,
) -> Result<(), Error> {
    let helpers = helpers(masks);
    for own in own::entries(selection)? {
        let is_own = |entry: &Entry| {
            own.iter()
                .any(|own| (&own.name, &own.about) == (&entry.name, &entry.about))
        };
        if entries.iter().any(is_own) {
            continue;
        }
        let known = entries
            .iter()
            .flat_map(Entry::names)
            .chain(helpers.iter().map(|helper| &*helper.name));
        // Go has no underscores.
        let known: HashSet<String> = known.map(pascal).collect();
        let is_taken = |name: &&String| is_reserved(name) || known.contains(&pascal(name));
        // C also has a function without a color, which takes one.
        if let Some(taken) = own
            .iter()
            .flat_map(|entry| [&entry.bare, &entry.name])
            .find(is_taken)
        {
            return Err(Error::Taken(taken.clone()));
        }
        entries.extend(own);
    }
    Ok(())
}

/// Returns a summary with the colors of the pawns.
fn summary(about: &str, color: Option<Color>) -> String {
    let Some(color) = color else {
        return about.to_owned();
    };
    let [own, enemy] = [color, color.opponent()].map(|color| format!("{} pawn", color.name()));
    let about = about.replace("a friendly pawn", &format!("a {own}"));
    let about = about.replace("an enemy pawn", &format!("a {enemy}"));
    about
        .replace("friendly pawn", &own)
        .replace("enemy pawn", &enemy)
}

/// Returns the sentence about a method as one about a property.
pub(crate) fn property(about: &str) -> String {
    let about = about.trim_start_matches("Returns ");
    let mut letters = about.chars();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}

/// Returns the functions of a selection, or all of them if it is empty.
#[cfg(feature = "javascript")]
pub(crate) fn chosen(selection: &Selection, masks: &[Mask]) -> Result<Vec<Entry>, Error> {
    let mut entries = entries(masks, selection)?;
    let chosen = known(selection.patterns, &entries)?;
    entries.retain(|entry| chosen.is_empty() || chosen.iter().any(|name| entry.is_called(name)));
    Ok(entries)
}

/// Returns the names of a selection without the prefix of the header, or an error if
/// one is unknown.
fn known(names: &[&str], entries: &[Entry]) -> Result<Vec<String>, Error> {
    let is_known = |item: &&&str| entries.iter().any(|entry| entry.is_called(&own_name(item)));
    match names.iter().find(|item| !is_known(item)) {
        Some(unknown) => Err(unknown_name(unknown, entries.iter().flat_map(Entry::names))),
        None => Ok(names.iter().map(|item| own_name(item)).collect()),
    }
}

impl Program {
    /// Returns `true` if there is such a function for each color.
    pub(crate) fn is_of_both(&self, function: &Function) -> bool {
        let is_of = |color| {
            self.functions
                .iter()
                .any(|of| of.bare == function.bare && of.color == color)
        };
        [Some(Color::White), Some(Color::Black)]
            .into_iter()
            .all(is_of)
    }

    /// Returns the selected functions, those that they call, and the structure.
    pub(crate) fn new(selection: &Selection) -> Result<Self, Error> {
        let masks = masks();
        let helpers = helpers(&masks);
        let mut entries = entries(&masks, selection)?;
        let chosen = known(selection.patterns, &entries)?;
        let fields: Vec<_> = fields(selection, &entries)?.into_iter().cloned().collect();
        entries.splice(0..0, hidden());
        let mut writer = Writer::new(&helpers, &entries);
        for entry in &entries {
            let is_chosen = chosen.iter().any(|name| entry.is_called(name));
            if is_chosen || (selection.is_everything() && !entry.is_part()) {
                writer.write(entry);
            }
        }
        let structure = (!fields.is_empty()).then(|| writer.structure(fields));
        let mut functions = writer.functions;
        let place = |name: &str| helpers.iter().position(|helper| helper.name == name);
        functions.sort_by_key(|function| place(&function.name).unwrap_or(usize::MAX));
        Ok(Self {
            functions,
            structure,
        })
    }
}

/// Returns what a structure has, each once: the board's, White's, and Black's.
fn fields<'a>(selection: &Selection, entries: &'a [Entry]) -> Result<Vec<&'a Entry>, Error> {
    let is_about_square = |entry: &Entry| entry.parameters.contains(&"square");
    let mut names: Vec<_> = selection
        .structure
        .iter()
        .map(|name| own_name(name))
        .collect();
    if selection.is_everything() {
        names = pawns()
            .terms()
            .columns()
            .map(|(column, _)| column.pattern.name.to_owned())
            .collect();
    }
    let mut fields: Vec<&Entry> = Vec::new();
    for name in &names {
        let called: Vec<_> = entries
            .iter()
            .filter(|entry| [&entry.class, &entry.bare].contains(&name))
            .collect();
        if called.is_empty() {
            let known = entries.iter().filter(|entry| !is_about_square(entry));
            return Err(unknown_name(name, known.map(|entry| &entry.class[..])));
        }
        if called.iter().any(|entry| is_about_square(entry)) {
            return Err(Error::AboutSquare(name.clone()));
        }
        let is_new = |entry: &&Entry| fields.iter().all(|field| field.name != entry.name);
        let new: Vec<_> = called.into_iter().filter(is_new).collect();
        fields.extend(new);
    }
    // The board's come first.
    fields.sort_by_key(|entry| entry.color.map(|color| color as u8));
    Ok(fields)
}

/// Returns the error for an unknown name, with the most similar one.
fn unknown_name<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let name = name.strip_prefix(Language::C.prefix()).unwrap_or(name);
    let known = known.chain(own::KNOWN.iter().map(|(name, _)| &name[..]));
    let hint = meaning("", name, &structures()).unwrap_or_else(|| suggest("", name, known));
    Error::Unknown {
        name: name.to_owned(),
        hint,
    }
}

/// Returns the long common parts of several patterns, which the library computes
/// in hidden functions.
fn hidden() -> Vec<Entry> {
    let mut hidden = Vec::new();
    for color in Color::ALL {
        let about = "Returns the squares with more enemy pawns strictly ahead on the neighbor files than friendly pawns level or behind.";
        let more = match color {
            Color::White => pawns().white().more_sentries_than_helpers(),
            Color::Black => pawns().black().more_sentries_than_helpers(),
        };
        hidden.push(Entry::new(
            "",
            "more_sentries_than_helpers",
            Some(color),
            &[about],
            more,
        ));
    }
    let [_, white, black] = pawns().white().contact_rows();
    for (color, rows) in [(Color::White, white), (Color::Black, black)] {
        for (side, row) in [("east", rows.east), ("west", rows.west)] {
            let about = format!(
                "Returns the white pawns in contact to the {side} whose diagonal row of contacts a {color} pawn continues."
            );
            hidden.push(Entry::new(
                "",
                &format!("chain_{color}_goes_on_{side}"),
                None,
                &[&about],
                row,
            ));
        }
    }
    hidden
}

/// Writes functions. Each comes after the functions that it calls.
struct Writer<'a> {
    /// The helpers, the largest first, because it replaces most.
    helpers: Vec<&'a Entry>,
    names: HashMap<Expression, &'a Entry>,
    written: HashSet<&'a str>,
    functions: Vec<Function>,
}

impl<'a> Writer<'a> {
    fn new(helpers: &'a [Entry], entries: &'a [Entry]) -> Self {
        let mut largest: Vec<&Entry> = helpers.iter().collect();
        largest.sort_by_key(|helper| Reverse(helper.value.all().len()));
        let mut names = HashMap::new();
        for entry in entries {
            if !matches!(
                entry.value.operation(),
                Operation::Mask(_) | Operation::Argument(_)
            ) {
                names.entry(entry.value).or_insert(entry);
            }
        }
        Self {
            helpers: largest,
            names,
            written: HashSet::new(),
            functions: Vec::new(),
        }
    }

    /// Writes a function after those that it calls, unless it is written already.
    fn write(&mut self, entry: &'a Entry) {
        if !self.written.insert(&entry.name) {
            return;
        }
        let (locals, names) = self.locals(Some(entry), &[(None, entry.value)]);
        let body = self.term(Some(entry), entry.value, &names);
        self.functions.push(Function {
            entry: entry.clone(),
            locals,
            body,
        });
    }

    /// Returns the structure of these fields. It calls no pattern, so common parts
    /// are computed once.
    fn structure(&mut self, fields: Vec<Entry>) -> Structure {
        let names = fields.iter().map(|entry| Some(entry.name.clone()));
        let values = shared(fields.iter().map(|entry| entry.value).collect());
        let values: Vec<_> = names.zip(values).collect();
        let locals = sooner(self.locals(None, &values).0);
        Structure { locals, fields }
    }

    /// Names the fields and all parts that are used more than once, after writing the functions
    /// that they call.
    fn locals(
        &mut self,
        within: Option<&'a Entry>,
        fields: &[(Option<String>, Expression)],
    ) -> (Vec<Local>, HashMap<Expression, String>) {
        let (mut uses, mut order) = (HashMap::new(), Vec::new());
        for (_, field) in fields {
            self.visit(within, *field, &mut uses, &mut order);
        }
        for &expression in &order {
            if let (Some(callee), _) = self.parts(within, expression) {
                self.write(callee);
            }
        }
        let is_of = |color: &Color| {
            within.is_some_and(|entry| entry.name.starts_with(&format!("{color}_")))
        };
        let own = Color::ALL
            .into_iter()
            .find(is_of)
            .map(|color| format!("{color}_"));
        let (mut locals, mut names) = (Vec::new(), HashMap::new());
        for expression in order {
            let field = fields.iter().find(|(_, field)| *field == expression);
            let field = field.and_then(|(name, _)| name.clone());
            let (callee, operands) = self.parts(within, expression);
            let is_atom = callee.is_none() && operands.is_empty();
            if is_atom || (field.is_none() && uses[&expression] < 2) {
                continue;
            }
            let name = field.unwrap_or_else(|| match self.names.get(&expression) {
                Some(callee) => match own.as_ref().and_then(|own| callee.name.strip_prefix(own)) {
                    Some(rest) if self.helpers.iter().all(|helper| helper.name != rest) => {
                        rest.to_owned()
                    }
                    // A local name must not shadow a function in Python.
                    rest => format!("{}_", rest.unwrap_or(&callee.name)),
                },
                None => format!("t{}", locals.len() + 1),
            });
            locals.push((
                name.clone(),
                Type::of(expression),
                self.term(within, expression, &names),
            ));
            names.insert(expression, name);
        }
        // Fields that are only pawns, or equal to another field.
        for (name, field) in fields
            .iter()
            .filter_map(|(name, field)| Some((name.as_ref()?, *field)))
        {
            if locals.iter().all(|(known, ..)| known != name) {
                let equal = names.get(&field).map(|equal| Term::Name(equal.clone()));
                let value = equal.unwrap_or_else(|| self.term(within, field, &names));
                locals.push((name.clone(), Type::of(field), value));
            }
        }
        (locals, names)
    }

    /// Counts the uses of each expression in a function, and lists the expressions, operands first.
    fn visit(
        &self,
        within: Option<&Entry>,
        expression: Expression,
        uses: &mut HashMap<Expression, u32>,
        order: &mut Vec<Expression>,
    ) {
        let count = uses.entry(expression).or_default();
        *count += 1;
        if *count > 1 {
            return;
        }
        for part in self.parts(within, expression).1 {
            self.visit(within, part, uses, order);
        }
        order.push(expression);
    }

    /// Returns the function that an expression calls, and the arguments, or only the operands.
    ///
    /// A structure (`within` is `None`) calls no patterns.
    fn parts(
        &self,
        within: Option<&Entry>,
        expression: Expression,
    ) -> (Option<&'a Entry>, Vec<Expression>) {
        let others = |entry: &&&Entry| within.is_none_or(|within| within.name != entry.name);
        let pattern = self
            .names
            .get(&expression)
            .filter(|_| within.is_some())
            .filter(others);
        let pattern = pattern.map(|pattern| (*pattern, HashMap::new()));
        let called = pattern.or_else(|| {
            self.helpers.iter().filter(others).find_map(|helper| {
                let is_mask =
                    matches!(expression.operation(), Operation::Mask(name) if name == helper.name);
                let choice = choices(helper.value, expression, &HashMap::new()).pop();
                Some((*helper, choice.or_else(|| is_mask.then(HashMap::new))?))
            })
        });
        let Some((callee, chosen)) = called else {
            return (None, expression.operands());
        };
        let arguments = || {
            callee
                .parameters
                .iter()
                .map(|name| Expression::argument(name))
                .collect()
        };
        (
            Some(callee),
            chosen
                .values()
                .next()
                .map_or_else(arguments, |set| vec![*set]),
        )
    }

    fn term(
        &self,
        within: Option<&Entry>,
        expression: Expression,
        names: &HashMap<Expression, String>,
    ) -> Term {
        let term = |part: Expression| match names.get(&part) {
            Some(name) => Term::Name(name.clone()),
            None => self.term(within, part, names),
        };
        let (callee, parts) = self.parts(within, expression);
        let parts = parts.into_iter().map(term).collect();
        match (callee, expression.operation()) {
            (Some(callee), _) => Term::Call(callee.name.clone(), parts),
            (None, Operation::Argument(name)) => Term::Name(name.to_owned()),
            (None, operation) => Term::Operation(operation, Type::of(expression), parts),
        }
    }
}

/// Returns the parts of an expression that are used more than once, with local names, and its term
/// without calls.
pub(crate) fn without_calls(value: Expression) -> (Vec<Local>, Term) {
    let mut writer = Writer::new(&[], &[]);
    let (locals, names) = writer.locals(None, &[(None, value)]);
    (locals, writer.term(None, value, &names))
}

/// Moves each value that no other needs to the first place where its parts are known, so that fewer
/// values wait in registers.
fn sooner(locals: Vec<Local>) -> Vec<Local> {
    let needed: HashSet<String> = locals
        .iter()
        .flat_map(|(.., term)| term.names())
        .map(str::to_owned)
        .collect();
    let (parts, mut results): (Vec<_>, Vec<_>) = locals
        .into_iter()
        .partition(|(name, ..)| needed.contains(name));
    let mut known: HashSet<String> = BOARDS.iter().map(|&name| name.to_owned()).collect();
    let mut ordered = Vec::new();
    for part in std::iter::once(None).chain(parts.into_iter().map(Some)) {
        known.extend(part.iter().map(|(name, ..)| name.clone()));
        ordered.extend(part);
        let is_known =
            |(.., term): &Local| term.names().into_iter().all(|name| known.contains(name));
        ordered.extend(results.extract_if(.., |result| is_known(result)));
    }
    ordered
}
