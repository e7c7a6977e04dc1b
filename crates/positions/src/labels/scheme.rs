//! What the labels of a file mean, as its first records show it.

use pawnfill::{Color, Placement};

use super::values::{Form, Layout, Records, Value, Values, number, result_word, side};
use super::{LabelKind, LabelOptions, LabelScale, Labels, RESULT, SCORE, View};
use crate::input::quoted;
use crate::record::Record;

/// The number of records that show what labels mean.
const SAMPLE: usize = 1000;

/// A text of this length is enough to show it.
const LONGEST_SAMPLE: usize = 1 << 24;

/// The number of positions that can contradict a view.
const ENOUGH: usize = 25;

const WHOSE: &str = "nothing says whose view the labels are: --labels white, --labels mover, or \
                     such as --labels score=mover,result=white";
const WHAT: &str = "nothing says what this number is: --label-kind result, pawns or centipawns";
const SCALE: &str = "nothing says which results the numbers mean: --label-scale 0/0.5/1, -1/0/1 \
                     or 0/1/2";
const COUNTERS: &str = "numbers behind four fields are read as counters of moves; --labels white \
                        or mover if they are labels";

/// What the labels of a file mean.
#[derive(Debug)]
pub(crate) struct Scheme {
    pub(crate) layout: Layout,
    /// Without options, labels are not read.
    options: Option<LabelOptions>,
    scale: Option<LabelScale>,
    /// What a lone number is.
    lone: Option<LabelKind>,
    /// The forms of the first score and the first result.
    forms: [Option<Form>; 2],
    has_mates: bool,
    has_moves: bool,
    /// What is said besides.
    remark: String,
}

/// A record of the sample.
struct Sampled<'a> {
    values: Values<'a>,
    record: Record,
    line: u64,
}

impl Scheme {
    /// Finds out what labels mean by the records of a text, of which more may follow. Returns
    /// `None` if more are needed. An error that only an option can mend has its line.
    pub(crate) fn new(
        layout: &Layout,
        options: Option<&LabelOptions>,
        text: &[u8],
        line: u64,
        is_end: bool,
    ) -> Result<Option<Self>, (u64, String)> {
        let mut scheme = Self {
            layout: layout.clone(),
            options: options.cloned(),
            scale: None,
            lone: None,
            forms: [None; 2],
            has_mates: false,
            has_moves: false,
            remark: String::new(),
        };
        let Some(options) = options else {
            return Ok(Some(scheme));
        };
        let mut sample = scheme.sample(text, line);
        if scheme.are_numbers_labels(&sample, options) {
            scheme.layout = Layout::Lines { numbers: true };
            sample = scheme.sample(text, line);
        }
        let is_labeled = sample.iter().any(|one| one.values.has_any());
        if is_labeled && sample.len() < SAMPLE && !is_end && text.len() < LONGEST_SAMPLE {
            return Ok(None);
        }
        scheme.decide(&sample, options)?;
        Ok(Some(scheme))
    }

    fn sample<'a>(&self, text: &'a [u8], line: u64) -> Vec<Sampled<'a>> {
        let mut sample = Vec::new();
        for (_, record, line) in Records::new(&self.layout, text, line) {
            if let Ok(text) = std::str::from_utf8(record)
                && let Ok((fen, values)) = self.layout.parse(text)
                && let Ok(record) = fen.parse()
            {
                sample.push(Sampled {
                    values,
                    record,
                    line,
                });
            }
            if sample.len() == SAMPLE {
                break;
            }
        }
        sample
    }

    /// Returns `true` if numbers behind four fields are labels: one of them is no counter, or
    /// nothing else can be a label, and an option says that there are some.
    fn are_numbers_labels(&mut self, sample: &[Sampled], options: &LabelOptions) -> bool {
        let (mut odd, mut others) = (0, 0);
        for Sampled { values, record, .. } in sample {
            if values.counters < 2 && values.has_number {
                return true;
            }
            others += usize::from(values.has_any());
            // A single one, or more moves without a pawn than were made at all.
            let moves = record.number().unwrap_or(0).saturating_mul(2);
            let is_odd = values.counters == 1 || record.clock().unwrap_or(0) > moves;
            odd += usize::from(values.counters > 0 && is_odd);
        }
        if sample.is_empty() || others > 0 {
            return false;
        }
        let are_told = options.views.0[SCORE].is_some();
        if !are_told && 2 * odd > sample.len() {
            self.remark = COUNTERS.to_owned();
        }
        are_told
    }

    /// Decides on kind, scale and view.
    fn decide(&mut self, sample: &[Sampled], options: &LabelOptions) -> Result<(), (u64, String)> {
        let lone: Vec<_> = sample
            .iter()
            .filter_map(|one| one.values.lone.as_ref())
            .collect();
        let is_point = |value: &&Value| value.text.contains('.');
        let is_small = |value: &&Value| matches!(&*value.text, "0" | "1");
        self.lone = options.kind;
        if self.lone.is_none() && !lone.iter().all(is_small) && !lone.iter().any(is_point) {
            self.lone = Some(LabelKind::Centipawns);
        }
        let mut results = Vec::new();
        for Sampled { values, .. } in sample {
            results.extend(self.kinds(values).unwrap_or_default()[RESULT]);
        }
        let has = |of: f64| results.iter().any(|value| number(&value.text) == Some(of));
        self.scale = options.scale.or(match self.layout {
            Layout::Plain => Some(LabelScale::SIGNS),
            _ if results.iter().any(is_point) => Some(LabelScale::POINTS),
            _ if has(-1.0) => Some(LabelScale::SIGNS),
            _ if has(2.0) => Some(LabelScale::HALF_POINTS),
            _ => None,
        });
        let mut check = Check::default();
        for one in sample {
            match self.read(&one.values, one.record.side) {
                Ok(labels) => {
                    self.note(&one.values, &labels);
                    check.add(&one.record, &labels);
                }
                Err(reason) if reason.contains("--label") => return Err((one.line, reason)),
                // The mistake of a line.
                Err(_) => {}
            }
        }
        if self.forms == [None; 2] {
            return Ok(());
        }
        self.remark = match check.verdict() {
            Ok(remark) => remark.to_owned(),
            Err(reason) if options.views.0[SCORE].is_some() => format!("; warning: {reason}"),
            Err(reason) => {
                let line = sample[0].line;
                return Err((line, format!("{reason}: --labels white or --labels mover")));
            }
        };
        Ok(())
    }

    /// Notes the forms of labels.
    fn note(&mut self, values: &Values, labels: &Labels) {
        let kinds = self.kinds(values).unwrap_or_default();
        for (form, value) in self.forms.iter_mut().zip(kinds) {
            *form = form.or(value.map(|value| value.form));
        }
        self.has_mates |= labels.mate.is_some();
        self.has_moves |= labels.next_uci.is_some();
    }

    /// Returns the score and the result of a record.
    fn kinds<'v>(&self, values: &'v Values) -> Result<[Option<&'v Value<'v>>; 2], &'static str> {
        let kind = self.options.as_ref().and_then(|options| options.kind);
        let [mut score, mut result] = values.labels.each_ref().map(Option::as_ref);
        if let Some(lone) = &values.lone {
            let kind = if lone.form == Form::C9 {
                kind
            } else {
                self.lone
            };
            match kind.ok_or(WHAT)? {
                LabelKind::Result => result = Some(lone),
                LabelKind::Pawns | LabelKind::Centipawns => score = Some(lone),
            }
        }
        // Some writers have a probability in `ce`.
        if kind == Some(LabelKind::Result) && result.is_none() {
            result = score.take();
        }
        Ok([score, result])
    }

    /// Returns the labels of a record.
    pub(crate) fn read(&self, values: &Values, mover: Option<Color>) -> Result<Labels, String> {
        let mut labels = Labels::default();
        let Some(options) = &self.options else {
            return Ok(labels);
        };
        labels.next_uci = values.next_uci.map(Box::from);
        let [score, result] = self.kinds(values)?;
        if let Some(result) = result.filter(|result| result.text != "*") {
            labels.white_score = Some(self.white_score(result, options, mover)?);
        }
        if let Some(score) = score {
            let is_black = view(score, SCORE, options)?.is_black(mover)?;
            read_score(
                &score.text,
                if is_black { -1 } else { 1 },
                options,
                &mut labels,
            )?;
        }
        Ok(labels)
    }

    fn white_score(
        &self,
        value: &Value,
        options: &LabelOptions,
        mover: Option<Color>,
    ) -> Result<f64, String> {
        // The name of a side says whose result it is.
        if let Some(points) = side(&value.text) {
            return Ok(points);
        }
        let points = match (result_word(&value.text), number(&value.text)) {
            (Some(points), _) => points,
            (None, Some(number)) => {
                let is_part = value.text.contains('.').then_some(LabelScale::POINTS);
                let scale = self.scale.or(is_part).ok_or(SCALE)?;
                let points = scale.points(number);
                points.ok_or_else(|| format!("the result {number} is none of {scale}"))?
            }
            (None, None) => return Err(format!("{} is no result", quoted(&value.text))),
        };
        let is_black = view(value, RESULT, options)?.is_black(mover)?;
        Ok(if is_black { 1.0 - points } else { points })
    }

    /// Returns the names of the columns that labels fill.
    pub(crate) fn columns(&self) -> Vec<&'static str> {
        let [has_score, has_result] = self.forms.map(|form| form.is_some());
        let all = [
            ("line", has_score || has_result),
            ("white_score", has_result),
            ("evaluation", has_score),
            ("mate", self.has_mates),
            ("next_uci", self.has_moves),
        ];
        all.into_iter()
            .filter(|(_, is_there)| *is_there)
            .map(|(name, _)| name)
            .collect()
    }

    /// Returns `true` if other records have a score, and these labels do not.
    pub(crate) fn lacks_score(&self, labels: &Labels) -> bool {
        self.forms[SCORE].is_some() && !labels.has_score()
    }

    /// Says what was read.
    pub(crate) fn sentence(&self) -> Option<String> {
        let options = self.options.as_ref()?;
        let result = match self.scale {
            None | Some(LabelScale::POINTS) => "result".to_owned(),
            Some(scale) => format!("result of {scale}"),
        };
        let unit = match (options.kind, options.units) {
            (Some(LabelKind::Pawns), _) => "pawns".to_owned(),
            (_, Some(units)) => format!("units, {units} of them a pawn"),
            _ if self.layout == Layout::Plain => {
                "units of the engine, 100 of them a pawn".to_owned()
            }
            _ => "centipawns".to_owned(),
        };
        let of = |kind: usize, what: String| {
            let form = self.forms[kind]?;
            Some((what, options.views.0[kind].or(form.view(kind))?, form))
        };
        let score = of(SCORE, format!("evaluation in {unit}"));
        let mut text = match (of(RESULT, result), score) {
            (None, None) => return Some(self.remark.clone()).filter(|remark| !remark.is_empty()),
            (Some((what, view, form)), None) | (None, Some((what, view, form))) => {
                format!("{what} from {view} ({form:?}){}", self.other(view))
            }
            (Some((result, view, form)), Some((score, same, other))) if view == same => {
                let and = if form == other {
                    String::new()
                } else {
                    format!(", {other:?}")
                };
                let other = self.other(view);
                format!("{result} and {score}, both from {view} ({form:?}{and}){other}")
            }
            (Some((result, of_result, form)), Some((score, of_score, other))) => {
                format!("{result} from {of_result} ({form:?}), {score} from {of_score} ({other:?})")
            }
        };
        text.make_ascii_lowercase();
        Some(text.replace("white's", "White's") + &self.remark)
    }

    /// Returns what to do if the view is not this one, unless an option says it.
    fn other(&self, view: View) -> &'static str {
        match (&self.options, view) {
            (Some(options), _) if options.views.0 != [None; 2] => "",
            (_, View::White) => "; --labels mover if not",
            (_, View::Mover) => "; --labels white if not",
        }
    }
}

fn view(value: &Value, kind: usize, options: &LabelOptions) -> Result<View, &'static str> {
    options.views.0[kind].or(value.form.view(kind)).ok_or(WHOSE)
}

fn read_score(
    text: &str,
    sign: i32,
    options: &LabelOptions,
    labels: &mut Labels,
) -> Result<(), String> {
    if let Some(mate) = text.strip_prefix('#') {
        let moves: i64 = mate
            .parse()
            .map_err(|_| format!("{} is no mate", quoted(text)))?;
        labels.mate = Some(i64::from(sign) * moves);
        return Ok(());
    }
    let score = number(text).ok_or_else(|| format!("{} is no evaluation", quoted(text)))?;
    let unit = match options.kind {
        Some(LabelKind::Pawns) => 1.0,
        Some(LabelKind::Centipawns) => 100.0,
        _ if text.contains('.') => return Err(WHAT.to_owned()),
        _ => options.units.unwrap_or(100.0),
    };
    if unit == 1.0 || score.abs() <= 30_000.0 {
        // Without a negative zero.
        labels.evaluation = Some(f64::from(sign) * score / unit + 0.0);
    } else {
        // Engines write 32002 where they have no score.
        labels.is_mate = score.abs() != 32_002.0;
    }
    Ok(())
}

impl Values<'_> {
    fn has_any(&self) -> bool {
        self.labels.iter().chain([&self.lone]).any(Option::is_some)
    }
}

impl Labels {
    fn has_score(&self) -> bool {
        self.evaluation.is_some() || self.mate.is_some() || self.is_mate
    }
}

/// How often scores contradict who is ahead, and agree with results.
#[derive(Default)]
struct Check {
    /// Positions with Black to move and a side three pawns ahead, and those that contradict.
    ahead: [usize; 2],
    /// Positions with White to move, a clear score and a winner, and those that agree; and with
    /// Black to move.
    decided: [[usize; 2]; 2],
}

impl Check {
    fn add(&mut self, record: &Record, labels: &Labels) {
        let (Some(score), Some(mover)) = (labels.evaluation, record.side) else {
            return;
        };
        let ahead = f64::from(material(&record.placement));
        if mover == Color::Black && ahead.abs() >= 3.0 && score != 0.0 {
            self.ahead[0] += 1;
            self.ahead[1] += usize::from(score * ahead < 0.0);
        }
        let winner = labels.white_score.map_or(0.0, |points| points - 0.5);
        if winner != 0.0 && score.abs() > 3.0 {
            self.decided[mover as usize][0] += 1;
            self.decided[mover as usize][1] += usize::from(score * winner > 0.0);
        }
    }

    /// Returns a remark, or what contradicts the view.
    fn verdict(&self) -> Result<&'static str, String> {
        let [ahead, contradict] = self.ahead;
        let [[of_white, white], [of_black, black]] = self.decided;
        if ahead >= ENOUGH && 2 * contradict > ahead {
            return Err(format!(
                "of {ahead} positions with Black to move and a side three pawns ahead, {contradict} \
                 have a score for the other side"
            ));
        }
        if of_black >= ENOUGH && 2 * black < of_black && 2 * white >= of_white {
            return Err(format!(
                "beyond three pawns, score and result agree in {white} of {of_white} positions with \
                 White to move, and in {black} of {of_black} with Black to move"
            ));
        }
        Ok(if ahead < ENOUGH {
            "; the view is not checked"
        } else {
            ""
        })
    }
}

/// Returns by how many pawns White is ahead.
fn material(placement: &Placement) -> i32 {
    let mut ahead = 0;
    for (pieces, sign) in placement.pieces().iter().zip([1, -1]) {
        for (set, worth) in pieces.iter().zip([1, 3, 3, 5, 9, 0]) {
            ahead += sign * worth * set.count() as i32;
        }
    }
    ahead
}
