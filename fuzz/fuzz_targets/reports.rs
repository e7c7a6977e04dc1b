//! Reads any JSON as a report of `pairbench`. The result is an error, or a report that every format shows, and that reads
//! the same and is valid by the schema when it is written again.

#![no_main]

use std::sync::LazyLock;

use anstream::adapter::strip_str;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use pairbench::report::{Conditions, Control, Interval, Report, Row, SCHEMA, Summary, Verdict};
use pairbench::{ComparisonInfo, FunctionInfo, Mode};
use serde_json::Value;

/// The published schema, after a check that it does not accept any report.
static PUBLISHED: LazyLock<(boon::Schemas, boon::SchemaIndex)> = LazyLock::new(|| {
    let text = include_str!("../../crates/pairbench/docs/report.schema.json");
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("schema.json", serde_json::from_str(text).expect("JSON")).expect("a new name");
    let schema = compiler.compile("schema.json", &mut schemas).expect("a schema");
    let mut report = serde_json::to_value(report()).expect("a report is JSON");
    assert_eq!(
        Report::parse(report.to_string().as_bytes()).map(|_| ()),
        Ok(()),
        "edits start from a valid report"
    );
    report["rows"][0]["verdict"] = "tie".into();
    assert!(schemas.validate(&report, schema).is_err(), "the schema accepts an unknown verdict");
    report["rows"][0].as_object_mut().expect("a row").remove("verdict");
    assert!(schemas.validate(&report, schema).is_err(), "the schema accepts a row without a verdict");
    (schemas, schema)
});

/// A change of a value in a report.
#[derive(Arbitrary, Debug)]
struct Edit {
    place: u16,
    change: Change,
}

#[derive(Arbitrary, Debug)]
enum Change {
    Null,
    Bool(bool),
    Integer(i64),
    Number(f64),
    Text(String),
    /// Another value of the report.
    Copy(u16),
    /// The last element or field is removed.
    Shorten,
    /// The first element is repeated at the end.
    Lengthen,
}

/// Returns a report with every field.
fn report() -> Report {
    let interval = Interval { point: 1.5, lo: 1.25, hi: 1.75 };
    let [none, equal] = [0.0, 1.0].map(|point| Interval { point, lo: point, hi: point });
    let names = ["one", "two"].map(str::to_owned);
    let row = |mode| Row {
        comparison: "comparison".to_owned(),
        group: "group".to_owned(),
        mode,
        baseline: names[0].clone(),
        candidate: names[1].clone(),
        times: Some([10.0, 15.0]),
        ratio: Some(interval),
        delta_ns: Some(Interval { point: 5.0, lo: 2.5, hi: 7.5 }),
        processes: 2,
        verdict: Verdict::Slower,
        conditions: Some(Conditions { alone: interval, shared: interval }),
        logs: vec![0.5; 2],
        instructions: Some([9.0, 12.0]),
        ..Row::default()
    };
    let controls = Mode::ALL.into_iter().flat_map(|mode| {
        names.clone().map(|function| Control {
            comparison: "comparison".to_owned(),
            mode,
            function,
            ratio: equal,
            delta_ns: none,
            processes: 8,
            verdict: Verdict::Same,
        })
    });
    let functions = names.iter().map(|name| FunctionInfo { name: name.clone(), same_as: Some(name.clone()) });
    let info = ComparisonInfo {
        name: "comparison".to_owned(),
        functions: functions.collect(),
        ..ComparisonInfo::default()
    };
    Report {
        schema: SCHEMA.to_owned(),
        notes: vec![("commit".to_owned(), "abc".to_owned())],
        command: names.to_vec(),
        comparisons: vec![info],
        rows: Mode::ALL.map(row).to_vec(),
        controls: controls.collect(),
        summary: Summary { rows: 4, decided: 4, controls: 8, trusted: true, ..Summary::default() },
        ..Report::default()
    }
}

/// Returns the number of values in a value, with itself.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(size).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// Returns the value at a place, in the order of the text.
fn at<'v>(value: &'v mut Value, place: &mut usize) -> Option<&'v mut Value> {
    if *place == 0 {
        return Some(value);
    }
    *place -= 1;
    match value {
        Value::Array(list) => list.iter_mut().find_map(|value| at(value, place)),
        Value::Object(fields) => fields.values_mut().find_map(|value| at(value, place)),
        _ => None,
    }
}

impl Edit {
    fn apply(self, report: &mut Value) {
        let size = size(report);
        let copy = match self.change {
            Change::Copy(from) => at(report, &mut (usize::from(from) % size)).cloned(),
            _ => None,
        };
        let Some(value) = at(report, &mut (usize::from(self.place) % size)) else { return };
        match (self.change, &mut *value) {
            (Change::Null, _) => *value = Value::Null,
            (Change::Bool(new), _) => *value = new.into(),
            (Change::Integer(new), _) => *value = new.into(),
            (Change::Number(new), _) => *value = new.into(),
            (Change::Text(new), _) => *value = new.into(),
            (Change::Copy(_), _) => *value = copy.unwrap_or_default(),
            (Change::Shorten, Value::Array(list)) => drop(list.pop()),
            (Change::Shorten, Value::Object(fields)) => {
                let last = fields.keys().next_back().cloned();
                last.and_then(|last| fields.remove(&last));
            }
            (Change::Lengthen, Value::Array(list)) => list.extend(list.first().cloned()),
            (Change::Shorten | Change::Lengthen, _) => {}
        }
    }
}

fn check(text: &[u8]) {
    let report = match Report::parse(text) {
        Ok(report) => report,
        Err(reason) => return assert!(!reason.is_empty()),
    };
    let again = serde_json::to_vec(&report).expect("a report is JSON");
    assert_eq!(Report::parse(&again).as_ref(), Ok(&report));
    let (schemas, schema) = &*PUBLISHED;
    if let Err(error) = schemas.validate(&serde_json::to_value(&report).expect("a report is JSON"), *schema) {
        panic!("{error:#}");
    }
    let mut answer = report.answer();
    match report.changes(&report) {
        Ok(changes) => answer.extend(changes),
        // Nothing can be compared, because the report decides nothing or its rows have no ratio.
        Err(reason) => assert!(!reason.is_empty()),
    }
    let tables = [None, Some(1), Some(80), Some(1000)]
        .map(|width| report.table(&answer, width) + &report.table_of_rows(&answer, width));
    for shown in tables
        .map(|table| strip_str(&table).to_string())
        .into_iter()
        .chain([report.html(&answer), report.markdown(&answer)])
    {
        assert!(shown.len() < 20_000 + 1000 * again.len(), "{} bytes for {}", shown.len(), again.len());
        let hidden = |c: char| c != '\n' && (c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c));
        assert!(!shown.contains(hidden), "{shown:?}");
    }
}

fuzz_target!(|input: (Vec<Edit>, &[u8])| {
    let (edits, text) = input;
    let mut report = serde_json::to_value(report()).expect("a report is JSON");
    edits.into_iter().for_each(|edit| edit.apply(&mut report));
    check(report.to_string().as_bytes());
    check(text);
});
